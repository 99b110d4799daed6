"""Hidden from a seat: nothing but the generator. All cards lie open, and set-up leaves nothing to chance (D1)."""

from __future__ import annotations

from sampan.engine.chance import forget
from sampan.engine.rule import rule


@rule
def hide(box, s, seat):
    """Blank the generator; everything else lies on the table."""
    forget(s)


@rule
def redeal(box, s, seat):
    """There are no blanks to fill."""
