"""Words about moves: message ids with arguments, made from the states before and after. No sentence lives here."""

from __future__ import annotations

import re
from typing import Any

from sampan.engine.asking import given
from sampan.engine.game import Game, State
from sampan.engine.layout import changes
from sampan.engine.messages import Message

from .build import build_cost_at
from .moves import GOOD_NAMES, KOKU_FOR_FAVOR, SHIFTS, STEPS, TRADES
from .sail import destination_at
from .terms import (
    MASTERIES_OPEN, NOBODY, PLACES, RIVER_SPACES, SHIPS, Ask, Building, Customer, Patron, Source,
    Stage,
)  # fmt: skip
from .turn import turned_at
from .view import card_names, tile_names

MARKED = re.compile(r"-\d\w$")  # a name that ends in the mark of a tile


def term(kind: str, name: str) -> str:
    """The message id of a word of the game."""
    return f"river_{kind}_{name.replace('-', '_')}"


def region_term(region: int) -> str:
    return term("region", str(region + 1))


def card_args(game: Game, card: int) -> dict[str, Any]:
    """What there is to say about a customer."""
    box = game.box.figures
    kind = Customer(box.card_type[card]).name.lower()
    return {
        "card": card_names(game)[card],
        "type": term("customer", kind),
        "region": region_term(box.card_region[card]),
    }


def tile_mark(tile: str) -> str:
    """A tile goes by its own mark, for the sentence names its type: `port-1f` is 1F; a starting building has none."""
    return tile[-2:].upper() if MARKED.search(tile) else ""


def tile_args(game: Game, tile: int) -> dict[str, Any]:
    """What there is to say about a building tile."""
    if tile < 0:
        return {"tile": "-", "type": "-"}
    kind = Building(game.box.figures.tile_type[tile]).name.lower()
    return {"tile": tile_names(game)[tile], "type": term("building", kind)}


