"""What a server is started with."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

VARIABLE = "SAMPAN_SERVER"  # how `sampan serve` hands its settings to the workers it starts


def data_folder() -> Path:
    """Where the tables are kept when nothing else is said."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "sampan"


@dataclass(frozen=True)
class Settings:
    """All of it can be set with `sampan serve`; the rest is for tests and measurements."""

    database: str = ""  #            a URL, a file name, or nothing for the usual file
    workers: int = 1
    origins: tuple[str, ...] = ()  # pages from elsewhere that may send requests
    secure: bool = False  #          reached by https only: cookies are marked so
    kept: int = 4096  #              live tables held in memory
    rate: float = 40.0  #            requests a second from one address ...
    burst: float = 160.0  #          ... after so many at once
    tables_a_minute: float = 30.0  # new tables from one address
    body: int = 16 * 1024  #         bytes of a request
    bot_threads: int = 2
    bot_seconds: float = 10.0  #     the longest a bot may think
    own_bots: tuple[str, ...] = ()  # MODULE:CLASS, bots of the server's owner
    bot_pause: float = 0.25  #       before each of a bot's moves, so that people can follow
    scan: float = 1.0  #             seconds between looks for tables whose bots nobody runs
    poll: float = 0.05  #            seconds between looks for other processes' changes (SQLite only)

    @property
    def url(self) -> str:
        """The database as SQLAlchemy wants it."""
        given = self.database
        if given.startswith(("postgresql://", "postgres://")):
            return "postgresql+psycopg://" + given.split("://", 1)[1]
        if given.startswith(("postgresql+psycopg://", "sqlite://")):
            return given
        path = Path(given).expanduser() if given else data_folder() / "tables.sqlite"
        path.parent.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{path.resolve()}"

    @property
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
        for name in ("origins", "own_bots"):
            given[name] = tuple(given.get(name, ()))
        return cls(**given)
