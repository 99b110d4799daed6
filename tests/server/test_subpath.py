"""Below a subpath, behind a proxy that leaves it in the address or takes it off."""

from __future__ import annotations

import re

import pytest
from websockets.sync.client import connect

from sampan.server import page
from sampan.server.page import index_below
from tests.shelf import FIRST

from .kit import Server, next_view

ROOT = "/games"
SEATS = [{"kind": "human", "name": "Ada"}, {"kind": "open"}]


@pytest.fixture(scope="module")
def below(database):
    running = Server(database("sqlite"), root_path=ROOT)
    yield running
    running.stop()


class Through:
    """A person behind a proxy: the browser asks below the subpath, and keeps its cookies there."""

    def __init__(self, server, kept):
        self.person, self.prefix = server.person(), ROOT if kept else ""

    def ask(self, method, path, **more):
        jar = self.person.client.cookies.jar
        cookie = "; ".join(f"{c.name}={c.value}" for c in jar if f"{ROOT}{path}".startswith(c.path))
        return self.person.client.request(method, self.prefix + path, headers={"Cookie": cookie}, **more)


@pytest.mark.parametrize("kept", [True, False], ids=["prefix kept", "prefix taken off"])
def test_a_game_is_played_below_a_subpath(below, kept):
    host, guest = Through(below, kept), Through(below, kept)
    opened = host.ask("POST", "/api/tables", json={"game": FIRST, "seats": SEATS})
    table = opened.json()["view"]["table"]
    assert f"Path={ROOT}/api/tables/{table};" in opened.headers["set-cookie"]
    assert guest.ask("POST", f"/api/tables/{table}/join", json={"name": "Bo"}).json()["you"] == 1
    view = host.ask("POST", f"/api/tables/{table}/start").json()
    people = [host, guest]
    view = people[view["to_move"]].ask("GET", f"/api/tables/{table}").json()
    body = {"ply": 0, "move": view["legal"][0]["move"]}
    assert people[view["you"]].ask("POST", f"/api/tables/{table}/moves", json=body).json()["ply"] == 1
    place = f"{below.address}{host.prefix}".replace("http", "ws") + f"/api/tables/{table}/live"
    token = next(c.value for c in host.person.client.cookies.jar)
    with connect(place, additional_headers={"Cookie": f"sampan_seat={token}"}, compression=None) as socket:
        assert next_view(socket)["you"] == 0


@pytest.mark.parametrize("prefix", [ROOT, ""], ids=["prefix kept", "prefix taken off"])
def test_the_documentation_leads_to_addresses_below_the_subpath(below, prefix):
    client = below.person().client
    docs = client.get(f"{prefix}/docs").text
    for address in re.findall(r"href=(/[^ >]+)", docs):
        assert address.startswith(f"{ROOT}/") and client.get(address).status_code == 200
    assert client.get(f"{prefix}/api/openapi.json").json()["servers"] == [{"url": ROOT}]
    assert client.get("/gamesome/api/games").status_code == 404


def test_the_page_is_told_the_subpath_and_asks_below_it():
    html = '<meta name="root" content="" /><link href="./sampan.svg"><script src="./assets/a.js"></script>'
    assert index_below("", html) == html.replace("./", "/")
    told = index_below(ROOT, html)
    assert f'content="{ROOT}"' in told and re.findall(r'(?:src|href)="([^"]+)"', told) == [
        "/games/sampan.svg",
        "/games/assets/a.js",
    ]


@pytest.mark.skipif(not (page.BUILT / "index.html").exists(), reason="the page has not been built here")
@pytest.mark.parametrize("prefix", [ROOT, ""], ids=["prefix kept", "prefix taken off"])
def test_the_built_page_and_its_parts_are_found_below_the_subpath(below, prefix):
    client = below.person().client
    for path in ("/", "/table/AAAAAAAAAAAA", "/table/AAAAAAAAAAAA/at/3", "/replay"):
        html = client.get(prefix + path).text
        found = re.findall(r'(?:src|href)="([^"]+)"', html)
        assert found and all(address.startswith(f"{ROOT}/") for address in found)
        for address in found:
            assert client.get(address.removeprefix(ROOT if not prefix else "")).status_code == 200
    assert client.get(ROOT).text == client.get(f"{ROOT}/").text
