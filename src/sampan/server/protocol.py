"""Connections as uvicorn speaks them, with what it lacks: a time for each part of a request, limits at the socket."""

from __future__ import annotations

import asyncio
from asyncio import TimerHandle
from typing import Any, cast

import httptools
import orjson
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from .limits import Connection, Limits
from .live import LINE
from .refusals import Refused
from .safety import MOST_HEADER_BYTES, Guard

MOST_REQUEST_BYTES = 1 << 20  # whatever of a request that was refused still comes in
MOST_HEADERS, LONGEST_HEADER = 100, 8000  # in an opening handshake, as the websockets library reads it
LINGER = 2.0  # seconds for a request that is on its way to a process that goes
UNREAD_SECONDS = 30.0  # that a client may leave an answer unread


def limits_of(config: Config) -> Limits:
    """The limits of the application this connection leads to."""
    return cast(Guard, config.loaded_app).limits


def raw_answer(refused: Refused) -> bytes:
    """A refusal written straight to the socket, which is closed after it."""
    body = orjson.dumps(refused.body() | {"view": None})
    head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(body)
    return STATUS_LINE[refused.status] + head + body


class Unread:
    """Ends a connection whose client reads nothing of what it is sent; stands before uvicorn's own class."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _unread: TimerHandle | None = None

    def pause_writing(self) -> None:
        """The client is behind; it has some time to catch up."""
        super().pause_writing()  # type: ignore[misc]
        self._unread = self._unread or self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()  # type: ignore[misc]
        self.has_read()

    def has_read(self) -> None:
        """It has caught up, or is gone."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class HttpConnection(Unread, HttpToolsProtocol):
    """A connection that is closed where its header or body does not come in time, or where too many are open."""

    def __init__(self, config: Config, *args: Any, **more: Any) -> None:
        super().__init__(config, *args, **more)
        self.limits = limits_of(self.config)
        self.counted: Connection | None = None
        self._part: str | None = "header"  # of a request, which we wait for
        self._timed: str | None = None
        self._timer: TimerHandle | None = None
        self._bytes = 0
        self._leaving = False  # the process goes: one more answer, and the client asks elsewhere

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, if there is room."""
        super().connection_made(transport)
        self.counted = self.limits.connect(self.client[0] if self.client else "")
        if self.counted is None:
            transport.abort()
        else:
            self._wait_for_part()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self._stop_waiting()
        self.has_read()
        if self.counted is not None:
            self.limits.disconnect(self.counted)
            self.counted = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; whatever part of a request is not complete after this has its own time."""
        if self.counted is None or self.transport.is_closing():
            return
        self._bytes += len(data)
        super().data_received(data)
        if self.counted is None or self.transport.is_closing():
            return
        if self._part == "header" and self._bytes > MOST_HEADER_BYTES:
            self._refuse(Refused("headers_too_large", f"the header is larger than {MOST_HEADER_BYTES} bytes"))
        elif self._bytes > MOST_REQUEST_BYTES:
            self.transport.close()
        elif self._part is None and self.timeout_keep_alive_task is None and self.cycle.response_complete:
            self._part = "header"  # an empty line between two requests
        self._wait_for_part()

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        super().on_message_begin()
        self._part = "header"

    def on_headers_complete(self) -> None:
        """The whole header is here."""
        self._part = "body"
        super().on_headers_complete()
        if self._leaving:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        """The whole request is here."""
        self._part, self._bytes = None, 0
        self._stop_waiting()
        super().on_message_complete()

    def shutdown(self) -> None:
        """The process goes: whatever is under way or on its way here is answered, and the client told to go."""
        self._leaving = True
        if self.cycle is None or self.cycle.response_complete:
            self.loop.call_later(LINGER, self._leave)
        else:
            self.cycle.keep_alive = False

    def _leave(self) -> None:
        idle = self.cycle is None or self.cycle.response_complete
        if idle and not self._bytes:
            self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over, and its count with it."""
        self._stop_waiting()
        wrong = self._bad_handshake()
        if wrong is not None:
            self._refuse(wrong)
            return
        counted, self.counted = self.counted, None
        super().handle_websocket_upgrade()
        cast(LiveConnection, self.transport.get_protocol()).counted = counted

    def _bad_handshake(self) -> Refused | None:
        try:
            httptools.parse_url(self.url)
            self.url.decode("ascii")
        except (httptools.HttpParserError, UnicodeDecodeError):
            return Refused("bad_request", "the address cannot be read: expected a path")
        if len(self.headers) > MOST_HEADERS or max(len(n) + len(v) for n, v in self.headers) > LONGEST_HEADER:
            return Refused("headers_too_large", f"expected at most {MOST_HEADERS} headers of {LONGEST_HEADER} bytes")
        if len(self.url) > LONGEST_HEADER:
            return Refused("address_too_long", f"the address is longer than {LONGEST_HEADER} bytes")
        return None

    def _wait_for_part(self) -> None:
        if self._part == self._timed:
            return
        self._stop_waiting()
        if self._part is not None:
            settings = self.limits.settings
            seconds = settings.header_seconds if self._part == "header" else settings.body_seconds
            self._timer, self._timed = self.loop.call_later(seconds, self._late), self._part

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._timed = None

    def _late(self) -> None:
        part, self._timer, self._timed = self._part, None, None
        if self.flow.read_paused:  # it is we who do not read
            self._wait_for_part()
            return
        settings = self.limits.settings
        seconds = settings.header_seconds if part == "header" else settings.body_seconds
        self._refuse(Refused("too_slow", f"the {part} of the request did not arrive within {seconds:g} seconds"))

    def _refuse(self, refused: Refused) -> None:
        answered = self.cycle is not None and self.cycle.response_started
        if self._bytes and not (answered and self._part == "body"):  # a silent connection asked nothing
            self.transport.write(raw_answer(refused))
        self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """What came is no HTTP."""
        self.transport.write(raw_answer(Refused("bad_request", msg)))
        self.transport.close()


class LiveConnection(Unread, WebSocketsSansIOProtocol):
    """A live view's socket."""

    counted: Connection | None = None

    def handle_connect(self, event: Request) -> None:
        """Begin; whoever sends views may do so straight through us."""
        super().handle_connect(event)
        if not self.close_sent:
            cast(Any, self.scope)["extensions"][LINE] = self

    @property
    def free(self) -> bool:
        """Whether what is sent now leaves now."""
        here = self.conn.state is State.OPEN and not self.close_sent and not self.transport.is_closing()
        return here and self.handshake_complete and self.writable.is_set()

    def send_view(self, view: bytes) -> None:
        """Send a text."""
        self.conn.send_text(view)
        self.transport.write(b"".join(self.conn.data_to_send()))

    def shutdown(self) -> None:
        """The process goes: a handshake under way is finished first; the page opens its view anew, elsewhere."""
        if self.handshake_complete or self.close_sent:
            super().shutdown()
        else:
            self.loop.call_later(LINGER, super().shutdown)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self.has_read()
        if self.counted is not None:
            limits_of(self.config).disconnect(self.counted)
            self.counted = None
        super().connection_lost(exc)

    def handle_parser_exception(self) -> None:
        """Close with the reason; what came instead of a handshake gets a plain answer."""
        if self.conn.close_sent is not None:
            super().handle_parser_exception()
            return
        self.close_sent = True
        self.transport.write(raw_answer(Refused("bad_request", "expected a WebSocket handshake")))
        self.transport.close()
