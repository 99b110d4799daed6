"""Sampan: a table for two modern board games, with exact rules that run at native speed."""

__version__ = "0.1.0"
