"""Games over several machines: every game is one task of a Ray cluster (`pip install sampan[ray]`).

Ray starts a worker anew where one dies, and gives it the game that was lost. A game counts once, for its result is
taken once, in its turn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from sampan.engine.errors import OptionError, SampanError

from .match import Match

LOCAL = "local"
RETRIES = 3  # of a game whose worker died
AHEAD = 4  # games for each core that are handed out and whose results have not been taken yet
R = TypeVar("R")


def require_ray() -> Any:
    """Ray is an extra; everything else does without."""
    try:
        import ray
    except ImportError:
        raise OptionError("--ray: Ray is not installed: expected pip install 'sampan[ray]'") from None
    return ray


def over_ray(planned: Sequence[Match], address: str, workers: int | None, play: Callable[[Match], R]) -> Iterator[R]:
    """All games, in order; `local` starts a cluster on this machine, anything else is the address of one."""
    cluster = require_ray()
    started = not cluster.is_initialized()
    if started:
        try:
            if address == LOCAL:
                cluster.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
            else:
                cluster.init(address=address, log_to_driver=False)
        except Exception as error:
            raise OptionError(f"--ray {address}: {error}: expected local or a cluster's address") from None
    try:
        yield from in_turn(cluster, planned, address, play)
    finally:
        if started:
            cluster.shutdown()


def in_turn(cluster: Any, planned: Sequence[Match], address: str, play: Callable[[Match], R]) -> Iterator[R]:
    """Hand out some games ahead, and take their results in the order of the games."""
    task = cluster.remote(num_cpus=1, max_retries=RETRIES)(play)
    most = AHEAD * max(1, int(cluster.cluster_resources().get("CPU", 1)))
    running: deque[Any] = deque()
    for match in planned:
        running.append(task.remote(match))
        if len(running) == most:
            yield result_of(cluster, running.popleft(), address)
    while running:
        yield result_of(cluster, running.popleft(), address)


def result_of(cluster: Any, game: Any, address: str) -> Any:
    """What came of a game; what went wrong with it is said as on one machine."""
    try:
        return cluster.get(game)
    except cluster.exceptions.RayTaskError as error:
        cause = error.cause
        raise (cause if isinstance(cause, SampanError) else error) from None
    except cluster.exceptions.RayError as error:
        said = str(error).strip().partition("\n")[0]
        raise OptionError(f"--ray {address}: a game was lost {RETRIES + 1} times: {said}") from None
