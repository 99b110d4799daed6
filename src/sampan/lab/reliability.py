"""The calibration's plot: what was shown against what came true, before and after fitting, as an SVG of our own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .chart import BAR, INK, PALE, paper

SIDE, LEFT, TOP, HIGH, WIDE = 400, 60, 60, 520, 520
RAW = "#b9a05b"


def across(share: float) -> float:
    """Where a chance lies from left to right."""
    return round(LEFT + share * SIDE, 1)


def down(share: float) -> float:
    """Where a share of games lies from top to bottom."""
    return round(TOP + (1 - share) * SIDE, 1)


def plotted(game: str, games: int, before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]]) -> str:
    """The whole picture."""
    parts = paper(f"{game}: chances shown and games won, {games} games", WIDE, HIGH)
    for tenth in range(0, 11, 2):
        share, label = tenth / 10, f"{tenth * 10}%"
        parts.append(f'<path d="M{across(share)} {TOP}V{down(0)}M{LEFT} {down(share)}H{across(1)}" stroke="{PALE}"/>')
        parts.append(f'<text x="{across(share)}" y="{down(0) + 20}" text-anchor="middle">{label}</text>')
        parts.append(f'<text x="{LEFT - 8}" y="{down(share) + 4}" text-anchor="end">{label}</text>')
    parts.append(f'<path d="M{across(0)} {down(0)}L{across(1)} {down(1)}" stroke="{INK}" stroke-dasharray="4 4"/>')
    for rows, ink, named in ((before, RAW, "before"), (after, BAR, "after")):
        for row in rows:
            if "won" in row:
                x, (low, high) = across(row["shown"]), (down(bound) for bound in row["won_95"])
                parts.append(f'<path d="M{x} {low}V{high}" stroke="{ink}" stroke-width="2"/>')
                parts.append(f'<circle cx="{x}" cy="{down(row["won"])}" r="4" fill="{ink}"/>')
        y = TOP + 16 + (18 if named == "after" else 0)
        parts.append(f'<text x="{LEFT + 12}" y="{y}" fill="{ink}" font-weight="bold">{named}</text>')
    return "\n".join([*parts, "</svg>", ""])
