"""One's own seat on another device: a link that is good once and for minutes, and a recovery link to keep.

Whoever uses one gets a token of their own, which counts as the person's: all their devices hold the seat. The store has
hashes only, of tokens and of links.
"""

from __future__ import annotations

from dataclasses import replace

import orjson
from fastapi import APIRouter, Request, Response

from . import clock, keys, shapes
from .address import client_of
from .plans import check_not_closed
from .refusals import Refused
from .rows import Pass, Seat
from .services import ServicesDep, TableId, Token, hand_over, may_say
from .table import Plan, Table, hash_of, hashed
from .views import response

DEVICE_SECONDS = 15 * 60.0
MOST_DEVICES = 8  # of one person at one table, beside the one they sat down with
KINDS = {"device": "link", "recovery": "recovery"}  # of a link, as passes are kept
router = APIRouter(prefix="/api/tables/{table_id}", tags=["tables"])


@router.post(
    "/links", response_model=shapes.SeatLink, responses=may_say("no_table", "not_seated", "table_closed", "other_rules")
)
async def make_link(
    request: Request, table_id: TableId, asked: shapes.MakeLink, services: ServicesDep, token: Token
) -> Response:
    """A link to your own seat. A new one replaces the last of its kind; devices stay signed in."""
    services.links.take(client_of(request.scope), "links")
    fresh, who = keys.new_token(), hashed(token)
    until = clock.now() + DEVICE_SECONDS if asked.kind == "device" else None
    await services.tables.change(
        table_id, who, lambda table: with_link(table, who, KINDS[asked.kind], hash_of(fresh), until)
    )
    made = {"table": table_id, "kind": asked.kind, "link": fresh, "until": until}
    return Response(orjson.dumps(made), media_type="application/json")


@router.post(
    "/links/use", response_model=shapes.TableView,
    responses=may_say("no_table", "wrong_link", "link_used", "link_expired", "already_seated", "table_closed"),
)  # fmt: skip
async def use_link(
    request: Request, table_id: TableId, asked: shapes.UseLink, services: ServicesDep, token: Token
) -> Response:
    """Open your seat on this device too. The answer sets its token's cookie; the same key may be used again."""
    fresh, known = keys.seat_token(table_id, asked.key or keys.new_token()), hashed(token)
    try:
        table = await services.tables.change(
            table_id, known, lambda table: with_device(table, known, hash_of(fresh), hash_of(asked.link))
        )
    except Refused as refused:
        if refused.code == "wrong_link":  # whoever tries more than a few guesses
            services.links.take(client_of(request.scope), "links")
        raise
    if table.seat_owned(hash_of(fresh)) is None:
        return response(table, known)
    answer = response(table, hash_of(fresh))
    hand_over(answer, services, table, fresh)
    return answer


@router.post(
    "/links/revoke", response_model=shapes.TableView, responses=may_say("no_table", "not_seated", "table_closed")
)
async def revoke_link(table_id: TableId, asked: shapes.MakeLink, services: ServicesDep, token: Token) -> Response:
    """Revoke a link to your seat; devices that used it stay signed in."""
    return await services.tables.answer(table_id, token, lambda table, who: without_link(table, who, KINDS[asked.kind]))


@router.post(
    "/devices/forget", response_model=shapes.TableView, responses=may_say("no_table", "not_seated", "table_closed")
)
async def forget_devices(table_id: TableId, services: ServicesDep, token: Token) -> Response:
    """Keep your seat on this device only: sign out all others and revoke all links."""
    return await services.tables.answer(table_id, token, on_this_device_alone)


def own_seat(table: Table, token_hash: str | None) -> Seat:
    """The seat of whoever asks, also where they have left it."""
    owned = table.seat_owned(token_hash)
    if owned is None:
        raise Refused("not_seated", "you have no seat at this table")
    check_not_closed(table)
    return table.seats[owned]


def passes_of(table: Table, person: str | None, *kinds: str) -> list[str]:
    """The passes of a person, of these kinds."""
    return [one.hash for one in table.passes.values() if one.person == person and one.kind in kinds]


def with_link(table: Table, token_hash: str | None, kind: str, link_hash: str, until: float | None) -> Plan:
    """A new link in the place of the last of its kind."""
    person = own_seat(table, token_hash).token_hash
    assert person is not None
    before = passes_of(table, person, kind, *(("used",) if kind == "link" else ()))
    return Plan(passes=[Pass(link_hash, person, kind, clock.now(), until)], dropped=before)


def without_link(table: Table, token_hash: str | None, kind: str) -> Plan | None:
    """No link of this kind any more."""
    before = passes_of(table, own_seat(table, token_hash).token_hash, kind)
    return Plan(dropped=before) if before else None


def with_device(table: Table, known: str | None, token_hash: str, link_hash: str) -> Plan | None:
    """One more device for whoever made the link; nothing to do for a device that has it already."""
    check_not_closed(table)
    if table.passes.get(token_hash) is not None:  # the same request, said again
        return None
    link = table.passes.get(link_hash)
    if link is None or link.kind == "device" or not table.knows(link.person):
        raise Refused("wrong_link", "this link is not valid, or a newer one has replaced it")
    held = table.seat_owned(known)
    if held is not None:
        if table.person(known) == link.person:
            return None
        raise Refused("already_seated", f"seat {held} is yours: expected a device without a seat here", show=True)
    now = clock.now()
    if link.kind == "used":
        raise Refused("link_used", "this link was already used: make another on a device that has the seat")
    if link.until is not None and now > link.until:
        raise Refused("link_expired", "this link has expired: make another on a device that has the seat")
    devices = passes_of(table, link.person, "device")
    plan = Plan(passes=[Pass(token_hash, link.person, "device", now)], dropped=devices[: -MOST_DEVICES + 1])
    if link.kind == "link":
        plan.passes.append(replace(link, kind="used"))
        plan.dropped.append(link.hash)
    return plan


def on_this_device_alone(table: Table, token_hash: str | None) -> Plan | None:
    """The seat is this token's from now on, and nothing else opens it."""
    seat = own_seat(table, token_hash)
    assert token_hash is not None
    gone = passes_of(table, seat.token_hash, "device", "link", "used", "recovery")
    if not gone:
        return None
    plan = Plan(seats=[replace(seat, token_hash=token_hash)], dropped=gone)
    if table.hosted_by(seat.token_hash):
        plan.values["host_hash"] = token_hash
    return plan
