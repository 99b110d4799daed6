"""Plots of counted games: for each group a picture with a dot and its 95 % interval for every level."""

from __future__ import annotations

from html import escape
from typing import Any

from sampan.engine.game import Game
from sampan.engine.messages import Words

from .chart import BAR, INK, PALE, paper

WIDE, ROW, DOT, LEFT, COLUMN, MARGIN, TOP, BOTTOM = 860, 22, 8, 330, 66, 18, 74, 40
COLORS = (BAR, "#b0602c", "#4d7d3a", "#7a5ba6")  # of what is compared, in turn
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
    """One picture: a line for each row, a dot for each part of the games, such as a level."""
    parts_of = list(figures["games"])
    row_high, right = ROW + DOT * max(1, len(parts_of) - 1), MARGIN + COLUMN * max(2, len(parts_of))
    high = TOP + row_high * len(rows) + BOTTOM
    most = max([1.2 * middle, *(row[key][2] for _, levels in rows for row in levels.values())]) or 0.1
    played = ", ".join(f"{number:,} games of {level}" for level, number in figures["games"].items())
    parts = paper(f"{figures['game']}, {group}: {about}", WIDE, high)
    below = escape("; ".join(filter(None, (played, figures["date"], figures["command"]))))
    parts.append(f'<text x="16" y="48" font-size="12">{below}</text>')

    def across(value: float) -> float:
        return round(LEFT + max(0.0, min(value, most)) / most * (WIDE - LEFT - right), 1)

    for tick in ticks(most):
        x = across(tick)
        parts.append(f'<line x1="{x}" x2="{x}" y1="{TOP - 8}" y2="{high - BOTTOM}" stroke="{PALE}"/>')
        parts.append(f'<text x="{x}" y="{high - BOTTOM + 18}" text-anchor="middle">{tick:.0%}</text>')
    if middle:
        x = across(middle)
        parts.append(f'<line x1="{x}" x2="{x}" y1="{TOP - 8}" y2="{high - BOTTOM}" stroke="{INK}"/>')
    columns = [WIDE - right + MARGIN - 4 + COLUMN * n for n in range(len(parts_of))]
    for n, (column, part) in enumerate(zip(columns, parts_of, strict=True)):
        ink = COLORS[n % len(COLORS)]
        parts.append(f'<text x="{column}" y="{TOP - 8}" font-size="12" fill="{ink}">{escape(part)}</text>')
    for place, (name, levels) in enumerate(rows):
        y = TOP + row_high * place + row_high // 2
        parts.append(f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        for level, row in levels.items():
            n = parts_of.index(level)
            value, low, top = row[key]
            at, colour = y - DOT * (len(parts_of) - 1) / 2 + DOT * n, COLORS[n % len(COLORS)]
            parts.append(f'<path d="M{across(low)} {at:g}H{across(top)}" stroke="{colour}" stroke-width="2"/>')
            parts.append(f'<circle cx="{across(value)}" cy="{at:g}" r="3.5" fill="{colour}"/>')
            parts.append(f'<text x="{columns[n]}" y="{y + 4}" font-size="12" fill="{colour}">{value:.0%}</text>')
    return "\n".join([*parts, "</svg>", ""])


def ticks(most: float) -> list[float]:
    """Round figures on the way up to the largest."""
    step = next(step for step in (0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0, 2.0) if most / step <= 8 or step == 2.0)
    return [step * k for k in range(int(most / step) + 1)]
