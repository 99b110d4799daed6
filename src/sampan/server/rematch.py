"""Playing again: the same people and bots at a new table, everybody one seat further; each of them is asked.

Whoever asks first opens the new table, where seats are kept for the others; who agrees sits down there with the token
of the old seat. It may be asked again at any point: what has been done by then is found as it is.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from sampan import bots
from sampan.engine.errors import OptionError

from . import clock, shapes
from .address import client_of
from .consent import waiting
from .plans import bot_name, check_not_closed, with_seat
from .proposals import next_number, voted
from .refusals import Refused
from .rows import Note, Pass, Proposal, Seat, Vote
from .seats import checked_bot, distinct
from .services import ChairQuery, Services, ServicesDep, TableId, Token, hand_over, may_say
from .settings import Settings
from .successor import KIND, further, latest, name_of
from .table import Plan, Table, hashed
from .tables import Opening
from .views import response

router = APIRouter(prefix="/api/tables/{table_id}", tags=["tables"])


@router.post(
    "/again", response_model=shapes.TableView,
    responses=may_say(
        "no_table", "not_seated", "not_over", "seat_taken", "table_closed", "bad_option", "other_rules",
        "too_many_tables", "too_many_bots",
    ),
)  # fmt: skip
async def play_again(
    request: Request, table_id: TableId, services: ServicesDep, token: Token, chair: ChairQuery = None
) -> Response:
    """Ask everyone to play again, or agree to it. The answer is the new table, where you sit one seat further on."""
    old, who = await services.tables.find(table_id), hashed(token)
    seat = asker(old, who)
    assert token is not None and who is not None
    person = old.person(who)
    assert person is not None
    number, there = await following(old, services)
    if there is None:
        services.openings.take(client_of(request.scope), "new tables")
        there = await services.tables.open(opening(old, number, person, services.settings, client_of(request.scope)))
    place, name = further(old, seat), "" if services.is_muted(request) else old.seats[seat].name
    new = await services.tables.change(
        there.id, who, lambda table: sits_down(table, place, who, person, name, services.sitter(request))
    )
    await services.tables.change(old.id, who, lambda table: asked(table, seat, number))
    answer = response(new, who)
    hand_over(answer, services, new, token, None if chair is None else place)
    return answer


def asker(table: Table, token_hash: str | None) -> int:
    """The seat of whoever wants to play again."""
    seat = table.seat_owned(token_hash)
    if seat is None:
        raise Refused("not_seated", "you have no seat at this table")
    if table.status != "over":
        raise Refused("not_over", "the game is not over yet", show=True)
    return seat


async def following(old: Table, services: Services) -> tuple[int, Table | None]:
    """The number of the request that stands, or of a new one, and its table if it is there and not closed."""
    standing = latest(old)
    if standing is not None:
        there = await services.tables.opened(name_of(old, standing.number))
        if there is not None and there.status != "closed":
            return standing.number, there
    number = next_number(old)
    return number, await services.tables.opened(name_of(old, number))


def opening(old: Table, number: int, host_hash: str, settings: Settings, address: str) -> Opening:
    """The new table: the same game, options, pace and manners, with another deal; what is about a seat goes along."""
    row = old.row
    try:
        players = len(old.seats)
        sat = sorted(range(players), key=lambda seat: further(old, seat))  # who comes to sit in each seat
        options: dict[str, int | str] = old.game.reseated(old.game.resolve(row.options), sat)
    except OptionError as error:  # the rules have changed since
        raise Refused("bad_option", str(error)) from None
    chairs = sorted((seat_again(old, seat, settings) for seat in old.seats), key=lambda seat: seat.seat)
    return Opening(
        row.game, options, chairs, False, row.pace, row.pace_amount, host_hash, None, name_of(old, number), address,
        auto_start=row.auto_start, watchers_chat=row.watchers_chat, pace_increment=row.pace_increment,
        hints=row.hints, box=old.game.box.hash,
    )  # fmt: skip


def seat_again(old: Table, seat: Seat, settings: Settings) -> Seat:
    """A seat of the new table: kept for its person; a bot's where one played, also for somebody who had left."""
    place = further(old, seat.seat)
    if seat.token_hash is not None and not seat.away:
        return Seat(place, "human", seat.name)
    if seat.kind != "bot":
        return Seat(place, "open", "")
    try:
        bot = checked_bot(seat.chosen or seat.bot, settings)
    except Refused:  # one that the server's owner allows no more
        bot = bots.USUAL
    return Seat(place, "bot", bot_name(bot) if seat.token_hash is not None else seat.name, bot)


def sits_down(table: Table, place: int, token_hash: str, person: str, name: str, sitter: str) -> Plan | None:
    """Sit down in the seat that was kept, if nobody else has it by now; on a further device, beside oneself."""
    check_not_closed(table)
    seat = table.seats[place]
    new = token_hash != person and table.person(token_hash) != person
    device = [Pass(token_hash, person, "device", clock.now())] if new else []
    if seat.token_hash == person:
        return Plan(passes=device) if device else None
    if table.status != "open" or seat.kind == "bot" or seat.token_hash is not None:
        raise Refused("seat_taken", f"seat {place} at table {table.id} is no longer reserved for you")
    called = distinct(table, name or "Guest", place)
    taken = Seat(place, "human", called, token_hash=person, sitter=sitter)
    plan = with_seat(table, taken, Note("joined", place, {"name": called}, clock.now()))
    plan.passes = device
    return plan


def asked(table: Table, seat: int, number: int) -> Plan | None:
    """Ask all the others, or be one more who agrees."""
    now, standing = clock.now(), latest(table)
    if standing is None or standing.number != number:
        wanted = Proposal(number, KIND, seat, None, None, None, "open", now)
        if not waiting(table, wanted):
            wanted = Proposal(number, KIND, seat, None, None, None, "agreed", now)
        before = {} if standing is None or standing.outcome != "open" else {standing.number: "void"}
        return Plan(proposal=wanted, outcomes=before, notes=[Note("rematch_asked", seat, {}, now)])
    if seat == standing.seat or seat not in waiting(table, standing):
        return None
    return voted(table, standing, Vote(number, seat, True, now))


async def tell_declined(services: Services, old: Table, number: int, seat: int) -> None:
    """At the new table: a seat is kept no more for who declined; where who asked thinks better of it, it is closed."""
    proposal = next(asked for asked in old.proposals if asked.number == number)
    there = await services.tables.opened(name_of(old, number))
    if there is None or there.status != "open":
        return
    name, place, now = old.seats[seat].name, further(old, seat), clock.now()

    def act(table: Table) -> Plan | None:
        if table.status != "open":
            return None
        others = [chair for chair in table.seats if chair.token_hash is not None and chair.seat != place]
        if seat == proposal.seat:
            return None if others else Plan({"status": "closed"}, notes=[Note("closed", place, {}, now)])
        reserved = table.seats[place]
        if (reserved.kind, reserved.name, reserved.token_hash) != ("human", name, None):
            return None
        return with_seat(table, Seat(place, "human", ""), Note("rematch_declined", None, {"name": name}, now))

    await services.tables.change(there.id, None, act)
