"""Games over several machines: every game is one task of a Ray cluster (`pip install sampan[ray]`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from sampan.engine.errors import OptionError

from .match import Match

LOCAL = "local"
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
        task = cluster.remote(num_cpus=1)(play)
        running = [task.remote(match) for match in planned]
        for waiting in running:
            yield cluster.get(waiting)
    finally:
        if started:
            cluster.shutdown()
