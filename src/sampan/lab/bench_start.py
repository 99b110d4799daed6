"""How long a person waits after `sampan serve`: on a machine where nothing was ever compiled, and after that."""

from __future__ import annotations

import http.cookiejar
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sampan import games
from sampan.engine.errors import SampanError

from .bench import machine

MOST = 900.0  # seconds for everything to be compiled
BOT = "random"  # opposite the person: what is measured is the rules
DONE = re.compile(r"sampan\.compiling - (?P<what>.+) compiled in ")
TAKEN_OVER = "have taken over"
ALL_DONE = "everything is compiled"


class Start:
    """One `sampan serve` in a process of its own, and a stopwatch that began with it."""

    def __init__(self, cache: str, folder: str) -> None:
        words = ["serve", "--port", "0", "--database", os.path.join(folder, "tables.sqlite")]
        self.began, self.noted = time.monotonic(), dict[str, float]()
        self.ended = threading.Event()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "sampan.cli", *words], env={**os.environ, "SAMPAN_CACHE": cache},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        threading.Thread(target=self._read_log, daemon=True).start()
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._browser = urllib.request.build_opener(jar, urllib.request.ProxyHandler({}))
        assert self._process.stdout is not None
        said = self._process.stdout.readline().split()
        if "at" not in said:
            raise SampanError("sampan serve did not start: run it by hand to see why")
        self.address = said[said.index("at") + 1]

    @property
    def gone(self) -> float:
        """Seconds since it was started."""
        return round(time.monotonic() - self.began, 2)

    def ask(self, path: str, body: Any = None) -> Any:
        """What the server answers, as the page would ask it."""
        content = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self.address + path, content, {"content-type": "application/json"})
        with self._browser.open(asked, timeout=60) as answer:
            return json.loads(answer.read()) if path.startswith("/api") else answer.read()

    def first_move(self, game: str) -> float:
        """Open a table, start, and move once: the seconds from the start of the server until the move is kept."""
        seats = [{"kind": "human", "name": "Ada"}, {"kind": "bot", "bot": BOT}]
        table = self.ask("/api/tables", {"game": game, "seats": seats})["view"]["table"]
        view = self.ask(f"/api/tables/{table}/start", {})
        while view["to_move"] != view["you"]:
            time.sleep(0.02)
            view = self.ask(f"/api/tables/{table}")
        self.ask(f"/api/tables/{table}/moves", {"ply": view["ply"], "move": view["legal"][0]["move"]})
        return self.gone

    def stop(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait()
        for pipe in (self._process.stdout, self._process.stderr):
            assert pipe is not None
            pipe.close()

    def _read_log(self) -> None:
        assert self._process.stderr is not None
        with suppress(ValueError):  # closed
            for line in self._process.stderr:
                if found := DONE.search(line):
                    self.noted[found["what"]] = self.gone
                if TAKEN_OVER in line:
                    self.noted["compiled rules have taken over"] = self.gone
                if ALL_DONE in line:
                    self.ended.set()
        self.ended.set()


def measured(cache: str, wait: bool) -> dict[str, Any]:
    """One start: the page, a first move in each game, and when each part was compiled."""
    with tempfile.TemporaryDirectory(prefix="sampan-start-") as folder:
        start = Start(cache, folder)
        try:
            start.ask("/")
            found: dict[str, Any] = {"page_s": start.gone}
            for game in games.names():
                found[f"first_move_{game}_s"] = start.first_move(game)
            if wait:
                start.ended.wait(MOST)
                found["compiled_after_s"] = dict(start.noted)
            return found
        finally:
            start.stop()


def bench(compiling: bool, progress: Callable[[str], None]) -> dict[str, Any]:
    """Cold: with an empty cache; warm: once more, with what was compiled then."""
    figures: dict[str, Any] = {"machine": machine(), "load_before": [round(load, 1) for load in os.getloadavg()]}
    with tempfile.TemporaryDirectory(prefix="sampan-start-cache-") as cache:
        progress("a start with nothing compiled")
        figures["cold"] = measured(cache, wait=compiling)
        if compiling:
            progress("a start with everything compiled")
            figures["warm"] = measured(cache, wait=False)
    return figures
