"""The addresses of tables: opening, finding, joining, leaving; who sits where."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Path, Query, Request, Response

from sampan import bots, games
from sampan.boxes.checking import shape_of
from sampan.engine.box import has_stand_ins
from sampan.engine.errors import OptionError
from sampan.engine.game import SPECTATOR

from . import hosting, keys, prebuilt, seats, shapes, teaching
from .address import client_of
from .boards import PrintedBox, schema_of
from .packed import public_json
from .plans import bot_name
from .positions import record_position
from .refusals import Refused
from .rows import Seat, read_listed
from .seating import order_of
from .services import ChairQuery, SeatPath, Services, ServicesDep, TableId, Token, hand_over, may_say
from .table import Plan, Table, game_here, hash_of, hashed, known_game
from .tables import Opening
from .turns import start
from .views import heading, response, view_bytes

router = APIRouter(prefix="/api", tags=["tables"])


@router.get("/games", response_model=list[shapes.GameView], responses=may_say())
async def list_games(services: ServicesDep) -> list[shapes.GameView]:
    """The games that can be played here, with their options."""
    return [
        shapes.GameView(
            game=name, title=known_game(name).title, credits=known_game(name).words().name(f"{name}_credits"),
            rules=known_game(name).version, box=known_game(name).box.hash, board=prebuilt.address_of(name),
            help=teaching.has(name, "help"), lesson=teaching.has(name, "lesson"),
            statistics=teaching.has_statistics(name), puzzles=teaching.puzzles_shown(name),
            stand_ins=has_stand_ins(known_game(name).box.tables),
            boxes=[shapes.BoxHeading(**row.heading()) for row in services.boxes.listed.get(name, ())],
            options=[
                shapes.OptionView(name=o.name, seat=o.seat, values=list(o.values)) for o in known_game(name).options
            ],
        )
        for name in games.names()
    ]  # fmt: skip


@router.get("/games/{game}/box", response_model=PrintedBox, responses=may_say("unknown_game"))
async def see_box(
    request: Request, game: Annotated[str, Path(max_length=20, json_schema_extra={"enum": [*games.names()]})]
) -> Response:
    """Everything that is printed, for drawing it."""
    return public_json(request, orjson.dumps(known_game(game).box.tables))


@router.get("/games/{game}/box/shape", responses=may_say("unknown_game"))
async def see_box_shape(
    game: Annotated[str, Path(max_length=20, json_schema_extra={"enum": [*games.names()]})],
) -> dict[str, Any]:
    """The shape of a game's box as JSON Schema, for making forms of it; empty where the game declares none."""
    shape = shape_of(known_game(game).name)
    return {} if shape is None else schema_of(shape)


@router.post("/replay", response_model=shapes.Position, responses=may_say("bad_record", "no_such_move"))
async def replay_record(
    request: Request,
    record: shapes.RecordGiven,
    services: ServicesDep,
    at: Annotated[int, shapes.InAddress, Query(**shapes.within(0, shapes.MOST_PLIES))] = 0,
    seat: Annotated[int | None, shapes.InAddress, Query(**shapes.within(0, shapes.MOST_SEAT))] = None,
) -> Response:
    """Show a record file after a number of moves, as a seat or a spectator sees it; nothing is stored."""
    text, viewer = await services.boxes.text_of(request, record), SPECTATOR if seat is None else seat
    body = await services.pools.replays.run(client_of(request.scope), record_position, text, at, viewer)
    return Response(orjson.dumps(body, option=orjson.OPT_SERIALIZE_NUMPY), media_type="application/json")


@router.get("/tables", response_model=list[shapes.TableHeading], responses=may_say())
async def list_tables(
    services: ServicesDep,
    status: Annotated[Literal["open", "running", "over"] | None, Query()] = None,
    limit: Annotated[int, shapes.InAddress, Query(**shapes.within(1, 100))] = 30,
) -> Response:
    """Public tables, the latest first. Private ones can be found only by their link."""
    found = await services.store.read(lambda connection: read_listed(connection, status, limit))
    return Response(orjson.dumps([heading(row, sitting) for row, sitting in found]), media_type="application/json")


