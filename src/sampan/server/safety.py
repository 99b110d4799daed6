"""What stands before every request: its size, its rate, where it comes from; and the headers of every answer."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import orjson

from .refusals import Refused
from .settings import Settings

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

READING = ("GET", "HEAD", "OPTIONS")
HEADERS = [
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
                                 b"form-action 'self'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]  # fmt: skip
HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")
ADDRESSES = 10_000  # remembered at once
REPLAY, RECORDS = "/api/replay", 8  # where a whole record comes in, a request may be so many times larger


class Rate:
    """So many a second for each address, after a number at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str, now: float | None = None) -> bool:
        """Whether one more is within the limit; if so, it counts."""
        now = time.monotonic() if now is None else now
        left, then = self._left.pop(who, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        allowed = left >= 1.0
        self._left[who] = (left - 1.0 if allowed else left, now)
        while len(self._left) > ADDRESSES:
            self._left.popitem(last=False)
        return allowed


def same_origin(headers: dict[bytes, bytes], allowed: tuple[str, ...]) -> bool:
    """Whether a browser sent this from our own page; what is no browser sends no Origin and has no one's cookies."""
    origin = headers.get(b"origin")
    if origin is None:
        return headers.get(b"sec-fetch-site", b"same-origin") in (b"same-origin", b"none")
    given = origin.decode("latin-1")
    try:
        place = urlsplit(given).netloc
    except ValueError:
        return False
    return given in allowed or (bool(place) and place == headers.get(b"host", b"").decode("latin-1"))


class Guard:
    """Wraps the application."""

    def __init__(self, app: App, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.rate = Rate(settings.rate, settings.burst)
        self.headers = [*HEADERS, HTTPS_ONLY] if settings.secure else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or one socket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            self._admit(scope)
            if scope["type"] == "http" and scope["method"] not in READING:
                receive = await self._whole_body(scope, receive)
        except Refused as refused:
            await self._refuse(scope, send, refused)
            return
        await self.app(scope, receive, self._with_headers(send) if scope["type"] == "http" else send)

    def _admit(self, scope: Scope) -> None:
        headers = dict(scope["headers"])
        who = scope["client"][0] if scope.get("client") else "-"
        if not self.rate.allows(who):
            raise Refused("too_many", "too many requests: wait a moment")
        changing = scope["type"] == "websocket" or scope["method"] not in READING
        if changing and not same_origin(headers, self.settings.origins):
            raise Refused("wrong_origin", "this request comes from another site's page")

    async def _whole_body(self, scope: Scope, receive: Receive) -> Receive:
        most = self.settings.body * (RECORDS if scope["path"] == REPLAY else 1)
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if not declared.isdigit() or int(declared) > most:
            raise Refused("too_large", f"the request is larger than {most} bytes")
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                break
            body, more = body + message.get("body", b""), message.get("more_body", False)
            if len(body) > most:
                raise Refused("too_large", f"the request is larger than {most} bytes")
        given = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> MutableMapping[str, Any]:
            return given.pop() if given else await receive()

        return replay

    async def _refuse(self, scope: Scope, send: Send, refused: Refused) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": refused.code})
            return
        headers = [(b"content-type", b"application/json"), *self.headers]
        if refused.code == "too_many":
            headers.append((b"retry-after", b"1"))
        await send({"type": "http.response.start", "status": refused.status, "headers": headers})
        await send({"type": "http.response.body", "body": orjson.dumps(refused.body() | {"view": None})})

    def _with_headers(self, send: Send) -> Send:
        async def sent(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                given = list(message.get("headers", []))
                if not any(name == b"cache-control" for name, _ in given):
                    given.append((b"cache-control", b"no-store"))
                message = {**message, "headers": [*given, *self.headers]}
            await send(message)

        return sent
