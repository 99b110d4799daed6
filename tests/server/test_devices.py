"""One's own seat on another device: links that are good once, for minutes, or until another is made."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from sampan.server import clock
from sampan.server.devices import DEVICE_SECONDS, MOST_DEVICES, with_device, with_link
from sampan.server.refusals import Refused
from sampan.server.settings import Settings
from tests.shelf import with_hands

from .kit import Server, next_view, play_on, seated
from .test_hosting import code_of
from .test_parts import opened


def link_of(person, table, kind="device"):
    made = person.post(table, "links", {"kind": kind})
    assert made.status_code == 200, made.text
    return made.json()["link"]


def use(device, table, link, **more):
    return device.post(table, "links/use", {"link": link, **more})


def test_both_devices_hold_the_seat_and_the_link_is_good_once(server):
    table, (ada, bo) = seated(server, game=with_hands())
    phone, thief = server.person(), server.person()
    link = link_of(bo, table)
    assert bo.view(table)["links"]["device"] > clock.now() and ada.view(table)["links"]["device"] is None
    assert server.person().view(table)["links"] is None
    assert use(phone, table, link).json()["you"] == 1
    assert code_of(use(thief, table, link)) == "link_used"
    assert bo.view(table)["links"] == {"device": None, "recovery": None, "devices": 1}
    assert phone.view(table)["board"] == bo.view(table)["board"] != ada.view(table)["board"]
    with phone.watch(table) as socket:
        play_on(table, [ada, bo], moves=3)
        play_on(table, [ada, phone], moves=6)
        bo.post(table, "chat", {"text": "hello"})
        seen = next_view(socket, lambda view: view["notes"][-1]["id"] == "table_chat")
    assert seen["you"] == 1
    phone.post(table, "leave", {})
    assert (bo.view(table)["you"], bo.view(table)["left"]) == (None, 1)
    assert bo.join(table)["you"] == 1 == phone.view(table)["you"]


def test_a_hosts_further_device_has_the_hosts_rights(server):
    host, phone = server.person(), server.person()
    table, _ = host.open([{"kind": "human"}, {"kind": "open"}])
    assert use(phone, table, link_of(host, table)).json()["host"]
    assert code_of(phone.post(table, "seats/0/remove")) == "not_yours", "one leaves one's own seat"
    assert phone.post(table, "seats/1/bot", {"bot": "random"}).status_code == 200
    assert phone.post(table, "seats/0/bot", {"bot": "random"}).json()["seats"][0]["kind"] == "bot"


def test_a_new_link_and_a_revoked_one_make_the_old_worthless(server):
    table, (ada, bo) = seated(server)
    phone, other = server.person(), server.person()
    for kind in ("device", "recovery"):
        old, new = link_of(bo, table, kind), link_of(bo, table, kind)
        assert code_of(use(phone, table, old)) == "wrong_link"
        revoked = bo.post(table, "links/revoke", {"kind": kind})
        assert revoked.json()["links"][kind] is None
        assert bo.post(table, "links/revoke", {"kind": kind}).json()["version"] == revoked.json()["version"]
        assert code_of(use(phone, table, new)) == "wrong_link"
    for what, body in (("links", {"kind": "device"}), ("links/revoke", {"kind": "recovery"}), ("devices/forget", None)):
        assert code_of(other.post(table, what, body)) == "not_seated", what
    assert code_of(use(ada, table, link_of(bo, table))) == "already_seated", "nobody's second seat"
    assert code_of(use(phone, table, "x" * 32)) == "wrong_link"
    assert phone.view(table)["you"] is None


def test_a_recovery_link_opens_the_seat_as_often_as_one_has_lost_it(server):
    table, (_, bo) = seated(server)
    link = link_of(bo, table, "recovery")
    for _ in range(2):
        assert use(server.person(), table, link).json()["you"] == 1
    assert bo.view(table)["links"]["recovery"] is not None
    found = server.person()
    use(found, table, link)
    assert found.post(table, "devices/forget").json()["links"] == {"device": None, "recovery": None, "devices": 0}
    assert bo.view(table)["you"] is None and found.view(table)["you"] == 1
    assert code_of(use(server.person(), table, link)) == "wrong_link"


def test_a_removed_guest_does_not_come_back_by_a_link_of_their_own(server):
    host, guest = server.person(), server.person()
    table, _ = host.open([{"kind": "human"}, {"kind": "open"}])
    guest.join(table)
    link = link_of(guest, table, "recovery")
    host.post(table, "seats/1/remove")
    assert code_of(use(server.person(), table, link)) == "wrong_link"
    assert code_of(guest.post(table, "links", {"kind": "device"})) == "not_seated"


def test_people_who_play_again_do_so_on_each_of_their_devices(small_server):
    table, (ada, bo) = seated(small_server)
    phone = small_server.person()
    use(phone, table, link_of(ada, table))
    play_on(table, [ada, bo])
    new = phone.post(table, "again").json()
    assert ada.post(table, "again").json()["table"] == new["table"]
    assert phone.view(new["table"])["you"] == ada.view(new["table"])["you"] == 1
    assert phone.view(new["table"])["host"] and ada.view(new["table"])["host"]


def test_a_link_for_another_device_is_good_for_minutes_and_devices_are_few(tmp_path, monkeypatch):
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now)

    async def act(store, tables, table):
        nonlocal now

        def plan(*given):
            table.apply(with_device(table, None, *given), [])

        table.apply(with_link(table, "ada", "link", "late", now + DEVICE_SECONDS), [])
        now += DEVICE_SECONDS + 1
        with pytest.raises(Refused) as refused:
            with_device(table, None, "phone", "late")
        now -= 2
        plan("phone", "late")
        assert with_device(table, None, "phone", "late") is None, "said again"
        table.apply(with_link(table, "phone", "recovery", "kept", None), [])
        for number in range(MOST_DEVICES):
            now += 1
            plan(f"further {number}", "kept")
        devices = [one for one in table.passes.values() if one.kind == "device"]
        return (
            refused.value.code,
            len(devices),
            table.seat_held("phone"),
            table.seat_held("ada"),
            table.seat_held("further 7"),
        )

    assert opened(Settings(database=str(tmp_path / "t.sqlite")), act) == ("link_expired", MOST_DEVICES, None, 0, 0)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_server_killed_between_request_and_answer_costs_no_seat_and_opens_it_once(database, kind):
    server = Server(database(kind))
    try:
        table, (_, bo) = seated(server)
        link, key = link_of(bo, table), "k" * 32
        assert use(server.person(), table, link, key=key).status_code == 200  # and nobody heard of it
        server.kill()
        server.start()
        phone, thief = server.person(), server.person()
        assert use(phone, table, link, key=key).json()["you"] == 1, "the same request, said again"
        assert code_of(use(thief, table, link, key="t" * 32)) == "link_used"
        kept = link_of(bo.at(server), table, "recovery")  # the answer is lost ...
        server.kill()
        server.start()
        assert use(server.person(), table, link_of(bo.at(server), table, "recovery")).json()["you"] == 1
        assert code_of(use(server.person(), table, kept)) == "wrong_link", "... and another was made instead"
        engine = sa.create_engine(Settings(database=server.settings["database"]).url)
        with engine.connect() as connection:
            stored = " ".join(str(row) for row in connection.execute(sa.text("SELECT * FROM passes")))
        engine.dispose()
        assert link not in stored and kept not in stored
    finally:
        server.stop()


def test_links_are_made_and_guessed_at_a_slow_pace(database):
    server = Server(database("sqlite"), links_a_minute=2)
    try:
        table, (_, bo) = seated(server)
        stranger = server.person()
        codes = [code_of(use(stranger, table, "x" * 32)) for _ in range(5)]
        assert codes == ["wrong_link"] * 4 + ["too_many"]
        assert code_of(bo.post(table, "links", {"kind": "device"})) == "too_many"
    finally:
        server.stop()
