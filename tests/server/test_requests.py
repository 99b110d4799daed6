"""Whatever a client sends: the right refusal, never a failure of ours, and nothing written."""

from __future__ import annotations

import hashlib
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import InvalidStatus

from sampan.games import load
from sampan.server.refusals import STATUS
from tests.shelf import FIRST, OWN, expected

from .kit import Server, next_view, play_on, seated


def everything(person, table):
    """What must not change when a request is refused."""
    view = person.view(table)
    return view["version"], view["ply"], view["moves"], person.get(table, "/digest").json()


def mover(table, people):
    view = people[0].view(table)
    person = people[view["to_move"]]
    return person, person.view(table)


def test_a_stale_ply_gets_the_current_view_and_nothing_is_written(server):
    table, people = seated(server)
    play_on(table, people, moves=5)
    person, view = mover(table, people)
    before = everything(person, table)
    for ply in (view["ply"] - 1, 0, view["ply"] + 1, 10**6):
        refused = person.post(table, "moves", {"ply": ply, "move": view["legal"][-1]["move"]})
        if refused.status_code == 200:  # the very move this seat made at that ply
            continue
        assert refused.status_code == 409 and refused.json()["code"] == "stale_ply"
        assert refused.json()["view"] == person.view(table)
    assert everything(person, table) == before


def test_the_same_move_said_again_is_harmless(server):
    table, people = seated(server)
    person, view = mover(table, people)
    body = {"ply": view["ply"], "move": view["legal"][0]["move"]}
    first = person.post(table, "moves", body)
    after = everything(person, table)
    again = person.post(table, "moves", {**body, "move": view["legal"][0]["text"]})
    assert first.status_code == again.status_code == 200
    assert again.json()["ply"] == first.json()["ply"] and everything(person, table) == after
    if len(view["legal"]) > 1:
        other = person.post(table, "moves", {**body, "move": view["legal"][1]["move"]})
        assert other.status_code == 409 and other.json()["code"] == "stale_ply"


def test_of_many_answers_to_one_ply_exactly_one_is_taken(server):
    table, people = seated(server)
    for _ in range(6):
        person, view = mover(table, people)
        bodies = [{"ply": view["ply"], "move": move["move"]} for move in view["legal"][:8]]
        clients = [person.at(server) for _ in bodies]
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda c, b: c.post(table, "moves", b), clients, bodies))
        assert sorted(a.status_code for a in answers) == [200] + [409] * (len(bodies) - 1)
        assert person.view(table)["ply"] == view["ply"] + 1


def test_only_the_seat_that_must_decide_may_move(server):
    table, people = seated(server)
    person, view = mover(table, people)
    other = people[1 - view["to_move"]]
    body = {"ply": view["ply"], "move": view["legal"][0]["move"]}
    before = everything(person, table)
    assert other.post(table, "moves", body).json()["code"] == "not_your_decision"
    stranger = server.person()
    refused = stranger.post(table, "moves", body)
    assert refused.status_code == 403 and refused.json()["code"] == "not_seated"
    assert everything(person, table) == before


def test_another_tables_token_opens_nothing(server):
    table, people = seated(server)
    other, others = seated(server)
    stolen = others[0].cookie(other).partition("=")[2]
    person, view = mover(table, people)
    before = everything(person, table)
    thief = server.person()
    thief.client.cookies.set("sampan_seat", stolen, domain="127.0.0.1", path=f"/api/tables/{table}")
    assert thief.view(table)["you"] is None
    for what, body in (("moves", {"ply": view["ply"], "move": view["legal"][0]["move"]}), ("undo", {"ply": 0}),
                       ("chat", {"text": "hi"}), ("leave", {}), ("start", None)):  # fmt: skip
        refused = thief.post(table, what, body)
        assert refused.status_code == 403 and refused.json()["code"] == "not_seated", what
    assert everything(person, table) == before


def test_illegal_and_unknown_moves_are_told_apart_with_the_rules_reason(server):
    table, people = seated(server)
    person, view = mover(table, people)
    before = everything(person, table)
    for move in (99999, "nonsense", "build:99"):
        refused = person.post(table, "moves", {"ply": view["ply"], "move": move})
        assert refused.status_code == 409 and refused.json()["code"] == "unknown_move", move
    for move in ("💥", " end", "", "x" * 41):
        refused = person.post(table, "moves", {"ply": view["ply"], "move": move})
        assert refused.status_code == 422 and refused.json()["code"] == "unreadable", move
    legal = {move["move"] for move in view["legal"]}
    illegal = next(move for move in range(50) if move not in legal)
    refused = person.post(table, "moves", {"ply": view["ply"], "move": illegal})
    assert refused.status_code == 409 and refused.json()["code"] == "illegal_move"
    assert refused.json()["reason"]["id"].startswith(f"{FIRST}_why_")
    assert "\n" not in refused.json()["detail"]
    assert everything(person, table) == before


