"""How the built page is sent."""

from __future__ import annotations

import asyncio
import gzip

import httpx
from fastapi import FastAPI
from starlette.exceptions import HTTPException

from sampan.server.app import on_http
from sampan.server.page import Pressed

SCRIPT = b"console.log('a script');\n" * 40


def page_of(folder):
    """A browser at a page that consists of one compressed script and one picture that is not."""
    (folder / "assets").mkdir()
    (folder / "assets" / "index-1.js").write_bytes(SCRIPT)
    (folder / "assets" / "index-1.js.gz").write_bytes(gzip.compress(SCRIPT))
    (folder / "assets" / "index-2.js").write_bytes(SCRIPT)
    (folder / "assets" / "index-2.js.br").write_bytes(b"br")
    (folder / "boat.svg").write_text("<svg/>")
    app = FastAPI()
    app.state.page_html = "<title>Sampan</title>"
    app.mount("/", Pressed(directory=folder))
    app.add_exception_handler(HTTPException, on_http)

    async def ask(path, headers):
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://table") as client:
            return await client.get(path, headers=headers)

    return lambda path, **headers: asyncio.run(ask(path, {k.replace("_", "-"): v for k, v in headers.items()}))


def test_a_script_is_sent_compressed_and_kept_for_ever(tmp_path):
    answer = page_of(tmp_path)("/assets/index-1.js", accept_encoding="gzip, br")
    assert answer.content == SCRIPT
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(SCRIPT) / 2
    assert answer.headers["content-type"].startswith(("text/javascript", "application/javascript"))
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["vary"] == "accept-encoding"


def test_brotli_goes_before_gzip_to_whoever_takes_it(tmp_path):
    folder = page_of(tmp_path)
    for accepted, encoding, length in (
        ("gzip, br;q=1", "br", 2),
        ("gzip", None, len(SCRIPT)),
        ("brotli", None, len(SCRIPT)),
    ):
        answer = folder("/assets/index-2.js", accept_encoding=accepted)
        assert (answer.headers.get("content-encoding"), int(answer.headers["content-length"])) == (encoding, length)


def test_who_cannot_read_compressed_gets_the_script_as_it_is(tmp_path):
    answer = page_of(tmp_path)("/assets/index-1.js", accept_encoding="identity")
    assert answer.content == SCRIPT
    assert "content-encoding" not in answer.headers


def test_what_has_no_name_of_its_own_is_asked_for_again(tmp_path):
    ask = page_of(tmp_path)
    answer = ask("/boat.svg", accept_encoding="gzip")
    assert answer.text == "<svg/>"
    assert "cache-control" not in answer.headers
    again = ask("/boat.svg", if_none_match=answer.headers["etag"])
    assert again.status_code == 304


def test_an_unknown_address_shows_a_browser_the_page_and_a_program_one_line(tmp_path):
    ask = page_of(tmp_path)
    read = ask("/tabel/abc", accept="text/html,application/xhtml+xml,*/*;q=0.8")
    assert (read.status_code, read.text) == (404, "<title>Sampan</title>")
    for path, accept in (("/tabel/abc", "*/*"), ("/api/tabel", "text/html"), ("/assets/gone.js", "text/html")):
        told = ask(path, accept=accept)
        assert (told.status_code, told.json()["code"]) == (404, "no_such_address")
