"""The map as it is drawn in box.toml: text in, hexes out, everything checked on the way."""

from __future__ import annotations

from dataclasses import dataclass, field

from sampan.engine.faults import unfit, wrong

from .terms import HEXES, ISLANDS, NUMBERS, TEMPLES

STEP = 4  # columns between two hexes of a row; neighbouring rows are shifted by half of it
LEAST_WIDTH = 8
OUTSIDE, WATER, SPIRIT = ".", "~", "S"
MOST_ISLANDS = ISLANDS - 2  # set-up may found two more

Hex = tuple[int, int]  # row, place in the row


@dataclass
class Chart:
    """One side of the swamp board."""

    at: str
    rows: int = 0
    places: int = 0  # in the widest row
    even_first: bool = True
    tokens: dict[Hex, str] = field(default_factory=dict)

    def hexes(self, *kinds: str) -> list[Hex]:
        """All hexes drawn with one of these tokens, row by row."""
        return [place for place, token in sorted(self.tokens.items()) if token in kinds]

    def is_even(self, row: int) -> bool:
        """Whether the row is one that is not shifted."""
        return (row % 2 == 0) == self.even_first

    def beside(self, place: Hex) -> list[Hex]:
        """The hexes of the swamp that touch this one."""
        row, column = place
        left = column - 1 if self.is_even(row) else column
        around = [(row, column - 1), (row, column + 1)]
        around += [(other, at) for other in (row - 1, row + 1) for at in (left, left + 1)]
        return [other for other in around if other in self.tokens]

    def groups(self, places: list[Hex]) -> list[set[Hex]]:
        """The places in groups that hang together."""
        left: set[Hex] = set(places)
        found: list[set[Hex]] = []
        while left:
            group: set[Hex] = set()
            edge = [min(left)]
            while edge:
                place = edge.pop()
                if place in left:
                    left.remove(place)
                    group.add(place)
                    edge += self.beside(place)
            found.append(group)
        return found


def read_chart(art: str, at: str, colours: str) -> Chart:
    """Parse a drawn map; a token is one hex, and its column says which hexes it touches."""
    chart = Chart(at)
    lines = [line.rstrip() for line in art.splitlines() if line.strip()]
    found = [_tokens(line) for line in lines]
    if not lines:
        raise wrong(at, art, "feya_box_map")
    first = min(column for row in found for column, _ in row)
    shifts = []
    for number, row in enumerate(found):
        shift = (row[0][0] - first) % STEP
        shifts.append(shift)
        for column, token in row:
            place = f"{at} line {number + 1} column {column + 1}"
            if shift not in (0, STEP // 2) or (column - first - shift) % STEP:
                raise wrong(place, token, "feya_box_columns", step=STEP, shift=STEP // 2)
            _check_token(token, place, colours)
            if token != OUTSIDE:
                chart.tokens[number, (column - first) // STEP] = token
        if number and shifts[number - 1] == shift:
            raise unfit(f"{at} line {number + 1}", "feya_box_shift", shift=STEP // 2)
    chart.rows = len(lines)
    chart.even_first = shifts[0] == 0
    chart.places = max((place for _, place in chart.tokens), default=0) + 1
    check_chart(chart)
    return chart


def _tokens(line: str) -> list[tuple[int, str]]:
    found, column = [], 0
    for piece in line.split(" "):
        if piece:
            found.append((column, piece))
        column += len(piece) + 1
    return found


def _check_token(token: str, at: str, colours: str) -> None:
    numbered = token.isdecimal() and 1 <= int(token) <= NUMBERS
    if not (numbered or token in (OUTSIDE, WATER, SPIRIT, *"ABCDE", *colours)):
        raise wrong(at, token, "feya_box_token", numbers=NUMBERS, fish=" ".join(colours))


def check_chart(chart: Chart) -> None:
    """A swamp that can be played: in one piece, islands apart, every temple once and in reach."""
    at = chart.at
    check_room(chart, max(chart.places + 1, LEAST_WIDTH))
    for name in "ABCDE"[:TEMPLES]:
        if len(chart.hexes(name)) != 1:
            raise unfit(at, "feya_box_temple", temple=name, n=len(chart.hexes(name)))
    for number in range(1, NUMBERS + 1):
        if len(chart.hexes(str(number))) > 1:
            raise unfit(at, "feya_box_number", number=number, n=len(chart.hexes(str(number))))
    dry = chart.hexes(SPIRIT)
    wet = [place for place in chart.tokens if place not in dry]
    if len(groups := chart.groups(wet)) != 1:
        smallest = min(groups, key=len)
        lost = min(smallest)
        where = f"{chr(ord('a') + lost[0])}{lost[1] + 1}"
        raise unfit(at, "feya_box_cut_off", place=where)
    _check_islands(chart, dry)


def check_room(chart: Chart, width: int) -> None:
    """Refuse a map with more places than there are, with rows of this width: both sides have the wider one's."""
    needed = width * chart.rows
    if needed > HEXES:
        args = {"n": needed - HEXES, "rows": chart.rows, "wide": width - 1, "most": HEXES // width}
        raise unfit(chart.at, "feya_box_large", **args)


def _check_islands(chart: Chart, spirits: list[Hex]) -> None:
    islands = chart.groups(spirits)
    if not 3 <= len(islands) <= MOST_ISLANDS:
        raise unfit(chart.at, "feya_box_islands", n=len(islands), least=3, most=MOST_ISLANDS)
    for island in islands:
        others = set(spirits) - island
        free = [
            place
            for spirit in island
            for place in chart.beside(spirit)
            if chart.tokens[place] not in (SPIRIT, *"ABCDE") and not others & set(chart.beside(place))
        ]
        if not free:
            row, place = min(island)
            where = f"{chr(ord('a') + row)}{place + 1}"
            raise unfit(chart.at, "feya_box_island_dry", place=where)