GARBAGE = [
    b"", b"{", b"null", b"[]", b"\xff\xfe", b'"text"', b"{}", b'{"ply": 0}', b'{"move": 0}',
    b'{"ply": "0", "move": 0}', b'{"ply": 0.5, "move": 0}', b'{"ply": -1, "move": 0}', b'{"ply": true, "move": 0}',
    b'{"ply": 0, "move": true}', b'{"ply": 0, "move": null}', b'{"ply": 0, "move": []}', b'{"ply": 0, "move": ""}',
    b'{"ply": 0, "move": 1e400}', b'{"ply": 0, "move": NaN}', b'{"ply": ' + b"9" * 5000 + b', "move": 0}',
    b'{"ply": 0, "move": 0, "seat": 1}', b'{"ply": 0, "move": "\\ud800"}', b'{"ply": 0, "\\ud800": 0}',
    b'{"ply": 0, "move": "\\u0000"}', b"[" * 8000, b'{"a":' * 3000, b'{"ply": 0, "move": "' + b"x" * 5000 + b'"}',
]  # fmt: skip


def test_garbage_is_refused_and_changes_nothing(server):
    table, people = seated(server)
    person, _ = mover(table, people)
    before = everything(person, table)
    for body in GARBAGE:
        for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded"):
            answer = person.client.post(f"/api/tables/{table}/moves", content=body, headers={"content-type": kind})
            assert 400 <= answer.status_code < 500, (body[:40], answer.status_code)
            assert answer.json()["code"] and "\n" not in answer.json()["detail"], body[:40]
    assert everything(person, table) == before


def test_huge_bodies_are_refused_however_they_come(server):
    table, people = seated(server)
    address = f"/api/tables/{table}/chat"
    huge = json.dumps({"text": "x" * 10**6}).encode()
    assert people[0].client.post(address, content=huge).status_code == 413

    def drops():
        for _ in range(80):
            yield b"x" * 1024

    refused = people[0].client.post(address, content=drops())
    assert refused.status_code == 413 and refused.json()["code"] == "too_large"


BAD_TEXTS = [
    "", "   ", "a\x00b", "a\nb", "\u202eabc", "x" * 501, "\x1b[2J", "\u2028", "\u200b", "\u3164", "\u115f", "\u2800",
    "Ada\u200b", "\u00adAda", "\u2060", "\u200d", "Ada\u200d", "\ufe0f", "\U000e0041\U000e0042", "\ufeffAda",
]  # fmt: skip


@pytest.mark.parametrize("text", BAD_TEXTS, ids=ascii)
def test_names_and_chat_are_plain_text(server, text):
    table, people = seated(server)
    for what, key in (("chat", "text"), ("rename", "name")):
        refused = people[0].post(table, what, {key: text})
        assert refused.status_code == 422 and refused.json()["code"] == "unreadable"


@pytest.mark.parametrize(
    "name", ["Ada", " Бо ", "李", "👩‍🚀", "❤️", "می‌خواهم", "क्‍ष", "O'Brien-Łuk", "e\u0301", "ᄒ", "a  b", "🏴"], ids=ascii
)
def test_names_of_every_script_and_emoji_are_welcome(server, name):
    table, people = seated(server)
    renamed = people[0].post(table, "rename", {"name": name})
    assert renamed.status_code == 200 and renamed.json()["seats"][0]["name"] == name.strip()


def test_tables_that_are_not_there(server):
    person = server.person()
    assert person.get("A" * 12).status_code == 404
    assert person.get("A" * 12).json()["code"] == "no_table"
    assert person.post("A" * 12, "moves", {"ply": 0, "move": 0}).status_code == 404
    assert person.get("..%2f..%2fetc").status_code in (404, 422)
    assert person.client.get("/api/nothing").json()["code"] == "no_such_address"
    assert person.client.delete(f"/api/tables/{'A' * 12}").json()["code"] == "no_such_method"
    table, people = seated(server)
    assert people[0].post(table, "seats/9/bot", {"bot": "random"}).json()["code"] == "no_seat"


