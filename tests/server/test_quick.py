"""The short ways of a move, in by request and out to watchers: the same as the long ones, only shorter."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace

import pytest
from fastapi import Response

from sampan.server.game_routes import PLAY_MOVE, QuickMoves
from sampan.server.live import LINE, Live, Watcher
from sampan.server.refusals import Refused

from .kit import seated

OWN_HEADERS = ("date", "x-request-id")  # different in every answer
TABLE = "Kf3b-9QdXw2z"
TOKEN = "t" * 32
USUAL = [(b"content-type", b"application/json"), (b"cookie", b"other=1; sampan_seat=" + TOKEN.encode())]
GOOD = b'{"ply":3,"move":7}'


def said(answer):
    return answer.status_code, answer.json(), {k: v for k, v in answer.headers.items() if k not in OWN_HEADERS}


def test_a_request_is_answered_alike_on_the_short_way_and_the_long(server):
    table, people = seated(server)
    view = people[0].view(table)
    person, other = people[view["to_move"]], people[1 - view["to_move"]]
    ply, move = view["ply"], person.view(table)["legal"][0]["move"]
    stranger = server.person()

    def both(who, at=table, **sent):
        return [said(who.client.post(f"/api/tables/{at}/moves{way}", **sent)) for way in ("", "?long")]

    bodies = [{"ply": ply + 9, "move": move}, {"ply": ply, "move": "nonsense"}, {"ply": ply, "move": 10**9}]
    bodies += [{"ply": -1, "move": move}, {"ply": str(ply), "move": move}, {"ply": ply}, [ply, move], None]
    bodies += [{"ply": ply, "move": move, "more": 1}, {"ply": ply, "move": True}, {"ply": 10**30, "move": move}]
    for body in bodies:
        short, long = both(person, json=body)
        assert short == long and short[0] in (409, 422), (body, short)
    odd = [{"content": b"{", "headers": {"content-type": "application/json"}}, {"content": b""}]
    odd += [{"content": json.dumps({"ply": ply, "move": move}), "headers": {"content-type": "text/plain"}}]
    odd += [{"content": b'{"ply":NaN,"move":"\xff"}', "headers": {"content-type": "application/json"}}]
    for sent in odd:
        short, long = both(person, **sent)
        assert short == long and short[0] in (400, 422), (sent, short)
    good = {"json": {"ply": ply, "move": move}}
    for who, at, status in [(other, table, 409), (stranger, table, 403), (person, "x" * 12, 404), (person, table, 200)]:
        short, long = both(who, at, **good)
        assert short == long and short[0] == status


@pytest.mark.parametrize(
    ("change", "body", "quick"),
    [
        ({}, GOOD, True),
        ({"root_path": "/games", "path": f"/games/api/tables/{TABLE}/moves"}, GOOD, True),
        ({"query_string": b"as=1"}, GOOD, False),
        ({"method": "GET"}, GOOD, False),
        ({"path": f"/api/tables/{TABLE}/undo"}, GOOD, False),
        ({"path": f"/api/tables/{TABLE}x/moves"}, GOOD, False),
        ({"type": "websocket"}, GOOD, False),
        ({"headers": [*USUAL, (b"cookie", b"sampan_seat=" + b"u" * 32)]}, GOOD, False),
        ({"headers": [*USUAL, (b"content-type", b"text/plain")]}, GOOD, False),
        ({"headers": USUAL[1:]}, GOOD, False),
        ({}, b'{"ply":3}', False),
        ({}, b"", False),
    ],
)
def test_only_what_our_page_sends_takes_the_short_way(change, body, quick):
    asked, went_on, sent = [], [], []

    async def answer(table, token, act):
        asked.append((table, token))
        if len(asked) > 1:
            raise Refused("not_seated", "no")
        return Response(b"{}")

    async def routes(scope, receive, send):
        went_on.append((await receive())["body"])

    services = SimpleNamespace(tables=SimpleNamespace(answer=answer))
    scope = {"type": "http", "method": "POST", "path": f"/api/tables/{TABLE}/moves", "query_string": b"",
             "headers": USUAL, "app": SimpleNamespace(state=SimpleNamespace(services=services)), **change}  # fmt: skip

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        sent.append(message)

    door = QuickMoves(routes, lambda refused: Response(refused.code, 403))
    for _ in range(2):
        asyncio.run(door(scope, receive, send))
    assert asked == ([(TABLE, TOKEN)] * 2 if quick else [])
    assert went_on == ([] if quick else [body] * 2)
    assert [message["status"] for message in sent[::2]] == ([200, 403] if quick else [])
    assert scope.get("route") is (PLAY_MOVE if quick else None) and PLAY_MOVE.path == "/api/tables/{table_id}/moves"


def test_a_watcher_who_is_behind_is_woken_and_everybody_else_is_sent_the_view_at_once():
    table = SimpleNamespace(id=TABLE, version=5, viewer=lambda token: (0, False, None), views={(0, False, None): b"v5"})

    class Line:
        def __init__(self, free):
            self.free, self.sent = free, []
            self.send_view = self.sent.append

    def watcher(free=True, line=True, **state):
        extensions = {LINE: Line(free)} if line else {}
        socket = SimpleNamespace(scope={"extensions": extensions, "client": None}, query_params={})
        made = Watcher(socket, None, None, True)
        made.sent = (4, (0, False, None))
        for name, value in state.items():
            setattr(made, name, value)
        return made

    ready, told = watcher(), watcher(sent=(5, (0, False, None)))
    behind = [watcher(free=False), watcher(line=False), watcher(sending=True), watcher(sent=(-1, None))]
    live = Live(SimpleNamespace(changed=[]), SimpleNamespace())
    live.watchers[TABLE] = dict.fromkeys([ready, told, *behind])
    live.tell(table)
    assert ready.line.sent == [b"v5"] and ready.sent[0] == 5 and not ready.news.is_set()
    assert not told.line.sent and not told.news.is_set()
    assert all(one.news.is_set() and not (one.line and one.line.sent) for one in behind)
    table.version, ready.line.free = 6, False
    live.tell(table)
    ready.line.free = True  # but its own task has not yet run: nothing may overtake what that will send
    live.tell(table)
    assert ready.line.sent == [b"v5"] and ready.news.is_set()


def test_news_of_what_was_done_here_begins_no_task_and_other_news_does():
    async def run():
        table = SimpleNamespace(id=TABLE, version=5)
        tables = SimpleNamespace(changed=[], held=lambda name: table if name == TABLE else None)
        live, followed = Live(tables, SimpleNamespace()), []

        async def follow(name, version):
            followed.append((name, version))

        live._follow = follow
        for name, version in ((TABLE, 4), (TABLE, 5), (TABLE, 6), (TABLE, None), ("x" * 12, 9)):
            live.heard(name, version)
        await asyncio.sleep(0)
        return followed

    assert asyncio.run(run()) == [(TABLE, 6), (TABLE, None)]
