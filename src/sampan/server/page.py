"""The pages: the table's own where it has been built, and the documentation of the API, written from its schema."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.types import Scope

BUILT = Path(__file__).parent / "page"
READING = ["GET", "HEAD"]
WORKER = "service-worker.js"
PRESSED = (("br", ".br"), ("gzip", ".gz"))  # the smallest first; browsers take the first only by https or at home
STYLE = """body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code { background: #eee; padding: 0 .2rem; } section { border-top: 1px solid #ccc; margin-top: 1rem; }
h3 { margin: .6rem 0 0; } .method { color: #06c; } td { vertical-align: top; padding-right: 1rem; }
@media (prefers-color-scheme: dark) { body { background: #111; color: #ddd; } code { background: #333; } }
"""


class Pressed(StaticFiles):
    """The built page: compressed for whoever can read that; what its name tells the contents of is asked for once."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file itself, or the smaller one beside it."""
        accepted = {one.partition(";")[0].strip() for one in Headers(scope=scope).get("accept-encoding", "").split(",")}
        beside = ((name, Path(f"{os.fspath(full_path)}{ending}")) for name, ending in PRESSED if name in accepted)
        encoding, small = next(((name, path) for name, path in beside if path.exists()), ("", None))
        path, stat = (small, small.stat()) if small else (Path(full_path), stat_result)
        response = super().file_response(path, stat, scope, status_code)
        response.headers["vary"] = "accept-encoding"
        if encoding:
            response.headers["content-encoding"] = encoding
        if Path(full_path).name == WORKER:  # it also answers for the subpath without its last slash
            response.headers["service-worker-allowed"] = scope.get("root_path") or "/"
        if path.parent.name == "assets":
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


def add_pages(app: FastAPI, root: str = "") -> None:
    """The documentation at /docs; at / the built page, or a way to the documentation until there is one."""

    @app.get("/docs", include_in_schema=False)
    async def docs() -> Response:
        return Response(documentation(app.openapi(), root), media_type="text/html; charset=utf-8")

    @app.get("/docs/style.css", include_in_schema=False)
    async def style() -> Response:
        return Response(STYLE, media_type="text/css")

    if (BUILT / "index.html").exists():
        html = index_below(root, (BUILT / "index.html").read_text(encoding="utf-8"))
        app.state.page_html = html

        @app.api_route("/", methods=READING, include_in_schema=False)
        @app.api_route("/index.html", methods=READING, include_in_schema=False)
        @app.api_route("/table/{rest:path}", methods=READING, include_in_schema=False)
        @app.api_route("/replay", methods=READING, include_in_schema=False)
        @app.api_route("/progress", methods=READING, include_in_schema=False)
        @app.api_route("/statistics/{rest:path}", methods=READING, include_in_schema=False)
        @app.api_route("/puzzles/{rest:path}", methods=READING, include_in_schema=False)
        @app.api_route("/first/{rest:path}", methods=READING, include_in_schema=False)
        @app.api_route("/box", methods=READING, include_in_schema=False)
        @app.api_route("/box/{rest:path}", methods=READING, include_in_schema=False)
        async def table_page(rest: str = "") -> Response:
            return Response(html, media_type="text/html; charset=utf-8")

        app.mount("/", Pressed(directory=BUILT), name="page")
        return

    @app.get("/", include_in_schema=False)
    async def home() -> Response:
        return RedirectResponse(f"{root}/docs")


def lost_page(request: Request) -> Response | None:
    """For somebody whose browser asked for an address that is none: the page, which says so and knows a way on."""
    html: str | None = getattr(request.app.state, "page_html", None)
    path = request.scope["path"].removeprefix(request.scope.get("root_path", ""))
    wants_page = "text/html" in request.headers.get("accept", "") and not path.startswith(("/api/", "/assets/"))
    if html is None or request.method not in READING or not wants_page:
        return None
    return Response(html, 404, media_type="text/html; charset=utf-8")


def index_below(root: str, html: str) -> str:
    """The page's own HTML as it is sent below a subpath: what it asks for, and what it tells the page."""
    rooted = html.replace('<meta name="root" content=""', f'<meta name="root" content="{escape(root)}"')
    return rooted.replace('="./', f'="{escape(root)}/')


def documentation(schema: dict[str, Any], root: str = "") -> str:
    """The whole API on one page, without scripts."""
    style, whole = f"{escape(root)}/docs/style.css", f"{escape(root)}/api/openapi.json"
    lines = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>",
        f"<title>{escape(schema['info']['title'])}: the API</title><link rel=stylesheet href={style}>",
        f"<h1>{escape(schema['info']['title'])}: the API</h1><p>{escape(schema['info']['description'])}</p>",
        f"<p>The same as a schema: <a href={whole}>openapi.json</a></p>",
    ]
    for address, methods in schema["paths"].items():
        lines += [operation(f"{root}{address}", method, described) for method, described in methods.items()]
    lines.append("<h2>Shapes</h2>")
    lines += [shape(name, described) for name, described in schema["components"]["schemas"].items()]
    return "\n".join(lines)


def operation(address: str, method: str, described: dict[str, Any]) -> str:
    """One request and its answers."""
    asked = described.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    lines = [f"<section><h3><span class=method>{method.upper()}</span> <code>{escape(address)}</code></h3>"]
    lines.append(f"<p>{escape(described.get('description', ''))}</p>")
    if asked:
        lines.append(f"<p>Takes {kind(asked)}.</p>")
    lines.append("<table>")
    for status, answer in described["responses"].items():
        given = answer.get("content", {}).get("application/json", {}).get("schema", {})
        lines.append(f"<tr><td>{status}<td>{kind(given)}<td>{escape(answer['description'])}")
    return "".join(lines) + "</table></section>"


def shape(name: str, described: dict[str, Any]) -> str:
    """One type with its fields."""
    rows = "".join(
        f"<tr><td><code>{escape(field)}</code><td>{kind(of)}<td>{escape(of.get('description', ''))}"
        for field, of in described.get("properties", {}).items()
    )
    about = escape(described.get("description", ""))
    return f"<section id={escape(name)}><h3>{escape(name)}</h3><p>{about}</p><table>{rows}</table></section>"


def kind(of: dict[str, Any]) -> str:
    """A type in a few words."""
    if "$ref" in of:
        name = escape(of["$ref"].rpartition("/")[2])
        return f"<a href=#{name}>{name}</a>"
    if "anyOf" in of:
        return " or ".join(kind(each) for each in of["anyOf"])
    if "enum" in of:
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in of["enum"])
    if of.get("type") == "array":
        return f"list of {kind(of.get('items', {}))}"
    return escape(str(of.get("type", "anything")))
