"""The addresses of notices: a webhook, devices and a feed of one's own seat, each only where it is asked for."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Annotated, Literal

import orjson
from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field, StrictBool, StrictStr
from sqlalchemy import Connection

from . import clock, keys, shapes
from .address import client_of
from .feeds import feed
from .notices import (
    Notice,
    as_told,
    count_to,
    delete_notice,
    read_feed,
    read_of_seat,
    write_new,
)
from .outward import LONGEST, address_from
from .refusals import Refused
from .services import Services, ServicesDep, TableId, Token, may_say
from .table import Table, hash_of, hashed
from .texts import Language
from .webpush import check_browser_key

DEVICES = 5  # of a seat that are told by push
MOST_TO_ONE = 100  # notices that go to the same address
router = APIRouter(prefix="/api/tables/{table_id}/notices", tags=["notices"])
feeds = APIRouter(prefix="/api/feeds", tags=["notices"])
Link = Annotated[StrictStr, Field(min_length=9, max_length=LONGEST, examples=["https://example.org/hook"])]
Url64 = Annotated[StrictStr, Field(pattern="^[A-Za-z0-9_-]{20,100}$")]
Failure = Literal["too_slow", "unreachable", "redirected", "gone", "refused", "private", "no_push"]
NOT_SEATED = may_say("no_table", "other_rules", "not_seated")


class Webhook(BaseModel):
    """Where JSON is sent: the host alone, for the address itself is a secret."""

    host: str
    everybody: Annotated[bool, Field(description="whether it covers everyone's turns")]
    sent_at: Annotated[float | None, Field(description="when something last arrived there")]
    failed: Annotated[Failure | None, Field(description="why it was given up, if it was")]


class DeviceGivenUp(BaseModel):
    """A device that is no longer notified, because messages to it did not arrive."""

    device: Annotated[str, Field(description="the SHA-256 of its endpoint, in hexadecimal digits")]
    why: Failure


class NoticesView(BaseModel):
    """How you are notified when it is your turn at this table."""

    push_key: Annotated[str | None, Field(description="the server's key for Web Push, where it is offered")]
    devices: Annotated[list[str], Field(description="the SHA-256 of each device's endpoint, in hexadecimal digits")]
    given_up: list[DeviceGivenUp]
    webhook: Webhook | None
    feed: bool


class FeedMade(BaseModel):
    """The path of a new feed below the server's address; whoever has it may read it, so it is shown once."""

    path: str


class AskWebhook(shapes.Asked):
    """Where to send JSON when it is your turn."""

    address: Link
    everybody: StrictBool = False
    language: Language = "en"


class AskPush(shapes.Asked):
    """A browser's subscription."""

    endpoint: Link
    p256dh: Url64
    auth: Url64
    language: Language = "en"


class AskFeed(shapes.Asked):
    """In which language a feed is written."""

    language: Language = "en"


class Endpoint(shapes.Asked):
    """A browser's subscription, by its address."""

    endpoint: Link


@router.get("", responses=NOT_SEATED)
async def see_notices(table_id: TableId, services: ServicesDep, token: Token) -> NoticesView:
    """How you are notified when it is your turn here; only your own settings."""
    return await shown(services, await owned(services, table_id, token))


@router.post("/webhook", responses=may_say("no_table", "other_rules", "not_seated", "bad_address"))
async def set_webhook(
    request: Request, table_id: TableId, asked: AskWebhook, services: ServicesDep, token: Token
) -> NoticesView:
    """Send JSON to an address whenever it is your turn, starting with a greeting; it replaces an earlier address."""
    address_from(asked.address, services.settings.notice_private)
    mine = await owned(services, table_id, token)
    hook = replace(
        mine.notice(request, services, "webhook", asked.address, asked.language),
        everybody=asked.everybody, news="hello", due_at=clock.now(),
    )  # fmt: skip
    hook = replace(hook, **as_told(mine.table, hook))
    return await kept(request, services, mine, hook, mine.of("webhook"))


@router.post("/push", responses=may_say("no_table", "other_rules", "not_seated", "bad_address", "no_push"))
async def set_push(
    request: Request, table_id: TableId, asked: AskPush, services: ServicesDep, token: Token
) -> NoticesView:
    """Notify this device whenever it is your turn; a sixth device replaces the one added first."""
    if services.messenger.vapid is None:
        raise Refused("no_push", "this server does not send notifications to devices: expected one started with --push")
    if not check_browser_key(asked.p256dh, asked.auth):
        raise Refused("bad_address", "p256dh, auth: expected the keys of a browser's subscription")
    address_from(asked.endpoint, services.settings.notice_private)
    mine = await owned(services, table_id, token)
    there = replace(
        mine.notice(request, services, "push", asked.endpoint, asked.language),
        keys=orjson.dumps([asked.p256dh, asked.auth]).decode(),
    )
    there = replace(there, **as_told(mine.table, there))
    same = [notice for notice in mine.of("push") if notice.address == asked.endpoint]
    others = [notice for notice in mine.of("push") if notice.address != asked.endpoint]
    return await kept(request, services, mine, there, same + others[: max(0, len(others) - DEVICES + 1)])


@router.post("/feed", responses=NOT_SEATED)
async def make_feed(
    request: Request, table_id: TableId, asked: AskFeed, services: ServicesDep, token: Token
) -> FeedMade:
    """A new Atom feed of your turns here; it replaces an earlier one."""
    mine, secret = await owned(services, table_id, token), keys.new_token()
    made = mine.notice(request, services, "feed", hash_of(secret), asked.language)
    await kept(request, services, mine, made, mine.of("feed"))
    return FeedMade(path=f"/api/feeds/{secret}")


