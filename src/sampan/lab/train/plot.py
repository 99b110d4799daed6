"""The learning curve: training and validation loss by round, as an SVG of our own."""

from __future__ import annotations

from collections.abc import Sequence

from ..chart import BAR, INK, PALE, paper
from .checkpoint import Row

WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 760, 400, 70, 24, 76, 44
CURVES = (("loss", BAR, "training"), ("validation_loss", INK, "validation"))
LINES = 5  # across


def plot(title: str, history: Sequence[Row]) -> str:
    """The whole picture."""
    losses = [row[name] for row in history for name, _, _ in CURVES if row[name] is not None]
    low, high = min(losses), max(losses)
    span, last = (high - low) or 1.0, max(1, history[-1]["round"])

    def at(number: int, loss: float) -> tuple[float, float]:
        across, down = number / last, (high - loss) / span
        return LEFT + across * (WIDE - LEFT - RIGHT), TOP + down * (HIGH - TOP - BOTTOM)

    parts = paper(title, WIDE, HIGH)
    for step in range(LINES):
        loss = low + span * step / (LINES - 1)
        y = at(0, loss)[1]
        parts.append(f'<line x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="{PALE}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{loss:.4f}</text>')
    minutes = f"{last} rounds, {history[-1]['minutes']:.1f} minutes"
    parts.append(f'<text x="{WIDE - RIGHT}" y="{HIGH - 14}" text-anchor="end">{minutes}</text>')
    for place, (name, color, called) in enumerate(CURVES):
        points = [at(row["round"], row[name]) for row in history if row[name] is not None]
        dots = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{dots}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts.append(f'<text x="{LEFT + 110 * place}" y="54" fill="{color}">{called}</text>')
    return "\n".join([*parts, "</svg>", ""])
