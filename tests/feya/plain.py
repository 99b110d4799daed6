"""The geometry of the swamp a second time, slow and plain, straight from the drawn map.

A set of hexes is one Python integer. Nothing here is shared with the rules but the drawing.
"""

from __future__ import annotations

from functools import cache

BUILD_PER_SPIRIT = 3


class Swamp:
    """One map: which hex touches which, by the columns of the drawing."""

    def __init__(self, art: str, width: int) -> None:
        lines = [line for line in art.splitlines() if line.strip()]
        places = {}
        for row, line in enumerate(lines):
            for column, piece in enumerate(line):
                starts = piece != " " and (column == 0 or line[column - 1] == " ")
                if starts and (token := line[column:].split(" ")[0]) != ".":
                    places[row, column] = token
        first = min(column for row, line in enumerate(lines) for column, piece in enumerate(line) if piece != " ")
        number = {(row, column): row * width + (column - first) // 4 for row, column in places}
        steps = ((0, -4), (0, 4), (-1, -2), (-1, 2), (1, -2), (1, 2))
        self.token = {number[place]: token for place, token in places.items()}
        self.beside = {
            number[row, column]: sum(
                1 << number[row + down, column + right]
                for down, right in steps
                if (row + down, column + right) in number
            )
            for row, column in places
        }
        self.temples = self.where(*"ABCDE")
        self.land_after = cache(self._land_after)
        self.net = cache(self._net)
        self.reach = cache(self._reach)
        self.islands = cache(self._islands)
        self.near = cache(self._near)

    def where(self, *tokens: str) -> int:
        """The hexes drawn with one of these."""
        return sum(1 << cell for cell, token in self.token.items() if token in tokens)

    def _near(self, cells: int) -> int:
        """Everything beside these hexes."""
        found = 0
        for cell in members(cells):
            found |= self.beside[cell]
        return found

    def joined(self, start: int, inside: int) -> int:
        """What hangs together with the start, going through `inside` only."""
        found, edge = 0, start & inside
        while edge:
            found |= edge
            edge = self.near(edge) & inside & ~found
        return found

    def _islands(self, tiles: int) -> list[int]:
        """Tiles that touch, grouped."""
        found = []
        while tiles:
            island = self.joined(tiles & -tiles, tiles)
            found.append(island)
            tiles &= ~island
        return found

    def _net(self, water: int) -> int:
        """Water and temples that hang together with the first temple."""
        return self.joined(self.where("A"), water | self.temples)

    def _reach(self, at: int, steps: int, water: int) -> int:
        """Water within so many steps, step by step; water cut off from the temples is closed."""
        open_water = self.net(water) & water
        found, edge = (1 << at) & open_water, 1 << at
        for _ in range(steps):
            edge = self.near(edge) & open_water & ~found
            found |= edge
        return found

    def _land_after(self, water: int, cell: int) -> tuple[int, int]:
        """How many islands a tile on this hex would touch, and the net it would leave (0 if a temple is lost)."""
        tiles = sum(1 << place for place in self.token) & ~water & ~self.temples
        touched = sum(1 for island in self.islands(tiles) if island & self.beside[cell])
        net = self.net(water & ~(1 << cell)) if touched == 1 else 0
        return touched, net if self.temples & ~net == 0 else 0

    def shut_in(self, net: int, boats: list[int]) -> bool:
        """Whether some boat is neither in the net nor, on a tile, beside it."""
        return any(not net >> at & 1 and not self.beside[at] & net for at in boats)

    def may_lay(self, water: int, cell: int, boats: list[int]) -> int:
        """The net that is left if a tile may be laid there, else 0."""
        if not water >> cell & 1 or cell in boats:
            return 0
        touched, net = self.land_after(water, cell)
        return net if touched == 1 and net and not self.shut_in(net, boats) else 0

    def spirit_may_lie(self, cell: int, net: int, shores: list[int], totem_island: int) -> bool:
        """The same for a spirit: not at the totem's island, and no settlement loses its last shore."""
        return not self.beside[cell] & totem_island and all(shore & net for shore in shores)

    def shores(self, water: int, towns: int) -> list[int]:
        """The open water beside each settlement that has any."""
        lake = self.net(water) & water
        return [self.beside[town] & lake for town in members(towns) if self.beside[town] & lake]


def members(cells: int) -> list[int]:
    """The hexes of a set."""
    found = []
    while cells:
        found.append((cells & -cells).bit_length() - 1)
        cells &= cells - 1
    return found


def whole(words) -> int:
    """A set of the rules as one integer."""
    return int(words[0]) | int(words[1]) << 64 | int(words[2]) << 128
