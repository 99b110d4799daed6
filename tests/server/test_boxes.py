"""Boxes of one's own: what is wrong with one is said, what is valid is tried out, kept by its hash and played."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import tomllib

import pytest
import sqlalchemy as sa

from sampan.boxes.checking import checked, differences, shape_of, shipped
from sampan.engine.box import Int, List, Table
from sampan.engine.box_toml import as_toml
from sampan.engine.record import parse_record, verify
from sampan.games import load, names
from sampan.server import schema
from sampan.server.boxes import expire
from sampan.server.migrations import migrate
from sampan.server.settings import Settings
from sampan.server.store import open_engine
from tests.shelf import FIRST, OWN

from .kit import Server, play_on, seated


def figures(shape, value, at=()):
    """Where in a box there are whole numbers, with their shapes."""
    if isinstance(shape, Int):
        yield at, shape
    elif isinstance(shape, Table):
        for key, inner in shape.keys.items():
            if key in value:
                yield from figures(inner, value[key], (*at, key))
    elif isinstance(shape, List):
        for place, entry in enumerate(value):
            yield from figures(shape.item, entry, (*at, place))


def put(tables, at, value):
    """The tables with another value there."""
    changed = copy.deepcopy(tables)
    inner = changed
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = value
    return changed


def at_text(at):
    """A place as lines of the reader name it."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in at).lstrip(".")


def one_figure(game=FIRST, which=0):
    """A valid box that differs from the shipped one in one figure; returns where, and its tables."""
    there, found = shipped(game), []
    for at, shape in figures(shape_of(game), there):
        now = there
        for key in at:
            now = now[key]
        for other in (now + 1, now - 1):
            if shape.least <= other <= shape.most and not checked(put(there, at, other), game).faults:
                found.append((at, put(there, at, other)))
                break
        if len(found) > which:
            return found[-1]
    raise AssertionError("no figure can be changed by one")


@pytest.fixture(scope="module")
def kept(small_server):
    """A box that is kept, as the server answered; with its tables."""
    _, tables = one_figure()
    answer = small_server.person().client.post("/api/boxes", json={"game": FIRST, "tables": tables})
    assert answer.status_code == 201, answer.text
    return answer.json(), tables


@pytest.mark.parametrize("game", OWN)
def test_every_fault_is_named_with_its_field_and_the_differences_are_listed(small_server, game):
    client = small_server.person().client
    at, tables = one_figure(game, 2)
    good = client.post("/api/boxes/check", json={"game": game, "tables": tables}).json()
    assert (good["faults"], len(good["box"]), good["tables"]) == ([], 16, tables)
    assert [difference["at"] for difference in good["differences"]] == [at_text(at)]
    again = client.post("/api/boxes/check", json={"toml": good["toml"]}).json()
    assert (again["game"], again["box"], again["tables"]) == (game, good["box"], tables)

    (first, _), (second, shape) = [*figures(shape_of(game), tables)][3:5]
    wrong = put(put(tables, first, "x"), second, shape.most + 1)
    faults = client.post("/api/boxes/check", json={"game": game, "tables": wrong}).json()["faults"]
    assert [fault["at"] for fault in faults] == [at_text(first), at_text(second)]
    assert all(fault["says"].startswith(f"{fault['at']} = ") and ": expected " in fault["says"] for fault in faults)
    refused = client.post("/api/boxes", json={"game": game, "tables": wrong})
    assert refused.json()["code"] == "bad_box"
    assert refused.json()["detail"].startswith(f"{faults[0]['says']} (and 1 more)")


