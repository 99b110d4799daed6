"""Requests to addresses that people gave: only where anybody could send them, and only what was checked."""

from __future__ import annotations

import asyncio
import socket
import threading

import pytest

from sampan.server import outward
from sampan.server.outward import Unsent, address_from, is_public, post
from sampan.server.refusals import Refused

from .receiver import Receiver, certificate


@pytest.mark.parametrize(
    "text",
    [
        "", "example.org", "http://example.org/", "https://", "https:///path", "ftp://example.org/",
        "https://me@example.org/", "https://me:secret@example.org/", "https://example.org/#part",
        "https://example.org:25/", "https://example.org:99999/", "https://exam ple.org/", "https://example.org/\n",
        "https://żaba.example/", "https://example.org/" + "x" * 1000, "https://127.0.0.1/", "https://[::1]/",
        "https://10.1.2.3:8443/", "https://169.254.169.254/latest", "https://[::ffff:127.0.0.1]/", "https://[fe80::1]/",
        "https://[",
    ],
)  # fmt: skip
def test_an_address_where_nothing_is_sent_is_refused_in_one_line(text):
    with pytest.raises(Refused) as refused:
        address_from(text, private=False)
    assert refused.value.code == "bad_address" and "\n" not in refused.value.detail


def test_an_address_is_taken_apart():
    assert address_from("https://example.org", False) == outward.Address("example.org", 443, "/")
    there = address_from("https://example.org:8443/a/b?c=d", False)
    assert (there.port, there.target, there.origin) == (8443, "/a/b?c=d", "https://example.org:8443")
    assert address_from("https://127.0.0.1/", private=True).host == "127.0.0.1"


@pytest.mark.parametrize(
    "address",
    ["0.0.0.0", "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "169.254.1.1", "192.0.2.1",
     "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:10.0.0.1",
     "64:ff9b::10.0.0.1", "2002:7f00:1::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1"],
)  # fmt: skip
def test_addresses_of_special_use_are_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34", "64:ff9b::5db8:d822"]
)
def test_addresses_of_the_internet_are(address):
    assert is_public(address)


def sent(address, private=True):
    asyncio.run(post(address_from(address, private), b"{}", {}, private))


def test_a_name_is_looked_up_once_and_all_of_its_addresses_are_checked(monkeypatch):
    asked, reached = [], []

    def resolved(host, port, **_):
        asked.append(host)
        given = ["93.184.216.34", "10.0.0.1"] if host == "mixed.example" else ["93.184.216.34"]
        return [(0, 0, 0, "", (one if len(asked) == 1 else "127.0.0.1", port)) for one in given]

    async def connected(to, port, **more):
        reached.append((to, port, more["server_hostname"]))
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    monkeypatch.setattr(asyncio, "open_connection", connected)
    with pytest.raises(Unsent, match="unreachable"):
        sent("https://rebinding.example/", private=False)
    assert (asked, reached) == (["rebinding.example"], [("93.184.216.34", 443, "rebinding.example")])
    asked.clear()
    with pytest.raises(Unsent, match="private") as unsent:
        sent("https://mixed.example/", private=False)
    assert unsent.value.lasting and len(reached) == 1


@pytest.fixture(scope="module")
def receiver(tmp_path_factory):
    file = certificate(tmp_path_factory.mktemp("receiver"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("SSL_CERT_FILE", str(file))
        outward.trust.cache_clear()
        taking = Receiver(file)
        yield taking
        taking.close()
    outward.trust.cache_clear()


@pytest.mark.parametrize(
    ("status", "why", "lasting"),
    [(302, "redirected", True), (404, "gone", True), (410, "gone", True), (403, "refused", True),
     (500, "refused", False), (429, "refused", False)],
)  # fmt: skip
def test_what_was_not_taken_is_told_apart(receiver, status, why, lasting):
    receiver.answers["/hook"] = status
    with pytest.raises(Unsent) as unsent:
        sent(f"{receiver.address}/hook")
    assert (unsent.value.why, unsent.value.lasting) == (why, lasting)
    assert receiver.next()[0] == "/hook" and receiver.came.empty(), "no redirect is followed"


def test_what_is_taken_arrives_whole(receiver):
    sent(f"{receiver.address}/taken?a=b")
    path, headers, body = receiver.next()
    assert (path, headers["host"], body) == ("/taken?a=b", receiver.address.removeprefix("https://"), b"{}")


def test_a_receiver_that_never_answers_or_answers_without_end_is_left(receiver, monkeypatch):
    released = threading.Event()
    receiver.answers["/slow"] = lambda: released.wait(30) and 204
    monkeypatch.setattr(outward, "PATIENCE", 0.3)
    with pytest.raises(Unsent, match="too_slow") as unsent:
        sent(f"{receiver.address}/slow")
    released.set()
    assert not unsent.value.lasting
    receiver.next()


def test_a_certificate_that_nobody_vouches_for_is_not_believed(receiver, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE")
    outward.trust.cache_clear()
    with pytest.raises(Unsent, match="unreachable"):
        sent(f"{receiver.address}/hook")
    outward.trust.cache_clear()
    assert receiver.came.empty()
