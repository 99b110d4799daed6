"""What a server is started with."""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from sampan.engine.errors import OptionError

SUBPATH = re.compile("(/[A-Za-z0-9._~-]+)+")
# the first words of our own addresses
OURS = ("api", "assets", "box", "docs", "first", "healthz", "metrics", "readyz", "replay", "table")
HERE = ("127.0.0.0/8", "::1")  # this machine
POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")
VARIABLE = "SAMPAN_SERVER"  # how `sampan serve` hands its settings to the workers it starts


def data_folder() -> Path:
    """Where the tables are kept when nothing else is said."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "sampan"


def checked_root(path: str) -> str:
    """A subpath to serve below, without a slash at its end; not one of our own addresses, which would be ambiguous."""
    root = path.rstrip("/")
    if root and (not SUBPATH.fullmatch(root) or root.split("/")[1] in OURS):
        raise OptionError(f"--root-path {path!r}: expected a path such as /games, none of {', '.join(OURS)} first")
    return root


@dataclass(frozen=True)
class Settings:
    """All of it can be set with `sampan serve`; the rest is for tests and measurements."""

    database: str = ""  #            a URL, a file name, or nothing for the usual file
    workers: int = 1
    trusted_proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded headers are believed
    root_path: str = ""  #           the subpath it is served below, such as /games
    secure: bool = False  #          reached by https only: cookies are marked so
    live_tables: int = 4096  #       held in memory
    rate: float = 40.0  #            requests a second from one address ...
    burst: float = 160.0  #          ... after so many at once
    tables_a_minute: float = 30.0  # new tables from one address
    links_a_minute: float = 10.0  #   to one's own seat, made or guessed at from one address
    tables_each: int = 100  #        open or running, from one address ...
    bots_each: int = 150  #          ... and the bots that sit at them
    connections: int = 100  #        open from one address at once (an IPv6 address counts by its /64)
    sockets: int = 40  #             live views of strangers from one address at once
    header_seconds: float = 10.0  #  for the whole header of a request to arrive ...
    body_seconds: float = 20.0  #    ... and for its body
    body: int = 64 * 1024  #         bytes of a request
    bot_threads: int = 2
    review_seconds: float = 45.0  #  that the review of a game takes, about ...
    review_effort: float = 0.0  #    ... or so many times the usual effort, however long that takes
    bot_seconds: float = 10.0  #     the longest a bot may think
    custom_bots: tuple[str, ...] = ()  # MODULE:CLASS, of the server's owner
    boxes: tuple[str, ...] = ()  #   box files of the server's owner, offered in the lobby
    boxes_each: int = 100  #         boxes kept from one address ...
    boxes_kept: int = 5000  #        ... and in all
    box_days: int = 30  #            after which a box goes that nobody looks at and no table has (0: it stays)
    box_games: int = 100  #          in which a box is tried out ...
    box_seconds: float = 40.0  #     ... or as many as there are in so many seconds
    box_compiling: bool = True  #    compile rules with checks of bounds for that, once somebody checks a box
    bot_pause: float = 0.25  #       before each of a bot's moves, so that people can follow
    idle: float = 60.0  #            seconds after which bots pause where nobody else plays and nobody looks
    scan: float = 1.0  #             seconds between looks for tables whose bots nobody runs, and for notices
    presence: float = 2.0  #         seconds between looks who is here
    unstarted_days: int = 7  #       after which a table that was never started goes (0: it stays) ...
    abandoned_days: int = 90  #      ... a running game is closed where nobody has played for so long ...
    finished_days: int = 0  #        ... and a game that has ended goes
    push: bool = False  #            notices on devices, by Web Push
    push_contact: str = ""  #        whom a push service may turn to: mailto:... or https://...
    notice_private: bool = False  #  notices may go to addresses of this machine and its networks
    notice_delay: float = 15.0  #    seconds for which somebody must be awaited before a notice goes out ...
    notice_gap: float = 60.0  #      ... between two that go to the same place ...
    notice_retry: float = 10.0  #    ... and after a first failure; six times longer after each further one
    notice_rate: float = 0.5  #      a second to one receiver, and of one table, after thirty at once
    monitors: tuple[str, ...] = HERE  # who may see health and figures: addresses or networks
    log_level: str = "info"
    log_json: bool = False
    counts_file: str = ""  #         where workers share their counts; made by the parent
    compiling: str = ""  #           the folder of a `Compiling` beside it, where something is compiled meanwhile
    poll: float = 0.05  #            seconds between looks for other processes' changes (SQLite only)

    @cached_property
    def url(self) -> str:
        """The database as SQLAlchemy wants it."""
        given = self.database
        scheme, separator, rest = given.partition("://")
        if separator and scheme in POSTGRES:
            return f"postgresql+psycopg://{rest}"
        if separator and scheme == "sqlite" and rest.strip("/") not in ("", ":memory:"):
            return given
        if separator:
            raise OptionError(f"--database {scheme}://...: expected a file, sqlite:///FILE or postgresql://...")
        path = Path(given).expanduser() if given else data_folder() / "tables.sqlite"
        return f"sqlite:///{path.resolve()}"

    @cached_property
    def postgres(self) -> bool:
        """Whether the tables are kept by PostgreSQL."""
        return self.url.startswith("postgresql")

    @property
    def sqlite_path(self) -> str | None:
        """The file the tables are kept in, if it is one."""
        path = self.url.removeprefix("sqlite://").removeprefix("/")
        return None if self.postgres or path in ("", ":memory:") else path

    def to_environment(self) -> None:
        """Leave the settings where a worker process finds them."""
        os.environ[VARIABLE] = json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> Settings:
        """The settings that `sampan serve` left."""
        given = json.loads(os.environ.get(VARIABLE, "{}"))
        for name in ("trusted_proxies", "custom_bots", "monitors", "boxes"):
            if name in given:
                given[name] = tuple(given[name])
        return cls(**given)
