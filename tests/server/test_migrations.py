"""A database of an older form opens with everything that was in it."""

from __future__ import annotations

import asyncio
import json
import time

import pytest
import sqlalchemy as sa
from alembic import command

from sampan.games import load
from sampan.server import clock, schema
from sampan.server.migrations import migrate, newest
from sampan.server.settings import Settings
from sampan.server.store import Store, open_engine
from sampan.server.table import hash_of
from sampan.server.tables import Tables
from sampan.server.timekeeper import Timekeeper
from sampan.server.turns import move
from tests.shelf import FIRST

from .kit import Person, Server

TABLE = "old-table-01"
TOKENS = ["A" * 32, "B" * 32]


def fill(engine, moves):
    """A running game with two people and an open take-back, as the first form of the store kept it."""
    game, now = load(FIRST), time.time()
    row = {"id": TABLE, "game": FIRST, "rules": game.version, "box": game.box.hash, "seed": "1192", "salt": "5a17",
           "options": game.resolve({"players": 2}), "listed": False, "pace": "none", "pace_amount": 0,
           "status": "running", "host_hash": hash_of(TOKENS[0]), "version": 9, "ply": len(moves),
           "to_move": moves[-1][2], "bot_due": False, "opened_at": now, "moved_at": now}  # fmt: skip
    old = sa.MetaData()
    old.reflect(engine)
    with engine.begin() as connection:
        connection.execute(sa.insert(schema.tables).values(row))
        for seat, token in enumerate(TOKENS):
            connection.execute(sa.insert(old.tables["seats"]).values(
                table_id=TABLE, seat=seat, kind="human", name=f"P{seat}", bot="", away=False,
                token_hash=hash_of(token), invite_hash=None))  # fmt: skip
        for ply, (text, seat, _) in enumerate(moves):
            connection.execute(sa.insert(schema.moves).values(
                table_id=TABLE, ply=ply, seat=seat, move=text, back_to=None, bot=False, at=now))  # fmt: skip
        connection.execute(sa.insert(schema.notes).values(table_id=TABLE, seat=0, kind="chat", at=now,
                                                          args={"name": "P0", "text": "hello"}))  # fmt: skip
        connection.execute(sa.insert(old.tables["takebacks"]).values(
            table_id=TABLE, ply=len(moves), number=1, seat=0, back_to=0, at=now))  # fmt: skip


def first_moves(count):
    """(text, who made it, who is to move after it) of a game's first moves."""
    game = load(FIRST)
    state, made = game.deal({"players": 2}, 1192), []
    for _ in range(count):
        if game.over(state):
            break
        seat, move = game.to_move(state), game.legal_moves(state)[0]
        game.play(state, move)
        made.append((game.move_text(move), seat, game.to_move(state)))
    return made


def migrate_to(engine, revision, monkeypatch):
    """Bring a database to an older form only."""
    with monkeypatch.context() as older:
        upgrade = command.upgrade
        older.setattr(command, "upgrade", lambda config, _: upgrade(config, revision))
        migrate(engine)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_running_game_of_the_first_form_goes_on(database, kind, monkeypatch):
    place = database(kind)
    engine = open_engine(Settings(database=place))
    migrate_to(engine, "0001", monkeypatch)
    fill(engine, first_moves(6))
    engine.dispose()
    server = Server(place)
    try:
        people = [Person(server.address) for _ in TOKENS]
        for person, token in zip(people, TOKENS, strict=True):
            person.client.cookies.set("sampan_seat", token, domain="127.0.0.1", path=f"/api/tables/{TABLE}")
        view = people[0].view(TABLE)
        assert (view["you"], view["moves"], view["host"], view["proposals"]) == (0, 6, True, [])
        assert view["notes"][-1]["args"]["text"] == "hello"
        mover = people[view["to_move"]]
        assert mover.move(TABLE, mover.view(TABLE))["moves"] == 7
        asked = people[0].post(TABLE, "takeback", {"ply": people[0].view(TABLE)["ply"], "back_to": 0})
        assert asked.json()["proposals"][0]["waiting"] == [1]
    finally:
        server.stop()


# ---------------------------------------------------------------- from every form to the next