@router.post(
    "/tables",
    status_code=201,
    response_model=shapes.Opened,
    responses=may_say(
        "unknown_game",
        "no_box",
        "bad_option",
        "key_used",
        "other_rules",
        "too_many_tables",
        "too_many_bots",
        "too_many_boxes",
    ),
)
async def open_table(request: Request, body: shapes.OpenTable, services: ServicesDep) -> Response:
    """Create a table. The first `human` seat is yours; without one you watch. The answer sets your token's cookie."""
    asked = body.root
    key = asked.key or keys.new_token()
    name = keys.table_id(key)
    found = None if asked.key is None else await services.tables.opened(name)
    if found is None:
        services.openings.take(client_of(request.scope), "new tables")
    token = keys.seat_token(name, key)
    box = await services.boxes.wanted(known_game(asked.game).name, asked.box)
    chairs, invites = laid(asked.seats, name, key, services, request)
    opening = Opening(
        asked.game, resolved_options(asked), chairs, asked.listed, asked.pace.kind, asked.pace.amount, hash_of(token),
        asked.seed, name, client_of(request.scope), asked.seating, asked.auto_start, asked.watchers_chat,
        getattr(asked.pace, "increment", 0), asked.hints, box=box,
    )  # fmt: skip
    return await opened(opening, found, invites, token, services)


async def opened(
    opening: Opening, found: Table | None, invites: dict[int, str], token: str, services: Services
) -> Response:
    """A new table, or the one that this key has opened before, with a seat for whoever asked."""
    table = found or await services.tables.open(opening)
    check_same(table, opening)
    seen = view_bytes(table, table.viewer(hash_of(token)))
    good = {seat: invite for seat, invite in invites.items() if table.seats[seat].invite_hash == hash_of(invite)}
    given = [{"table": table.id, "seat": seat, "invite": invite} for seat, invite in good.items()]
    body = b'{"view":' + seen + b',"invites":' + orjson.dumps(given) + b"}"
    answer = Response(body, 201, media_type="application/json")
    hand_over(answer, services, table, token)
    return answer


def check_same(table: Table, opening: Opening) -> None:
    """A key that has opened a table opens no other."""
    row = table.row
    options = opening.options
    if table.started and (row.game, len(table.seats)) == (opening.game, len(opening.seats)):  # they went with people
        options = table.game.reseated(options, order_of(row, len(table.seats)))
    there = (
        row.game,
        table.game.box.hash,
        row.options,
        row.listed,
        row.pace,
        row.pace_amount,
        row.pace_increment,
        row.seating,
        row.origin,
        len(table.seats),
    )
    pace = (opening.pace, opening.pace_amount, opening.pace_increment)
    box = game_here(opening.game, opening.box).box.hash
    wanted = (opening.game, box, options, opening.listed, *pace, opening.seating, opening.origin, len(opening.seats))
    seed = opening.seed is None or row.seed == str(opening.seed)
    if there != wanted or not seed or not table.hosted_by(opening.host_hash):
        raise Refused("key_used", "this key was already used for another table: expected a new key for each table")


def resolved_options(asked: shapes.OpenAny) -> dict[str, int | str]:
    """The options in full; the number of seats says how many play."""
    game = known_game(asked.game)
    chosen = {"players": len(asked.seats), **asked.options.model_dump(exclude_unset=True)}
    try:
        options: dict[str, int | str] = game.resolve(chosen)
    except OptionError as error:
        raise Refused("bad_option", str(error)) from None
    if options["players"] != len(asked.seats):
        raise Refused("bad_option", f"players = {options['players']}: {len(asked.seats)} seats were given")
    if asked.seed is not None and asked.listed:
        raise Refused("bad_option", f"seed = {asked.seed}: expected none at a public table")
    return options


