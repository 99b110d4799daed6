"""A database of an older form opens with everything that was in it."""

from __future__ import annotations

import time

import pytest
import sqlalchemy as sa
from alembic import command

from sampan.games import load
from sampan.server import schema
from sampan.server.migrations import migrate
from sampan.server.settings import Settings
from sampan.server.store import open_engine
from tests.shelf import FIRST

from .kit import Person, Server

TABLE = "old-table-01"
TOKENS = ["A" * 32, "B" * 32]


def fill(engine, moves):
    """A running game with two people and an open take-back, as the first form of the store kept it."""
    from sampan.server.table import hash_of

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
        seat, move = game.to_move(state), game.legal_moves(state)[0]
        game.play(state, move)
        made.append((game.move_text(move), seat, game.to_move(state)))
    return made


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_running_game_of_the_first_form_goes_on(database, kind, monkeypatch):
    place = database(kind)
    engine = open_engine(Settings(database=place))
    with monkeypatch.context() as first:
        upgrade = command.upgrade
        first.setattr(command, "upgrade", lambda config, _: upgrade(config, "0001"))
        migrate(engine)
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
