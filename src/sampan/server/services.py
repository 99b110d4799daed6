"""What every route needs at hand: the tables, who is asking, and the refusals it documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import Depends, Path, Query, Request, Response
from fastapi.security import APIKeyCookie

from .address import client_of
from .bans import MUTE
from .botwork import Botwork
from .boxes import Boxes
from .live import Live
from .messenger import Messenger
from .pools import Pools
from .presence import Presence
from .rates import Rate
from .refusals import STATUS, Refused
from .reviews import Reviews
from .settings import Settings
from .shapes import MOST_SEAT, InAddress, Problem, within
from .store import Store
from .table import TABLE_ID, Table
from .tables import Tables
from .thinking import Thinking

# FastAPI prepares a model anew for every status of every route: one status gives it, the others name it.
GIVEN: dict[str, Any] = {"model": Problem}
NAMED: dict[str, Any] = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}
COOKIE = "sampan_seat"
HALF_A_YEAR = 180 * 86_400
cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="a seat's token; set by opening or joining a table")

TableId = Annotated[str, Path(pattern=f"^{TABLE_ID.pattern}$", examples=["Kf3b-9QdXw2z"])]
SeatPath = Annotated[int, InAddress, Path(**within(0, MOST_SEAT))]
ChairQuery = Annotated[
    int | None,
    InAddress,
    Query(alias="as", description="the seat, where one device holds several", **within(0, MOST_SEAT)),
]
WatchQuery = Annotated[
    Literal["1"] | None, Query(alias="watch", description="`1`: look as a spectator does, also with a seat's cookie")
]


@dataclass
class Services:
    """One server process, as its routes see it."""

    settings: Settings
    store: Store
    tables: Tables
    boxes: Boxes
    live: Live
    presence: Presence
    openings: Rate
    chats: Rate
    watchers_chats: Rate
    hints: Rate
    hints_by_address: Rate
    thinking: Thinking
    botwork: Botwork
    pools: Pools
    reviews: Reviews
    reviews_by_address: Rate
    reports: Rate
    messenger: Messenger
    subscriptions: Rate
    links: Rate

    def sitter(self, request: Request) -> str:
        """Who is asking, as seats know it."""
        return self.tables.opener_of(client_of(request.scope))

    def is_muted(self, request: Request) -> bool:
        """Whether nobody is to read what this person writes."""
        return MUTE in self.live.limits.bans.on(client_of(request.scope))

    def check_voice(self, request: Request) -> None:
        """Refuse the words of whoever is muted."""
        if self.is_muted(request):
            raise Refused("muted", "the operator has muted this address")


async def services_of(request: Request) -> Services:
    """The services of this server."""
    found: Services = request.app.state.services
    return found


def cookie_name(seat: int | None) -> str:
    """Where a browser keeps its token; one that is passed around keeps one for each further seat."""
    return COOKIE if seat is None else f"{COOKIE}_{seat}"


async def token_of(
    request: Request,
    token: Annotated[str | None, Depends(cookie)],
    chair: ChairQuery = None,
    watch: WatchQuery = None,
) -> str | None:
    """The token a request carries; anything that cannot be one counts as none, and so does that of a spectator."""
    if watch:
        return None
    if chair is not None:
        token = request.cookies.get(cookie_name(chair))
    return usable_token(token)


def usable_token(token: str | None) -> str | None:
    """What a cookie holds, if it can be a token."""
    return token if token is not None and len(token) == 32 and token.isascii() else None


ServicesDep = Annotated[Services, Depends(services_of)]
Token = Annotated[str | None, Depends(token_of)]


def hand_over(response: Response, services: Services, table: Table, token: str, seat: int | None = None) -> None:
    """Give a browser its token: no script can read it, no other site can use it, no other table gets to see it."""
    path = f"{services.settings.root_path}/api/tables/{table.id}"  # over https it is marked Secure on its way out
    response.set_cookie(cookie_name(seat), token, HALF_A_YEAR, path=path, httponly=True, samesite="strict")


def may_say(*codes: str) -> dict[int | str, dict[str, Any]]:
    """The refusals a route may answer with, for its documentation."""
    always = (
        "bad_request", "wrong_origin", "banned", "no_such_address", "too_slow", "too_large", "address_too_long",
        "unreadable", "too_many", "headers_too_large", "store_unavailable",
    )  # fmt: skip
    by_status: dict[int | str, list[str]] = {}
    for code in (*codes, *always):
        by_status.setdefault(STATUS[code], []).append(f"`{code}`")
    described = {status: {"description": ", ".join(named)} for status, named in by_status.items()}
    return {status: said | (GIVEN if status == 400 else NAMED) for status, said in described.items()}
