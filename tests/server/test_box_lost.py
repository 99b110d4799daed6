"""A box that is not here is refused and never replaced by another: a wrong box is a wrong game."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa

from sampan.boxes import kept, known
from sampan.boxes.checking import checked
from sampan.engine.errors import BoxError
from sampan.games import _with_box, load
from sampan.server import schema
from sampan.server.fingerprints import keep_layouts
from sampan.server.refusals import Refused
from sampan.server.rows import Seat
from sampan.server.settings import Settings
from sampan.server.store import Store
from sampan.server.table import _thread, game_here, game_of
from sampan.server.tables import Opening, Tables
from sampan.server.turns import move, start
from tests.shelf import FIRST

from .kit import FOR_TWO
from .test_boxes import one_figure

NOWHERE = "0123456789abcdef"


@pytest.fixture
def box(tmp_path, monkeypatch):
    """A box of one's own that this process knows; the cache folder is empty."""
    monkeypatch.setattr(kept, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(known, "_texts", type(known._texts)())
    found = checked(one_figure(FIRST)[1], FIRST).box
    known.learn(FIRST, found)
    return found


def forget():
    """As in a process that has just begun."""
    known._texts.clear()
    vars(_thread).clear()


def at_table(tmp_path, box, act, moves=4):
    """Run something with a running table that is played with this box."""

    async def run():
        settings = Settings(database=str(tmp_path / "t.sqlite"))
        store = Store(settings)
        store.open()
        try:
            tables = Tables(store, settings)
            seats = [Seat(seat, "human", f"P{seat}", token_hash=str(seat)) for seat in range(2)]
            opening = Opening(FIRST, FOR_TWO, seats, False, "none", 0, "0", box=box.hash)
            table = await tables.open(opening)
            await tables.change(table.id, "0", lambda t: start(t, "0"))
            for _ in range(moves):
                await tables.change(table.id, "0", first_move)
            return await act(store, tables, await tables.find(table.id))
        finally:
            store.close()

    return asyncio.run(run())


def first_move(table):
    first = table.game.legal_moves(table.hidden(table.to_move))[0]
    return move(table, str(table.to_move), table.ply, table.game.move_text(first))


def rewrite(store, table, **values):
    """As another version of the server has left the table."""
    with store.engine.begin() as connection:
        connection.execute(sa.update(schema.tables).values(version=50, **values))
    table.stale = True


def test_a_game_with_a_box_that_is_not_here_is_refused_in_one_line():
    with pytest.raises(
        BoxError, match=f"box {NOWHERE} of {FIRST}: not found here: expected {load(FIRST).box.hash}, or"
    ):
        known.game_with(FIRST, NOWHERE)
    with pytest.raises(Refused) as refused:
        game_here(FIRST, NOWHERE)
    assert (refused.value.code, refused.value.detail.count("\n")) == ("no_box", 0)
    assert not game_here(FIRST).own_box and not game_here(FIRST, load(FIRST).box.hash).own_box


def test_a_box_with_a_damaged_file_is_not_here(box, tmp_path):
    path = kept.keep(FIRST, box)
    forget()
    assert known.is_known(FIRST, box.hash) and known.game_with(FIRST, box.hash).box.tables == box.tables
    forget()
    path.write_text("rounds = 4\n")
    _with_box.cache_clear()
    assert not known.is_known(FIRST, box.hash)


def test_a_running_table_finds_its_box_again_where_it_is_kept(box, tmp_path):
    async def act(store, tables, table):
        forget()
        again = await tables.find(table.id)
        await tables.change(table.id, "0", first_move)
        return again.game.box.hash, again.ply

    assert at_table(tmp_path, box, act) == (box.hash, 5)


def test_a_running_table_whose_box_is_nowhere_is_not_played_with_another(box, tmp_path):
    async def act(store, tables, table):
        with store.engine.begin() as connection:
            connection.execute(sa.delete(schema.boxes))
        forget()
        with pytest.raises(Refused, match="not found here"):
            game_of(table.row)
        return table.row.status

    assert at_table(tmp_path, box, act) == "running"


def test_a_game_whose_box_the_rules_do_not_take_any_more_is_closed_and_not_played_with_ours(box, tmp_path):
    async def act(store, tables, table):
        with store.engine.begin() as connection:
            connection.execute(sa.update(schema.boxes).values(tables={"rounds": 4}))
        forget()
        rewrite(store, table)
        found = await tables.find(table.id)
        return found.status, found.position, found.row.box, found.notes[-1].kind, found.game.own_box

    assert at_table(tmp_path, box, act) == ("closed", None, box.hash, "rules_closed", False)


def test_a_finished_game_whose_box_the_rules_do_not_take_any_more_keeps_its_result(box, tmp_path):
    async def act(store, tables, table):
        with store.engine.begin() as connection:
            connection.execute(sa.update(schema.boxes).values(tables={"rounds": 4}))
        forget()
        rewrite(store, table, status="over")
        found = await tables.find(table.id)
        return found.status, found.position, [note.kind for note in found.notes].count("rules_past")

    assert at_table(tmp_path, box, act) == ("over", None, 1)


def test_a_game_of_a_shipped_box_that_has_changed_goes_on_only_as_far_as_everybody_saw_the_same(box, tmp_path):
    """The row names a box that nobody kept, as those that came with the game are; its log says what changed."""

    async def act(store, tables, table):
        with store.engine.begin() as connection:
            keep_layouts(connection, [table.game])
        rewrite(store, table, box=NOWHERE)
        found = await tables.find(table.id)
        return found.status, found.row.box, found.notes[-1].kind

    assert at_table(tmp_path, load(FIRST).box, act) == ("running", load(FIRST).box.hash, "rules_changed")