def laid(
    asked: list[shapes.SeatAsked], table: str, key: str, services: Services, request: Request
) -> tuple[list[Seat], dict[int, str]]:
    """The chairs of a new table, and the invitations to those kept for others."""
    chairs: list[Seat] = []
    muted, sitter = services.is_muted(request), services.sitter(request)
    invites: dict[int, str] = {}
    hosted = False
    for number, seat in enumerate(asked):
        named = "" if muted else seat.name or ""
        if seat.kind == "bot":
            bot = seats.checked_bot(seat.bot or bots.USUAL, services.settings)
            chairs.append(Seat(number, "bot", named or bot_name(bot), bot))
        elif seat.kind == "open":
            chairs.append(Seat(number, "open", ""))
        elif not hosted:
            hosted, token = True, keys.seat_token(table, key)
            chairs.append(Seat(number, "human", named or "Host", token_hash=hash_of(token), sitter=sitter))
        else:
            invites[number] = keys.invitation(table, number, key)
            chairs.append(Seat(number, "human", named, invite_hash=hash_of(invites[number])))
    return chairs, invites


@router.get("/tables/{table_id}", response_model=shapes.TableView, responses=may_say("no_table", "other_rules"))
async def see_table(table_id: TableId, services: ServicesDep, token: Token) -> Response:
    """The table as you may see it."""
    table = await services.tables.find(table_id)
    services.botwork.seen(table)
    return response(table, hashed(token))


@router.post(
    "/tables/{table_id}/join", response_model=shapes.TableView,
    responses=may_say(
        "no_table", "no_seat", "wrong_invite", "seat_taken", "already_seated", "not_running", "table_closed",
    ),
)  # fmt: skip
async def join_table(
    request: Request,
    table_id: TableId,
    asked: shapes.Join,
    services: ServicesDep,
    token: Token,
    chair: ChairQuery = None,
) -> Response:
    """Take a seat, come back to yours, or take over one that was left. The answer sets your token's cookie."""
    fresh, known = keys.seat_token(table_id, asked.key or keys.new_token()), hashed(token)
    name = "" if services.is_muted(request) else asked.name or ""

    if asked.invite is not None:
        await services.presence.look_at(table_id)

    def act(table: Table) -> Plan | None:
        who = known if known is not None and table.knows(known) else hash_of(fresh)  # never a token a client made up
        return seats.join(table, who, name, asked.seat, asked.invite, services.sitter(request))

    table = await services.tables.change(table_id, known, act)
    if table.seat_held(hash_of(fresh)) is None:
        return response(table, known)
    joined = response(table, hash_of(fresh))
    hand_over(joined, services, table, fresh, chair)
    return joined


@router.post(
    "/tables/{table_id}/rename",
    response_model=shapes.TableView,
    responses=may_say("no_table", "not_seated", "name_taken", "table_closed", "muted"),
)
async def rename_seat(
    request: Request, table_id: TableId, asked: shapes.Rename, services: ServicesDep, token: Token
) -> Response:
    """Change your name."""
    services.check_voice(request)
    return await services.tables.answer(table_id, token, lambda table, who: seats.rename(table, who, asked.name))


@router.post(
    "/tables/{table_id}/leave", response_model=shapes.TableView,
    responses=may_say("no_table", "not_seated", "not_running", "table_closed", "bad_option", "too_many_bots"),
)  # fmt: skip
async def leave_table(table_id: TableId, asked: shapes.Leave, services: ServicesDep, token: Token) -> Response:
    """Leave your seat. In a running game it waits for you or someone else, or a bot takes over."""
    bot = None if asked.bot is None else seats.checked_bot(asked.bot, services.settings)
    if bot is not None:
        await services.tables.check_one_more_bot(table_id)
    return await services.tables.answer(table_id, token, lambda table, who: seats.leave(table, who, bot))


