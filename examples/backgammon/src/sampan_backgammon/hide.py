"""Nothing is hidden but the dice to come."""

from __future__ import annotations

from sampan.engine.chance import forget
from sampan.engine.rule import rule


@rule
def hide(box, s, seat):
    """Take chance out."""
    forget(s)


@rule
def redeal(box, s, seat):
    """There is nothing to imagine: chance has its new key already."""
