"""The table as text, drawn with Rich from the same view the page gets."""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from sampan.engine.box import Box
from sampan.engine.game import Game, State
from sampan.engine.messages import Words

from .terms import RIVER_SPACES, ROW, ROW_END

MARKS = "①②③④"
STYLES = ("bold bright_blue", "bold green", "bold bright_white", "bold red")
REGION_STYLES = ("magenta", "green", "yellow", "red", "cyan", "blue")
COLUMNS = (
    "player", "clan", "die", "koku", "short_silk", "short_rice", "short_porcelain", "favor", "hand", "customers",
    "points",
)  # fmt: skip
COUNTED = ("koku", "vp", "influence")  # also where there is one


def reward_text(reward: dict[str, int], words: Words) -> str:
    """A reward in a few letters: 3k, silk+fav, 2inf."""
    parts = []
    for name, amount in reward.items():
        many = str(amount) if amount > 1 or name in COUNTED else ""
        parts.append(f"{many}{words.name(f'river_text_short_{name}')}")
    return "+".join(parts) or "-"


def tile_rows(box: Box) -> dict[str, dict[str, Any]]:
    """The tiles of a box by name."""
    return {row["id"]: row for row in box.tables["buildings"]["tiles"]}


def card_rows(box: Box) -> dict[str, dict[str, Any]]:
    """The customers of a box by name."""
    return {row["id"]: row for row in box.tables["customers"]["cards"]}


def building(tile: dict[str, Any], words: Words) -> str:
    """What a tile is."""
    return words.name(f"river_building_{tile['type']}")


def customer(card: dict[str, Any], words: Words) -> str:
    """Who a customer is, and of which region."""
    return words.name(f"river_customer_{card['type']}") + f" {card['region']}"


def mark(seat: int) -> Text:
    """A player's mark: a number in the player's colour, never colour alone."""
    return Text(MARKS[seat], STYLES[seat])


def draw(game: Game, state: State, seat: int, words: Words) -> RenderableType:
    """Everything a seat sees, on one screen."""
    seen = game.view(state, seat)
    gap = Text("")
    parts: list[RenderableType] = [gap, regions(game.box, seen, words), gap, river(seen), gap]
    parts += [row(game.box, seen, words), gap]
    parts += [players(game.box, seen, words), gap, masteries(game.box, seen, words)]
    if seat >= 0 and seen["players"][seat]["hand"]:
        parts.append(hand(game.box, seen["players"][seat]["hand"], words))
    return Group(*parts)


def beside(space: dict[str, Any]) -> str:
    """The river spaces a shore space touches, which always lie in a row."""
    first, last = space["rivers"][0], space["rivers"][-1]
    return f"~{first}" if first == last else f"~{first}-{last}"


def shore_cell(box: Box, shore: dict[str, Any], space: dict[str, Any], words: Words) -> Text:
    """One shore space: its number, the river beside it, its cost; or its building with both rewards and its owners."""
    cell = Text(f"{shore['id']:>2} ")
    if shore["tile"] is None:
        return cell.append(words.say(("river_reward_koku", {"n": space["cost"]}))).append(f" {beside(space)}", "dim")
    tile = tile_rows(box)[shore["tile"]]
    cell.append(building(tile, words), "bold")
    for owner in shore["markers"]:
        cell.append(" ").append_text(mark(owner))
    cell.append(f" {beside(space)}", "dim").append(f"\n   →{reward_text(tile['visitor'], words)}", "bright_cyan")
    if tile["owner"]:
        cell.append(f" ■{reward_text(tile['owner'], words)}", "bright_yellow")
    return cell


def regions(box: Box, seen: dict[str, Any], words: Words) -> Table:
    """The six regions: scoring tile, everybody's influence, the five shore spaces."""
    legend = words.name("river_text_legend")
    table = Table(
        expand=True, padding=(0, 1, 0, 0), box=SIMPLE_HEAD, show_edge=False, header_style="dim", caption=legend
    )
    table.add_column(words.name("river_text_region_points"), width=14)
    table.add_column(words.name("river_text_influence"), width=11)
    for _ in range(5):
        table.add_column(words.name("river_text_shore_space"), ratio=1)
    spaces = box.tables["shore"]["spaces"]
    for region in range(len(box.tables["regions"]["list"])):
        points = "/".join(str(p) for p in seen["scoring"][region]["points"])
        icon = words.name(f"river_text_icon_{region + 1}")
        name = Text(f"{region + 1} {icon}\n", REGION_STYLES[region]).append(f"  {points}", "dim")
        tracks = Text()
        for place, player in enumerate(seen["players"]):
            tracks.append_text(mark(place)).append(f"{player['influence'][region]:<3}" + ("\n" if place == 1 else ""))
        inside = [shore for shore in seen["shores"] if spaces[shore["id"] - 1]["region"] == region + 1]
        table.add_row(name, tracks, *(shore_cell(box, shore, spaces[shore["id"] - 1], words) for shore in inside[:5]))
    return table


def river(seen: dict[str, Any]) -> Table:
    """The fourteen river spaces with the ships on them; a star marks a royal ship."""
    table = Table(expand=True, padding=(0, 0), box=SIMPLE_HEAD, show_edge=False, header_style="bold blue")
    ships: list[Text] = [Text() for _ in range(RIVER_SPACES)]
    for player in seen["players"]:
        for place, space in enumerate(player["ships"]):
            royal = "★" if player["royal"] == place + 1 else ""
            ships[space - 1].append_text(mark(player["seat"])).append(f"{place + 1}{royal} ", STYLES[player["seat"]])
    for space in range(RIVER_SPACES):
        table.add_column(f"~{space + 1}", justify="center", ratio=1)
    table.add_row(*ships)
    return table


