"""The arena's plot: one bar for every bot's win rate with its 95 % interval, as an SVG of our own."""

from __future__ import annotations

from html import escape
from typing import Any

WIDE, ROW, LEFT, RIGHT, TOP, BOTTOM = 760, 44, 170, 210, 64, 40
INK, PALE, BAR, WHISKER = "#22303c", "#d8dee4", "#5b8fb9", "#22303c"


def chart(figures: dict[str, Any]) -> str:
    """The whole picture."""
    rows = figures["bots"]
    high = TOP + ROW * len(rows) + BOTTOM
    players = figures["options"]["players"]
    title = f"{figures['game']}, {players} players, {figures['games']} games, seed {figures['seed']}"
    parts = paper(title, WIDE, high)
    for tenth in range(0, 11, 2):
        x = across(tenth / 10)
        parts.append(f'<line x1="{x}" x2="{x}" y1="{TOP - 8}" y2="{high - BOTTOM}" stroke="{PALE}"/>')
        parts.append(f'<text x="{x}" y="{high - BOTTOM + 18}" text-anchor="middle">{tenth * 10}%</text>')
    for place, row in enumerate(rows):
        parts += bar(row, TOP + ROW * place)
    fair = across(1 / int(players))
    parts.append(
        f'<line x1="{fair}" x2="{fair}" y1="{TOP - 8}" y2="{high - BOTTOM}" stroke="{INK}" stroke-dasharray="4 4"/>'
    )
    return "\n".join([*parts, "</svg>", ""])


def paper(title: str, wide: int, high: int) -> list[str]:
    """An empty picture with its title, for whoever draws bars on it."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'font-family="sans-serif" font-size="13" fill="{INK}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{wide}" height="{high}" fill="#ffffff"/>',
        f'<text x="16" y="28" font-size="16" font-weight="bold">{escape(title)}</text>',
    ]


def across(share: float) -> float:
    """Where a share of the games lies on the picture."""
    return round(LEFT + share * (WIDE - LEFT - RIGHT), 1)


def bar(row: dict[str, Any], top: int) -> list[str]:
    """One bot: its name, its bar, the interval, and its points and Elo beside it."""
    middle = top + ROW // 2
    low, high = (across(bound) for bound in row["win_rate_95"])
    least, most = row["points_95"]
    said = f"{row['win_rate']:.1%} · {row['points']:g} points ±{(most - least) / 2:.1f} · Elo {row['elo']:+d}"
    length = across(row["win_rate"]) - LEFT
    return [
        f'<text x="{LEFT - 10}" y="{middle + 4}" text-anchor="end">{escape(row["bot"])}</text>',
        f'<rect x="{LEFT}" y="{middle - 10}" width="{length:.1f}" height="20" rx="3" fill="{BAR}"/>',
        f'<path d="M{low} {middle}H{high}M{low} {middle - 6}v12M{high} {middle - 6}v12" stroke="{WHISKER}" '
        'stroke-width="2" fill="none"/>',
        f'<text x="{WIDE - RIGHT + 14}" y="{middle + 4}" font-size="11">{escape(said)}</text>',
    ]