NOW = time.time()
PEOPLE = [hash_of(token) for token in TOKENS]
# Something in every table there has ever been; of each row whatever columns the form of the day has.
THIS = {"table_id": TABLE, "at": NOW}
ROWS = {
    "seats": [
        {**THIS, "seat": seat, "kind": "human", "name": f"P{seat}", "bot": "", "away": False, "token_hash": person,
         "own_invite": False, "lapsed": False, "away_used": 0.0, "chosen": ""}
        for seat, person in enumerate(PEOPLE)
    ],
    "notes": [{**THIS, "id": 1, "seat": 0, "kind": "chat", "args": {"name": "P0", "text": "hello"}}],
    "takebacks": [{**THIS, "ply": 6, "number": 1, "seat": 0, "back_to": 0}],
    "answers": [{**THIS, "ply": 6, "number": 1, "seat": 1, "agreed": True}],
    "proposals": [{**THIS, "number": 1, "kind": "takeback", "seat": 0, "back_to": 0, "outcome": "open"}],
    "votes": [{**THIS, "number": 1, "seat": 1, "agreed": True}],
    "meta": [{"name": "something", "value": "kept"}],
    "layouts": [{"id": "12345678", "form": "a form"}],
    "reports": [{**THIS, "id": 1, "seat": 1, "name": "P1", "words": "rude", "sitter": "s", "reporter": "r"}],
    "bans": [{**THIS, "who": "192.0.2.0/24", "kind": "mute", "why": "rude"}],
    "deletions": [{"id": 1, "table_id": "gone-table-1", "at": NOW}],
    "notices": [{**THIS, "id": 1, "seat": 0, "owner": PEOPLE[0], "kind": "feed", "address": "f" * 64, "keys": "",
                 "everybody": False, "language": "pl", "base": "https://play.example", "version": 1, "told_turn": -1,
                 "told_request": 0, "told_over": False, "news": "", "tries": 0}],
    "passes": [{**THIS, "hash": hash_of("link"), "person": PEOPLE[0], "kind": "recovery"}],
    "conditions": [{**THIS, "seat": 0, "owner": PEOPLE[0], "ply": 6, "base": 6, "line": [], "move": "end", "says": [],
                    "settled": True}],
    "boxes": [{"id": "0123456789abcdef", "game": FIRST, "name": "mine", "tables": {"a": [1]}, "opener": "o", "at": NOW,
               "used_at": NOW}],
    "processes": [{"id": "some process", "beat_at": NOW}],
    "presence": [{**THIS, "person": PEOPLE[0], "process": "some process", "came_at": NOW, "left_at": NOW}],
}  # fmt: skip


def row_of(moves, **more):
    """A table's row, with whatever a form may have."""
    game = load(FIRST)
    return {"id": TABLE, "game": FIRST, "rules": game.version, "box": game.box.hash, "seed": "1192", "salt": "5a17",
            "options": game.resolve({"players": 2}), "listed": False, "pace": "none", "pace_amount": 0,
            "pace_increment": 0, "status": "running", "host_hash": PEOPLE[0], "version": 9, "ply": len(moves),
            "to_move": moves[-1][2], "bot_due": False, "opened_at": NOW, "moved_at": NOW, "opener": "o", "seen_at": NOW,
            "seating": "given", "auto_start": False, "watchers_chat": False, **more}  # fmt: skip


def form_of(connection):
    """The tables of this form of the store, each with its columns."""
    names = set(sa.inspect(connection).get_table_names()) - {"alembic_version"}
    return {name: list(connection.exec_driver_sql(f"SELECT * FROM {name} LIMIT 0").keys()) for name in sorted(names)}


def put(connection, form, name, rows):
    """Write rows, as far as this form of the store has columns for them."""
    now = schema.metadata.tables.get(name, sa.table(name))
    columns = [sa.column(column, now.c[column].type if column in now.c else None) for column in form.get(name, [])]
    there = sa.table(name, *columns)
    for row in rows if columns else []:
        written = {column.name: row[column.name] for column in columns if column.name in row}
        connection.execute(sa.insert(there).values(written))


def kept(connection, form):
    """Every row of every table that is still there, of the columns it had in this form."""
    there = form_of(connection).keys() & form.keys()
    return {
        name: sorted(map(str, connection.exec_driver_sql(f"SELECT {', '.join(form[name])} FROM {name}")))
        for name in there
    }


def entries(moves):
    """A table's log of these moves."""
    return [{"table_id": TABLE, "ply": ply, "seat": seat, "move": text, "bot": False, "at": NOW}
            for ply, (text, seat, _) in enumerate(moves)]  # fmt: skip


def laid_out(engine, revision, monkeypatch, **more):
    """A database of an older form with something in every table; returns the form and all its rows."""
    migrate_to(engine, revision, monkeypatch)
    moves = first_moves(6)
    with engine.begin() as connection:
        form = form_of(connection)
        put(connection, form, "tables", [row_of(moves, **more)])
        for name, rows in {"moves": entries(moves), **ROWS}.items():
            put(connection, form, name, rows)
        return form, kept(connection, form)