def row(box: Box, seen: dict[str, Any], words: Words) -> Table:
    """The building row from start to end, and the stacks with their open tops."""
    table = Table(expand=True, padding=(0, 1, 0, 0), box=SIMPLE_HEAD, show_edge=False, header_style="dim")
    tiles = tile_rows(box)
    for place in range(ROW):
        reward = reward_text(box.tables["buildings"]["row_end_reward"], words)
        heading = "river_text_row_end" if place == ROW_END else "river_text_row"
        table.add_column(words.say((heading, {"place": place + 1, "reward": reward})), ratio=1)
    for stack in seen["stacks"]:
        left = {"era": stack["era"], "n": stack["size"]}
        table.add_column(words.say(("river_text_stack", left)), ratio=1)
    cells = []
    for name in [*seen["row"], *(stack["top"] for stack in seen["stacks"])]:
        if name is None:
            cells.append(Text("-", "dim"))
            continue
        tile = tiles[name]
        cell = Text(building(tile, words), "bold")
        cell.append(f" {reward_text({'influence': tile['influence']}, words)}", "magenta")
        cell.append(f"\n→{reward_text(tile['visitor'], words)}", "bright_cyan")
        cells.append(cell.append(f" ■{reward_text(tile['owner'], words)}", "bright_yellow"))
    table.add_row(*cells)
    return table


def masteries(box: Box, seen: dict[str, Any], words: Words) -> Text:
    """The three open masteries and who has claimed them."""
    cards = {card["id"]: card for card in box.tables["mastery"]["cards"]}
    line = Text()
    for mastery in seen["masteries"]:
        card = cards[mastery["id"]]
        condition = words.say((f"river_condition_{card['condition']}", {"n": card["n"]}))
        points = "/".join(str(p) for p in mastery["points"])
        line.append(words.name(f"river_mastery_{mastery['id']}"), "bold").append(f" {points}: {condition} ")
        for claimer in mastery["claims"]:
            line.append_text(mark(claimer))
        line.append("   ")
    line.rstrip()
    return line


def players(box: Box, seen: dict[str, Any], words: Words) -> Table:
    """Everybody's belongings."""
    table = Table(expand=True, padding=(0, 1, 0, 0), box=SIMPLE_HEAD, show_edge=False, header_style="dim")
    cards = card_rows(box)
    table.add_column()
    for name in COLUMNS:
        table.add_column(words.name(f"river_text_{name}"), ratio=2 if name in ("player", "customers", "clan") else None)
    for player in seen["players"]:
        clan = words.name(f"river_clan_{player['clan']}") if player["clan"] else "-"
        if player["patron"]:
            clan += ", " + words.name(f"river_patron_{player['patron']}")
        seat = player["seat"]
        table.add_row(
            mark(seat),
            Text(words.seat(seat), STYLES[seat] + (" underline" if seen["turn"] == seat else "")),
            clan,
            str(player["die"] or "-"),
            str(player["koku"]),
            *(str(player["goods"][good]) for good in ("silk", "rice", "porcelain")),
            f"{player['favor']}/{player['favor_limit']}",
            str(player["hand_size"]),
            ", ".join(customer(cards[name], words) for name in player["delivered"]) or "-",
            str(player["points"]),
        )
    return table


def hand(box: Box, names: list[str], words: Words) -> Panel:
    """The own customers: what they order and what they bring."""
    rows = card_rows(box)
    text = Text()
    for name in names:
        card = rows[name]
        wanted = {"region": card["region"], "reward": reward_text(card["order"], words)}
        text.append(words.name(f"river_customer_{card['type']}"), "bold")
        text.append(f"  {words.say(('river_text_wants', wanted))}   ", REGION_STYLES[card["region"] - 1])
        gives = box.tables["customer_types"][card["type"]]
        ability = words.name(f"river_ability_{card.get('ongoing', 'none')}")
        target = words.name(f"river_text_{card['target']}_building") if "target" in card else ""
        brings = f"+{reward_text(gives, words)}; " if gives else ""
        text.append(f"{brings}{ability}{target and f' ({target})'}\n", "dim")
    text.rstrip()
    return Panel(text, title=words.name("river_text_your_hand"), title_align="left", border_style="dim")


def draw_box(box: Box) -> RenderableType:
    """A box on its own: the board with its costs, and how the tiles are split."""
    table = Table(title=f"{box.tables['title']}: {box.name}", header_style="dim", show_lines=True)
    table.add_column("region")
    for place in range(5):
        table.add_column(f"shore {place + 1}")
    for region, entry in enumerate(box.tables["regions"]["list"]):
        inside = [space for space in box.tables["shore"]["spaces"] if space["region"] == region + 1]
        cells = []
        for space in inside[:5]:
            touching = ",".join(str(river) for river in space["rivers"])
            cells.append(f"{space['id']}: {space['cost']}k {space['setup']}\nriver {touching}")
        table.add_row(Text(f"{region + 1} {entry['name']}", REGION_STYLES[region]), *cells)
    tiles = box.tables["buildings"]["tiles"]
    eras = [sum(tile["count"] for tile in tiles if tile["era"] == era) for era in (0, 1, 2)]
    line = f"{sum(eras)} tiles ({eras[0]} at the start, {eras[1]} of era 1, {eras[2]} of era 2), "
    return Group(table, Text(line + f"{len(box.tables['customers']['cards'])} customers, hash {box.hash}"))
