"""Positions for tests, in the words of the table.

`Position` lays out a swamp without set-up spirits and puts one player to move: seat 0, in round I. Seats count from 0;
hexes, tracks, boats and islands are named as in moves. A settlement put down takes the next tile of the tracks in turn,
without its reward.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from sampan.engine.game import Game
from sampan.games import load
from sampan.games.feya import swamp
from sampan.games.feya.moves import hex_names, tile_names
from sampan.games.feya.rounds import set_order, start_turn
from sampan.games.feya.terms import NEUTRAL, Ask, Guide, Race, ScoreCard, Source, Stage, Why

GAME = load("feya")
BOX_TEXT = (GAME.definition.folder / "box.toml").read_text(encoding="utf-8")
GUIDES = ("monk", "warrior", "merchant", "wiseman")
FOLDER = Path(tempfile.mkdtemp(prefix="feya-boxes-"))


@cache
def with_map(art: str, side: str = "large") -> Game:
    """The game with another map on one side of the board."""
    before, _, rest = BOX_TEXT.partition(f"[maps.{side}]")
    head, _, tail = rest.partition('art = """')
    return with_box(before + f"[maps.{side}]" + head + 'art = """\n' + art + '"""' + tail.partition('"""')[2])


@cache
def with_box(text: str) -> Game:
    """The game with a box of this text."""
    path = FOLDER / f"box-{abs(hash(text))}.toml"
    path.write_text(text, encoding="utf-8")
    return load("feya", path)


