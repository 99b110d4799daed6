"""A report of balance as one page of HTML that needs nothing else, and as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from .stats_chart import FAIR, picture

STYLE = (
    "body{font:15px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#22303c}"
    "table{border-collapse:collapse;margin:1rem 0}td,th{padding:.15rem .7rem;text-align:right}"
    "td:first-child,th:first-child{text-align:left}tr:nth-child(even){background:#f2f5f7}"
    "svg{max-width:100%;height:auto}.missed{color:#a3341f;font-weight:bold}"
)
PLOTS = {"won": ("wins, where a fair share is 100 %", FAIR), "used": ("games in which somebody had it", 0.0)}
OF = {"won": "wins", "chosen": "of all choices", "used": "of the games in which it is open", "points": "points"}
COLUMNS = ("", "at", "seats", "wins, of a fair share", "points", "ahead of the table", "taken", "of offers", "used in")
TOLD = 12  # of what was missed, in a terminal


def as_html(figures: dict[str, Any], title: str) -> str:
    """The whole page."""
    parts = [f"<h1>{escape(title)}: balance</h1>", f"<p>{escape(made_of(figures))}</p>", *goals(figures)]
    for group in figures["groups"]:
        parts.append(f"<h2>{escape(group['title'])}</h2>")
        parts += plots(figures, group)
        parts.append(table(group))
    head = f'<meta charset="utf-8"><title>{escape(title)}: balance</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>\n'


def made_of(figures: dict[str, Any]) -> str:
    """What was played, in a sentence."""
    played = ", ".join(f"{name}: {number:,}" for name, number in figures["games"].items())
    return (
        f"Games of {figures['bot']} against itself ({played}); box {figures['box']}, nets {figures['nets']}, "
        f"{figures['date']}; {figures['command']}"
    )


def goals(figures: dict[str, Any]) -> list[str]:
    """Mean points, what was hoped for and missed, and what hardly anybody uses."""
    parts = ["<p>Mean points: ", escape("; ".join(mean_points(figures))), "</p>"]
    if figures["aims"]:
        parts.append(f"<p>{escape(reached(figures))}</p><ul>")
        parts += [f'<li class="missed">{escape(line)}</li>' for line in missed(figures)]
        parts.append("</ul>")
    if figures["seldom"]:
        parts.append("<p>Hardly ever used:</p><ul>")
        parts += [f"<li>{escape(line)}</li>" for line in hardly(figures)]
        parts.append("</ul>")
    return parts


def plots(figures: dict[str, Any], group: dict[str, Any]) -> Iterator[str]:
    """A picture of the wins of a group, and one of how often its things are used."""
    for key, (about, middle) in PLOTS.items():
        rows = [
            (row["name"], {name: part for name, part in row["tables"].items() if key in part}) for row in group["rows"]
        ]
        if found := [(name, tables) for name, tables in rows if tables]:
            yield picture(figures | {"command": ""}, group["title"], about, key, middle, found)


def table(group: dict[str, Any]) -> str:
    """The figures of a group, less the columns in which it has none."""
    rows = [(row["name"], name, *cells_of(part)) for row in group["rows"] for name, part in row["tables"].items()]
    shown = [at for at in range(len(COLUMNS)) if not at or any(row[at] for row in rows)]
    lines = ["".join(f"<td>{escape(row[at])}</td>" for at in shown) for row in rows]
    heading = "".join(f"<th>{escape(COLUMNS[at])}</th>" for at in shown)
    return f"<table><tr>{heading}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def cells_of(part: dict[str, Any]) -> list[str]:
    """One line of a table: what seats won with it, and how often it was taken."""
    won = between(part["won"]) if "won" in part else ""
    points = f"{part['points']:.1f}" if "points" in part else ""
    if not part["seats"] and "points_when_open" in part:
        points = f"{part['points_when_open']:.1f}"
    ahead = "{:+.1f} ({:+.1f} to {:+.1f})".format(*part["ahead"]) if "ahead" in part else ""
    offers = f"{part['of_offers']:.2f}" if "of_offers" in part else ""
    used = between(part["used"]) if "used" in part else ""
    return [f"{part['seats']:,}", won, points, ahead, f"{part['taken']:,}" if "taken" in part else "", offers, used]


def between(value: list[float]) -> str:
    """A share and its interval, as far as a share can lie there."""
    return "{:.0%} ({:.0%} to {:.0%})".format(*(max(0.0, part) for part in value))


# ---------------------------------------------------------------- lines


def as_text(figures: dict[str, Any]) -> list[str]:
    """The report in short."""
    lines = [made_of(figures), f"mean points: {'; '.join(mean_points(figures))}"]
    if figures["aims"]:
        wrong = missed(figures)
        lines += [reached(figures), *wrong[:TOLD]]
        lines += [f"and {len(wrong) - TOLD} more"] if len(wrong) > TOLD else []
    return [*lines, *(f"hardly ever used: {line}" for line in hardly(figures))]


def mean_points(figures: dict[str, Any]) -> list[str]:
    """Mean points at tables of each size."""
    return ["{}: {:.1f} ({:.1f} to {:.1f})".format(name, *value) for name, value in figures["points"].items()]


def reached(figures: dict[str, Any]) -> str:
    """How many aims were reached."""
    good = sum(aim["reached"] for aim in figures["aims"])
    return f"aims reached: {good} of {len(figures['aims'])}; missed where the whole interval lies outside"


def missed(figures: dict[str, Any]) -> list[str]:
    """Each aim that was missed, in a line."""
    found = []
    for aim in figures["aims"]:
        if not aim["reached"]:
            low, high = aim["expected"]
            if aim["of"] == "points":
                value, wanted = "{:.1f} ({:.1f} to {:.1f})".format(*aim["value"]), f"{low:g} to {high:g}"
            else:
                value, wanted = between(aim["value"]), f"{low:.0%} to {high:.0%}"
            found.append(f"missed: {aim['name']}, {aim['tables']}: {value} {OF[aim['of']]}, expected {wanted}")
    return found


def hardly(figures: dict[str, Any]) -> list[str]:
    """What is hardly ever used."""
    return [f"{row['name']}: {between(row['used'])} of the games in which it is open" for row in figures["seldom"]]
