"""Sampan's games behind the interfaces that researchers know: one file for each, over the same engine.

`batched` needs nothing beside Sampan; the others need `pip install sampan[envs]`.
"""
