"""What a move did, read from the states before and after alone: the test kit holds `describe` to it."""

from __future__ import annotations

from typing import Any

from sampan.engine.game import Game, State
from sampan.engine.layout import Fields

from .moves import CARD, WORKERS, hex_names
from .narrate import ACTION_NAMES, in_brackets, said
from .shape import names
from .terms import Action, Ask, Bonus, Gain, Source, Ware
from .view import cells, fish_on

# arguments that name a thing, or what is printed on it, and claim nothing of what the move does
NAMING = frozenset(
    {"space", "boat", "track", "tile", "island", "initiative", "settlement", "steps", "amount", "reward"}
)


def outcome(game: Game, before: State, move: int, after: State) -> dict[str, Any]:
    """The figures that `describe` gave for a move as they came out; None where it could not know."""
    b, a = Fields(before), Fields(after)
    kind, place, seat = game.moves.kind(move), game.moves.place(move), int(b.seat)
    hexes = hex_names(int(game.box.record.width[0]))
    if kind == "guide":
        fish = a.fish[seat] - b.fish[seat]
        return {"gain": in_brackets([said("gain_fish", n=fish)] if fish else [])}
    if kind in ACTION_NAMES:
        return worked(game, b, a, seat, kind, place)
    if kind == "use":
        return {"tile": tile_used(game, b, a, seat, place)} if game.box.record.bonus[0][place] != Bonus.ACTION else {}
    if kind == "go":
        return {"hex": hexes[a.boat[seat][b.boat_now]], "number": None}
    if kind == "lay":
        return {"gold": a.gold[seat] - b.gold[seat], "number": fish_on(a, place)}
    if kind == "site" and b.ask == Ask.SITE:
        return built(game, before, after, seat, place)
    if kind == "feast":
        return {"fed": a.vp[seat][Source.FEASTS] - b.vp[seat][Source.FEASTS]}
    return {}


def worked(game: Game, b: Any, a: Any, seat: int, kind: str, place: int) -> dict[str, Any]:
    """What sending a worker cost and gave: mana goes both ways, so its printed gain is taken from the box."""
    box, space = game.box.record[0], place // WORKERS
    printed = box.space_gain[b.side, Action[kind.upper()], space] if place < CARD else [0] * len(Gain)
    came = {
        "vp": a.vp[seat][Source.SPACES] - b.vp[seat][Source.SPACES],
        "mana": int(printed[Gain.MANA]),
        "fish": a.fish[seat] - b.fish[seat],
        "range": a.range_bonus - b.range_bonus,
    }
    paid = b.mana[seat] - a.mana[seat] + came["mana"]
    gain = [said("gain_paid", n=paid)] if paid else []
    gain += [said(f"gain_{name}", n=came[name]) for name in names(Gain) if came[name]]
    return {"gain": in_brackets(gain)}


def tile_used(game: Game, b: Any, a: Any, seat: int, tile: int) -> dict[str, Any]:
    """What using a round bonus tile changed, in the words of the tile."""
    bonus = Bonus(int(game.box.record.bonus[0][tile]))
    if bonus == Bonus.EXCHANGE:
        stores = {"mana": "mana", "gold": "gold", "fish": "fish", "axolotl": "axolotls"}
        change = {ware: getattr(a, stores[ware])[seat] - getattr(b, stores[ware])[seat] for ware in names(Ware)}
        give, get = min(change, key=lambda ware: change[ware]), max(change, key=lambda ware: change[ware])
        return said("tile_exchange", give=said(f"ware_{give}", n=-change[give]), get=said(f"ware_{get}", n=change[get]))
    counted = {Bonus.RANGE: "range_bonus", Bonus.CATCH: "catch_bonus", Bonus.DISCOUNT: "discount"}[bonus]
    return said(f"tile_{bonus.name.lower()}", n=getattr(a, counted) - getattr(b, counted))


def built(game: Game, before: State, after: State, seat: int, cell: int) -> dict[str, Any]:
    """What the settlement on the chosen hex costs in the end, and the island it comes to: the move after this pays."""
    last = game.copy(after)
    game.play(last, next(move for move in game.legal_moves(last) if game.moves.kind(move) == "track"))
    done = Fields(last)
    island = next(number for number in range(done.islands) if cell in cells(done.island[number]))
    return {"cost": int(before.gold[0][seat]) - done.gold[seat], "island": island + 1}
