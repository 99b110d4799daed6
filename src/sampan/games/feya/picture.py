"""The table as text, drawn with Rich from the same view the page gets."""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sampan.engine.box import Box, has_stand_ins, source_of
from sampan.engine.game import Game, State
from sampan.engine.messages import Words

from .chart import SPIRIT, WATER, read_chart
from .moves import numbers, tile_names
from .narrate import tile_words
from .shape import TEMPLE_NAMES, names
from .terms import Action

MARKS = "①②③④"
NEUTRAL_MARK = "○"
CLAN_STYLES = {
    "crocodile": "bold bright_blue", "turtle": "bold green", "frog": "bold red", "salamander": "bold yellow",
}  # fmt: skip
FISH_STYLES = {"p": "magenta", "y": "yellow", "o": "dark_orange"}
WIDE = 4
COLUMNS = (
    "player", "guide", "gold", "mana", "fish", "workers", "sail", "catch", "tracks", "boats", "temples", "tiles",
    "points",
)  # fmt: skip


def draw(game: Game, state: State, seat: int, words: Words) -> RenderableType:
    """Everything a seat sees, on one screen."""
    seen = game.view(state, seat)
    styles = [CLAN_STYLES[player["clan"]] for player in seen["players"]]
    gap = Text("")
    beside = Table.grid(padding=(0, 3))
    beside.add_row(board(game.box, seen, styles), Group(rounds(game, seen, words), gap, islands(seen, styles, words)))
    legend = Text(words.name("feya_text_legend"), "dim")
    own = players(game, seen, styles, words)
    return Group(gap, beside, legend, gap, spaces(seen, styles, words), gap, own)


def hex_name(row: int, place: int) -> str:
    """The name of a hex."""
    return f"{chr(ord('a') + row)}{place + 1}"


