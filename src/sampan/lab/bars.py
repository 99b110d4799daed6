"""The benchmark's plot: decisions a second as bars on a logarithmic scale, as an SVG of our own."""

from __future__ import annotations

import math
from html import escape
from typing import Any

from .chart import BAR, PALE, paper

WIDE, ROW, LEFT, RIGHT, TOP, BOTTOM = 860, 26, 330, 110, 60, 36
OTHERS = "#b9a05b"


def rows_of(figures: dict[str, Any]) -> list[tuple[str, int, bool]]:
    """Every figure of a benchmark: what was measured, decisions a second, whether it is ours."""
    rows: list[tuple[str, int, bool]] = []
    for game in figures["games"]:
        for play in game["random_play"]:
            where = play.get("device") or f"{play['threads']} thread{'s' if play['threads'] > 1 else ''}"
            rows.append((f"{game['game']}, {play['players']} players, {where}", play["decisions_per_s"], True))
        for env in game["environments"]:
            sizes = "".join(f", {env[size]:,} {size}" for size in ("lanes", "tables", "threads") if size in env)
            rows.append((f"{game['game']}, {env['environment']}{sizes}", env["decisions_per_s"], True))
    for peer in figures.get("peers", []):
        if "decisions_per_s" in peer:
            rows.append((f"{peer['peer']}: {peer['game']} ({peer['how']})", peer["decisions_per_s"], False))
    return rows


def bars(figures: dict[str, Any]) -> str:
    """The whole picture."""
    rows = rows_of(figures)
    high = TOP + ROW * len(rows) + BOTTOM
    most = math.ceil(math.log10(max(speed for _, speed, _ in rows)))
    least = min(3, math.floor(math.log10(max(1, min(speed for _, speed, _ in rows)))))

    def across(speed: float) -> float:
        return round(LEFT + (math.log10(max(speed, 10**least)) - least) / (most - least) * (WIDE - LEFT - RIGHT), 1)

    title = f"Random play, decisions per second, {figures['machine']['processor']}, {figures['machine']['cores']} cores"
    parts = paper(title, WIDE, high)
    for power in range(least, most + 1):
        x = across(10**power)
        parts.append(f'<line x1="{x}" x2="{x}" y1="{TOP - 8}" y2="{high - BOTTOM}" stroke="{PALE}"/>')
        parts.append(f'<text x="{x}" y="{high - BOTTOM + 18}" text-anchor="middle">{10**power:,}</text>')
    for place, (name, speed, ours) in enumerate(rows):
        y = TOP + ROW * place
        parts.append(f'<text x="{LEFT - 8}" y="{y + 16}" text-anchor="end">{escape(name)}</text>')
        width, colour = across(speed) - LEFT, BAR if ours else OTHERS
        parts.append(f'<rect x="{LEFT}" y="{y + 3}" width="{width:.1f}" height="{ROW - 8}" fill="{colour}"/>')
        parts.append(f'<text x="{LEFT + width + 6:.1f}" y="{y + 16}" font-size="11">{speed:,}</text>')
    return "\n".join([*parts, "</svg>", ""])
