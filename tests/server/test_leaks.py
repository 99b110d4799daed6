"""Nobody learns what they may not know: not from any answer, not from any socket, not before the end."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import ExitStack
from dataclasses import replace

import pytest

from sampan.engine.check import all_options
from sampan.engine.seeds import seed_from
from sampan.games import load, names
from sampan.server.digest import digest
from sampan.server.game_routes import record_json
from sampan.server.rows import Entry, Seat, Stored, TableRow
from sampan.server.table import Position, Table, deal, game_here
from sampan.server.turns import advance, row_after
from sampan.server.views import view_bytes
from tests.shelf import expected, with_hands

from .kit import next_view, seated

LOOK_EVERY = 9


def made_up(game, options, seed):
    """A running table that no store knows."""
    row = TableRow(
        id="x" * 12, game=game.name, rules=game.version, box=game.box.hash, options=options, seed=str(seed),
        salt="5a17", listed=False, pace="none", pace_amount=0, status="running", host_hash="", opened_at=0.0,
        moved_at=0.0, to_move=0,
    )  # fmt: skip
    seats = [Seat(n, "human", f"P{n}", token_hash=str(n)) for n in range(int(options["players"]))]
    return Table(Stored(row, seats, [], [], [], [], []), deal(game, row))


def imagined(game, table, viewer, seed):
    """The same table as this viewer could imagine it: everything hidden from them is dealt anew."""
    there = table.position

    def again(state):
        return game.redeal(game.hide(state, viewer), viewer, seed)

    before = None if there.before is None else again(there.before)
    other = Table(Stored(table.row, table.seats, table.log, [], [], [], []), None)
    other.position = Position(again(there.state), there.line, before)
    return other


@pytest.mark.parametrize("name", names())
def test_no_view_depends_on_what_its_viewer_may_not_know(name):
    game, dice = game_here(name), random.Random(3)
    for options in dice.sample(list(all_options(game)), 5):
        table = made_up(game, options, seed=dice.getrandbits(64))
        while not game.over(table.position.state):
            seat = game.to_move(table.position.state)
            move = dice.choice(game.legal_moves(table.position.state))
            entry = Entry(table.ply, seat, game.move_text(move), None, False, 0.0)
            table.position = advance(game, table.position, move)
            table.log.append(entry)
            table.row = replace(table.row, **row_after(table, table.position, entry) | {"status": "running"})
            table.forget_views()
            if table.ply % LOOK_EVERY == 0:
                for viewer in range(-1, len(table.seats)):
                    other = imagined(game, table, viewer, dice.getrandbits(32))
                    assert view_bytes(table, (viewer, False, None)) == view_bytes(other, (viewer, False, None))
                    for secret in (False, True):
                        assert record_json(table, secret) == record_json(other, secret)


class Ears:
    """Notes every answer a person gets."""

    def __init__(self, person):
        self.texts = []
        person.client.event_hooks["response"].append(self.hear)

    def hear(self, response):
        response.read()
        self.texts.append(response.text)


def every_get(person, table, schema):
    for path, methods in schema["paths"].items():
        if "get" in methods:
            person.client.get(path.replace("{table_id}", table))


@pytest.fixture
def sockets():
    """Opens sockets that are closed after the test."""
    with ExitStack() as stack:
        yield lambda person, table: stack.enter_context(person.watch(table))


def test_no_answer_tells_a_seed_a_deck_or_another_hand_before_the_end(small_server, sockets):
    game, server = load(with_hands()), small_server
    table, people = seated(server, players=3, game=game.name)
    people.append(server.person())
    ears = [Ears(person) for person in people]
    watching = [sockets(person, table) for person in people]
    schema = people[0].client.get("/api/openapi.json").json()
    with sqlite3.connect(server.settings["database"]) as store:
        seed, salt = store.execute("SELECT seed, salt FROM tables WHERE id = ?", (table,)).fetchone()
    store.close()
    state = game.deal({"players": 3}, seed_from(seed))
    dice, ply = random.Random(4), 0
    while ply < 60 and not game.over(state):
        mover = people[game.to_move(state)]
        illegal = mover.post(table, "moves", {"ply": ply, "move": dice.randrange(len(game.moves))})
        if illegal.status_code != 200:
            legal = mover.view(table)["legal"]
            move = dice.choice(legal)["move"]
            mover.move(table, {"ply": ply}, move)
        else:
            move = illegal.request.read() and json.loads(illegal.request.content)["move"]
        game.play(state, move)
        ply += 1
        for seat, (person, socket) in enumerate(zip(people, watching, strict=True)):
            seen = json.dumps(next_view(socket, lambda view, ply=ply: view["ply"] == ply))
            assert person.post(table, "moves", {"ply": 0, "move": "end"}).status_code in (200, 403, 409)
            for other in range(3):
                if other != seat:
                    held = expected(game.name).held(game, state, other)
                    assert held and not any(f'"{card}"' in seen for card in held)
            if ply % 15 == 0:
                every_get(person, table, schema)
    for heard in ears:
        assert len(heard.texts) > 20
        for text in heard.texts:
            assert seed not in text and salt not in text and not any(str(int(part)) in text for part in state.key[0])
            assert '"marks":"' not in text and '"deck":' not in text


@pytest.mark.parametrize("name", names())
def test_a_digest_is_told_from_what_a_spectator_may_know(name):
    game, dice = game_here(name), random.Random(5)
    options = next(iter(all_options(game)))
    table = made_up(game, options, seed=7)
    state = game.deal(options, 7)
    for ply in range(40):
        move, seat = dice.choice(game.legal_moves(state)), game.to_move(state)
        before = game.copy(state)
        game.play(state, move)
        table.log.append(Entry(ply, seat, game.move_text(move), None, False, 0.0))
        told = digest(table.row, table.log, ply)["entries"][0]["changes"]
        assert [(m["id"], m["args"]) for m in told] == game.narrate(game.hide(before), move, game.hide(state))