OPTIONS = load(FIRST).options
OTHERS = next(option for name in OWN for option in load(name).options if option not in OPTIONS)  # of another game


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess", "seats": [{"kind": "human"}] * 2}, "unknown_game"),
        ({"game": FIRST, "seats": [{"kind": "human"}]}, "unreadable"),
        ({"game": FIRST, "seats": [{"kind": "human"}] * 5}, "unreadable"),
        ({"game": FIRST, "seats": [{"kind": "human"}] * 2, "options": {"players": 3}}, "bad_option"),
        *(
            ({"game": name, "seats": [{"kind": "human"}] * 2, "options": expected(name).quarrel}, "bad_option")
            for name in OWN
            if expected(name).quarrel
        ),
        ({"game": FIRST, "seats": [{"kind": "human"}] * 2, "options": {"colour": 3}}, "unreadable"),
        ({"game": FIRST, "seats": [{"kind": "human"}] * 2, "options": {OPTIONS[-1].name: "nonsense"}}, "unreadable"),
        ({"game": FIRST, "seats": [{"kind": "human"}] * 2, "options": {OTHERS.name: OTHERS.values[0]}}, "unreadable"),
        ({"game": FIRST, "seats": [{"kind": "human"}, {"kind": "bot", "bot": "genius"}]}, "bad_option"),
        ({"game": FIRST, "seats": [{"kind": "human"}, {"kind": "bot", "bot": "rollout:999"}]}, "bad_option"),
        ({"game": FIRST, "seats": [{"kind": "human"}] * 2, "pace": {"kind": "days", "amount": 0}}, "unreadable"),
        ({"game": FIRST, "seats": [{"kind": "human"}] * 2, "pace": {"kind": "days", "amount": 61}}, "unreadable"),
        ({"game": FIRST, "seats": [{"kind": "human"}] * 2, "pace": {"kind": "soft", "amount": 0}}, "unreadable"),
        ({"game": FIRST, "seats": [{"kind": "human"}] * 2, "listed": True, "seed": 3}, "bad_option"),
        ({"game": FIRST, "seats": [{"kind": "ghost"}] * 2}, "unreadable"),
        ({"game": FIRST, "seats": [{"kind": "human"}, {"kind": "bot", "bot": f"search:{'0' * 40}1"}]}, "unreadable"),
        ({"game": FIRST, "seats": [{"kind": "human"}, {"kind": "bot", "bot": "search:٣"}]}, "unreadable"),
        ({"game": FIRST, "seats": []}, "unreadable"),
    ],
)
def test_a_table_that_cannot_be_opened_says_why(server, body, code):
    refused = server.person().client.post("/api/tables", json=body)
    assert refused.status_code == STATUS[code] and refused.json()["code"] == code and refused.json()["detail"]


def test_requests_from_other_sites_pages_are_refused(server):
    table, people = seated(server)
    person, view = mover(table, people)
    body = {"ply": view["ply"], "move": view["legal"][0]["move"]}
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
                    {"Origin": f"http://127.0.0.1.evil.example:{server.port}"}):  # fmt: skip
        refused = person.post(table, "moves", body, headers=headers)
        assert refused.status_code == 403 and refused.json()["code"] == "wrong_origin", headers
    with pytest.raises(InvalidStatus) as failed:
        person.watch(table, Origin="https://evil.example")
    assert failed.value.response.status_code == 403
    with person.watch(table, Origin=server.address) as socket:
        assert next_view(socket)["you"] == view["to_move"]
    assert person.post(table, "moves", body, headers={"Origin": server.address}).status_code == 200


def test_answers_carry_the_strict_headers_and_tokens_stay_in_strict_cookies(server):
    host = server.person()
    answer = host.client.post("/api/tables", json={"game": FIRST, "seats": [{"kind": "human"}] * 2})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie
    token = cookie.partition("=")[2].partition(";")[0]
    assert token not in answer.text
    for address in ("/api/games", "/docs", "/api/openapi.json", "/docs/style.css", "/api/nothing"):
        headers = host.client.get(address).headers
        assert "default-src 'self'" in headers["content-security-policy"], address
        assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "DENY"
    assert "<script" not in host.client.get("/docs").text


def test_too_many_requests_are_held_back(database):
    server = Server(database("sqlite"), rate=5.0, burst=20.0)
    try:
        person = server.person()
        answers = [person.client.get("/api/games").status_code for _ in range(60)]
        assert 200 in answers and 429 in answers and set(answers) == {200, 429}
    finally:
        server.stop()


def test_a_table_with_a_known_deal_says_so_to_all_and_is_never_listed(server):
    asked = {"game": FIRST, "seats": [{"kind": "human"}, {"kind": "bot", "bot": "random"}], "seed": 1192}
    person = server.person()
    refused = person.client.post("/api/tables", json=asked | {"listed": True})
    assert refused.status_code == 409 and refused.json()["code"] == "bad_option"
    views = [person.client.post("/api/tables", json=asked).json()["view"] for _ in range(2)]
    for view in views:
        assert (view["seed"], view["salt"]) == ("1192", "")
        assert view["seed_hash"] == hashlib.sha256(b":1192").hexdigest()
    boards = [person.client.post(f"/api/tables/{view['table']}/start").json()["board"] for view in views]
    assert boards[0] == boards[1]
