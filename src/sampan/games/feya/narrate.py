"""Words about moves: message ids with arguments, made from the states before and after. No sentence lives here."""

from __future__ import annotations

from typing import Any

from sampan.engine.asking import given
from sampan.engine.game import Game, State
from sampan.engine.layout import changes
from sampan.engine.messages import Message

from .moves import CARD, WORKERS, hex_names
from .outlook import cost_by, fish_price, island_by, range_for
from .shape import ROUND_NAMES, TEMPLE_NAMES, names
from .terms import (
    BOATS, NOBODY, NOWHERE, RACE_PLACES, RACES_OPEN, SPACES, TEMPLES, TRACK_LENGTH, Action, Ask, Bonus,
    Gain, Guide, Reward, Source, Stage, Swap, Ware,
)  # fmt: skip
from .view import cells, fish_on

ACTION_NAMES = names(Action)


def term(kind: str, name: str) -> str:
    """The message id of a word of the game."""
    return f"feya_{kind}_{name}"


def said(name: str, **args: Any) -> dict[str, Any]:
    """A message inside another."""
    return {"id": f"feya_{name}", "args": args}


def tile_words(game: Game, tile: int) -> dict[str, Any]:
    """What a round bonus tile does."""
    box = game.box.figures
    bonus, amount = Bonus(box.bonus[tile]), box.bonus_amount[tile]
    if bonus == Bonus.ACTION:
        return said("tile_action", action=term("action", ACTION_NAMES[amount]))
    if bonus == Bonus.EXCHANGE:
        give, get = (Ware(ware).name.lower() for ware in box.bonus_ware[tile])
        paid, gained = said(f"ware_{give}", n=amount), said(f"ware_{get}", n=box.bonus_gain[tile])
        return said("tile_exchange", give=paid, get=gained)
    return said(f"tile_{bonus.name.lower()}", n=amount)


def swap_args(box: Any, swap: Swap) -> dict[str, Any]:
    """What an exchange gives away and gets, at the box's prices."""
    if swap == Swap.MANA_AXOLOTL:
        return {"give": said("ware_mana", n=int(box.mana_per_axolotl)), "get": term("swap", "axolotl")}
    given = term("swap", "worker" if swap == Swap.WORKER_MANA else "axolotl")
    return {"give": given, "get": said("ware_mana", n=int(box.mana_per_worker))}


def in_brackets(gains: list[dict[str, Any]]) -> Any:
    """What is gained or paid besides, behind the sentence; nothing where there is nothing."""
    return said("gain_list", gain=gains) if gains else []


def reward_words(reward: int, amount: int) -> dict[str, Any]:
    """What a space of a clan board or a special tile opens."""
    return said(f"reward_{Reward(reward).name.lower()}", n=amount)


def reward_args(game: Game, s: Any, seat: int, track: int) -> dict[str, Any]:
    """The settlement a track would give, and what its space opens."""
    place = s.built[seat][track]
    if place >= TRACK_LENGTH:
        return {"track": track + 1, "reward": reward_words(Reward.NONE, 0)}
    box, board = game.box.figures, s.board[seat]
    opened = reward_words(box.board_reward[board][track][place], box.board_amount[board][track][place])
    return {"track": track + 1, "reward": opened}


def special_args(game: Game, tile: int) -> dict[str, Any]:
    """A special salamander tile."""
    box = game.box.figures
    return {"tile": tile + 1, "reward": reward_words(box.special_reward[tile], box.special_amount[tile])}


