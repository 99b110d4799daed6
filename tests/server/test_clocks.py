"""Time that runs out: a bot takes over by itself, whoever was late comes back, and nobody's clock runs for another."""

from __future__ import annotations

import asyncio

import pytest

from sampan.server import clock
from sampan.server.absence import away
from sampan.server.clocks import GONE_SECONDS, GRACE
from sampan.server.consent import voters
from sampan.server.hosting import given_up, invite
from sampan.server.refusals import Refused
from sampan.server.rows import Seat
from sampan.server.seats import give_to_bot, join, leave
from sampan.server.settings import Settings
from sampan.server.store import Store
from sampan.server.table import DAY, HERE, hash_of
from sampan.server.tables import Opening, Tables
from sampan.server.timekeeper import Timekeeper
from sampan.server.turns import back, move, start
from tests.shelf import FIRST

from .kit import FOR_TWO, Server, seated, wait_for

PEOPLE = ["ada", "bo"]


class Setting:
    """A running table of two people, a timekeeper, and a clock in our hand."""

    def __init__(self, settings, pace, increment=0):
        self.now, self.pace, self.increment = 1_800_000_000.0, pace, increment
        self.store = Store(settings)
        self.tables = Tables(self.store, settings)
        self.keeper = Timekeeper(self.store, self.tables, None, settings)

    async def begin(self):
        seats = [Seat(n, "human", name.title(), token_hash=hash_of(name)) for n, name in enumerate(PEOPLE)]
        opening = Opening(FIRST, FOR_TWO, seats, False, *self.pace, hash_of("ada"), 1, pace_increment=self.increment)
        self.name = (await self.tables.open(opening)).id
        await self.act(start, "ada")

    async def act(self, what, who, *given):
        return await self.tables.change(self.name, hash_of(who), lambda table: what(table, hash_of(who), *given))

    async def table(self):
        return await self.tables.find(self.name)

    async def mover(self):
        return PEOPLE[(await self.table()).to_move]

    async def one_move(self):
        table = await self.table()
        who = PEOPLE[table.to_move]
        return await self.act(move, who, table.ply, table.game.legal_moves(table.hidden(table.to_move))[0])

    async def pass_on(self):
        """Move until the other must decide; returns how many moves that took."""
        first, moves = await self.mover(), 0
        while await self.mover() == first:
            await self.one_move()
            moves += 1
        return moves


def played(settings, pace, play, monkeypatch, increment=0):
    """Let something be played at a table with this pace."""
    setting = Setting(settings, pace, increment)
    monkeypatch.setattr(clock, "now", lambda: setting.now)

    async def run():
        setting.store.open()
        try:
            await setting.begin()
            return await play(setting)
        finally:
            setting.store.close()

    return asyncio.run(run())


@pytest.fixture(params=["sqlite", "postgres"])
def settings(request, database):
    return Settings(database=database(request.param))


@pytest.fixture
def small(tmp_path):
    return Settings(database=str(tmp_path / "t.sqlite"))


@pytest.mark.parametrize("pace", [("seconds", 30), ("minutes", 1), ("days", 2)])
def test_at_zero_a_bot_takes_over_and_the_owner_comes_back(settings, pace, monkeypatch):
    async def play(at):
        seconds = {"seconds": 30, "minutes": 60, "days": 2 * 86_400}[pace[0]]
        table = await at.table()
        late, number = await at.mover(), table.to_move
        assert table.deadline == at.now + seconds
        at.now += seconds - 1
        await at.keeper.hand_over()
        assert (await at.table()).seats[number].kind == "human", "not a second early"
        at.now += 2
        await at.keeper.hand_over()
        table = await at.table()
        seat = table.seats[number]
        assert (seat.kind, seat.bot, seat.away, seat.lapsed) == ("bot", "club", True, True)
        assert table.row.bot_due and table.deadline is None
        assert (table.notes[-1].kind, table.notes[-1].seat) == ("time_out", number), "the log says so"
        assert voters(table, 1 - number) == [], "who is gone is not asked"
        version = table.version
        await at.keeper.hand_over()
        assert (await at.table()).version == version, "said once"
        table = await at.act(join, late, "", None, None)
        seat = table.seats[number]
        assert (seat.kind, seat.away, seat.lapsed, seat.name) == ("human", False, False, late.title())
        assert table.deadline >= at.now + min(seconds, GRACE), "with time to play on"

    played(settings, pace, play, monkeypatch)


def test_minutes_run_for_whoever_must_decide_and_a_turn_brings_the_increment(small, monkeypatch):
    async def play(at):
        first = (await at.table()).to_move
        assert [seat.time_left for seat in (await at.table()).seats] == [600.0, 600.0]
        at.now += 100
        await at.one_move()
        table = await at.table()
        assert table.deadline == at.now + 500, "a move within a turn brings nothing"
        at.now += 50
        await at.pass_on()
        table = await at.table()
        assert table.to_move != first
        assert table.seats[first].time_left == 600 - 150 + 20
        assert table.deadline == at.now + 600
        at.now += 250
        await at.pass_on()
        table = await at.table()
        assert table.seats[1 - first].time_left == 600 - 250 + 20 and table.deadline == at.now + 470

    played(small, ("minutes", 10), play, monkeypatch, increment=20)


def test_taking_a_turn_back_and_ending_it_again_brings_no_time(small, monkeypatch):
    async def play(at):
        at.now += 50
        await at.pass_on()
        table = await at.table()
        other, before = 1 - table.to_move, table.seats[1 - table.to_move].time_left
        await at.tables.change(at.name, None, lambda table: back(table, other, len(table.stage().line) - 1))
        assert (await at.table()).deadline == at.now + before - 20
        await at.pass_on()
        return (await at.table()).seats[other].time_left - before

    assert played(small, ("minutes", 10), play, monkeypatch, increment=20) == 0


