"""Plots of counted games: for each group a picture with a dot and its 95 % interval for every level."""

from __future__ import annotations

from html import escape
from typing import Any

from sampan.engine.game import Game
from sampan.engine.messages import Words

from .chart import BAR, INK, PALE, paper

WIDE, ROW, LEFT, RIGHT, TOP, BOTTOM = 860, 30, 330, 150, 74, 40
COLORS = {"club": BAR, "expert": "#b0602c"}
FAIR = 1.0


def plots(game: Game, figures: dict[str, Any]) -> dict[str, str]:
    """A picture for each group, by its name: how often seats with something won, where a fair share is 100 %."""
    words = game.words()
    found = {
        group["group"]: picture(figures, group["group"], "wins, where a fair share is 100%", "won", FAIR, [
            (said(words, row["name"]), row["levels"]) for row in group["rows"]])
        for group in figures["groups"]
    }  # fmt: skip
    rows = [(said(words, row["name"]), row["levels"]) for row in figures["sources"]]
    return found | {"sources": picture(figures, "sources", "games that these points decide", "decides", 0.0, rows)}


def said(words: Words, name: dict[str, Any]) -> str:
    """A name in English."""
    if name["id"] == "stats_seat":
        return f"seat {name['args']['seat']} of {name['args']['players']}"
    return words.say((name["id"], name["args"]))


def picture(
    figures: dict[str, Any], group: str, about: str, key: str, middle: float, rows: list[tuple[str, dict[str, Any]]]
) -> str:
    """One picture: a line for each row, a dot for each level."""
    high = TOP + ROW * len(rows) + BOTTOM
    most = max([1.2 * middle, *(row[key][2] for _, levels in rows for row in levels.values())]) or 0.1
    played = ", ".join(f"{number:,} games of {level}" for level, number in figures["games"].items())
    parts = paper(f"{figures['game']}, {group}: {about}", WIDE, high)
    below = escape(f"{played}; {figures['date']}; {figures['command']}")
    parts.append(f'<text x="16" y="48" font-size="12">{below}</text>')

    def across(value: float) -> float:
        return round(LEFT + max(0.0, min(value, most)) / most * (WIDE - LEFT - RIGHT), 1)

    for tick in ticks(most):
        x = across(tick)
        parts.append(f'<line x1="{x}" x2="{x}" y1="{TOP - 8}" y2="{high - BOTTOM}" stroke="{PALE}"/>')
        parts.append(f'<text x="{x}" y="{high - BOTTOM + 18}" text-anchor="middle">{tick:.0%}</text>')
    if middle:
        x = across(middle)
        parts.append(f'<line x1="{x}" x2="{x}" y1="{TOP - 8}" y2="{high - BOTTOM}" stroke="{INK}"/>')
    for place, (name, levels) in enumerate(rows):
        y = TOP + ROW * place + ROW // 2
        parts.append(f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        for n, (level, row) in enumerate(levels.items()):
            value, low, top = row[key]
            at, colour = y - 4 + 8 * n, COLORS.get(level, INK)
            parts.append(f'<path d="M{across(low)} {at}H{across(top)}" stroke="{colour}" stroke-width="2"/>')
            parts.append(f'<circle cx="{across(value)}" cy="{at}" r="3.5" fill="{colour}"/>')
            text = (
                f'<text x="{WIDE - RIGHT + 14 + 66 * n}" y="{y + 4}" font-size="12" fill="{colour}">{value:.0%}</text>'
            )
            parts.append(text)
    return "\n".join([*parts, "</svg>", ""])


def ticks(most: float) -> list[float]:
    """Round figures on the way up to the largest."""
    step = next(step for step in (0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0, 2.0) if most / step <= 8 or step == 2.0)
    return [step * k for k in range(int(most / step) + 1)]
