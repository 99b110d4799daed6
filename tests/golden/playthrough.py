"""Golden playthroughs: whole games as text, compared byte for byte.

A change in one of these files is either a bug or a new rules version. Once it is clear which, `make golden` writes them
anew.
"""

from __future__ import annotations

from pathlib import Path

from sampan.engine.playthrough import playthrough
from sampan.games import load

FOLDER = Path(__file__).parent
# Seeds whose games are rich in kinds of moves.
GAMES = {
    "river": [
        ({"players": 2, "patrons": "off"}, 2175),
        ({"players": 2, "patrons": "draft"}, 2070),
        ({"players": 2, "patrons": "clan"}, 2220),
        ({"players": 3, "patrons": "off"}, 2090),
        ({"players": 3, "patrons": "draft"}, 2100),
        ({"players": 3, "patrons": "clan"}, 2225),
        ({"players": 4, "patrons": "off"}, 2189),
        ({"players": 4, "patrons": "draft"}, 2319),
        ({"players": 4, "patrons": "clan"}, 2312),
    ],
    "feya": [
        ({"players": 2, "board1": "normal"}, 3001),
        ({"players": 2, "board1": "advanced", "clan1": "salamander"}, 3005),
        ({"players": 3, "board1": "normal"}, 3003),
        ({"players": 3, "board2": "advanced", "clan2": "frog", "boat_at_island": "on"}, 3004),
        ({"players": 4, "board1": "normal"}, 3005),
        ({"players": 4, "board1": "advanced", "board2": "advanced", "board3": "advanced", "board4": "advanced"}, 3006),
    ],
}


def file_of(name: str, options: dict[str, int | str]) -> Path:
    return FOLDER / name / ("-".join(str(value) for value in options.values()) + ".txt")


def write_all() -> None:
    for name, games in GAMES.items():
        for options, seed in games:
            path = file_of(name, options)
            path.parent.mkdir(exist_ok=True)
            path.write_text(playthrough(load(name), options, seed), encoding="utf-8")
            print(path.relative_to(FOLDER))


if __name__ == "__main__":
    write_all()
