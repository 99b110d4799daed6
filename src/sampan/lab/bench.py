"""How fast a game runs: figures anyone can repeat with `sampan bench GAME`."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sampan.engine import cuda
from sampan.engine.batch import play_out
from sampan.engine.game import Game

from .adapters import adapters
from .bars import bars
from .peers import peers
from .same_game import same_game

COPIES = 2_000_000
FIRST_BATCH = 200
GPU_GAMES = 2**20


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    name = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            name = next((line.split(":", 1)[1].strip() for line in info if line.startswith("model name")), name)
    return {
        "processor": name,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }


def random_play(game: Game, options: Mapping[str, int | str], seconds: float, threads: int) -> dict[str, float]:
    """Decisions and games per second of uniformly random play."""
    play_out(game, FIRST_BATCH, options, threads=threads)
    games = FIRST_BATCH
    while True:
        start = time.perf_counter()
        done = play_out(game, games, options, threads=threads)
        took = time.perf_counter() - start
        if took >= seconds / 2:
            return {"decisions_per_s": round(done.decisions / took), "games_per_s": round(games / took, 1)}
        games = max(games * 2, int(games * seconds / max(took, 1e-6) * 0.8))


def gpu_play(game: Game, options: Mapping[str, int | str]) -> dict[str, Any]:
    """The same on a GPU, with enough games at once to fill it."""
    start = time.perf_counter()
    cuda.play_out(game, FIRST_BATCH, options)
    first = time.perf_counter() - start
    start = time.perf_counter()
    done = cuda.play_out(game, GPU_GAMES, options)
    took = time.perf_counter() - start
    return {
        "decisions_per_s": round(done.decisions / took),
        "games_per_s": round(GPU_GAMES / took, 1),
        "games_at_once": GPU_GAMES,
        "first_call_s": round(first, 1),
    }


def copy_cost(game: Game) -> float:
    """Nanoseconds to copy one state."""
    states, target = game.batch(64), game.batch(64)
    loop = game.loops["copy_over"]
    loop(states, target, 1)
    start = time.perf_counter()
    loop(states, target, COPIES)
    return (time.perf_counter() - start) / COPIES * 1e9


def start_seconds(game: Game, cache: str) -> float:
    """Seconds from a new Python to the first move played, with compiled rules cached in this folder."""
    code = (
        "from sampan.games import load; "
        f"game = load({game.name!r}); game.compile(); state = game.deal(); game.play(state, game.legal_moves(state)[0])"
    )
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "SAMPAN_CACHE": cache})
    return time.perf_counter() - start


def bench(
    game: Game, seconds: float, cold: bool, progress: Callable[[str], None] = lambda step: None, envs: bool = True
) -> dict[str, Any]:
    """All figures of one game."""
    cores = os.cpu_count() or 1
    figures: dict[str, Any] = {
        "game": game.name,
        "rules": game.version,
        "box": game.box.hash,
        "machine": machine(),
        "state_bytes": game.definition.state.itemsize,
        "moves": len(game.moves),
        "random_play": [],
    }
    players = next(option for option in game.options if option.name == "players")
    for number in players.values:
        for threads in sorted({1, cores}):
            progress(f"random play, {number} players, {threads} thread{'s' if threads > 1 else ''}")
            result = random_play(game, {"players": number}, seconds, threads)
            figures["random_play"].append({"players": number, "threads": threads, **result})
        if not cuda.missing():
            progress(f"random play, {number} players, GPU")
            result = gpu_play(game, {"players": number})
            figures["random_play"].append({"players": number, "device": cuda.device_name(), **result})
    figures["environments"] = adapters(game, seconds, cores, progress) if envs else []
    progress("copying states")
    figures["ns_per_copy"] = round(copy_cost(game), 1)
    with tempfile.TemporaryDirectory(prefix="sampan-bench-") as cache:
        if cold:
            progress("compiling from scratch")
            figures["cold_compile_s"] = round(start_seconds(game, cache), 2)
            progress("starting warm")
            figures["warm_start_s"] = round(min(start_seconds(game, cache) for _ in range(3)), 2)
    return figures


def bench_all(
    games: list[Game], seconds: float, cold: bool, with_peers: bool, progress: Callable[[str], None]
) -> dict[str, Any]:
    """Every game, and other people's games in the same run where that is asked for."""
    figures: dict[str, Any] = {
        "date": time.strftime("%Y-%m-%d"),
        "machine": machine(),
        "gpu": cuda.missing() or cuda.device_name(),
        "games": [bench(game, seconds, cold, progress) for game in games],
    }
    if with_peers:
        figures["peers"] = peers(seconds, progress)
        figures["same_game"] = [row for game in games for row in same_game(game, seconds, progress)]
        ours = {
            game["game"]: next(play["decisions_per_s"] for play in game["random_play"] if play.get("threads") == 1)
            for game in figures["games"]
        }
        for row in figures["peers"]:
            if speed := row.get("decisions_per_s"):
                row["times_as_fast"] = {name: round(mine / speed, 1) for name, mine in ours.items()}
    return figures


def save(figures: dict[str, Any], folder: Path) -> None:
    """The figures as JSON, and a plot of them."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bench.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    (folder / "bench.svg").write_text(bars(figures), encoding="utf-8")
