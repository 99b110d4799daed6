"""Positions for tests, in the words of the table.

`Position` lays out a table and keeps it a possible one: a card given to a hand leaves the deck, a tile put on the board
leaves its stack, a delivered monk has raised the favor limit. `Table` is what it becomes when somebody moves.

Seats count from 0; everything else is named or numbered as it is printed. The four-player table is the usual one,
because its board starts empty but for the imperial markets on the shore spaces 6, 17 and 29.
"""

from __future__ import annotations

from sampan.games import load
from sampan.games.river.terms import Ask, Clan, Patron, Patrons, Source, Stage, Why

GAME = load("river")
GOODS = ("silk", "rice", "porcelain")
REGION_GOODS = ("porcelain", "rice", "silk", "porcelain", "rice", "silk")  # at step 2 of the six tracks
CARDS = [card["id"] for card in GAME.box.tables["customers"]["cards"]]
TILES = [tile["id"] for tile in GAME.box.tables["buildings"]["tiles"] for _ in range(tile["count"])]
ERA = [tile["era"] for tile in GAME.box.tables["buildings"]["tiles"] for _ in range(tile["count"])]
MASTERIES = [card["id"] for card in GAME.box.tables["mastery"]["cards"]]
SCORING = [tile["id"] for tile in GAME.box.tables["region_scoring"]["tiles"]]
MARKETS = (6, 17, 29)
OWED = (
    "goods_due", "marker_due", "royal_due", "draw_due", "discard_due", "selling", "journey", "refill_due",
)  # fmt: skip
NONE = -1
SEED = 11


def members(cards: int) -> list[int]:
    """The members of a set kept in bits."""
    return [member for member in range(64) if int(cards) >> member & 1]


def names(cards: int) -> set[str]:
    """The customers of a set kept in bits."""
    return {CARDS[card] for card in members(cards)}


