"""What stands before every request: its size, its rate, where it comes from; and the headers of every answer."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import orjson

from .address import as_forwarded, client_of
from .bans import BAN
from .limits import Limits
from .logs import new_request_id, request_id
from .metrics import answered
from .monitoring import check_monitor
from .refusals import Refused

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
LARGE, TIMES = (
    ("/api/replay", "/api/boxes"),
    4,
)  # where a whole record or box comes in, a request may be so many times larger
MOST_HEADER_BYTES = 64 * 1024
LONGEST_ADDRESS = 32 * 1024
PORTS = {"http": ":80", "https": ":443"}
log = logging.getLogger("sampan.server")


def same_origin(headers: dict[bytes, bytes]) -> bool:
    """Whether a browser sent this from our own page; what is no browser sends no Origin and has no one's cookies."""
    origin = headers.get(b"origin")
    if origin is None:
        return headers.get(b"sec-fetch-site", b"same-origin") in (b"same-origin", b"none")
    try:
        given = urlsplit(origin.decode("latin-1").lower())
    except ValueError:
        return False
    usual = PORTS.get(given.scheme, ":")  # a proxy may name the port that a browser leaves out
    host = headers.get(b"host", b"").decode("latin-1").lower().removesuffix(usual)
    return bool(given.netloc) and given.netloc.removesuffix(usual) == host


def below_root(scope: Scope, root: str) -> Scope:
    """The request as it was asked for below a subpath, whether a proxy has left that in its address or taken it off."""
    if not root:
        return scope
    path: str = scope["path"]
    whole = f"{root}/" if path == root else path if path.startswith(f"{root}/") else root + path
    return {**scope, "path": whole, "root_path": root}


@dataclass
class Said:
    """What a request was answered."""

    status: int = 0


class Guard:
    """Wraps the application."""

    def __init__(self, app: App, limits: Limits) -> None:
        self.app, self.limits, self.settings = app, limits, limits.settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or one socket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        request_id.set(new_request_id())
        peer, begun = scope.get("client"), time.perf_counter()
        scope = below_root(as_forwarded(scope, self.limits.trusted), self.settings.root_path)
        said = Said()
        try:
            await self._serve(scope, peer, receive, self._answering(scope, send, said))
        finally:
            if said.status:
                answered(scope, said.status, time.perf_counter() - begun)

    async def _serve(self, scope: Scope, peer: Any, receive: Receive, answer: Send) -> None:
        try:
            self._admit(scope)
            check_monitor(peer, scope, self.settings.root_path, self.limits.monitors)
            if scope["type"] == "http" and scope["method"] not in READING:
                body = await self._whole_body(scope, receive)
                if body is None:
                    return  # gone before the request was whole: nothing of it is done
                receive = replayed(body, receive)
        except Refused as refused:
            await self._refuse(scope, answer, refused)
            return
        await self.app(scope, receive, answer)

    def _admit(self, scope: Scope) -> None:
        who = client_of(scope)
        if wait := self.limits.requests.wait(who):
            self.limits.refusals.warn("request refused: too many from its address", who)
            raise Refused("too_many", "too many requests: wait a moment", wait=wait)
        if BAN in self.limits.bans.on(who):
            raise Refused("banned", "this address is banned here")
        if sum(len(name) + len(value) for name, value in scope["headers"]) > MOST_HEADER_BYTES:
            raise Refused("headers_too_large", f"the header is larger than {MOST_HEADER_BYTES} bytes")
        if len(scope["path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            raise Refused("address_too_long", f"the address is longer than {LONGEST_ADDRESS} characters")
        if scope["type"] == "http" and not scope["path"].isprintable():
            raise Refused("no_such_address", "the address has control characters in it")
        changing = scope["type"] == "websocket" or scope["method"] not in READING
        if changing and not same_origin(dict(scope["headers"])):
            raise Refused("wrong_origin", "this request comes from another site's page")

    async def _whole_body(self, scope: Scope, receive: Receive) -> bytes | None:
        """The body, or nothing if the client went away before the end of it."""
        asked, large = scope["path"], [self.settings.root_path + place for place in LARGE]
        is_large = any(asked == place or asked.startswith(f"{place}/") for place in large)
        most = self.settings.body * (TIMES if is_large else 1)
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if not declared.isdigit() or len(declared) > 15 or int(declared) > most:
            raise Refused("too_large", f"the request is larger than {most} bytes")
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return None
            body, more = body + message.get("body", b""), message.get("more_body", False)
            if len(body) > most:
                raise Refused("too_large", f"the request is larger than {most} bytes")
        return body

    async def _refuse(self, scope: Scope, answer: Send, refused: Refused) -> None:
        kind = "http.response" if scope["type"] == "http" else "websocket.http.response"
        headers = [(b"content-type", b"application/json"), *refused.headers()]
        await answer({"type": f"{kind}.start", "status": refused.status, "headers": headers})
        await answer({"type": f"{kind}.body", "body": orjson.dumps(refused.body() | {"view": None})})

    def _answering(self, scope: Scope, send: Send, said: Said) -> Send:
        """Sends an answer with the headers that every one has."""
        https = self.settings.secure or scope["scheme"] in ("https", "wss")
        always = [*HEADERS, (b"x-request-id", request_id.get().encode()), *([HTTPS_ONLY] if https else [])]

        async def answer(message: MutableMapping[str, Any]) -> None:
            if message["type"].endswith("response.start"):
                said.status = message["status"]
                log.debug("%s %s %s", scope.get("method", "socket"), scope["path"], message["status"])
                given = [(name, value + b"; Secure" if https and name == b"set-cookie" else value)
                         for name, value in message.get("headers", [])]  # fmt: skip
                if not any(name == b"cache-control" for name, _ in given):
                    given.append((b"cache-control", b"no-store"))
                message = {**message, "headers": [*given, *always]}
            elif message["type"] == "websocket.accept":
                said.status = 101
                log.debug("socket %s", scope["path"])
                message = {**message, "headers": [*message.get("headers", []), always[len(HEADERS)]]}
            await send(message)

        return answer


def replayed(body: bytes, receive: Receive) -> Receive:
    """A body that has been read already, for the application to read."""
    given = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> MutableMapping[str, Any]:
        return given.pop() if given else await receive()

    return again
