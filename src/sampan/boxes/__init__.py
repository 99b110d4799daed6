"""Boxes of one's own: checked as a whole, tried out in games with checks of bounds, and kept by their hash."""
