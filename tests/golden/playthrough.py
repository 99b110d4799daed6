"""Golden playthroughs: whole games as text, compared byte for byte.

A change in one of these files is either a bug or a new rules version. Once it is clear which, `make golden` writes them
anew.
"""

from __future__ import annotations

from pathlib import Path

from sampan.engine.playthrough import playthrough
from sampan.games import load
from tests.shelf import OWN, Options, expected

FOLDER = Path(__file__).parent


def file_of(name: str, options: Options) -> Path:
    return FOLDER / name / ("-".join(str(value) for value in options.values()) + ".txt")


def write_all() -> None:
    for name in OWN:
        for options, seed in expected(name).golden:
            path = file_of(name, options)
            path.parent.mkdir(exist_ok=True)
            path.write_text(playthrough(load(name), options, seed), encoding="utf-8")
            print(path.relative_to(FOLDER))


if __name__ == "__main__":
    write_all()