def test_a_soft_clock_only_shows_and_a_leavers_clock_runs_on(small, monkeypatch):
    async def soft(at):
        at.now += 1e6
        await at.keeper.hand_over()
        return [seat.kind for seat in (await at.table()).seats]

    async def left(at):
        table = await at.act(leave, await at.mover(), None)
        number = table.to_move
        assert table.deadline == at.now + 30
        at.now += 31
        await at.keeper.hand_over()
        seat = (await at.table()).seats[number]
        return seat.kind, seat.away, seat.lapsed

    assert played(small, ("soft", 30), soft, monkeypatch) == ["human", "human"]
    assert played(small, ("seconds", 30), left, monkeypatch) == ("bot", True, False)


def test_a_friend_plays_on_until_the_owner_is_back(small, monkeypatch):
    async def play(at):
        late, number = await at.mover(), (await at.table()).to_move
        other = PEOPLE[1 - number]
        at.now += 31
        await at.keeper.hand_over()
        # the host, or whoever is at the table once the host is away
        await at.act(invite, other, number, hash_of("i"))
        table = await at.act(join, "eve", "Eve", None, "i")
        assert (table.seats[number].name, table.seat_held(hash_of("eve"))) == ("Eve", number)
        assert table.viewer(hash_of(late))[2] == number and table.seat_owned(hash_of(late)) is None
        assert table.deadline == at.now + 30, "a fresh start"
        table = await at.act(join, late, "", None, None)
        assert (table.seats[number].name, table.seat_held(hash_of(late))) == (late.title(), number)
        assert table.seat_held(hash_of("eve")) is None and table.seats[number].owner_hash is None
        assert table.hosted_by(hash_of("ada")), "whoever was host is host"
        left = await at.act(leave, late, "random")
        await at.act(invite, other, number, hash_of("j"))
        table = await at.act(join, "eve", "Eve", None, "j")
        return left.seats[number].lapsed, table.seat_kept(hash_of(late))

    assert played(small, ("seconds", 30), play, monkeypatch) == (False, None), "who has left has given the seat away"


def test_without_a_clock_a_seat_is_given_up_after_two_days_of_waiting_and_being_gone(small, monkeypatch):
    async def play(at):
        late, number = await at.mover(), (await at.table()).to_move
        table, person = await at.table(), hash_of(late)
        at.now += GONE_SECONDS - 1
        assert not given_up(table, table.seats[number])
        at.now += 2
        assert given_up(table, table.seats[number]) and not given_up(table, table.seats[1 - number])
        table.seen = {person: HERE}
        assert not given_up(table, table.seats[number]), "who is here is only slow"
        table.seen = {person: at.now - 3600}
        assert not given_up(table, table.seats[number]), "here an hour ago"
        at.now += GONE_SECONDS
        table = await at.act(give_to_bot, PEOPLE[1 - number], number, "club")
        assert (table.seats[number].kind, table.seats[number].lapsed) == ("bot", True)
        return (await at.act(join, late, "", None, None)).seats[number].kind

    assert played(small, ("none", 0), play, monkeypatch) == "human"


def test_a_clock_stands_still_while_its_owner_is_away_for_thirty_days_at_most(settings, monkeypatch):
    async def play(at):
        mover, number = await at.mover(), (await at.table()).to_move
        at.now += DAY / 2
        assert (await at.act(away, mover, at.now + 10 * DAY)).deadline == at.now + 11.5 * DAY
        assert (await at.table()).notes[-1].kind == "away"
        for until in (at.now - 1, at.now + 31 * DAY):
            with pytest.raises(Refused, match="expected"):
                await at.act(away, mover, until)
        at.now += 11 * DAY
        await at.keeper.hand_over()
        assert (await at.table()).seats[number].kind == "human"
        at.now -= 6 * DAY  # back early: half of it was used
        table = await at.act(away, mover, None)
        assert table.deadline == at.now + 1.5 * DAY and table.seats[number].away_used == 5 * DAY
        with pytest.raises(Refused, match="at most 25 more days"):
            await at.act(away, mover, at.now + 26 * DAY)
        await at.act(away, PEOPLE[1 - number], at.now + 5 * DAY)
        await at.pass_on()
        return (await at.table()).deadline - at.now

    assert played(settings, ("days", 2), play, monkeypatch) == 7 * DAY


def test_nobody_is_away_from_a_live_clock(small, monkeypatch):
    async def play(at):
        with pytest.raises(Refused, match="without a clock"):
            await at.act(away, "ada", at.now + DAY)

    played(small, ("seconds", 30), play, monkeypatch)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_time_that_ran_out_while_the_server_was_dead_is_noticed_once(database, kind):
    server = Server(database(kind))
    try:
        table, people = seated(server, pace={"kind": "minutes", "amount": 5, "increment": 10})
        view = people[0].view(table)
        assert view["pace"] == {"kind": "minutes", "amount": 5, "increment": 10}
        assert [seat["time_left"] for seat in view["seats"]] == [300.0, 300.0]
        assert view["deadline"] == pytest.approx(view["since"] + 300)
        server.kill()
        server.first = "from sampan.server import clock; then = clock.now; clock.now = lambda: then() + 301\n"
        server.start()
        late = people[view["to_move"]].at(server)
        found = wait_for(lambda: (v := late.view(table))["left"] == view["to_move"] and v)
        assert [note["id"] for note in found["notes"]].count("table_time_out") == 1
        assert late.join(table)["you"] == view["to_move"]
    finally:
        server.stop()