def board(box: Box, seen: dict[str, Any], styles: list[str]) -> Text:
    """The swamp, hex by hex."""
    colours = "".join(dict.fromkeys(c for card in box.tables["fish_cards"]["cards"] for c in card))
    chart = read_chart(box.tables["maps"][seen["side"]]["art"], "map", colours)
    season = seen["rounds"][seen["round"] - 1]["fish"]
    lying = hex_texts(seen, styles)
    text = Text("   " + "".join(f"{label:<{WIDE}}" for label in numbers(chart.places)) + "\n", "dim")
    for row in range(chart.rows):
        text.append(f"{chr(ord('a') + row)}  ", "dim").append("" if chart.is_even(row) else " " * (WIDE // 2))
        for place in range(chart.places):
            token = chart.tokens.get((row, place))
            piece = lying.get(hex_name(row, place)) or ground(token, season)
            text.append_text(piece).append(" " * max(0, WIDE - piece.cell_len))
        text.append("\n")
    text.rstrip()
    return text


def ground(token: str | None, season: list[str]) -> Text:
    """A hex without anything on it."""
    if token is None:
        return Text()
    if token in TEMPLE_NAMES:
        return Text(token, "bold white on grey30")
    if token == SPIRIT:
        return Text("✦", "bold cyan")
    if token.islower():
        style = FISH_STYLES.get(token, "white")
        return Text(token.upper(), f"bold {style}") if token in season else Text(token, f"dim {style}")
    return Text(WATER, "blue")


def hex_texts(seen: dict[str, Any], styles: list[str]) -> dict[str, Text]:
    """What lies on each hex that is not bare."""
    found = {cell: Text("≈", "dim blue") for cell in seen["swamp"]["cut_off"]}
    for cell in seen["swamp"]["spirits"]:
        found[cell] = Text("✪" if cell == seen["swamp"]["totem"] else "✦", "bold cyan")
    for settlement in seen["swamp"]["settlements"]:
        owner, fish = settlement["owner"], str(settlement["fish"] or "")
        mark = Text(NEUTRAL_MARK, "bold white") if owner is None else Text(MARKS[owner], styles[owner])
        found[settlement["hex"]] = mark.append(fish, "white")
    temples = {temple["hex"]: temple["temple"] for temple in seen["temples"]}
    for player in seen["players"]:
        for cell in player["boats"]:
            if cell is None:
                continue
            if cell in temples and cell not in found:
                found[cell] = Text(temples[cell], "bold white on grey30")
            boat = Text("▲", styles[player["seat"]])
            if cell not in found:
                boat = Text(str(player["seat"] + 1), styles[player["seat"]]).append_text(boat)
            found[cell] = found.get(cell, Text()).append_text(boat)
    return found


def islands(seen: dict[str, Any], styles: list[str], words: Words) -> Table:
    """The islands: where, how many spirits, whose settlements, how many fed."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    for name in ("island", "from", "spirits", "settlements", "fed"):
        table.add_column(words.name(f"feya_text_{name}"))
    towns = {town["hex"]: town for town in seen["swamp"]["settlements"]}
    for island in seen["islands"]:
        here = [towns[cell] for cell in island["hexes"] if cell in towns]
        owners = Text()
        for seat in range(len(seen["players"])):
            if many := sum(1 for town in here if town["owner"] == seat):
                owners.append(MARKS[seat], styles[seat]).append(f"{many} ")
        if many := sum(1 for town in here if town["owner"] is None):
            owners.append(f"{NEUTRAL_MARK}{many}")
        spirits = f"{island['spirits']}{' ✪' if island['totem'] else ''}"
        table.add_row(str(island["id"]), island["hexes"][0], spirits, owners, str(sum(1 for t in here if t["fish"])))
    return table


def few(gains: dict[str, int], words: Words) -> str:
    """Gains in a few letters."""
    return "+".join(f"{many}{words.name(f'feya_text_short_{name}')}" for name, many in gains.items()) or "-"


def tiles_text(game: Game, names: list[str], words: Words) -> str:
    """Bonus tiles by what they do."""
    known = tile_names(game.box)
    told = [tile_words(game, known.index(name)) for name in names]
    return "; ".join(words.say((message["id"], message["args"])) for message in told) or "-"


def rounds(game: Game, seen: dict[str, Any], words: Words) -> Text:
    """Fish of the four rounds, races, score cards, open guides and tiles, temples."""

    def line(heading: str) -> Text:
        return text.append(f"\n{words.name(f'feya_text_{heading}')} ", "dim")

    text = Text(f"{words.name('feya_text_season')} ", "dim")
    for number, entry in enumerate(seen["rounds"], 1):
        style = "bold" if number == seen["round"] else "dim"
        text.append(f"{number}:{'+'.join(words.name(f'feya_fish_{c}') for c in entry['fish'])} ", style)
    for race in seen["races"]:
        line("race").append(words.name(f"feya_race_{race['aim']}"))
        left = [str(points) for points in race["points"][len(race["claims"]) :]]
        text.append(f" {'/'.join(left)} ").append("".join(MARKS[seat] for seat in race["claims"]))
    for card in seen["score_cards"]:
        line("end").append(words.name(f"feya_score_card_{card['aim']}"))
        text.append(f" ({'/'.join(str(worth) for worth in card['worth'])})", "dim")
    line("guides")
    for guide in seen["guides"]:
        fish = f"({guide['fish']})" if guide["fish"] else ""
        text.append(words.name(f"feya_guide_{guide['guide']}") + f"{fish} ")
    line("tiles").append(tiles_text(game, seen["rounds"][seen["round"] - 1]["tiles"], words))
    line("temples")
    for temple in seen["temples"]:
        text.append(f"{temple['temple']}:{few(temple['top'], words)}({temple['left']}) ")
    supply = {"axolotls": seen["axolotls"], "spirits": seen["spirits"]}
    return text.append("\n").append(words.say(("feya_supply", supply)))


def spaces(seen: dict[str, Any], styles: list[str], words: Words) -> Table:
    """The worker spaces of the seven actions."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), header_style="dim", expand=True)
    cells = []
    for name in names(Action):
        table.add_column(words.name(f"feya_short_{name}"), ratio=1)
        cell = Text()
        for place, space in enumerate(seen["spaces"][name], 1):
            gain = f"+{few(space['gain'], words)}" if space["gain"] else ""
            cell.append(f"{place}:", "dim")
            if space["worker"] is None:
                cell.append("▣" if space["reserved"] else "□").append(f"{-space['pay'] or ''}{gain} ", "dim")
            else:
                seat = space["worker"]["seat"]
                cell.append(MARKS[seat] + ("a" if space["worker"]["axolotl"] else ""), styles[seat]).append(" ")
        cells.append(cell)
    table.add_row(*cells)
    return table


def players(game: Game, seen: dict[str, Any], styles: list[str], words: Words) -> Table:
    """Everybody's belongings, in turn order."""
    table = Table(expand=True, padding=(0, 1, 0, 0), box=SIMPLE_HEAD, show_edge=False, header_style="dim")
    table.add_column()
    for column in COLUMNS:
        table.add_column(words.name(f"feya_text_{column}"), ratio=2 if column in ("player", "tiles") else None)
    for player in seen["players"]:
        seat = player["seat"]
        name = Text(words.seat(seat), styles[seat] + (" underline" if seen["turn"] == seat else ""))
        clan = words.name(f"feya_clan_{player['clan']}")
        if player["board"] != "normal":
            clan = words.say(("feya_text_advanced", {"clan": clan}))
        passed = f" {words.name('feya_text_passed')}" if player["passed"] else ""
        table.add_row(
            Text(MARKS[seat], styles[seat]),
            name.append(f" ({clan}){passed}", "dim"),
            words.name(f"feya_guide_{player['guide']}") if player["guide"] else "-",
            *(str(player[what]) for what in ("gold", "mana", "fish")),
            f"{player['free_workers']}/{player['workers']}+{player['axolotls']}a",
            f"+{player['sailing']}",
            str(player["catch"]),
            "-".join(str(many) for many in player["built"]),
            " ".join(cell or "-" for cell in player["boats"]),
            "".join(player["temples"]) or "-",
            tiles_text(game, player["tiles"], words),
            str(player["points"]),
        )
    return table


def draw_box(box: Box) -> RenderableType:
    """A box on its own: both maps, and where its figures come from."""
    colours = "".join(dict.fromkeys(c for card in box.tables["fish_cards"]["cards"] for c in card))
    parts: list[RenderableType] = [Text(f"{box.tables['name']}: {box.name}", "bold")]
    for side in ("small", "large"):
        table = box.tables["maps"][side]
        chart = read_chart(table["art"], f"maps.{side}.art", colours)
        people = " or ".join(str(many) for many in table["players"])
        title = f"\n{side} map, {people} players, {len(chart.tokens)} hexes, sail +{table['sail_bonus']}"
        source = source_of(box.tables, ("maps", side, "art"))
        parts.append(Text(f"{title} ({source})", "bold"))
        text = Text("   " + "".join(f"{label:<{WIDE}}" for label in numbers(chart.places)) + "\n", "dim")
        for row in range(chart.rows):
            text.append(f"{chr(ord('a') + row)}  ", "dim").append("" if chart.is_even(row) else " " * (WIDE // 2))
            for place in range(chart.places):
                token = chart.tokens.get((row, place))
                piece = Text(token, "bold") if token and token.isdecimal() else ground(token, list(colours))
                text.append_text(piece).append(" " * max(0, WIDE - piece.cell_len))
            text.append("\n")
        parts.append(text)
    made_up = [key for key, value in box.tables.items() if has_stand_ins(value)]
    parts.append(Text(f"stand-ins, not the printed figures: {', '.join(made_up) or 'none'}"))
    return Group(*parts, Text(f"hash {box.hash}"))
