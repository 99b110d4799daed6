"""A board that a game's package brings ready made, as the server sends it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import httpx
import pytest
from fastapi import FastAPI

from sampan import games
from sampan.games.packages import Shelf
from sampan.server import prebuilt
from sampan.server.safety import below_root

from .pebbles import GAME


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of a game called pebbles, the only one on the shelf, with a board and what belongs to none."""
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "board.js").write_text("export const mount = 1;\n")
    (tmp_path / "page" / "board.css").write_text("b {}\n")
    (tmp_path / "page" / "notes.py").write_text("secret\n")
    (tmp_path / "box.json").write_text("{}")
    (tmp_path / "page" / "link.json").symlink_to(tmp_path / "box.json")
    shelf = Shelf({"pebbles": replace(GAME, folder=tmp_path)})
    monkeypatch.setattr(games, "shelf", lambda: shelf)
    return tmp_path


def asker(root=""):
    """Asks a server with the boards of the shelf, perhaps below a subpath that a proxy has taken off."""
    app = FastAPI()
    prebuilt.add_boards(app)

    async def below(scope, receive, send):
        await app(below_root(scope, root), receive, send)

    async def ask(path, method, headers):
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=below), base_url="http://table") as client:
            return await client.request(method, path, headers=headers)

    return lambda path, method="GET", **headers: asyncio.run(
        ask(path, method, {key.replace("_", "-"): value for key, value in headers.items()})
    )


@pytest.mark.parametrize("root", ["", "/games"])
def test_a_board_is_found_at_the_address_that_the_list_of_games_gives(folder, root):
    answer = asker(root)(prebuilt.address_of("pebbles"))
    assert (answer.status_code, answer.text) == (200, "export const mount = 1;\n")
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    again = asker(root)(prebuilt.address_of("pebbles"), if_none_match=answer.headers["etag"])
    assert again.status_code == 304


def test_another_board_has_another_address(folder):
    before = prebuilt.address_of("pebbles")
    (folder / "page" / "board.js").write_text("export const mount = 2;\n")
    assert prebuilt.address_of("pebbles") != before


def test_what_belongs_to_the_board_is_sent_and_nothing_else(folder):
    ask = asker()
    style = ask("/api/games/pebbles/page/board.css")
    assert (style.text, style.headers["content-type"]) == ("b {}\n", "text/css; charset=utf-8")
    for path in ("notes.py", "missing.js", "../box.json", "%2e%2e/box.json", "..%2fbox.json", "link.json", ""):
        answer = ask(f"/api/games/pebbles/page/{path}")
        assert answer.status_code == 404 and "secret" not in answer.text, path
    assert ask("/api/games/pebbles/page/board.js", "POST").status_code == 405


def test_a_game_without_a_board_has_no_address(folder):
    (folder / "page" / "board.js").unlink()
    assert prebuilt.address_of("pebbles") is None
    assert asker()("/api/games/pebbles/page/board.css").status_code == 404
