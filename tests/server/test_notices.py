"""People who are not at the page are told that they are awaited: by webhook, on their devices, by a feed."""

from __future__ import annotations

import json
import sqlite3
import threading
from contextlib import closing
from hashlib import sha256
from xml.etree import ElementTree

import orjson
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from sampan.engine.errors import OptionError
from sampan.server.webpush import bytes_of, check_available, derived, encrypted, point, text_of

from .kit import Server, play_on, seated, wait_for
from .receiver import Receiver, certificate

AT_ONCE = {
    "notice_delay": 0.0, "notice_gap": 0.0, "notice_retry": 0.0005, "notice_rate": 1e6, "notice_private": True,
    "push": True,
}  # fmt: skip
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def paper(tmp_path_factory):
    return certificate(tmp_path_factory.mktemp("receiver"))


@pytest.fixture
def receiver(paper):
    taking = Receiver(paper)
    yield taking
    taking.close()


@pytest.fixture(scope="module")
def small(database, paper):
    running = started(database("sqlite"), paper)
    yield running
    running.stop()


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(request, database, paper):
    if request.param == "sqlite":
        yield request.getfixturevalue("small")
        return
    running = started(database("postgres"), paper)
    yield running
    running.stop()


def started(place, paper, **more):
    first = f"import os; os.environ['SSL_CERT_FILE'] = {str(paper)!r}\n"
    return Server(place, first=first, **{**AT_ONCE, **more})


