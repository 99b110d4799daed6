"""The board as text, from the side of the seat that sees it."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from sampan.engine.box import Box
from sampan.engine.game import Game, State
from sampan.engine.messages import Words

from .terms import BAR, HOME, POINTS, SEATS

MARKS = ("●", "○")
STYLES = ("bold bright_cyan", "bold bright_yellow")
TALL = 5  # checkers drawn on top of each other; more are a number


def draw(game: Game, state: State, seat: int, words: Words) -> RenderableType:
    """The board with 13 to 24 above and 12 to 1 below, as this seat counts them; a spectator sits with the first."""
    seen = game.view(state, seat)
    viewer = max(seat, 0)
    above = [*range(13, 19), BAR, *range(19, POINTS + 1)]
    below = [*range(12, HOME, -1), -BAR, *range(HOME, 0, -1)]
    lines = [numbers(above), *(level(seen, viewer, above, height) for height in range(TALL)), Text("")]
    lines += [*(level(seen, viewer, below, height) for height in reversed(range(TALL))), numbers(below), Text("")]
    for player in seen["players"]:
        at = player["seat"]
        figures = words.say(("backgammon_board_player", {"pips": player["pips"], "off": player["off"]}))
        lines.append(Text(f"{MARKS[at]} {words.seat(at)}: ", STYLES[at]).append(figures, "default"))
    if seen["left"]:
        dice = " ".join(str(die) for die in seen["left"])
        lines.append(Text(words.say(("backgammon_board_dice", {"dice": dice}))))
    return Group(*lines)


def numbers(places: list[int]) -> Text:
    """The numbers of a row of points."""
    return Text("".join("  |  " if abs(place) == BAR else f"{place:^4}" for place in places), "dim")


def level(seen: dict, viewer: int, places: list[int], height: int) -> Text:
    """One line of checkers, so many above the edge of the board; the bar holds the viewer's own below."""
    line = Text()
    for place in places:
        if abs(place) == BAR:
            owner = 1 - viewer if place > 0 else viewer
            line.append("| ").append_text(checker(owner, seen["players"][owner]["bar"], height, 1)).append(" |")
            continue
        own, other = seen["players"][viewer]["checkers"][place - 1], seen["players"][1 - viewer]["checkers"][-place]
        line.append_text(checker(viewer if own else 1 - viewer, own or other, height, 4))
    return line


def checker(owner: int, number: int, height: int, width: int) -> Text:
    """What stands at this height of a stack; the top one of a high stack is its number."""
    if number <= height:
        return Text("·".center(width) if width > 1 and height == 0 else " " * width, "dim")
    mark = MARKS[owner] if number <= TALL or height < TALL - 1 else f"{number}"
    return Text(mark.center(width) if width > 1 else mark[:1], STYLES[owner])


def draw_box(box: Box) -> RenderableType:
    """Where the checkers start."""
    places = ", ".join(f"{number} on {point}" for point, number in box.tables["start"].items())
    return Text(f"{box.tables['title']}: {places} for each of {SEATS} players, hash {box.hash}")
