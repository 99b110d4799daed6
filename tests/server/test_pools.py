"""Nobody waits for another's work: hints, digests, records and replays each have threads of their own."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from sampan.server.pools import AT_ONCE, Pool, Pools
from sampan.server.refusals import Refused

from .kit import Server, seated, wait_for

PATIENCE = 60.0
# A server whose hints take until a file appears, and which says in another how many it has begun.
SLOW_HINTS = """
import pathlib, sampan.server.hints as hints, time
folder = pathlib.Path({folder!r})
def advised(name, hidden, thought):
    (folder / f"begun-{{id(thought)}}").touch()
    while not (folder / "go").exists():
        time.sleep(0.02)
    return []
hints.advised = advised
"""


@pytest.mark.parametrize("busy", ["digests", "positions", "records", "replays"])
def test_one_kind_of_work_does_not_wait_for_another(busy):
    async def act():
        pools, gate = Pools(), threading.Event()
        stuck = [asyncio.create_task(getattr(pools, busy).run(f"a{n}", gate.wait, PATIENCE)) for n in range(20)]
        await asyncio.sleep(0)
        others = [name for name in ("digests", "positions", "records", "replays") if name != busy]
        done = [await asyncio.wait_for(getattr(pools, name).run("b", str, name), PATIENCE) for name in others]
        waited = not any(task.done() for task in stuck)
        gate.set()
        await asyncio.gather(*stuck)
        pools.close()
        return done == others and waited

    assert asyncio.run(act())


def test_one_address_keeps_only_so_much_waiting():
    async def act():
        pool, gate = Pool("digests", 1), threading.Event()
        stuck = [asyncio.create_task(pool.run("a", gate.wait, PATIENCE)) for _ in range(AT_ONCE)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match=f"too many digests at once: at most {AT_ONCE} from one address"):
            await pool.run("a", str)
        other = asyncio.create_task(pool.run("b", str, 1))
        gate.set()
        await asyncio.gather(*stuck)
        found = await other, await pool.run("a", str, 2)
        pool.close()
        return found

    assert asyncio.run(act()) == ("1", "2")


def test_while_hints_are_worked_out_everything_else_is_answered_and_too_many_hints_are_refused(database, tmp_path):
    server = Server(database("sqlite"), first=SLOW_HINTS.format(folder=str(tmp_path)), trusted_proxies=("127.0.0.1",))
    try:
        table, people = seated(server)
        view = people[0].view(table)
        asking = people[view["to_move"]]
        places = [(table, view["ply"], asking)]
        for number in range(11):
            other, players = seated(server)
            now = players[0].view(other)
            players[now["to_move"]].client.headers["x-forwarded-for"] = f"203.0.113.{number}"
            places.append((other, now["ply"], players[now["to_move"]]))
        with ThreadPoolExecutor(16) as pool:
            hints = [pool.submit(person.post, name, "hint", {"ply": ply}) for name, ply, person in places]
            wait_for(lambda: list(tmp_path.glob("begun-*")))
            second = pool.submit(asking.post, table, "hint", {"ply": view["ply"]})
            wait_for(lambda: len(notes(asking, table)) == 2)
            third = asking.post(table, "hint", {"ply": view["ply"]})
            assert (third.status_code, third.json()["code"]) == (429, "too_many_hints") and third.headers["retry-after"]
            assert len(notes(asking, table)) == 2, "a refused hint is not told"
            for what in ("/digest", "/record", "/at/0", "/gains"):
                assert asking.get(table, what).status_code == 200
            assert not any(hint.done() for hint in hints), "all of that was answered before any hint"
            (tmp_path / "go").touch()
            assert {hint.result().status_code for hint in (*hints, second)} == {200}
    finally:
        (tmp_path / "go").touch()
        server.stop()


def notes(person, table):
    return [note for note in person.view(table)["notes"] if note["id"] == "table_hint_asked"]