@router.post(
    "/tables/{table_id}/start", response_model=shapes.TableView,
    responses=may_say("no_table", "not_seated", "not_open", "seats_empty", "table_closed", "bad_option"),
)  # fmt: skip
async def start_table(table_id: TableId, services: ServicesDep, token: Token) -> Response:
    """Start the game, once every seat is filled."""
    return await services.tables.answer(table_id, token, start)


@router.post(
    "/tables/{table_id}/seats/{seat}/bot", response_model=shapes.TableView,
    responses=may_say(
        "no_table", "no_seat", "not_seated", "not_yours", "not_running", "proposal_open", "table_closed", "bad_option",
        "too_many_bots",
    ),
)  # fmt: skip
async def seat_bot(
    table_id: TableId, seat: SeatPath, asked: shapes.SeatBot, services: ServicesDep, token: Token
) -> Response:
    """Put a bot in an empty or abandoned seat or your own; for a bot's seat, a proposal to all who own one."""
    bot = seats.checked_bot(asked.bot, services.settings)
    await services.tables.check_one_more_bot(table_id)
    await services.presence.look_at(table_id)
    return await services.tables.answer(table_id, token, lambda table, who: seats.give_to_bot(table, who, seat, bot))


@router.post(
    "/tables/{table_id}/seats/{seat}/open", response_model=shapes.TableView,
    responses=may_say("no_table", "no_seat", "not_yours", "not_open", "seat_taken", "table_closed"),
)  # fmt: skip
async def open_seat(table_id: TableId, seat: SeatPath, services: ServicesDep, token: Token) -> Response:
    """Open a seat to anyone with the link, before the start."""
    return await services.tables.answer(table_id, token, lambda table, who: hosting.free_seat(table, who, seat))


@router.post(
    "/tables/{table_id}/seats/{seat}/remove", response_model=shapes.TableView,
    responses=may_say("no_table", "no_seat", "not_yours", "not_open", "table_closed"),
)  # fmt: skip
async def remove_guest(table_id: TableId, seat: SeatPath, services: ServicesDep, token: Token) -> Response:
    """Remove a player before the start; the seat is then invite only."""
    return await services.tables.answer(table_id, token, lambda table, who: hosting.remove(table, who, seat))


@router.post(
    "/tables/{table_id}/manners", response_model=shapes.TableView,
    responses=may_say("no_table", "not_yours", "not_open", "table_closed"),
)  # fmt: skip
async def change_manners(table_id: TableId, asked: shapes.Manners, services: ServicesDep, token: Token) -> Response:
    """Change, as the host, whether the game starts by itself, whether there are hints, and who may chat."""
    return await services.tables.answer(
        table_id,
        token,
        lambda table, who: hosting.manners(table, who, asked.auto_start, asked.watchers_chat, asked.hints),
    )


@router.post(
    "/tables/{table_id}/close", response_model=shapes.TableView,
    responses=may_say("no_table", "not_yours", "not_open", "table_closed"),
)  # fmt: skip
async def close_table(table_id: TableId, services: ServicesDep, token: Token) -> Response:
    """Close a table that has not started, as its host: nobody can join or start it anymore."""
    return await services.tables.answer(table_id, token, hosting.close)


@router.post(
    "/tables/{table_id}/seats/{seat}/invite", response_model=shapes.Invitation,
    responses=may_say("no_table", "no_seat", "not_yours", "not_running", "table_closed"),
)  # fmt: skip
async def invite_to_seat(table_id: TableId, seat: SeatPath, services: ServicesDep, token: Token) -> Response:
    """A new invite to a seat that nobody holds, or whose player gave it up."""
    fresh = keys.new_token()
    await services.presence.look_at(table_id)
    await services.tables.change(
        table_id, hashed(token), lambda t: hosting.invite(t, hashed(token), seat, hash_of(fresh))
    )
    invitation = {"table": table_id, "seat": seat, "invite": fresh}
    return Response(orjson.dumps(invitation), media_type="application/json")
