"""A review in words, for the terminal and for one page of HTML: the moments that mattered, and everybody's sheet."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from sampan.bots.hint import RIVALS
from sampan.engine.game import Game
from sampan.engine.messages import Message, Words

from .shape import ASIDE, BLUNDER, ERRORS, INACCURACY, MISTAKE, Line, Review, Sheet, Turn, left_out

MOMENTS = 12  # that are told
PLURALS = {INACCURACY: "inaccuracies", MISTAKE: "mistakes", BLUNDER: "blunders"}
FAR = 0.1  # between the chance that a player could know and the one with all hands known, for both to be told
LEAST_POINTS = 0.5  # a difference in points that is worth a word
INKS = ("#1f6f8b", "#b5542b", "#5b7f2b", "#7a4b94", "#8a6d1f", "#444444")
WIDE, HIGH, LEFT, TOP = 860, 260, 44, 14
STYLE = (
    "body{font:15px/1.5 sans-serif;color:#22303c;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;margin:.5rem 0}td,th{padding:.15rem .7rem;text-align:right}"
    "td:first-child,th:first-child{text-align:left}svg{width:100%;height:auto}.blunder{color:#a02020}.mistake{color:#a85a10}"
)


def percent(share: float) -> str:
    """A chance, as people read it."""
    return f"{100 * share:.0f}%"


def change(share: float) -> str:
    """What a chance changed by."""
    return f"{100 * share:+.1f}%".replace("-", "−")


def said(words: Words, line: Line) -> str:
    """All moves of a line."""
    return "; ".join(words.say(message) for message in line.says)


def because(game: Game, words: Words, turn: Turn) -> str:
    """What the better line surely brings in points and where from, or what it costs the others; empty where neither."""
    named = {RIVALS: "for the others"} | {name: words.name(f"{game.name}_source_{name}") for name in game.sources}
    listed = ", ".join(f"{points:+.1f} {named[name]}" for name, points in turn.reasons.items())
    total = f"{turn.gain:+.1f} points" if turn.gain else ""
    told = ": ".join(part for part in (total, listed) if part)
    return f" ({told})".replace("-", "−") if told else ""


def moments(review: Review) -> list[Turn]:
    """The mistakes that cost most, the largest first."""
    return sorted((turn for turn in review.turns if turn.verdict in ERRORS), key=lambda turn: (-turn.cost, turn.first))


def lesson(words: Words, message: Message) -> str:
    """Something to learn."""
    name, args = message
    times = "once" if args["times"] == 1 else f"{args['times']} times"
    deed, lost = words.name(args["deed"]), f"{times}, −{args['cost']:.1f}% in all"
    if name == "review_lesson_without":
        return f"{deed} ({lost})"
    if name == "review_lesson_how":
        return f"{deed}: there was a better way ({lost})"
    return f"{deed} would have been better than: {words.name(args['other'])} ({lost})"


def moment_lines(game: Game, words: Words, turn: Turn) -> tuple[str, str, str]:
    """A moment: its heading, what was played, what was better."""
    lost = f"{change(-turn.cost)} (± {100 * turn.error:.1f})"
    heading = f"move {turn.first + 1}, {words.seat(turn.seat)}: {turn.verdict}, {lost}"
    played = f"{said(words, turn.played)}: {percent(turn.best.win)} → {percent(turn.played.win)}{known(turn)}"
    if turn.best_deed == ASIDE:
        better = "the same turn without this: " + "; ".join(dict.fromkeys(map(words.say, needless(turn))))
    else:
        better = said(words, turn.best)
    return heading, played, f"Better: {better}{because(game, words, turn)}"


def needless(turn: Turn) -> list[Message]:
    """The exchanges without which this turn would have been better."""
    return [turn.played.says[place] for place in left_out(turn)]


def known(turn: Turn) -> str:
    """What the played turn came to with all hands known, where that is far from what its player could know."""
    share = turn.win_after[turn.seat] - turn.luck[turn.seat]
    return f" (with all hands known: {percent(share)})" if abs(share - turn.played.win) >= FAR else ""


def sheet_rows(sheet: Sheet) -> list[tuple[str, str]]:
    """The sums of one seat, in the order in which they add up."""
    rows = [("start of the game", sheet.start), ("luck", sheet.luck), ("own mistakes", sheet.decisions)]
    rows += [("opponents' mistakes", sheet.rivals), ("everything else", sheet.remainder)]
    return [*((name, change(value)) for name, value in rows), ("result", percent(sheet.result))]


def over(sheet: Sheet) -> Iterator[str]:
    """What to say where a player's mistakes cost more than there was to lose."""
    if sheet.decisions < -1:
        yield "own mistakes can cost more than 100% in total, because opponents' mistakes give some of it back"


