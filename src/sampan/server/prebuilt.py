"""Boards that games bring ready made: the files of a game's folder `page`, for the page to fetch."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from fastapi import FastAPI, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.types import Scope

from sampan import games

TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".png": "image/png",
}


class BoardFiles(StaticFiles):
    """Only what a board is made of; asked for again each time, and sent again if it has changed."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file with its type, whatever this machine takes it for."""
        kind = TYPES.get(Path(full_path).suffix)
        if kind is None:
            raise HTTPException(404, f"a board's files end with {', '.join(TYPES)}")
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = "no-cache"
        if status_code == response.status_code:  # not where the browser has it already
            response.headers["content-type"] = kind
        return response


def folder_of(game: str) -> Path:
    """Where a game's board lies, if it has one."""
    return games.definition(game).folder / "page"


def address_of(game: str) -> str | None:
    """Where the page finds a game's board, below the server's own address: another one for another board."""
    board = folder_of(game) / "board.js"
    try:
        mark = hashlib.sha256(board.read_bytes()).hexdigest()[:16]
    except OSError:
        return None
    return f"/api/games/{game}/page/board.js?v={mark}"


def add_boards(app: FastAPI) -> None:
    """Serve the files of every board there is."""
    for game in games.names():
        if address_of(game) is not None:
            app.mount(f"/api/games/{game}/page", BoardFiles(directory=folder_of(game)), name=f"board of {game}")
