"""One line for each event on standard error: time, level, logger, request, message; as text or as JSON.

Nothing secret is written, whatever is handed in: no query strings, no texts of exceptions (they may quote what was to
be written), and anything as long as a token, a hash, a salt or a seed is struck out.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import time
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

LEVELS = ("debug", "info", "warning", "error")
OURS = "sampan"
EVERY = 5.0  # seconds between two lines about the same kind of refusal
LONG = re.compile(r"[A-Za-z0-9_-]{32,}|[0-9]{16,}")
PASSWORD = re.compile(r"(://[^:/@\s]*):[^@\s]*@")
ANYBODYS = (  # with these anybody could fill the log
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    "ASGI callable returned without completing handshake.",
    "Invalid UTF-8 sequence received from client.",
)
SOURCES = Path(__file__).parents[2]

request_id: ContextVar[str] = ContextVar("request_id", default="-")


def new_request_id() -> str:
    """A name for one request or socket, in its answer and in every line about it."""
    return secrets.token_hex(6)


def configure(level: str, as_json: bool) -> None:
    """Write what Sampan says from this level on, and from other libraries what is wrong."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Line(as_json, level == "debug"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)  # what others tell in detail has addresses, headers and rows in it
    logging.getLogger(OURS).setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").filters[:] = [lambda record: record.msg not in ANYBODYS]


def struck_out(text: str) -> str:
    """One line without anything that could be a secret."""
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return LONG.sub("***", PASSWORD.sub(r"\1:***@", plain))


def place_of(error: BaseException) -> str:
    """What kind of exception it is and where it was raised, without its text."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {below(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


def below(filename: str) -> str:
    """A source file by its name inside the packages."""
    path = Path(filename)
    if path.is_relative_to(SOURCES):
        return str(path.relative_to(SOURCES))
    return "/".join(path.parts[-2:])


def frames_of(trace: TracebackType | None) -> list[str]:
    """The way to an exception, outermost first."""
    return [f"{below(frame.filename)}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)]


class Line(logging.Formatter):
    """An event as one line."""

    def __init__(self, as_json: bool, with_frames: bool) -> None:
        super().__init__()
        self.as_json, self.with_frames = as_json, with_frames

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        message, frames = record.getMessage().strip(), []
        if record.exc_info and record.exc_info[1] is not None:
            message += f": {place_of(record.exc_info[1])}"
            frames = frames_of(record.exc_info[2]) if self.with_frames else []
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        said = struck_out(message)
        if self.as_json:
            fields = {"time": at, "level": record.levelname.lower(), "logger": record.name, "request": request_id.get(),
                    "message": said}  # fmt: skip
            return json.dumps(fields | ({"frames": frames} if frames else {}))
        way = f"  [{' > '.join(frames)}]" if frames else ""
        return f"{at} {record.levelname:7} {record.name} {request_id.get()} {said}{way}"


class Occasional:
    """Tells of what may happen thousands of times a second once every few seconds, with a count."""

    def __init__(self, log: logging.Logger, every: float = EVERY) -> None:
        self.log, self.every = log, every
        self._since: dict[str, tuple[float, int]] = {}  # when each was last logged, and how many since

    def warn(self, what: str, who: str) -> None:
        """Something was refused."""
        now = time.monotonic()
        then, untold = self._since.get(what, (-self.every, 0))
        if now - then < self.every:
            self._since[what] = (then, untold + 1)
            return
        more = f" (and {untold} more since the last such line)" if untold else ""
        self.log.warning("%s: %s%s", what, who, more)
        self._since[what] = (now, 0)