def describe(game: Game, state: State, move: int) -> Message:
    """A move in the position it would be made in."""
    s, box = game.fields(state), game.box.figures
    kind, place = game.moves.kind(move), game.moves.place(move)
    args: dict[str, Any] = {}
    if kind == "patron":
        name = Patron(place).name.lower()
        args = {"patron": term("patron", name), "power": term("power", name)}
    elif kind == "die":
        args = {"face": int(turned_at(given(state), 0, STEPS[place])) + 1}
    elif kind == "trade" and place == KOKU_FOR_FAVOR:
        kind, args = "trade_favor", {"koku": box.koku_given}
    elif kind == "trade":
        give, get = TRADES[place]
        args = {
            "number": box.goods_given,
            "give": term("good", GOOD_NAMES[give]),
            "get": term("good", GOOD_NAMES[get]),
        }
    elif kind == "build":
        cost = int(build_cost_at(given(game.box.record), given(state), 0, s.seat, place))
        args = {"shore": place + 1, "region": region_term(box.shore_region[place]), "cost": cost}
    elif kind == "take":
        args = {"place": place + 1, **tile_args(game, s.row[place])}
    elif kind == "sail":
        ship, shift = place % SHIPS, SHIFTS[place // SHIPS]
        reached = int(destination_at(given(game.box.record), given(state), 0, ship, shift))
        steps = reached - s.ship[s.seat][ship]
        args = {"ship": ship + 1, "steps": steps, "river": reached % RIVER_SPACES + 1}
    elif kind in ("deliver", "discard"):
        args = card_args(game, place)
    elif kind == "merchant":
        args = card_args(game, box.merchant_card[place])
    elif kind in ("good", "sell"):
        args = {"good": term("good", GOOD_NAMES[place])}
    elif kind == "journey" and place == 0:
        kind, args = "journey_koku", {"koku": box.journey_koku}
    elif kind == "journey":
        args = {"good": term("good", GOOD_NAMES[place - 1])}
    elif kind == "marker":
        args = {"shore": place + 1, **tile_args(game, s.tile[place])}
    elif kind == "royal":
        args = {"ship": place + 1}
    elif kind == "face":
        args = {"face": place + 1, "favor": box.patron_favor[Patron.RYOKU]}
    elif kind == "end" and s.last_turns >= 0:
        kind = "end_last"
    return f"river_move_{kind}", args


def explain(game: Game, state: State, move: int, why: int) -> dict[str, Any]:
    """The figures a refusal may want to name."""
    s, box = game.fields(state), game.box.figures
    seat = s.seat
    held: dict[str, Any] = {"asked": term("ask", Ask(s.ask).name.lower())}
    if seat == NOBODY:
        return held
    held |= {
        "have_koku": s.koku[seat],
        "have_favor": s.favor[seat],
        "limit": s.favor_limit[seat],
        "cap_koku": box.cap_koku,
        "cap_good": box.cap_good,
        "die": s.die[seat] + 1,
    }
    return held | describe(game, state, move)[1]


# ---------------------------------------------------------------- the log


def narrate(game: Game, before: State, move: int, after: State) -> list[Message]:
    """What a move did: the move itself, then everything that changed: causes before gains."""
    b, a = game.fields(before), game.fields(after)
    seat = b.seat
    name, args = describe(game, before, move)
    log: list[Message] = [(name.replace("_move_", "_log_"), {"who": seat, **args})]
    log += drawn_cards(b, a)
    if a.stack_size[0] == 0 and b.stack_size[0] > 0:
        log.append(("river_log_visit", {}))
    log += masteries_claimed(game, b, a)
    for offset in range(a.players):
        log += gains_of(b, a, (seat + offset) % a.players)
    log += row_changes(game, b, a)
    log += turn_changes(b, a)
    return log


def gains_of(b: Any, a: Any, seat: int) -> list[Message]:
    """What one player's purse, tracks and points gained or lost."""
    log: list[Message] = []
    if b.stage == Stage.SETUP:
        return log
    if a.koku[seat] != b.koku[seat]:
        log.append(("river_log_change_koku", {"who": seat, "change": signed(a.koku[seat] - b.koku[seat])}))
    for good, change in changes(b.goods[seat], a.goods[seat]):
        args = {"who": seat, "change": signed(change), "good": term("good", GOOD_NAMES[good])}
        log.append(("river_log_change_good", args))
    if change := a.favor[seat] - b.favor[seat]:
        log.append(("river_log_change_favor", {"who": seat, "change": signed(change)}))
    if a.favor_limit[seat] != b.favor_limit[seat]:
        log.append(("river_log_favor_limit", {"who": seat, "limit": a.favor_limit[seat]}))
    for region, change in changes(b.influence[seat], a.influence[seat]):
        args = {"who": seat, "change": signed(change), "region": region_term(region)}
        log.append(("river_log_change_influence", args | {"step": a.influence[seat][region]}))
    for source, change in changes(b.vp[seat], a.vp[seat]):
        args = {"who": seat, "points": change, "source": term("source", Source(source).name.lower())}
        log.append(("river_log_points", args))
    return log


def drawn_cards(b: Any, a: Any) -> list[Message]:
    """Cards drawn, by number only: what they are is their owner's."""
    log: list[Message] = []
    if a.deck_size > b.deck_size:
        log.append(("river_log_reshuffle", {}))
    for seat in range(int(a.players)):
        delivered = int(a.delivered[seat] ^ b.delivered[seat]).bit_count()  # that card left the hand before
        drawn = int(a.hand_size[seat]) - int(b.hand_size[seat]) + delivered
        if drawn > 0 and b.stage != Stage.SETUP:
            log.append(("river_log_draw", {"who": seat, "number": drawn}))
    return log


def row_changes(game: Game, b: Any, a: Any) -> list[Message]:
    """Tiles that came to the row, and the end trigger."""
    log: list[Message] = []
    if a.tiles_gone != b.tiles_gone:
        gone = next(tile for tile in range(64) if (int(a.tiles_gone) ^ int(b.tiles_gone)) >> tile & 1)
        log.append(("river_log_tile_gone", tile_args(game, gone)))
    if a.row[0] != b.row[0] and a.row[0] >= 0 and sum(a.stack_size) < sum(b.stack_size):
        log.append(("river_log_new_tile", tile_args(game, int(a.row[0]))))
    if a.last_turns >= 0 and b.last_turns < 0:
        log.append(("river_log_last_turns", {"who": int(b.turn)}))
    return log


def masteries_claimed(game: Game, b: Any, a: Any) -> list[Message]:
    """Masteries claimed."""
    cards = game.box.tables["mastery"]["cards"]
    return [
        ("river_log_mastery", {"who": int(a.claims[m][p]), "mastery": term("mastery", cards[a.mastery[m]]["id"])})
        for m in range(MASTERIES_OPEN)
        for p in range(PLACES)
        if a.claims[m][p] != b.claims[m][p]
    ]


def turn_changes(b: Any, a: Any) -> list[Message]:
    """The die rolled for the next turn, whose turn it is, or the end."""
    if a.seat == NOBODY:
        return [("river_log_over", {})]
    log: list[Message] = []
    if a.turn != b.turn:
        if b.turn != NOBODY and b.last_turns < 0 and a.last_turns < 0:
            log.append(("river_log_rolled", {"who": int(b.turn), "face": int(a.die[b.turn]) + 1}))
        log.append(("river_log_turn", {"who": int(a.turn), "face": int(a.die[a.turn]) + 1}))
    return log


def signed(change: Any) -> str:
    """A change with its sign."""
    return f"{int(change):+d}"
