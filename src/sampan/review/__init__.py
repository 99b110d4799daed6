"""The review of a finished game: what every decision cost, what chance gave, and what there is to learn.

It knows games through `Game` alone and judges with `sampan.bots`. Read review.py first; shape.py says what comes out.
"""