FORMS = [f"{number:04}" for number in range(1, int(newest()) + 1)]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("revision", FORMS)
def test_everything_is_kept_from_every_form_and_the_game_goes_on(database, kind, revision, monkeypatch):
    settings = Settings(database=database(kind))
    engine = open_engine(settings)
    form, before = laid_out(engine, revision, monkeypatch)
    following = f"{int(revision) + 1:04}" if revision != FORMS[-1] else revision
    for reached in (following, FORMS[-1]):
        migrate_to(engine, reached, monkeypatch)
        with engine.connect() as connection:
            after, there = kept(connection, form), form_of(connection)
        gone = before.keys() - after.keys()
        assert gone <= {"takebacks", "answers"}, f"{reached}: only open take-backs of the first form are asked again"
        assert after == {name: before[name] for name in after}, reached
    assert there.keys() == schema.metadata.tables.keys()
    engine.dispose()

    async def act(store, tables):
        table = await tables.find(TABLE)
        assert [table.seat_held(person) for person in PEOPLE] == [0, 1] and table.hosted_by(PEOPLE[0])
        mover = PEOPLE[table.to_move]
        chosen = table.game.legal_moves(table.hidden(table.to_move))[0]
        return (await tables.change(TABLE, mover, lambda table: move(table, mover, 6, chosen))).ply

    assert with_tables(settings, act) == 7


def with_tables(settings, act):
    """Do something with the tables of a database."""

    async def run():
        store = Store(settings)
        store.open()
        try:
            return await act(store, Tables(store, settings))
        finally:
            store.close()

    return asyncio.run(run())


DAY = 86_400.0


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_whoever_is_late_when_clocks_begin_has_a_day_to_hear_of_it(database, kind, monkeypatch):
    settings = Settings(database=database(kind))
    engine = open_engine(settings)
    form, _ = laid_out(engine, "0008", monkeypatch, pace="days", pace_amount=2, moved_at=NOW - 5 * DAY)
    moves = first_moves(6)
    others = {
        "in-time-0001": {"pace": "days", "pace_amount": 3, "moved_at": NOW},
        "soft-table-1": {"pace": "soft", "pace_amount": 30, "moved_at": NOW},
        "no-clock-001": {"moved_at": NOW - 50 * DAY},
        "bot-moves-01": {"pace": "days", "pace_amount": 2, "moved_at": NOW - 5 * DAY, "bot_due": True},
        "finished-001": {"pace": "days", "pace_amount": 2, "moved_at": NOW - 5 * DAY, "status": "over"},
    }
    with engine.begin() as connection:
        put(connection, form, "tables", [row_of(moves, **{"id": name, **row}) for name, row in others.items()])
    begun = time.time()
    migrate(engine)
    with engine.connect() as connection:
        due = dict(connection.execute(sa.select(schema.tables.c.id, schema.tables.c.due_at)).all())
    engine.dispose()
    assert begun + DAY <= due.pop(TABLE) <= time.time() + DAY
    wanted = {"in-time-0001": NOW + 3 * DAY, "soft-table-1": NOW + 30}
    assert due == {name: pytest.approx(wanted[name]) if name in wanted else None for name in others}

    async def act(store, tables):
        keeper, number = Timekeeper(store, tables, None, settings), moves[-1][2]
        await keeper.hand_over()
        early = (await tables.find(TABLE)).seats[number].kind
        monkeypatch.setattr(clock, "now", lambda: begun + DAY + 3600)
        await keeper.hand_over()
        return early, (await tables.find(TABLE)).seats[number].kind

    assert with_tables(settings, act) == ("human", "bot")


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_game_that_ended_before_results_were_kept_shows_its_own(database, kind, monkeypatch):
    settings = Settings(database=database(kind))
    engine = open_engine(settings)
    form, _ = laid_out(engine, "0006", monkeypatch)
    whole = first_moves(10**4)
    with engine.begin() as connection:
        put(connection, form, "moves", entries(whole)[6:])
        ended = sa.update(schema.tables).where(schema.tables.c.id == TABLE)
        connection.execute(ended.values(status="over", ply=len(whole), to_move=-1))

    async def act(store, tables):
        return (await tables.find(TABLE)).result()

    shown = with_tables(settings, act)
    with engine.connect() as connection:
        found = connection.execute(sa.select(schema.tables.c.result, schema.tables.c.version)).one()
    engine.dispose()
    assert shown["winners"] and sum(shown["scores"]) > 0
    assert found == (json.loads(json.dumps(shown)), 10), "it is kept from now on"
    assert with_tables(settings, act) == shown


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_seed_of_thirty_two_digits_and_a_long_bot_fit(database, kind):
    engine = open_engine(Settings(database=database(kind)))
    migrate(engine)
    kept = {column["name"]: column["type"].length for column in sa.inspect(engine).get_columns("tables")
            if isinstance(column["type"], sa.String)}  # fmt: skip
    assert kept["seed"] == 40
    if kind == "sqlite":
        with engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1, "checked again after migrating"
    engine.dispose()