@router.post("/webhook/remove", responses=NOT_SEATED)
async def remove_webhook(table_id: TableId, services: ServicesDep, token: Token) -> NoticesView:
    """Stop sending to your address."""
    mine = await owned(services, table_id, token)
    return await removed(services, mine, mine.of("webhook"))


@router.post("/push/remove", responses=NOT_SEATED)
async def remove_push(table_id: TableId, asked: Endpoint, services: ServicesDep, token: Token) -> NoticesView:
    """Stop notifying this device."""
    mine = await owned(services, table_id, token)
    return await removed(services, mine, [one for one in mine.of("push") if one.address == asked.endpoint])


@router.post("/feed/remove", responses=NOT_SEATED)
async def remove_feed(table_id: TableId, services: ServicesDep, token: Token) -> NoticesView:
    """End your feed: its address stops working."""
    mine = await owned(services, table_id, token)
    return await removed(services, mine, mine.of("feed"))


@feeds.get(
    "/{secret}",
    response_class=Response,
    responses={200: {"description": "an Atom feed", "content": {"application/atom+xml": {}}}, **may_say("no_feed")},
)
async def read_atom(
    secret: Annotated[str, Path(pattern="^[A-Za-z0-9_-]{32}$")], request: Request, services: ServicesDep
) -> Response:
    """The turns, open requests and result of one seat; whoever has the address may read it."""
    notice = await services.store.read(lambda connection: read_feed(connection, hash_of(secret)))
    if notice is None:
        raise Refused("no_feed", "feed not found")
    try:
        table = await services.tables.find(notice.table_id)
    except Refused as refused:
        raise Refused("no_feed", "feed not found") if refused.code == "no_table" else refused from None
    if table.seats[notice.seat].token_hash != notice.owner:
        raise Refused("no_feed", "this seat now has another owner")
    mark = f'"{hashlib.sha256(f"{notice.id} {table.version}".encode()).hexdigest()[:16]}"'
    headers = {"cache-control": "no-cache", "etag": mark}
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=headers)
    return Response(feed(table, notice), media_type="application/atom+xml; charset=utf-8", headers=headers)


# ---------------------------------------------------------------- of one's own seat


class Owned:
    """A seat of whoever asks, and its notices."""

    def __init__(self, table: Table, seat: int, owner: str, notices: list[Notice]) -> None:
        self.table, self.seat, self.owner, self.notices = table, seat, owner, notices

    def of(self, kind: str) -> list[Notice]:
        """Those of one kind."""
        return [notice for notice in self.notices if notice.kind == kind]

    def notice(self, request: Request, services: Services, kind: str, address: str, language: str) -> Notice:
        """A new one; links lead to the page as whoever asks has reached it."""
        base = f"{request.url.scheme}://{request.headers.get('host', '')}{services.settings.root_path}"
        return Notice(self.table.id, self.seat, self.owner, kind, address, language, base[:300])


async def owned(services: Services, table_id: str, token: str | None) -> Owned:
    """The seat of whoever asks; a seat that was left is nobody's to be told of."""
    table = await services.tables.find(table_id)
    owner = table.person(hashed(token))  # whichever of their devices they are at
    seat = table.seat_held(owner)
    if seat is None or owner is None:
        raise Refused("not_seated", "you have no seat at this table")
    found = await services.store.read(lambda connection: read_of_seat(connection, table_id, seat, owner))
    return Owned(table, seat, owner, found)


async def kept(request: Request, services: Services, mine: Owned, notice: Notice, instead: list[Notice]) -> NoticesView:
    """Keep one more in place of others, and show what there is then."""
    services.subscriptions.take(client_of(request.scope), "notification changes")

    def write(connection: Connection) -> None:
        for each in instead:
            delete_notice(connection, each.id)
        if count_to(connection, notice.address) >= MOST_TO_ONE:
            raise Refused("too_many", "this address already gets too many notifications", wait=3600.0)
        write_new(connection, notice)

    await services.store.write(mine.table.id, write)
    return await shown(services, await again(services, mine))


async def removed(services: Services, mine: Owned, which: list[Notice]) -> NoticesView:
    """Delete these, and show what is left."""

    def write(connection: Connection) -> None:
        for each in which:
            delete_notice(connection, each.id)

    if which:
        await services.store.write(mine.table.id, write)
    return await shown(services, await again(services, mine))


async def again(services: Services, mine: Owned) -> Owned:
    """The same seat, with its notices as they are now."""
    found = await services.store.read(lambda c: read_of_seat(c, mine.table.id, mine.seat, mine.owner))
    return Owned(mine.table, mine.seat, mine.owner, found)


async def shown(services: Services, mine: Owned) -> NoticesView:
    """What its owner sees of it."""
    vapid = services.messenger.vapid
    hook = next(iter(mine.of("webhook")), None)
    webhook = None
    if hook is not None:
        host = address_from(hook.address, private=True).host
        webhook = Webhook(host=host, everybody=hook.everybody, sent_at=hook.sent_at, failed=hook.failed)  # type: ignore[arg-type]
    return NoticesView(
        push_key=None if vapid is None else vapid.public,
        devices=[device_of(notice) for notice in mine.of("push") if notice.failed is None],
        given_up=[
            DeviceGivenUp(device=device_of(notice), why=notice.failed)  # type: ignore[arg-type]
            for notice in mine.of("push")
            if notice.failed is not None
        ],
        webhook=webhook,
        feed=bool(mine.of("feed")),
    )


def device_of(notice: Notice) -> str:
    """How a device is named to its owner."""
    return hashlib.sha256(notice.address.encode()).hexdigest()
