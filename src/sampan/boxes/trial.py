"""Trying a box out: random games in a process of its own, where an index past an end is an error and not garbage.

Compiled rules have no checks of bounds, and the figures of a box steer them. So before a box of a stranger gets near
them it is played here: by rules that were compiled with checks (`NUMBA_BOUNDSCHECK=1`), or, as long as nobody has
compiled those on this machine, by interpreted ones. The process is `python -m sampan.boxes.trial GAME FILE GAMES
SECONDS`, or `... GAME` to compile, and says on one line of JSON what it has found.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from sampan import games
from sampan.engine.box import Box
from sampan.engine.check import LOOK_EVERY, varied_move
from sampan.engine.errors import BoxError, OptionError, SampanError
from sampan.engine.faults import refusal
from sampan.engine.game import Game, State
from sampan.engine.rule import JIT, cache_root

from .kept import keep, kept, write

GAMES = 100
LEAST = 10  # games, however slow the machine is
SECONDS = 60.0  # for all of them; with LEAST done by then, it is enough
PATIENCE = 4.0  # times as long, and the process is killed
LONGEST_GAME = 5000  # moves; the longest that ends has a tenth of it
CHECKED = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1", "SAMPAN_JIT": "1"}  # OPT: less to compile
INTERPRETED = {"SAMPAN_JIT": "0"}


@dataclass
class Trial:
    """How it went: nothing in `fault` means that the box can be played."""

    games: int = 0
    compiled: bool = False
    fault: str = ""


class Untried(SampanError):
    """The box could not be tried out in the time there was: nothing is known against it."""


def admit(game: str, box: Box, number: int = GAMES, seconds: float = SECONDS) -> Path:
    """The file of a box that was tried out, now or before; BoxError says what went wrong in a game with it."""
    found = kept(game, box.hash)
    if found is not None:
        return found
    trial = tried(game, box, number, seconds)
    if trial.fault:
        raise refusal("box_trial_failed", why=trial.fault)
    return keep(game, box)


def tried(game: str, box: Box, number: int = GAMES, seconds: float = SECONDS) -> Trial:
    """Have a box played in a process of its own."""
    path = cache_root() / "boxes" / f"trying-{os.getpid()}-{time.monotonic_ns()}.toml"
    write(path, box.tables)
    try:
        words = [game, str(path), str(number), str(seconds)]
        done = subprocess.run(
            command(words), env=environment(CHECKED), stdin=subprocess.DEVNULL, capture_output=True,
            timeout=PATIENCE * seconds + 30, text=True, start_new_session=True, check=False,
        )  # fmt: skip
        return Trial(**json.loads(done.stdout.splitlines()[-1]))
    except subprocess.TimeoutExpired:
        return Trial(fault=f"it did not end within {PATIENCE * seconds:g} seconds")
    except (IndexError, ValueError, TypeError):  # it was killed, or ended by itself
        return Trial(fault=f"its process ended with {done.returncode}")
    finally:
        path.unlink(missing_ok=True)


def command(words: list[str]) -> list[str]:
    """What is run."""
    return [sys.executable, "-m", __name__ if __name__ != "__main__" else "sampan.boxes.trial", *words]


def environment(mode: dict[str, str]) -> dict[str, str]:
    """The variables of such a process."""
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    return {**os.environ, "PYTHONPATH": path, **mode}


def compile_beside(game: str) -> subprocess.Popen[bytes]:
    """Compile a game's rules with checks of bounds, in a process that gives way to all others."""
    return subprocess.Popen(
        command([game]), env=environment(CHECKED), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip


# ---------------------------------------------------------------- the process's side


def play(game: Game, number: int, seconds: float, least: int = LEAST) -> Trial:
    """Random games with random options; the first thing that goes wrong ends it."""
    trial, begun = Trial(compiled=JIT), time.monotonic()
    while trial.games < number and (trial.games < least or time.monotonic() - begun < seconds):
        dice = random.Random(f"trial {trial.games}")
        options = some_options(game, trial.games, dice)
        try:
            play_one(game, options, trial.games, dice)
        except Exception as error:  # whatever the figures of a box can do
            what = f"{type(error).__name__}: {error}"
            trial.fault = " ".join(f"game {trial.games + 1}, {options}: {what}".split())[:300]
            break
        trial.games += 1
    return trial


def some_options(game: Game, number: int, dice: random.Random) -> dict[str, int | str]:
    """Options of a game: every number of players in turn, the rest at random where it goes together."""
    values = {option.name: option.values for option in game.options}
    players = values["players"][number % len(values["players"])]
    for _ in range(20):
        chosen: dict[str, int | str] = {name: dice.choice(given) for name, given in values.items()}
        with suppress(OptionError):
            return game.resolve(chosen | {"players": players})
    return game.resolve({"players": players})


def play_one(game: Game, options: dict[str, int | str], seed: int, dice: random.Random) -> None:
    """One game to its end, looked at now and then as a table would."""
    state, made, kinds = game.deal(options, seed), 0, Counter[str]()
    while not game.over(state):
        if made % LOOK_EVERY == 0:
            look(game, state)
        move = varied_move(game, state, dice, kinds)
        before = game.copy(state)
        game.play(state, move)
        if made % LOOK_EVERY == 0:
            game.narrate(game.hide(before), move, game.hide(state))
        made += 1
        if made > LONGEST_GAME:
            raise BoxError(f"it does not end within {LONGEST_GAME} moves")
    look(game, state)
    game.score_sheet(state)


def look(game: Game, state: State) -> None:
    """A position as whoever must decide sees it, without a fault."""
    found: list[str] = game.definition.faults(game, state)
    if found:
        raise BoxError(found[0])
    seat = max(0, game.to_move(state))
    game.definition.view(game, game.hide(state, seat), seat)


def limit_ourselves(seconds: float) -> None:
    """Neither outlive a limit of the processor's time nor leave anything behind; give way to whoever waits."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        os.nice(10)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def compile_alone(name: str) -> None:
    """Compile, unless another process is at it."""
    import fcntl

    os.nice(9)
    place = cache_root() / "boxes"
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (place / f"{name}.compiling").open("w") as lock, suppress(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        games.load(name).compile()


def main(words: list[str]) -> None:
    """`GAME FILE GAMES SECONDS`: try; `GAME`: compile."""
    from sampan.bots.apart import end_with_parent

    end_with_parent()
    if len(words) == 1:
        compile_alone(words[0])
        return
    name, file, number, seconds = words
    if JIT and not games.load(name).compiled:
        os.execve(sys.executable, command(words), environment(INTERPRETED))
    limit_ourselves(PATIENCE * float(seconds))
    trial = play(games.load(name, Path(file)), int(number), float(seconds))
    print(json.dumps(asdict(trial)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