def ask(person, table, what, body=None):
    answer = person.post(table, f"notices/{what}", {} if body is None else body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def hook(person, table, address, **more):
    return ask(person, table, "webhook", {"address": address, **more})


def arrived(receiver):
    path, headers, body = receiver.next()
    assert headers["content-type"] == "application/json"
    return path, json.loads(body)


def pass_turn(table, people, to):
    """Play until this seat must decide; then once more round."""
    view = people[0].view(table)
    while True:
        view = play_on(table, people, moves=1)
        if view["to_move"] == to or view["status"] != "running":
            return view


def test_a_webhook_says_hello_and_then_when_it_is_ones_turn(server, receiver):
    table, people = seated(server)
    pass_turn(table, people, to=0)
    view = hook(people[1], table, f"{receiver.address}/hook?key=secret", language="es")
    assert view["webhook"]["host"] == "localhost" and "secret" not in json.dumps(view)
    path, hello = arrived(receiver)
    assert path == "/hook?key=secret" and hello["event"] == "hello"
    assert "avisos de turno" in hello["content"] and hello["allowed_mentions"] == {"parse": []}
    pass_turn(table, people, to=1)
    told = arrived(receiver)[1]
    assert (told["event"], told["table"], told["seat"]) == ("turn", table, 1)
    assert told["text"] == "Guest 1: te toca en Río de Oro"
    assert told["url"] == f"{server.address}/table/{table}" and told["url"] in told["content"]
    while people[1].view(table)["to_move"] == 1:
        play_on(table, people, moves=1)
    pass_turn(table, people, to=1)
    assert arrived(receiver)[1]["event"] == "turn", "once for each turn, not for each move of it"
    wait_for(lambda: people[1].get(table, "/notices").json()["webhook"]["sent_at"])
    assert receiver.came.empty()


def test_everybodys_turns_and_the_end_are_told_where_that_is_wished(small, receiver):
    table, people = seated(small)
    hook(people[0], table, f"{receiver.address}/all", everybody=True)
    assert arrived(receiver)[1]["event"] == "hello"
    mover = people[0].view(table)["to_move"]
    pass_turn(table, people, to=1 - mover)
    assert arrived(receiver)[1]["seat"] == 1 - mover
    view = play_on(table, people)
    while (told := arrived(receiver)[1])["event"] == "turn":
        pass
    assert told["event"] == "over" and f"Ada {view['scores'][0]}" in told["text"]


def test_a_request_is_told(small, receiver):
    table, (ada, bo) = seated(small)
    play_on(table, [ada, bo], moves=6)
    hook(bo, table, f"{receiver.address}/asked")
    arrived(receiver)
    asked = ada.post(table, "takeback", {"ply": ada.view(table)["ply"], "back_to": 0})
    assert asked.status_code == 200
    assert arrived(receiver)[1]["event"] == "request"


def test_no_name_makes_a_link_or_a_mention(small, receiver):
    table, people = seated(small)
    people[0].post(table, "rename", {"name": "[@here](https://evil.example)"})
    hook(people[1], table, f"{receiver.address}/names")
    content = arrived(receiver)[1]["content"]
    assert r"\[\@here\]\(https\://evil.example\)" in content


def test_a_receiver_that_is_slow_or_fails_delays_no_move_and_is_given_up(small, receiver):
    table, people = seated(small)
    released = threading.Event()

    def fail():
        released.wait(60)
        return 500

    receiver.answers["/slow"] = fail
    hook(people[0], table, f"{receiver.address}/slow")
    receiver.next()
    play_on(table, people, moves=12)  # it is still being held
    pass_turn(table, people, to=0)  # whoever is awaited is told so again, however long all that took
    assert not released.is_set()
    released.set()
    given_up = wait_for(lambda: people[0].get(table, "/notices").json()["webhook"]["failed"])
    assert given_up == "refused" and receiver.came.qsize() == 5, "six tries in all"
    for seat in (1, 0):
        pass_turn(table, people, to=seat)
    assert receiver.came.qsize() == 5, "nothing more is tried"
    receiver.answers.clear()
    assert hook(people[0], table, f"{receiver.address}/good")["webhook"]["failed"] is None
    while arrived(receiver)[0] != "/good":
        pass


@pytest.mark.parametrize(("path", "status", "why"), [("/moved", 302, "redirected"), ("/gone", 404, "gone")])
def test_a_redirect_and_an_address_that_is_gone_are_given_up_at_once(small, receiver, path, status, why):
    table, people = seated(small)
    receiver.answers[path] = status
    hook(people[0], table, receiver.address + path)
    assert wait_for(lambda: people[0].get(table, "/notices").json()["webhook"]["failed"]) == why
    assert receiver.came.qsize() == 1


def test_private_addresses_are_refused_unless_the_operator_allows_them(small_server, receiver):
    table, people = seated(small_server)
    refused = people[0].post(table, "notices/webhook", {"address": "https://127.0.0.1:8443/"})
    assert (refused.status_code, refused.json()["code"]) == (409, "bad_address")
    assert people[0].get(table, "/notices").json()["webhook"] is None
    hook(people[0], table, f"{receiver.address}/hook")  # its name leads to this machine
    assert wait_for(lambda: people[0].get(table, "/notices").json()["webhook"]["failed"]) == "private"
    assert receiver.came.empty()


def test_each_notice_is_sent_by_one_process_and_by_another_when_that_one_dies(database, paper, receiver):
    place = database("sqlite")
    servers = [started(place, paper) for _ in range(2)]
    try:
        table, people = seated(servers[0])
        there = [person.at(servers[1]) for person in people]
        hook(people[0], table, f"{receiver.address}/one")
        held = threading.Event()
        receiver.answers["/one"] = lambda: held.wait(1.5) * 0 + 204  # long enough for any other to look, too
        assert arrived(receiver)[1]["event"] == "hello"
        turns = 0
        for round_ in range(3):
            pass_turn(table, there if round_ % 2 else people, to=1)
            pass_turn(table, there if round_ % 2 else people, to=0)
            turns += arrived(receiver)[1]["event"] == "turn"
        held.set()
        servers[0].kill()
        pass_turn(table, there, to=1)
        pass_turn(table, there, to=0)
        turns += arrived(receiver)[1]["event"] == "turn"
        assert turns == 4
        wait_for(lambda: there[0].get(table, "/notices").json()["webhook"]["sent_at"])
        assert receiver.came.empty()
    finally:
        for one in servers:
            one.stop()


def kept_rows(server, column, table):
    """What the store has of a table's notices."""
    with closing(sqlite3.connect(server.settings["database"])) as connection:
        found = connection.execute(f"SELECT {column} FROM notices WHERE table_id = ?", (table,)).fetchall()
    return [value for (value,) in found]


def test_what_happens_while_a_notice_is_under_way_is_told_as_well(small, receiver):
    table, people = seated(small)
    pass_turn(table, people, to=0)
    held = threading.Event()
    receiver.answers["/held"] = lambda: held.wait(8) * 0 + 204
    hook(people[1], table, f"{receiver.address}/held")
    assert arrived(receiver)[1]["event"] == "hello"
    pass_turn(table, people, to=1)
    wait_for(lambda: kept_rows(small, "told_turn", table)[0] > 0)
    held.set()
    assert arrived(receiver)[1]["event"] == "turn"


def test_whoever_has_lost_a_seat_is_told_nothing_more_of_it(small, receiver):
    table, (ada, bo) = seated(small)
    hook(bo, table, f"{receiver.address}/lost")
    assert arrived(receiver)[1]["event"] == "hello"
    feed = ask(bo, table, "feed")["path"]
    assert bo.post(table, "leave", {"bot": None}).status_code == 200
    invite = ada.post(table, "seats/1/invite").json()["invite"]
    carol = small.person()
    assert carol.join(table, invite=invite, name="Carol")["you"] == 1
    assert bo.client.get(feed).status_code == 404
    pass_turn(table, [ada, carol], to=1)
    wait_for(lambda: kept_rows(small, "kind", table) == ["feed"])
    assert receiver.came.empty()


def test_notices_are_their_owners_alone(small, receiver):
    table, (ada, bo) = seated(small)
    hook(ada, table, f"{receiver.address}/mine")
    assert bo.get(table, "/notices").json()["webhook"] is None
    stranger = small.person()
    for answer in (stranger.get(table, "/notices"), stranger.post(table, "notices/feed", {})):
        assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")
    assert ask(ada, table, "webhook/remove")["webhook"] is None


# ---------------------------------------------------------------- feeds


def entries(answer):
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(answer.text)
    return [entry.find(f"{ATOM}title").text for entry in root.findall(f"{ATOM}entry")]


def test_a_feed_has_ones_turns_for_whoever_has_its_address(server):
    table, people = seated(server)
    path = ask(people[1], table, "feed", {"language": "pl"})["path"]
    reader = server.person().client
    assert all("Guest 1" in title for title in entries(reader.get(path)))
    pass_turn(table, people, to=0)
    pass_turn(table, people, to=1)
    found = reader.get(path)
    assert entries(found)[0] == "Guest 1: twoja tura (Rzeka Złota)"
    again = reader.get(path, headers={"if-none-match": found.headers["etag"]})
    assert again.status_code == 304
    secrets = [person.cookie(table).partition("=")[2] for person in people]
    assert not any(secret in found.text for secret in secrets) and path not in found.text
    assert reader.get(f"/api/tables/{table}/notices").status_code == 403
    play_on(table, people)
    assert "koniec rozgrywki" in entries(reader.get(path))[0]


def test_a_feed_ends_when_it_is_made_anew_or_removed(small):
    table, (ada, _) = seated(small)
    old, new = ask(ada, table, "feed")["path"], ask(ada, table, "feed")["path"]
    assert old != new and ada.client.get(new).status_code == 200
    for path in (old, "/api/feeds/" + "A" * 32):
        assert (ada.client.get(path).status_code, ada.client.get(path).json()["code"]) == (404, "no_feed")
    assert ask(ada, table, "feed/remove")["feed"] is False
    assert ada.client.get(new).status_code == 404


# ---------------------------------------------------------------- push


class Browser:
    """A browser's end of Web Push."""

    def __init__(self, endpoint):
        self.key, self.auth, self.endpoint = ec.generate_private_key(ec.SECP256R1()), b"sixteen bytes ok", endpoint

    def subscription(self):
        return {"endpoint": self.endpoint, "p256dh": text_of(point(self.key)), "auth": text_of(self.auth)}

    def read(self, body):
        """What was sent, as a browser reads it (RFC 8291)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert (size, length) == (4096, 65)
        there = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), there)
        secret = derived(shared, self.auth, b"WebPush: info\0" + point(self.key) + sender, 32)
        opened = AESGCM(derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)).decrypt(
            derived(secret, salt, b"Content-Encoding: nonce\0", 12), sealed, None
        )
        assert opened[-1] == 2
        return opened[:-1]


def check_vapid(header, server_key, origin):
    """As a push service does: signed by the key that the browser was given, and for this service."""
    kind, _, said = header.partition(" ")
    given = dict(part.strip().split("=", 1) for part in said.split(","))
    assert kind == "vapid" and given["k"] == server_key
    signed, _, signature = given["t"].rpartition(".")
    raw = bytes_of(signature)
    numbers = [int.from_bytes(part, "big") for part in (raw[:32], raw[32:])]
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(server_key))
    key.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        key.verify(encode_dss_signature(*numbers), signed.encode() + b"x", ec.ECDSA(hashes.SHA256()))
    claims = orjson.loads(bytes_of(signed.partition(".")[2]))
    assert claims["aud"] == origin
    return claims


def test_a_device_is_told_what_only_it_can_read(server, receiver):
    table, people = seated(server)
    pass_turn(table, people, to=0)
    browser = Browser(f"{receiver.address}/push/1")
    view = ask(people[1], table, "push", browser.subscription() | {"language": "ru"})
    assert view["devices"] == [sha256(browser.endpoint.encode()).hexdigest()]
    pass_turn(table, people, to=1)
    _, headers, body = receiver.next()
    assert headers["content-encoding"] == "aes128gcm" and headers["ttl"].isdigit()
    assert headers["topic"] == table, "a device that was off is told once of each table"
    check_vapid(headers["authorization"], view["push_key"], receiver.address)
    told = json.loads(browser.read(body))
    assert told == {
        "title": "Река Золота", "body": "Guest 1: ваш ход (Река Золота)", "path": f"/table/{table}", "tag": table,
    }  # fmt: skip
    receiver.answers["/push/1"] = 410  # the browser has let go of it
    while people[1].view(table)["to_move"] == 1:
        play_on(table, people, moves=1)
    pass_turn(table, people, to=1)
    wait_for(lambda: not people[1].get(table, "/notices").json()["devices"])


def test_a_device_that_two_share_is_told_once_of_what_concerns_both(small, receiver):
    table, (ada, bo, cy) = seated(small, players=3)
    play_on(table, [ada, bo, cy], moves=6)
    browser = Browser(f"{receiver.address}/shared")
    for person in (bo, cy, cy):  # said twice, also once
        ask(person, table, "push", browser.subscription())
    ada.post(table, "takeback", {"ply": ada.view(table)["ply"], "back_to": 0})
    told = json.loads(browser.read(receiver.next()[2]))
    assert told["tag"] == table
    wait_for(lambda: set(kept_rows(small, "due_at", table)) == {None} and any(kept_rows(small, "sent_at", table)))
    assert kept_rows(small, "told_request", table) == [1, 1] and receiver.came.empty()


def test_a_push_service_is_asked_as_carefully_as_a_webhook_and_given_up_with_a_word(database, paper, receiver, small):
    """By https only, at public addresses that are checked where the connection is made, and without redirects."""
    careful = started(database("sqlite"), paper, notice_private=False)
    try:
        table, (_, bo) = seated(careful)
        for bad in ("http://push.example/1", "https://127.0.0.1:8443/1", "https://[::1]/1"):
            refused = bo.post(table, "notices/push", Browser(bad).subscription())
            assert (refused.status_code, refused.json()["code"]) == (409, "bad_address")
        assert given_up(careful, receiver, "/hidden") == "private", "its name leads to this machine"
        assert receiver.came.empty()
    finally:
        careful.stop()
    receiver.answers |= {"/moved": 302, "/no": 403}
    assert given_up(small, receiver, "/moved") == "redirected"
    assert given_up(small, receiver, "/no") == "refused"
    assert receiver.came.qsize() == 2


def given_up(server, receiver, path):
    """Why a device is told nothing any more once a turn could not be told."""
    table, people = seated(server)
    pass_turn(table, people, to=0)
    browser = Browser(receiver.address + path)
    view = ask(people[1], table, "push", browser.subscription())
    assert len(view["devices"]) == 1 and view["given_up"] == []
    pass_turn(table, people, to=1)
    found = wait_for(lambda: people[1].get(table, "/notices").json()["given_up"])
    assert found[0]["device"] == sha256(browser.endpoint.encode()).hexdigest()
    assert people[1].get(table, "/notices").json()["devices"] == []
    assert ask(people[1], table, "push", browser.subscription())["given_up"] == [], "asked for again, it begins anew"
    return found[0]["why"]


def test_five_devices_of_a_seat_are_told_and_keys_that_are_none_are_refused(small, receiver):
    table, (ada, _) = seated(small)
    for number in range(6):
        view = ask(ada, table, "push", Browser(f"{receiver.address}/push/{number}").subscription())
    assert len(view["devices"]) == 5
    last = {"endpoint": f"{receiver.address}/push/5"}
    assert len(ask(ada, table, "push/remove", last)["devices"]) == 4
    bad = Browser(f"{receiver.address}/push/9").subscription() | {"p256dh": "A" * 87}
    assert ada.post(table, "notices/push", bad).json()["code"] == "bad_address"


def test_a_server_without_push_says_so(small_server):
    table, (ada, _) = seated(small_server)
    assert ada.get(table, "/notices").json()["push_key"] is None
    refused = ada.post(table, "notices/push", Browser("https://push.example/1").subscription())
    assert (refused.status_code, refused.json()["code"]) == (409, "no_push")


def test_push_without_its_package_or_with_a_strange_contact_is_one_line(monkeypatch):
    with pytest.raises(OptionError, match="expected mailto:ADDRESS or https://ADDRESS"):
        check_available("me")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(OptionError, match="pip install"):
        check_available("")


def test_the_example_of_the_standard_is_encrypted_as_it_says():
    """RFC 8291, appendix A."""
    own = ec.derive_private_key(
        int.from_bytes(bytes_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    browser = bytes_of("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    sealed = encrypted(
        b"When I grow up, I want to be a watermelon", browser, bytes_of("BTBZMqHH6r4Tts7J_aSIgg"), own,
        bytes_of("DGv6ra1nlYgDCS1FRnbzlw"),
    )  # fmt: skip
    assert text_of(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