class Table:
    """A table somebody plays at: moves by their text, and what lies where."""

    def __init__(self, state) -> None:
        self.state = state
        self.s = state[0]

    # ------------------------------------------------------------ moves

    def play(self, *moves: str) -> Table:
        """Play these moves one after the other; the table must stay a possible one."""
        for move in moves:
            GAME.play(self.state, move)
            assert not self.faults(), f"after {move}: {self.faults()}"
        return self

    def why(self, move: str) -> Why:
        """Why the move is not allowed; OK where it is."""
        return GAME.why_not(self.state, move)

    def legal(self, kind: str = "") -> set[str]:
        """The texts of the legal moves, all of them or those of one kind."""
        texts = {GAME.move_text(move) for move in GAME.legal_moves(self.state)}
        return {text for text in texts if text.partition(":")[0] == kind} if kind else texts

    def choices(self) -> set[str]:
        """The legal moves that are no trades."""
        return self.legal() - self.legal("trade")

    def copy(self) -> Table:
        """The same table again."""
        return Table(GAME.copy(self.state))

    # ------------------------------------------------------------ players

    def koku(self, seat: int = 0) -> int:
        return int(self.s.koku[seat])

    def goods(self, seat: int = 0) -> tuple[int, ...]:
        """Silk, rice and porcelain."""
        return tuple(int(amount) for amount in self.s.goods[seat])

    def favor(self, seat: int = 0) -> int:
        return int(self.s.favor[seat])

    def favor_limit(self, seat: int = 0) -> int:
        return int(self.s.favor_limit[seat])

    def influence(self, region: int, seat: int = 0) -> int:
        return int(self.s.influence[seat, region - 1])

    def vp(self, source: Source | None = None, seat: int = 0) -> int:
        """The points of one source, or all of them."""
        return int(self.s.vp[seat].sum() if source is None else self.s.vp[seat, source])

    def die(self, seat: int = 0) -> int:
        return int(self.s.die[seat]) + 1

    def ship(self, ship: int, seat: int = 0) -> int:
        return int(self.s.ship[seat, ship - 1]) + 1

    def royal(self, seat: int = 0) -> int | None:
        """Which ship is the royal one, if any."""
        ship = int(self.s.royal[seat])
        return None if ship == NONE else ship + 1

    def hand(self, seat: int = 0) -> set[str]:
        return names(self.s.hand[seat])

    def delivered(self, seat: int = 0) -> set[str]:
        return names(self.s.delivered[seat])

    # ------------------------------------------------------------ the table

    @property
    def seat(self) -> int:
        """Who must decide."""
        return int(self.s.seat)

    @property
    def turn(self) -> int:
        return int(self.s.turn)

    @property
    def ask(self) -> Ask:
        return Ask(int(self.s.ask))

    @property
    def over(self) -> bool:
        return GAME.over(self.state)

    def row(self) -> list[str | None]:
        """The row from its start to its end."""
        return [None if tile == NONE else TILES[tile] for tile in self.s.row]

    def stack(self, era: int) -> int:
        """How many tiles are left of an era."""
        return int(self.s.stack_size[era - 1])

    def tile(self, shore: int) -> str | None:
        tile = int(self.s.tile[shore - 1])
        return None if tile == NONE else TILES[tile]

    def markers(self, shore: int) -> list[int]:
        """Whose markers lie on a building, in the order they were placed."""
        return [int(seat) for seat in self.s.marker[shore - 1] if seat != NONE]

    def discards(self) -> set[str]:
        return names(self.s.discards)

    def deck(self) -> list[str]:
        """The customer deck, the next card first."""
        return [CARDS[card] for card in self.s.deck[: int(self.s.deck_size)][::-1]]

    # ------------------------------------------------------------ is it possible

    def faults(self) -> list[str]:
        """What could not be so on any table."""
        s, faults = self.s, []
        players = int(s.players)
        cards = [int(card) for card in s.deck[: int(s.deck_size)]] + members(s.discards)
        for seat in range(players):
            cards += members(s.hand[seat]) + members(s.delivered[seat])
            if len(members(s.hand[seat])) != s.hand_size[seat]:
                faults.append(f"the hand of seat {seat} is miscounted")
            if not (0 <= s.koku[seat] <= 25 and all(0 <= amount <= 6 for amount in s.goods[seat])):
                faults.append(f"seat {seat} holds {s.koku[seat]} koku, {s.goods[seat]} goods")
            if not 0 <= s.favor[seat] <= s.favor_limit[seat] <= 6:
                faults.append(f"seat {seat} has favor {s.favor[seat]} of {s.favor_limit[seat]}")
            if not all(0 <= step <= 18 for step in s.influence[seat]):
                faults.append(f"seat {seat} left a track: {s.influence[seat]}")
        owed = [name for name in OWED if s[name].any()]
        if self.ask in (Ask.ACTION, Ask.END, Ask.NOTHING) and (owed or s.building != NONE):
            faults.append(f"something is still owed: {owed or 'a tile'}")
        if sorted(cards) != list(range(30)):
            faults.append(f"cards are lost or doubled: {sorted(cards)}")
        tiles = [int(t) for t in s.tile if t != NONE] + [int(t) for t in s.row if t != NONE] + members(s.tiles_gone)
        for era in (0, 1):
            tiles += [int(tile) for tile in s.stack[era, : int(s.stack_size[era])]]
        if len(tiles) != len(set(tiles)):
            faults.append(f"tiles are doubled: {sorted(tiles)}")
        for era, sizes in ((1, (12, 14, 16)), (2, (9, 11, 13))):
            if (found := sum(ERA[tile] == era for tile in tiles)) != sizes[players - 2]:
                faults.append(f"{found} tiles of era {era} are in the game")
        return faults


