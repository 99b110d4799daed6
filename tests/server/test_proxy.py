"""Behind a real proxy: nginx with TLS as docs/operating.md sets it up, with the subpath left in or taken off."""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from tests.shelf import FIRST

from .installed import Unavailable, install
from .kit import Server, next_view, wait_for
from .ports import free_port

DOCS = Path(__file__).parents[2] / "docs" / "operating.md"
ROOT = "/games"
BURST = 20
OPERATOR = "127.0.0.77"
TLS = ssl.create_default_context()
SEATS = [{"kind": "human", "name": "Ada"}, {"kind": "open"}]
AROUND = """
daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1; {user}
events {{ worker_connections 256; }}
http {{
access_log off;
client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
{server}
}}
"""


@pytest.fixture(scope="module")
def nginx():
    try:
        install("nginx", "nginx-light", lambda: shutil.which("nginx") is not None)
        install("openssl", "openssl", lambda: shutil.which("openssl") is not None)
    except Unavailable as reason:
        print(f"skipped: {reason}")
        pytest.skip(str(reason))


@pytest.fixture(scope="module")
def behind(nginx, database):
    """A server that believes its proxy, allows each client few requests and each address few connections."""
    running = Server(
        database("sqlite"),
        trusted_proxies=["127.0.0.1"],
        root_path=ROOT,
        rate=1e-6,
        burst=BURST,
        connections=2,
        monitors=[OPERATOR],
    )
    yield running
    running.stop()


@pytest.fixture(scope="module")
def certificate(nginx, tmp_path_factory):
    """A folder with a certificate for this machine, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    words = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    names = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "sampan.key", "-out", "sampan.crt"]
    subprocess.run(["openssl", "req", *words, *names], cwd=folder, check=True, capture_output=True, timeout=60)
    TLS.load_verify_locations(folder / "sampan.crt")
    return folder


@pytest.fixture(scope="module", params=["prefix kept", "prefix taken off"])
def proxy(request, behind, certificate, tmp_path_factory):
    """Where nginx listens, set up as the documentation says."""
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    written = re.search(r"```nginx\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)[1]
    off = "/" if request.param == "prefix taken off" else ""
    server = written.replace("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;")
    for name in ("/etc/ssl/sampan.crt", "/etc/ssl/sampan.key"):
        assert name in server
        server = server.replace(name, str(certificate / Path(name).name))
    server = server.replace("http://127.0.0.1:8765;", f"http://127.0.0.1:{behind.port}{off};")
    config = folder / "nginx.conf"
    user = "user root;" if os.getuid() == 0 else ""
    config.write_text(AROUND.format(folder=folder, user=user, server=server))
    with subprocess.Popen(["nginx", "-e", f"{folder}/error.log", "-p", folder, "-c", config]) as process:
        try:
            wait_for(lambda: listening(process, port))
            yield f"https://127.0.0.1:{port}{ROOT}", request.param == "prefix kept"
        finally:
            process.terminate()


def listening(process, port):
    assert process.poll() is None, "nginx ended by itself"
    try:
        return httpx.get(f"https://127.0.0.1:{port}/nothing", verify=TLS).status_code == 404
    except httpx.TransportError:
        return False


class Browser:
    """Somebody at an address of their own, whose browser says which page a request comes from."""

    def __init__(self, place, address):
        self.place, self.address = place, address
        origin = {"Origin": place.removesuffix(ROOT)}
        self.client = httpx.Client(
            base_url=place, transport=httpx.HTTPTransport(verify=TLS, local_address=address), headers=origin, timeout=60
        )

    def post(self, path, body=None):
        return self.client.post(path, json=body)

    def watch(self, table):
        token = next(cookie.value for cookie in self.client.cookies.jar)
        headers = {"Cookie": f"sampan_seat={token}", "Origin": self.client.headers["Origin"]}
        place = f"{self.place.replace('http', 'ws')}/api/tables/{table}/live"
        from_here = (self.address, 0)
        return connect(place, additional_headers=headers, source_address=from_here, compression=None, ssl=TLS)


def test_a_game_is_played_and_watched_through_nginx(proxy):
    place, kept = proxy
    host, guest = (Browser(place, f"127.0.0.{10 + n + 2 * kept}") for n in range(2))
    opened = host.post("/api/tables", {"game": FIRST, "seats": SEATS})
    assert opened.status_code == 201, opened.text
    table = opened.json()["view"]["table"]
    assert f"Path={ROOT}/api/tables/{table};" in opened.headers["set-cookie"]
    assert "Secure" in opened.headers["set-cookie"] and "strict-transport-security" in opened.headers
    assert guest.post(f"/api/tables/{table}/join", {"name": "Bo"}).json()["you"] == 1
    assert host.post(f"/api/tables/{table}/start").json()["status"] == "running"
    with host.watch(table) as first, guest.watch(table) as second:
        seen = [next_view(first), next_view(second)]
        mover = seen[0]["to_move"]
        body = {"ply": 0, "move": seen[mover]["legal"][0]["move"]}
        assert (host, guest)[mover].post(f"/api/tables/{table}/moves", body).json()["ply"] == 1
        assert [next_view(socket, lambda view: view["ply"] == 1)["you"] for socket in (first, second)] == [0, 1]
    for person in (host, guest):
        person.client.close()


def test_each_client_behind_nginx_has_limits_of_its_own_whatever_it_says_of_itself(proxy):
    place, kept = proxy
    first, other = (Browser(place, f"127.0.0.{20 + n + 2 * kept}").client for n in range(2))
    told = [
        first.get("/api/games", headers={"X-Forwarded-For": f"203.0.113.{n}"}).status_code for n in range(BURST + 5)
    ]
    assert told == [200] * BURST + [429] * 5, "nginx adds the address it sees; what stands left of it is hearsay"
    assert other.get("/api/games").status_code == 200
    crowd = [Browser(place, f"127.0.0.{30 + n + 10 * kept}").client for n in range(6)]
    assert {one.get("/api/games").status_code for one in crowd} == {200}, "the proxy's own connections are not counted"
    foreign = other.post("/api/tables", json={}, headers={"Origin": "https://evil.example"})
    assert foreign.status_code == 403 and foreign.json()["code"] == "wrong_origin"
    for client in (first, other, *crowd):
        client.close()


def test_behind_nginx_only_the_operators_address_sees_health_and_figures(proxy):
    place, kept = proxy
    operator, other = (Browser(place, address).client for address in (OPERATOR, f"127.0.0.{60 + kept}"))
    for path in ("/healthz", "/readyz", "/metrics"):
        assert operator.get(path).status_code == 200
        assert other.get(path, headers={"X-Forwarded-For": OPERATOR}).status_code == 404
    operator.close()
    other.close()