def test_a_box_of_another_game_of_none_half_a_file_and_one_too_large_are_told(small_server):
    client = small_server.person().client
    text = as_toml(shipped(OWN[1]))

    def said(**body):
        answer = client.post("/api/boxes/check", json=body)
        found = answer.json()
        return found["detail"] if answer.is_error else found["faults"][0]["says"]

    other, this = load(OWN[1]).title, load(FIRST).title
    assert said(game=FIRST, toml=text) == f"this is a box of {other}: expected one of {this}"
    assert said(toml="colour = 1") == "no key of any game's box: expected a box file"
    assert "not TOML" in said(toml=text[: len(text) // 2] + "\n[")
    half = said(toml=text[: text.rindex("\n[")])
    assert " is missing: expected " in half
    assert "at most" in said(toml="a = " + "[" * 40 + "]" * 40)
    assert "at most" in said(toml="a = [" + "1," * 30_000 + "]")
    assert "nested too deeply" in said(toml="a = " + "[" * 30_000)
    assert said(toml="a = " + "9" * 5000) == "not TOML: a number in the file is too long"
    assert said(toml="a = 1\nb = [1 2]") == "not TOML at line 2, column 8: b = [1 2]"
    assert said(toml="a = 1\na = 2") == "not TOML: line 2 sets again what the file has already set: a = 2"
    assert said(toml="a = [") == "not TOML: the file ends in the middle"
    assert said(toml="") == "no key of any game's box: expected a box file"
    huge = client.post("/api/boxes/check", json={"toml": "#" * 300_000})
    assert (huge.status_code, huge.json()["code"]) == (413, "too_large")
    assert len(json.dumps({"game": FIRST, "tables": max(map(shipped, names()), key=lambda t: len(as_toml(t)))})) < 2**17


def test_what_a_box_cannot_hold_is_a_fault_like_any_other(small_server):
    client = small_server.person().client
    text = as_toml(shipped(FIRST))
    for value in ("1979-05-27", "nan", "1" * 400, '"\\u202e"', "[1.5]", "true"):
        at = figures(shape_of(FIRST), shipped(FIRST))
        place, shape = next(at)
        changed = put(shipped(FIRST), place, "@@@")
        asked = as_toml(changed).replace('"@@@"', value)
        assert asked != text
        answer = client.post("/api/boxes/check", json={"game": FIRST, "toml": asked})
        assert answer.status_code == 200, answer.text
        assert [fault["at"] for fault in answer.json()["faults"]] == [at_text(place)], (value, shape)


def test_a_box_is_kept_by_its_hash_and_whoever_asks_gets_it(small_server, kept):
    told, tables = kept
    client = small_server.person().client
    assert client.get(f"/api/boxes/{told['box']}").json() == {**told, "tables": tables}
    assert client.post("/api/boxes", json={"game": FIRST, "toml": as_toml(tables)}).json() == told
    assert client.get("/api/boxes/0123456789abcdef").json()["code"] == "no_box"
    usual = client.post("/api/boxes", json={"tables": shipped(FIRST)}).json()
    assert usual["box"] == load(FIRST).box.hash
    assert client.get(f"/api/boxes/{usual['box']}").status_code == 404, "the shipped one is nobody's upload"


def test_a_table_with_a_box_plays_by_its_figures_and_its_record_carries_it_anywhere(small_server, kept, tmp_path):
    told, tables = kept
    table, people = seated(small_server, box=told["box"])
    view = people[0].view(table)
    assert (view["box"], view["own_box"]) == (told["box"], True)
    running = people[0].get(table, "/record").json()
    assert running["printed"] == tables
    view = play_on(table, people)
    assert view["status"] == "over"
    text = people[0].get(table, "/record").text
    record = parse_record(text)
    assert (record.box, record.printed) == (told["box"], tables)
    for what in ("/at/5", "/digest", "/decisions", "/picture"):
        assert people[0].get(table, what).status_code == 200, what
    again = people[1].client.post("/api/replay?at=7", content=text, headers={"content-type": "application/json"})
    assert again.json()["board"] == small_server.person().get(table, "/at/7").json()["board"]

    path = tmp_path / "box.toml"
    path.write_text(as_toml(record.printed))
    verify(load(FIRST, path), record)
    other, _ = people[0].open([{"kind": "human"}, {"kind": "open"}])
    assert people[0].view(other)["own_box"] is False


def test_a_record_is_replayed_by_a_server_that_never_saw_its_box(database, kept, small_server):
    told, _ = kept
    table, people = seated(small_server, box=told["box"])
    play_on(table, people, 30)
    fields = people[0].get(table, "/record").json()
    fields |= {"marks": "", "seed": 5, "moves": []}
    elsewhere = Server(database("sqlite"))
    try:
        client = elsewhere.person().client
        answer = client.post("/api/replay?at=0", json=fields)
        assert answer.status_code == 200, answer.text
        bare = {key: value for key, value in fields.items() if key != "printed"}
        other = {**bare, "box": "0123456789abcdef"}
        assert client.post("/api/replay", json=bare).status_code == 200, "it is known by now"
        assert client.post("/api/replay", json=other).json()["code"] == "bad_record"
        lied = client.post("/api/replay", json={**other, "printed": fields["printed"]}).json()
        assert lied["detail"] == f"printed: the hash of this box is {told['box']}: expected 0123456789abcdef"
        wrong = client.post("/api/replay", json={**other, "printed": {"a": 1}}).json()
        assert (wrong["code"], wrong["detail"][:8]) == ("bad_record", "printed:")
        opened = client.post("/api/replay/branches", json={"record": fields, "at": 0, "seats": [
            {"kind": "human"}, {"kind": "open"}]})  # fmt: skip
        assert opened.json()["view"]["box"] == told["box"], opened.text
        assert client.get(f"/api/boxes/{told['box']}").status_code == 200, "a table has it, so it is kept"
    finally:
        elsewhere.stop()


def test_a_box_that_is_not_here_opens_no_table_and_one_key_opens_one_box(small_server, kept):
    told, _ = kept
    client = small_server.person().client
    body = {"game": FIRST, "seats": [{"kind": "human"}, {"kind": "open"}]}
    assert client.post("/api/tables", json={**body, "box": "0" * 16}).json()["code"] == "no_box"
    key = "k" * 32
    assert client.post("/api/tables", json={**body, "key": key, "box": told["box"]}).status_code == 201
    assert client.post("/api/tables", json={**body, "key": key}).json()["code"] == "key_used"


def test_tables_of_a_box_go_on_after_a_restart_and_the_owners_boxes_are_offered(database, tmp_path):
    at, tables = one_figure(FIRST, 1)
    path = tmp_path / "mine.toml"
    path.write_text("# mine\n" + as_toml(tables))
    server = Server(database("sqlite"), boxes=[str(path)], box_days=0)
    try:
        listed = next(game for game in server.person().client.get("/api/games").json() if game["game"] == FIRST)
        offered = listed["boxes"][0]["box"]
        table, people = seated(server, box=offered)
        view = play_on(table, people, 5)
        server.kill()
        server.settings["boxes"] = []
        server.start()
        assert people[0].view(table)["ply"] == view["ply"]
        assert play_on(table, people, 3)["own_box"] is True
        assert people[0].client.get(f"/api/boxes/{offered}").json()["tables"] == tables
        assert [difference.place for difference in differences(shipped(FIRST), tables)] == [at]
    finally:
        server.stop()


def test_a_number_of_boxes_is_kept_of_one_address_and_in_all(database, kept):
    _, tables = kept
    server = Server(database("sqlite"), boxes_each=1, boxes_kept=1)
    try:
        client = server.person().client
        assert client.post("/api/boxes", json={"tables": tables}).status_code == 201
        more = client.post("/api/boxes", json={"tables": one_figure(FIRST, 3)[1]})
        assert (more.status_code, more.json()["code"]) == (429, "too_many_boxes")
        assert client.post("/api/boxes", json={"tables": tables}).status_code == 201, "the same one again is none more"
    finally:
        server.stop()


def test_an_owner_is_told_what_is_wrong_with_a_file_before_anything_is_served(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(as_toml(shipped(FIRST)).replace("[", "[[", 1))
    ran = subprocess.run(
        [sys.executable, "-m", "sampan.cli", "serve", "--port", "0", "--box", str(path)],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert ran.returncode == 2
    assert ran.stderr.startswith("sampan: ")
    assert "mine.toml" in ran.stderr
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_box_goes_that_nobody_uses_and_no_table_has(database, kind):
    engine = open_engine(Settings(database=database(kind)))
    migrate(engine)
    row = {"game": FIRST, "name": "", "tables": {}, "opener": "o", "at": 0.0, "used_at": 0.0}
    rows = [{**row, "id": "old"}, {**row, "id": "looked at", "used_at": 9.0}, {**row, "id": "owner's", "opener": ""}]
    with engine.begin() as connection:
        connection.execute(sa.insert(schema.boxes), [*rows, {**row, "id": "played"}])
        connection.execute(sa.insert(schema.tables).values(
            id="t", game=FIRST, rules=1, box="played", options={}, seed="1", salt="", listed=False, pace="none",
            pace_amount=0, status="over", host_hash="", version=0, ply=0, to_move=-1, bot_due=False, opened_at=0.0,
            moved_at=0.0))  # fmt: skip
        assert expire(connection, 5.0) == 1
        left = connection.execute(sa.select(schema.boxes.c.id).order_by("id")).scalars().all()
        assert sorted(left) == ["looked at", "owner's", "played"]
    engine.dispose()


@pytest.mark.parametrize("game", names())
def test_the_tables_of_every_box_are_the_same_after_writing_them_out(game):
    text = (load(game).definition.folder / "box.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    assert tomllib.loads(as_toml(tables)) == tables
    odd = {"a b": {"c": 'x"\\\n\x7f\u20ac\n"""'}, "d": [[], {}, {"e": {"f": []}}], "g": {}, "h": True, "i": -3}
    assert tomllib.loads(as_toml(odd)) == odd
