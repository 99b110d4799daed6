"""Who is asking: peers, proxies we trust, and what they say about whom they speak for."""

from __future__ import annotations

import pytest

from sampan.engine.errors import OptionError
from sampan.server.address import as_forwarded, client_of, networks
from tests.shelf import FIRST

from .kit import Server


def asked(peer, trusted=(), scheme="http", **headers):
    """A request as the application sees it."""
    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "client": (peer, 5), "scheme": scheme, "headers": given}
    return as_forwarded(scope, networks(trusted))


@pytest.mark.parametrize(
    ("peer", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("not an address", "-"),
    ],
)
def test_limits_count_an_ipv4_address_or_the_64_of_an_ipv6_one(peer, counts_as):
    assert client_of(asked(peer)) == counts_as


@pytest.mark.parametrize(
    ("hops", "client"),
    [
        ("198.51.100.9", "198.51.100.9"),
        ("203.0.113.1, 198.51.100.9", "198.51.100.9"),
        ("198.51.100.9, 10.1.2.3, 10.9.9.9", "198.51.100.9"),
        ("10.1.2.3", "10.1.2.3"),
        ("198.51.100.9:4711", "198.51.100.9"),
        ("[2001:db8:5:6::7]:4711", "2001:db8:5:6::/64"),
        ("2001:db8:5:6::7", "2001:db8:5:6::/64"),
        ("198.51.100.9, unknown", "10.0.0.1"),
        ("198.51.100.9, 10.0.0.300", "10.0.0.1"),
        ("198.51.100.9,", "10.0.0.1"),
        ("٣.0.0.1", "10.0.0.1"),
    ],
)
def test_of_a_trusted_proxys_list_the_rightmost_stranger_counts_or_else_the_proxy(hops, client):
    headers = [(b"x-forwarded-for", hops.encode("latin-1", "replace"))]
    scope = {"type": "http", "client": ("10.0.0.1", 5), "scheme": "http", "headers": headers}
    assert client_of(as_forwarded(scope, networks(["10.0.0.0/8"]))) == client


def test_what_a_peer_we_do_not_trust_forwards_is_not_believed():
    told = {"x_forwarded_for": "198.51.100.9", "x_forwarded_proto": "https", "x_forwarded_host": "games.example"}
    for trusted in ((), ("10.0.0.2",), ("2001:db8::/32",)):
        scope = asked("10.0.0.1", trusted, host="a", **told)
        assert (client_of(scope), scope["scheme"], dict(scope["headers"])[b"host"]) == ("10.0.0.1", "http", b"a")
    scope = asked("10.0.0.1", ["10.0.0.1"], host="a", **told)
    assert (client_of(scope), scope["scheme"]) == ("198.51.100.9", "https")
    assert dict(scope["headers"])[b"host"] == b"games.example"


def test_a_malformed_host_or_scheme_is_passed_over():
    scope = asked("10.0.0.1", ["10.0.0.1"], host="a", x_forwarded_host="a b<c>", x_forwarded_proto="gopher")
    assert scope["scheme"] == "http" and dict(scope["headers"])[b"host"] == b"a"


@pytest.mark.parametrize("wrong", ["", "10.0.0.0/33", "proxy.example", "10.0.0.1, 10.0.0.2"])
def test_a_proxy_that_is_no_address_is_refused_in_one_line(wrong):
    with pytest.raises(OptionError, match="expected an address or a network"):
        networks([wrong])


@pytest.fixture(scope="module")
def proxied(database):
    """A server whose tests play the proxy: this machine is trusted."""
    running = Server(database("sqlite"), trusted_proxies=["127.0.0.1"], rate=0.001, burst=6.0)
    yield running
    running.stop()


def forwarded(address, **more):
    return {"X-Forwarded-For": address, **more}


def test_behind_a_proxy_each_client_has_a_rate_of_its_own(proxied):
    client = proxied.person().client
    answers = [client.get("/api/games", headers=forwarded("198.51.100.1")) for _ in range(8)]
    assert [answer.status_code for answer in answers] == [200] * 6 + [429] * 2
    assert int(answers[-1].headers["retry-after"]) > 60 and answers[-1].json()["code"] == "too_many"
    assert client.get("/api/games", headers=forwarded("198.51.100.2")).status_code == 200
    spoofed = forwarded("198.51.100.77, 198.51.100.1")
    assert client.get("/api/games", headers=spoofed).status_code == 429, "what stands left of it is hearsay"
    six = [client.get("/api/games", headers=forwarded(f"2001:db8:1:2::{n}")).status_code for n in range(8)]
    assert six == [200] * 6 + [429] * 2, "a /64 is one customer"


def test_a_proxy_that_rewrites_the_host_passes_the_check_of_origins_and_https_marks_cookies(proxied):
    asked = {"game": FIRST, "seats": [{"kind": "human"}, {"kind": "open"}]}
    from_page = {"Origin": "https://games.example", "Host": "127.0.0.1:1", **forwarded("198.51.100.3")}
    client = proxied.person().client
    assert client.post("/api/tables", json=asked, headers=from_page).json()["code"] == "wrong_origin"
    told = {"X-Forwarded-Host": "games.example", "X-Forwarded-Proto": "https"}
    opened = client.post("/api/tables", json=asked, headers=from_page | told)
    assert opened.status_code == 201 and "; Secure" in opened.headers["set-cookie"]
    assert "strict-transport-security" in opened.headers
    plain = client.post("/api/tables", json=asked, headers=from_page | told | {"X-Forwarded-Proto": "http"})
    assert plain.status_code == 201 and "Secure" not in plain.headers["set-cookie"]