class Position:
    """A table being laid out; every word returns the position, so that they can be strung together."""

    def __init__(self, players: int = 4, seed: int = SEED) -> None:
        self.state = GAME.deal({"players": players, "patrons": "off"}, seed)
        self.s = self.state[0]
        self.players = players
        s = self.s
        s.first = s.turn = s.seat = 0
        for seat in range(players):
            s.koku[seat] = 7 + seat
            s.die[seat] = 0
            s.ship[seat] = 3, 8  # spaces 4 and 9: one step on lie no imperial markets
        self.masteries("water", "fire", "air")

    # ------------------------------------------------------------ playing

    def table(self) -> Table:
        """The table as it lies."""
        table = Table(self.state)
        faults = table.faults() + GAME.definition.faults(GAME, self.state)
        assert not faults, faults
        return table

    def play(self, *moves: str) -> Table:
        return self.table().play(*moves)

    def why(self, move: str) -> Why:
        return self.table().why(move)

    def legal(self, kind: str = "") -> set[str]:
        return self.table().legal(kind)

    def finish(self) -> Table:
        """End the game here: the last turn is over but for its end, and final scoring follows."""
        s = self.s
        self.stack(1, left=0).stack(2, left=0)
        s.turn = s.seat = self.players - 1
        s.stage, s.ask, s.last_turns = Stage.DONE, Ask.END, 1
        return self.play("end")

    # ------------------------------------------------------------ players

    def turn(self, seat: int) -> Position:
        """It is this player's turn."""
        self.s.turn = self.s.seat = seat
        return self

    def last_turns(self, left: int) -> Position:
        """The end has been triggered, and so many turns are left, this one included."""
        self.s.last_turns = left
        return self.stack(1, left=0).stack(2, left=0)

    def die(self, face: int, seat: int = 0) -> Position:
        self.s.die[seat] = face - 1
        return self

    def koku(self, amount: int, seat: int = 0) -> Position:
        self.s.koku[seat] = amount
        return self

    def goods(self, seat: int = 0, silk: int = 0, rice: int = 0, porcelain: int = 0) -> Position:
        self.s.goods[seat] = silk, rice, porcelain
        return self

    def favor(self, amount: int, seat: int = 0, limit: int | None = None) -> Position:
        self.s.favor[seat] = amount
        if limit is not None:
            self.s.favor_limit[seat] = limit
        return self

    def influence(self, region: int, step: int, seat: int = 0) -> Position:
        self.s.influence[seat, region - 1] = step
        return self

    def ship(self, ship: int, at: int, seat: int = 0) -> Position:
        self.s.ship[seat, ship - 1] = at - 1
        return self

    def royal(self, ship: int, seat: int = 0) -> Position:
        self.s.royal[seat] = ship - 1
        return self

    def vp(self, points: int, seat: int = 0, source: Source = Source.VISITOR) -> Position:
        self.s.vp[seat, source] = points
        return self

    def patron(self, name: str, seat: int = 0) -> Position:
        """Give a player a patron and its clan; everybody else's clan stays one of their own."""
        s, patron = self.s, Patron[name.upper()]
        clan = int(patron) // 2
        for other in range(self.players):
            if s.clan[other] == clan:
                assert s.patron[other] == NONE or other == seat, f"{Clan(clan).name} is taken"
                s.clan[other] = s.clan[seat]
        s.clan[seat], s.patron[seat], s.patrons = clan, patron, Patrons.DRAFT
        return self

    # ------------------------------------------------------------ customers

    def _set_deck(self, deck: list[int]) -> None:
        self.s.deck_size = len(deck)
        self.s.deck[:] = deck + [NONE] * (30 - len(deck))

    def _deck(self) -> list[int]:
        return [int(card) for card in self.s.deck[: int(self.s.deck_size)]]

    def _draw(self, name: str) -> int:
        """Take one card out of the deck, swapping it out of another hand or the discards if it is there."""
        s, card, deck = self.s, CARDS.index(name), self._deck()
        if card not in deck:
            spare = deck[0]
            for seat in range(self.players):
                assert not int(s.delivered[seat]) >> card & 1, f"{name} lies before seat {seat}"
                if int(s.hand[seat]) >> card & 1:
                    s.hand[seat] = int(s.hand[seat]) ^ (1 << card) ^ (1 << spare)
            if int(s.discards) >> card & 1:
                s.discards = int(s.discards) ^ (1 << card) ^ (1 << spare)
            deck[0] = card
        deck.remove(card)
        self._set_deck(deck)
        return card

    def hand(self, *cards: str, seat: int = 0) -> Position:
        """The player's whole hand."""
        s = self.s
        self._set_deck(members(s.hand[seat]) + self._deck())
        s.hand[seat] = 0
        for name in cards:
            s.hand[seat] = int(s.hand[seat]) | 1 << self._draw(name)
        s.hand_size[seat] = len(cards)
        return self

    def delivered(self, *cards: str, seat: int = 0) -> Position:
        """Customers delivered to before; a first noble has made ship 1 royal, a monk has raised the favor limit."""
        s = self.s
        for name in cards:
            s.delivered[seat] = int(s.delivered[seat]) | 1 << self._draw(name)
            if name.startswith("noble") and s.royal[seat] == NONE:
                s.royal[seat] = 0
            if name.startswith("monk"):
                s.favor_limit[seat] = min(int(s.favor_limit[seat]) + 1, 6)
        return self

    def deck(self, *cards: str, left: int | None = None) -> Position:
        """The next cards of the deck, the first to be drawn first; with `left`, so many in all, the rest discarded."""
        deck = [self._draw(name) for name in cards]
        rest = self._deck()
        if left is not None:
            rest, gone = rest[len(rest) - (left - len(deck)) :], rest[: len(rest) - (left - len(deck))]
            self.s.discards = int(self.s.discards) | sum(1 << card for card in gone)
        self._set_deck(rest + deck[::-1])
        return self

    def no_discards(self) -> Position:
        """Everything that was discarded has long been delivered by the last player, who needs it for nothing here."""
        s, last = self.s, self.players - 1
        gone = int(s.discards)
        s.discards = 0
        s.delivered[last] = int(s.delivered[last]) | gone
        return self

    # ------------------------------------------------------------ tiles

    def _stack(self, era: int) -> list[int]:
        return [int(tile) for tile in self.s.stack[era - 1, : int(self.s.stack_size[era - 1])]]

    def _set_stack(self, era: int, tiles: list[int]) -> None:
        self.s.stack_size[era - 1] = len(tiles)
        self.s.stack[era - 1] = tiles + [NONE] * (16 - len(tiles))

    def _swap(self, one: int, other: int) -> None:
        """Exchange two tiles wherever they lie; one of them may be unused."""
        s = self.s
        for place in (s.tile, s.row, s.stack[0], s.stack[1]):
            was = place.copy()
            place[was == one] = other
            place[was == other] = one
        gone = int(s.tiles_gone)
        if (gone >> one & 1) != (gone >> other & 1):
            s.tiles_gone = gone ^ (1 << one) ^ (1 << other)

    def _leave_stack(self, tile: int) -> None:
        """Take a tile off its era's stack, swapping it in from wherever it is."""
        era = ERA[tile]
        self._swap(self._stack(era)[0], tile)
        self._set_stack(era, self._stack(era)[1:])

    def _on_board(self, name: str) -> list[int]:
        return [tile for tile in range(len(TILES)) if TILES[tile] == name and tile in self.s.tile]

    def building(self, shore: int, tile: str, owner: int | None = None, second: int | None = None) -> Position:
        """A building with its markers; an era's tile comes off its stack, a starting one from where it was."""
        s = self.s
        number = TILES.index(tile)
        if ERA[number] == 0:
            assert s.tile[shore - 1] != NONE and ERA[s.tile[shore - 1]] == 0, f"{shore} holds no starting building"
            self._swap(int(s.tile[shore - 1]), number)
            return self
        assert s.tile[shore - 1] == NONE, f"{shore} is taken"
        assert not self._on_board(tile), f"{tile} is on the board"
        self._leave_stack(number)
        s.tile[shore - 1] = number
        s.marker[shore - 1] = 0 if owner is None else owner, NONE if second is None else second
        return self

    def row(self, *tiles: str) -> Position:
        """The first tiles of the row, from its start to its end; one of the other era pushes the old tile out."""
        for place, name in enumerate(tiles):
            assert not self._on_board(name), f"{name} is on the board"
            old, new = int(self.s.row[place]), TILES.index(name)
            if ERA[old] == ERA[new]:
                self._swap(old, new)
            else:
                self._leave_stack(new)
                self.s.row[place] = new
                self.s.tiles_gone = int(self.s.tiles_gone) | 1 << old
        return self

    def stack(self, era: int, left: int | None = None, top: str | None = None) -> Position:
        """An era's stack: how many tiles are left (the others went by journeys), and the top one."""
        if left is not None:
            tiles = self._stack(era)
            cut = len(tiles) - left
            assert cut >= 0, f"era {era} has {len(tiles)} tiles left"
            self.s.tiles_gone = int(self.s.tiles_gone) | sum(1 << tile for tile in tiles[:cut])
            self._set_stack(era, tiles[cut:])
        if top is not None:
            assert not self._on_board(top), f"{top} is on the board"
            assert ERA[TILES.index(top)] == era, f"{top} is not of era {era}"
            self._swap(self._stack(era)[-1], TILES.index(top))
        return self

    # ------------------------------------------------------------ tracks and masteries

    def scoring(self, region: int, tile: str) -> Position:
        """The scoring tile of a region."""
        s, number = self.s, SCORING.index(tile)
        other = [int(t) for t in s.scoring].index(number)
        s.scoring[other], s.scoring[region - 1] = int(s.scoring[region - 1]), number
        return self

    def masteries(self, *cards: str) -> Position:
        """The open masteries."""
        assert len(set(cards)) == 3
        self.s.mastery[:] = [MASTERIES.index(card) for card in cards]
        return self

    def claimed(self, card: str, *seats: int) -> Position:
        """Who has claimed an open mastery, in order."""
        place = [MASTERIES[number] for number in self.s.mastery].index(card)
        self.s.claims[place] = [*seats, *[NONE] * (3 - len(seats))]
        return self