def as_text(game: Game, review: Review, words: Words) -> Iterator[str]:
    """The review, line by line."""
    many = len(moments(review))
    yield f"{game.title}: {review.plies} moves, {len(review.turns)} turns, {many} of them could have been better"
    for turn in moments(review)[:MOMENTS]:
        yield ""
        heading, played, better = moment_lines(game, words, turn)
        yield from (heading, f"  {played}", f"  {better}")
    for seat, sheet in enumerate(review.sheets):
        yield ""
        mistakes = ", ".join(
            f"{number} {name if number == 1 else PLURALS[name]}" for name, number in sheet.mistakes.items()
        )
        yield f"{words.seat(seat)}: accuracy {sheet.accuracy:.0f}, {mistakes}, in {sheet.decided} decisions"
        yield "  " + " ".join(f"{name} {value}," for name, value in sheet_rows(sheet)).rstrip(",")
        yield from (f"  ({line})" for line in over(sheet))
        yield "  points: " + ", ".join(points_of(game, words, sheet))
        yield from (f"  to learn: {lesson(words, message)}" for message in sheet.lessons)


def points_of(game: Game, words: Words, sheet: Sheet) -> Iterator[str]:
    """Points by source, and what was possible where that is another number."""
    for name in game.sources:
        came, could = sheet.points.get(name, 0.0), sheet.possible.get(name, 0.0)
        if came or could >= LEAST_POINTS:
            more = f" (possible {could:.0f})" if abs(could - came) >= 1 else ""
            yield f"{words.name(f'{game.name}_source_{name}')} {came:.0f}{more}"


# ---------------------------------------------------------------- one page of HTML


def graph(review: Review, words: Words) -> str:
    """Everybody's chances over the game, with the moments marked."""
    last = max(1, review.plies)

    def place(ply: int, win: float) -> str:
        return f"{LEFT + ply / last * (WIDE - LEFT - 10):.1f},{TOP + (1 - win) * (HIGH - 2 * TOP):.1f}"

    parts = [f'<svg viewBox="0 0 {WIDE} {HIGH + 24}" role="img"><title>Chances to win, move by move</title>']
    for fifth in range(0, 11, 2):
        x, y = place(0, fifth / 10).split(",")
        parts.append(
            f'<path d="M{x} {y}H{WIDE - 10}" stroke="#d8dee4"/><text x="4" y="{y}" font-size="11">{fifth * 10}%</text>'
        )
    for seat in range(review.players):
        points = " ".join(place(chance.at, chance.win[seat]) for chance in review.chances)
        ink = INKS[seat % len(INKS)]
        parts.append(f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="2"/>')
        parts.append(f'<text x="{LEFT + 130 * seat}" y="{HIGH + 16}" fill="{ink}">{escape(words.seat(seat))}</text>')
    for turn in moments(review)[:MOMENTS]:
        x, y = place(turn.first, turn.win_before[turn.seat]).split(",")
        title = escape(f"move {turn.first + 1}: {turn.verdict}, {change(-turn.cost)}")
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="5" fill="{INKS[turn.seat % len(INKS)]}"><title>{title}</title></circle>'
        )
    return "".join([*parts, "</svg>"])


def as_html(game: Game, review: Review, words: Words) -> str:
    """The review as one page that needs nothing else."""
    parts = [f"<h1>{escape(game.title)}: a review</h1>", graph(review, words), "<h2>Moments</h2><ol>"]
    for turn in moments(review)[:MOMENTS]:
        heading, played, better = map(escape, moment_lines(game, words, turn))
        parts.append(f'<li><b class="{turn.verdict}">{heading}</b><br>{played}<br>{better}</li>')
    parts.append("</ol>")
    for seat, sheet in enumerate(review.sheets):
        parts.append(f"<h2>{escape(words.seat(seat))}: accuracy {sheet.accuracy:.0f}</h2><table>")
        parts += [f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>" for name, value in sheet_rows(sheet)]
        parts += ["</table>", *(f"<p>{escape(line)}.</p>" for line in over(sheet))]
        parts.append(f"<p>{escape(', '.join(points_of(game, words, sheet)))}</p><ul>")
        parts += [f"<li>{escape(lesson(words, message))}</li>" for message in sheet.lessons]
        parts.append("</ul>")
    head = f'<meta charset="utf-8"><title>{escape(game.title)}</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="en">{head}<body>{"".join(parts)}</body></html>\n'