class Position:
    """A table in the middle of a game: first laid out, then played at."""

    def __init__(self, players: int = 3, game: Game = GAME, **options) -> None:
        self.game = game
        self.hexes = hex_names(int(game.box.record.width[0]))
        self.state = game.deal({"players": players, **options}, seed=1)
        self.s, self.box = self.state[0], game.box.record[0]
        s = self.s
        s.water[:], s.spirits[:] = self.box.water[s.side], self.box.spirits[s.side]
        s.island[:], s.island_spirits[:], s.islands = 0, 0, 0
        for cell in self.cells(self.box.spirits[s.side]):
            self._printed(cell)
        swamp.survey(self.box, s)
        s.guides_open = np.uint64(0b1111111)
        for seat in range(players):
            self.guide(seat, GUIDES[seat])
        s.stage, s.ask = Stage.CHOOSE, Ask.ACTION
        self.season("p").turn(0)

    def _printed(self, cell: int) -> None:
        s = self.s
        beside = {self.number(name) for name in self.beside(self.hexes[cell])}
        for island in range(s.islands):
            if beside & set(self.cells(s.island[island])):
                break
        else:
            island = int(s.islands)
            s.islands += 1
        s.island[island][cell // 64] |= np.uint64(1 << cell % 64)
        s.island_spirits[island] += 1

    # ------------------------------------------------------------ hexes

    def number(self, name: str) -> int:
        return self.hexes.index(name)

    def cells(self, words) -> list[int]:
        return [cell for cell in range(192) if int(words[cell // 64]) >> cell % 64 & 1]

    def names(self, words) -> set[str]:
        """The names of the hexes of a set."""
        return {self.hexes[cell] for cell in self.cells(words)}

    def beside(self, name: str) -> list[str]:
        """The six places round a hex, whether they are in the swamp or not."""
        width = int(self.box.width)
        row, place = divmod(self.number(name), width)
        even = int(self.box.even_rows[self.s.side][row * width // 64]) >> (row * width % 64) & 1
        left = place - 1 if even else place
        around = [(row, place - 1), (row, place + 1), (row - 1, left), (row - 1, left + 1), (row + 1, left)]
        around.append((row + 1, left + 1))
        return [self.hexes[r * width + p] for r, p in around if 0 <= r < 192 // width and 0 <= p < width]

    def island(self, name: str) -> int:
        """The number of the island a tile belongs to, as in feast moves."""
        return int(swamp.island_of(self.s, self.number(name))) + 1

    # ------------------------------------------------------------ laying out

    def turn(self, seat: int) -> Position:
        """Whose turn it is; call it after guides are settled."""
        set_order(self.box, self.s)
        start_turn(self.s, seat)
        self.s.seat = seat
        return self

    def guide(self, seat: int, name: str) -> Position:
        old, new = int(self.s.guide[seat]), int(Guide[name.upper()])
        held = [int(self.s.guide[other]) for other in range(self.s.players) if other != seat]
        if new in held:
            self.s.guide[held.index(new) + (held.index(new) >= seat)] = old
        self.s.guide[seat] = new
        open_now = [guide for guide in range(10) if guide not in [int(g) for g in self.s.guide]]
        self.s.guides_open = np.uint64(sum(1 << guide for guide in open_now[: 7 - int(self.s.players)]))
        set_order(self.box, self.s)
        return self

    def settle(self, seat: int | None, *names: str) -> Position:
        """Settlements of a seat, or neutral ones."""
        owner = NEUTRAL if seat is None else seat
        for name in names:
            cell = self.number(name)
            assert int(self.s.sites[cell // 64]) >> cell % 64 & 1, f"{name} is not at one island"
            swamp.settle(self.box, self.s, owner, cell)
            if seat is None:
                self.s.neutral_on[0] = 1
                continue
            track = min(range(4), key=lambda t: (int(self.s.built[seat][t]), t))
            self.s.built[seat][track] += 1
        return self

    def spirit(self, *names: str) -> Position:
        for name in names:
            swamp.lay_spirit(self.box, self.s, self.number(name))
        return self

    def totem(self, name: str) -> Position:
        self.s.totem, self.s.totem_island = self.number(name), self.island(name) - 1
        return self

    def boats(self, seat: int, *names: str) -> Position:
        for boat, name in enumerate(names):
            self.s.boat[seat][boat] = self.number(name)
        return self

    def fish_on(self, **piles: int) -> Position:
        """Fish on settlements by hex."""
        for name, fish in piles.items():
            cell = self.number(name)
            for words, has in ((self.s.fish_odd, fish & 1), (self.s.fish_two, fish & 2)):
                if has:
                    words[cell // 64] |= np.uint64(1 << cell % 64)
        return self

    def give(self, seat: int = 0, **things: int) -> Position:
        """Set gold, mana, fish, free, axolotls, sailing, catch, workers of a seat."""
        for name, many in things.items():
            if name == "axolotls":
                self.s.axolotl_supply -= many - int(self.s.axolotls[seat])
            getattr(self.s, name)[seat] = many
        return self

    def built(self, seat: int, *tracks: int) -> Position:
        self.s.built[seat][:] = tracks
        return self

    def tiles(self, seat: int, *names: str) -> Position:
        """Bonus tiles in hand."""
        for name in names:
            bit = np.uint64(1 << tile_names(self.game.box).index(name))
            self.s.tiles[seat] |= bit
            self.s.tiles_open &= ~bit
        return self

    def offer(self, *names: str) -> Position:
        """Bonus tiles on the rounds board."""
        self.s.tiles_open = np.uint64(sum(1 << tile_names(self.game.box).index(name) for name in names))
        return self

    def round(self, number: int) -> Position:
        self.s.round_now = number - 1
        return self

    def season(self, *colours: str) -> Position:
        """What this round's fish card shows."""
        self.s.fish_card[self.s.round_now] = self.game.box.tables["fish_cards"]["cards"].index(list(colours))
        return self

    def passed(self, *seats: int) -> Position:
        for seat in seats:
            self.s.passed[seat] = 1
        return self

    def races(self, *aims: str) -> Position:
        listed = self.game.box.tables["races"]["aims"]
        others = [race.name.lower() for race in reversed(Race) if race.name.lower() not in aims]
        self.s.race[:] = [listed.index(aim) for aim in [*aims, *others][:3]]
        return self

    def score_cards(self, *aims: str) -> Position:
        listed = self.game.box.tables["score_cards"]["aims"]
        others = [card.name.lower() for card in ScoreCard if card.name.lower() not in aims]
        self.s.score_card[:] = [listed.index(aim) for aim in [*aims, *others][:2]]
        return self

    # ------------------------------------------------------------ playing

    def play(self, *moves: str) -> Position:
        """Play these moves one after the other."""
        for move in moves:
            self.game.play(self.state, move)
        return self

    def why(self, move: str) -> str:
        """Why the move is not allowed; OK where it is."""
        found = self.game.why_not(self.state, move)
        assert isinstance(found, Why)
        return found.name

    def legal(self, kind: str = "") -> set[str]:
        """The texts of the legal moves, all of them or the labels of one kind."""
        texts = [self.game.move_text(move) for move in self.game.legal_moves(self.state)]
        if kind:
            return {text.partition(":")[2] for text in texts if text.partition(":")[0] == kind}
        return set(texts)

    def points(self, seat: int = 0, source: str = "") -> int:
        row = self.s.vp[seat]
        return int(row[Source[source.upper()]]) if source else int(row.sum())

    def has(self, seat: int = 0) -> dict[str, int]:
        """What a seat holds."""
        return {name: int(getattr(self.s, name)[seat]) for name in ("gold", "mana", "fish", "axolotls", "free")}

    @property
    def ask(self) -> str:
        return Ask(int(self.s.ask)).name


# A long lagoon: purple fish at the left end only.
LAGOON = """
A   p   ~   ~   ~   ~   ~   ~   ~   ~   ~   B
  ~   ~   ~   ~   ~   ~   ~   ~   ~   y   ~
C   ~   S   ~   ~   ~   S   ~   ~   S   ~   D
  ~   ~   ~   ~   ~   ~   ~   ~   ~   ~   o
~   ~   ~   ~   ~   ~   ~   E   ~   ~   ~   ~
"""


def lagoon(players: int = 3, **options) -> Position:
    """A position on the lagoon."""
    return Position(players, with_map(LAGOON), **options)