def space_args(game: Game, s: Any, action: str, place: int) -> dict[str, Any]:
    """A worker space: its number, its price, what it gives, and who is placed there."""
    worker = term("placed", "axolotl" if place % WORKERS else "clan")
    if place >= CARD:
        return {"action": term("action", action), "worker": worker, "space": 0, "gain": []}
    rows = game.box.tables["actions"][("small", "large")[s.side]][action]
    space = rows[place // WORKERS] if place // WORKERS < len(rows) else {}
    pay, given = space.get("pay", 0), space.get("gain", {})
    gain = [said("gain_paid", n=pay)] if pay else []
    gain += [said(f"gain_{name}", n=given[name]) for name in names(Gain) if name in given]
    number = place // WORKERS + 1
    return {"action": term("action", action), "worker": worker, "space": number, "gain": in_brackets(gain)}


def describe(game: Game, state: State, move: int) -> Message:
    """A move in the position it would be made in."""
    s, box, seat = game.fields(state), game.box.figures, game.to_move(state)
    kind, place = game.moves.kind(move), game.moves.place(move)
    hexes = hex_names(box.width)
    args: dict[str, Any] = {}
    if kind == "guide":
        name = Guide(place).name.lower()
        fish = s.guide_fish[place]
        args = {"guide": term("guide", name), "skill": said(f"skill_{name}", n=box.guide_bonus[place])}
        args["gain"] = in_brackets([said("gain_fish", n=fish)] if fish else [])
        args |= {"initiative": box.initiative[place], "settlement": box.settlement[place]}
        args["steps"] = box.guide_range[place]
    elif kind == "block":
        args = {"action": term("action", ACTION_NAMES[place // SPACES]), "space": place % SPACES + 1}
    elif kind in ACTION_NAMES:
        args = space_args(game, s, kind, place)
        kind = "work_card" if place >= CARD else kind
    elif kind in ("use", "take"):
        args = {"tile": tile_words(game, place)}
    elif kind == "swap":
        args = swap_args(box, Swap(place))
    elif kind == "boat":
        at = s.boat[seat][place] if seat != NOBODY else NOWHERE
        args = {"boat": place + 1, "hex": hexes[at] if at >= 0 else "-"}
    elif kind in ("go", "lay"):
        args = {"hex": hexes[place], "boat": s.boat_now + 1, "number": fish_on(s, place) + 1}
        if kind == "lay":
            args["gold"] = int(fish_price(given(game.box.record), given(state), max(seat, 0), place))
            kind = "lay" if args["gold"] else "lay_own"
        elif s.boat_now >= 0 and seat != NOBODY and s.boat[seat][s.boat_now] == place:
            kind = "stay"
    elif kind == "site":
        kind, args = site_words(game, state, place, hexes)
    elif kind == "track":
        args = reward_args(game, s, max(seat, 0), place)
        kind = "start_tile" if s.ask == Ask.START_TILE else "track"
    elif kind == "special":
        args = special_args(game, place)
    elif kind == "feast":
        here = cells(s.island[place])
        args = {"island": place + 1, "hex": hexes[here[0]] if here else "-"}
        args["fed"] = sum(1 for cell in here if fish_on(s, cell))
    elif kind == "done":
        name = Ask(s.ask).name.lower()
        kind = f"done_{name}" if s.ask in (Ask.BLOCK, Ask.LAY, Ask.BOAT) else "done"
    return f"feya_move_{kind}", args


def site_words(game: Game, state: State, cell: int, hexes: tuple[str, ...]) -> tuple[str, dict[str, Any]]:
    """A hex for the tile in hand; a settlement built in a turn has its price."""
    s = game.fields(state)
    if s.ask == Ask.SPIRIT:
        return "spirit_site", {"hex": hexes[cell]}
    if s.ask == Ask.NEUTRAL_SITE:
        return "neutral_site", {"hex": hexes[cell]}
    if s.ask == Ask.START_SITE:
        return "start_site", {"hex": hexes[cell], **reward_args(game, s, s.seat, s.track)}
    box, asked = given(game.box.record), given(state)
    island = int(island_by(box, asked, cell)) if s.stage == Stage.ACT else NOWHERE
    cost = int(cost_by(box, asked, island)) if island != NOWHERE else 0
    return "site", {"hex": hexes[cell], "island": island + 1, "cost": cost}


def explain(game: Game, state: State, move: int, why: int) -> dict[str, Any]:
    """The figures a refusal may want to name."""
    s, seat = game.fields(state), game.to_move(state)
    held: dict[str, Any] = {"asked": term("ask", Ask(s.ask).name.lower())}
    if seat == NOBODY:
        return held
    held |= {"have_gold": s.gold[seat], "have_mana": s.mana[seat], "have_fish": s.fish[seat]}
    if s.turn != NOBODY and s.guide[s.turn] >= 0:
        held["range"] = int(range_for(given(game.box.record), given(state), s.action))
    return held | {"range": held.get("range", 0)} | describe(game, state, move)[1]


# ---------------------------------------------------------------- the log


def narrate(game: Game, before: State, move: int, after: State) -> list[Message]:
    """What a move did: the move itself, then everything that changed, in the order a table would tell it."""
    b, a = game.fields(before), game.fields(after)
    seat = int(b.seat)
    name, args = describe(game, before, move)
    log: list[Message] = [(name.replace("_move_", "_log_"), {"who": seat, **args})]
    log += tiles_won(game, b, a)
    players = int(a.players)
    gains = [gain for offset in range(players) for gain in gains_of(b, a, (seat + offset) % players)]
    if a.seat == NOBODY or not round_begins(b, a):
        return log + gains + races_claimed(game, b, a) + turn_changes(b, a)
    # What a pass brings comes before the new round, incomes with it.
    log += [gain for gain in gains if not is_income(gain)] + races_claimed(game, b, a)
    log.append(("feya_log_round", {"round": ROUND_NAMES[int(a.round_now)]}))
    return log + [gain for gain in gains if is_income(gain)] + turn_changes(b, a)


def round_begins(b: Any, a: Any) -> bool:
    """Whether a move ended a round, or the choice of guides."""
    return bool(a.round_now != b.round_now or (b.stage < Stage.INCOME <= a.stage))


def is_income(gain: Message) -> bool:
    """Whether this is paid as a round begins; a move that ends a round brings nothing of the kind itself."""
    name, args = gain
    if name == "feya_log_points":
        return args["source"] in [term("source", paid) for paid in ("income", "sailing")]
    return name in ("feya_log_change_gold", "feya_log_change_mana", "feya_log_change_axolotls", "feya_log_sailing")


def tiles_won(game: Game, b: Any, a: Any) -> list[Message]:
    """Temples visited, the totem moved, boats and workers won, the spirit of the round gone without a place."""
    log: list[Message] = []
    for seat in range(int(a.players)):
        for temple in range(TEMPLES):
            if (int(a.temples[seat]) ^ int(b.temples[seat])) >> temple & 1:
                log.append(("feya_log_temple", {"who": seat, "temple": TEMPLE_NAMES[temple]}))
        for boat in range(BOATS):
            if b.boat[seat][boat] == NOWHERE and a.boat[seat][boat] != NOWHERE:
                log.append(("feya_log_new_boat", {"who": seat, "boat": boat + 1}))
        if a.workers[seat] > b.workers[seat]:
            log.append(("feya_log_new_worker", {"who": seat}))
        if a.catch[seat] > b.catch[seat]:
            log.append(("feya_log_catch", {"who": seat}))
    if a.totem != b.totem:
        log.append(("feya_log_totem", {"island": int(a.totem_island) + 1}))
    if b.blocked >= 0 and a.blocked < 0:
        log.append(("feya_log_block_back", {}))
    return log


def gains_of(b: Any, a: Any, seat: int) -> list[Message]:
    """What one player's store, tracks and points gained or lost."""
    log: list[Message] = []
    for name in ("gold", "mana", "fish", "axolotls"):
        if change := int(getattr(a, name)[seat]) - int(getattr(b, name)[seat]):
            log.append((f"feya_log_change_{name}", {"who": seat, "change": f"{change:+d}"}))
    if a.sailing[seat] != b.sailing[seat]:
        log.append(("feya_log_sailing", {"who": seat, "step": int(a.sailing[seat])}))
    for source, change in changes(b.vp[seat], a.vp[seat]):
        args = {"who": seat, "points": change, "source": term("source", Source(source).name.lower())}
        log.append(("feya_log_points", args))
    return log


def races_claimed(game: Game, b: Any, a: Any) -> list[Message]:
    """Races won a place in."""
    aims = game.box.tables["races"]["aims"]
    return [
        ("feya_log_race", {"who": int(a.claims[card][place]), "race": term("race", aims[a.race[card]])})
        for card in range(RACES_OPEN)
        for place in range(RACE_PLACES)
        if a.claims[card][place] != b.claims[card][place]
    ]


def turn_changes(b: Any, a: Any) -> list[Message]:
    """Whose turn it is, or the end."""
    if a.seat == NOBODY:
        return [("feya_log_over", {})]
    return [("feya_log_turn", {"who": int(a.turn)})] if a.turns != b.turns and a.turn != NOBODY else []
