"""The one command: `sampan`."""

from __future__ import annotations

import getpass
import json
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import MofNCompleteColumn, Progress
from rich.prompt import Prompt

from sampan import bots, games
from sampan.bots.hint import Adviser
from sampan.engine.check import LOOK_EVERY
from sampan.engine.check import check as check_kit
from sampan.engine.errors import BoxError, OptionError, SampanError
from sampan.engine.game import SPECTATOR, Game
from sampan.engine.record import read_record, replay, verify
from sampan.lab import bench as benchmarks
from sampan.lab.bench_server import bench as server_bench
from sampan.lab.train.command import train as train_command
from sampan.terminal import compile_with_progress, new_table, resumed_table, score_sheet

app = typer.Typer(no_args_is_help=True, add_completion=False, help="A table for modern board games.")
box_app = typer.Typer(no_args_is_help=True, help="Boxes: what is printed, as a file of figures.")
app.add_typer(box_app, name="box")
app.command(name="train")(train_command)

screen = Console(highlight=False)
aside = Console(stderr=True, highlight=False)

GAME_HELP = "the name of a game; an unknown one says which there are"
GameName = Annotated[str, typer.Argument(help=GAME_HELP)]
BoxFile = Annotated[Path | None, typer.Option("--box", help="a box of your own")]
PORT = 8765
LONGEST_BOT = 40  # what the store keeps of a bot's name
AsJson = Annotated[bool, typer.Option("--json", help="print one JSON object on standard output")]


class LogLevel(StrEnum):
    """What the server tells on standard error."""

    debug = "debug"
    info = "info"
    warning = "warning"
    error = "error"


@app.callback()
def say_what_is_refused() -> None:
    """A table for modern board games."""
    for line in games.refused():
        print(f"sampan: {line}", file=sys.stderr)


def opened(name: str, box: Path | None = None) -> Game:
    """A game ready to play, compiled with a progress line where that is still to do."""
    game = games.load(name, box)
    compile_with_progress(game, aside)
    return game


def options_from(game: Game, words: list[str]) -> dict[str, int | str]:
    """Options as `name=value` words."""
    chosen: dict[str, int | str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            known = ", ".join(f"{option.name}={'|'.join(map(str, option.values))}" for option in game.options)
            raise OptionError(f"option {word!r}: expected name=value, of {known}")
        chosen[name] = value
    return game.resolve(chosen)


def asked_options(name: str) -> dict[str, int | str]:
    """Ask a person for the first option by itself and for the others in one line; Enter takes what is usual."""
    game = games.load(name)
    first, others = game.options[0], game.options[1:]
    values = [str(value) for value in first.values]
    chosen = {first.name: Prompt.ask(first.meaning.capitalize(), choices=values, default=values[0], console=screen)}
    if not others:
        return dict(chosen)
    for option in others:
        screen.print(f"  {option.name}={'|'.join(map(str, option.values))}  [dim]{escape(option.meaning)}[/]")
    while True:
        words = Prompt.ask("Other options as name=value, or Enter for the usual ones", default="", console=screen)
        try:
            return options_from(game, [f"{first.name}={chosen[first.name]}", *words.split()])
        except OptionError as error:
            screen.print(f"[red]{escape(str(error))}[/]")


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help=GAME_HELP)] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="an option as name=value")] = None,
    players: Annotated[int | None, typer.Option(help="how many sit at the table")] = None,
    name: Annotated[list[str] | None, typer.Option(help="a person at this keyboard; repeat for more")] = None,
    bot: Annotated[str, typer.Option(help="who sits in the other seats: a level or another bot")] = bots.USUAL,
    seed: Annotated[int | None, typer.Option(help="deal this very game")] = None,
    box: BoxFile = None,
    record: Annotated[Path | None, typer.Option(help="where to keep the record")] = None,
    resume: Annotated[Path | None, typer.Option(help="go on with the game of this record")] = None,
    with_server: Annotated[bool, typer.Option("--serve", help="also serve tables to browsers meanwhile")] = False,
) -> None:
    """Sit down and play, in the terminal."""
    with serving(with_server) as served:
        people = name or [default_name()]
        if resume is not None:
            loaded = read_record(resume)
            resumed_table(opened(loaded.game, box), loaded, resume, people, bot, screen).run(served)
            return
        chosen: dict[str, int | str] = {}
        if game is None:
            game = games.names()[0]
            if sys.stdin.isatty():
                if len(games.names()) > 1:
                    game = Prompt.ask("Which game", choices=list(games.names()), default=game, console=screen)
                if option is None and players is None:
                    chosen = asked_options(game)
        ready = opened(game, box)
        chosen |= options_from(ready, option or []) if option else {}
        if players is not None:
            chosen["players"] = players
        new_table(ready, chosen, seed, people, bot, record, screen).run(served)


@contextmanager
def serving(wanted: bool) -> Iterator[str]:
    """Serve tables for as long as this lasts; gives the line that says where."""
    if not wanted:
        yield ""
        return
    from sampan.server.serve import Background, ServeError, bound
    from sampan.server.settings import Settings

    for name in games.names():
        opened(name)
    try:
        server = Background(Settings(log_level="warning"), bound("127.0.0.1", PORT, or_next=True))
        server.start()
    except ServeError as error:
        aside.print(f"[yellow]No server beside this table: {escape(str(error))}[/]", soft_wrap=True)
        yield ""
        return
    line = f"Open {server.address} in a browser to play there, or go on here; both work while this runs."
    screen.print(line, soft_wrap=True)
    try:
        yield line
    finally:
        server.stop()


@app.command(name="serve")
def serve_command(
    host: Annotated[str, typer.Option(help="where to listen; 0.0.0.0 for all who reach this machine")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 for any free one")] = PORT,
    workers: Annotated[int, typer.Option(min=1, max=64, help="processes that share the work")] = 1,
    database: Annotated[str, typer.Option(help="a file, or postgresql://...; a file of your own if left out")] = "",
    trusted_proxy: Annotated[
        list[str] | None, typer.Option(help="a proxy (address or network) whose X-Forwarded headers are believed")
    ] = None,
    secure: Annotated[bool, typer.Option(help="it is reached by https only, through a proxy")] = False,
    rate: Annotated[float, typer.Option(min=1, help="requests a second from one address")] = 40.0,
    tables: Annotated[int, typer.Option(min=1, help="open or running tables of one address")] = 100,
    seated: Annotated[int, typer.Option("--bots", min=0, help="bots at the tables of one address")] = 150,
    connections: Annotated[int, typer.Option(min=1, help="connections open from one address at once")] = 100,
    live_views: Annotated[int, typer.Option(min=1, help="live views of strangers from one address at once")] = 40,
    root_path: Annotated[str, typer.Option(help="serve below this subpath, behind a proxy: /games")] = "",
    log_level: Annotated[LogLevel, typer.Option(help="what is logged on standard error")] = LogLevel.info,
    log_json: Annotated[bool, typer.Option(help="tell it as JSON, one object a line")] = False,
    custom_bots: Annotated[
        list[str] | None, typer.Option("--bot", help="let this bot of yours sit down: MODULE:CLASS")
    ] = None,
    or_next: Annotated[bool, typer.Option("--or-next", help="where the port is taken, take the next free one")] = False,
) -> None:
    """Serve tables: friends join by link, bots fill seats, no move is lost."""
    from sampan.server.serve import address_of, bound, is_loopback, serve
    from sampan.server.settings import Settings, checked_root

    for name in custom_bots or ():
        if len(name) > LONGEST_BOT:
            raise OptionError(f"--bot {name}: expected a name of at most {LONGEST_BOT} characters, got {len(name)}")
        bots.load(name)
    for name in games.names():
        opened(name)
    settings = Settings(
        database=database, workers=workers, trusted_proxies=tuple(trusted_proxy or ()), secure=secure, rate=rate,
        burst=4 * rate, tables_a_minute=max(30.0, rate), tables_each=tables, bots_each=seated,
        custom_bots=tuple(custom_bots or ()), connections=connections, sockets=live_views,
        root_path=checked_root(root_path), log_level=log_level.value, log_json=log_json,
    )  # fmt: skip
    listening = bound(host, port, or_next)
    where = address_of(listening, settings.root_path)

    def ready() -> None:
        print(f"Sampan serves at {where}  (the API: {where}/docs; Ctrl-C ends it)", flush=True)
        if not is_loopback(listening):
            print("sampan: everybody who can reach this machine can open tables here", file=sys.stderr, flush=True)

    serve(settings, listening, ready)


def default_name() -> str:
    """What to call the person at the keyboard."""
    try:
        return getpass.getuser().capitalize()
    except (KeyError, OSError):
        return "Guest"


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(help=f"{GAME_HELP}; or: server; all games if left out")] = None,
    as_json: AsJson = False,
    seconds: Annotated[float | None, typer.Option(min=0.1, max=600, help="how long to measure each figure")] = None,
    cold: Annotated[bool, typer.Option(help="also compile everything from nothing and start warm")] = True,
    envs: Annotated[bool, typer.Option(help="also measure the environments")] = True,
    with_peers: Annotated[bool, typer.Option("--peers", help="all games: also other people's games")] = False,
    folder: Annotated[Path, typer.Option("--save", help="all games: where to keep the figures and a plot")] = Path(
        "sampan-bench"
    ),
    box: BoxFile = None,
    tables: Annotated[int, typer.Option(min=1, max=20_000, help="server: live tables")] = 1000,
    every: Annotated[float, typer.Option(min=0.1, help="server: seconds between two moves at a table")] = 5.0,
    workers: Annotated[int, typer.Option(min=1, max=64, help="server: processes")] = 1,
    database: Annotated[str, typer.Option(help="server: postgresql://...; SQLite if left out")] = "",
) -> None:
    """Measure how fast a game runs on this machine, or how much the server holds."""
    ready = opened(games.names()[0] if game in ("server", None) else game, box)
    with aside.status("measuring ...") as status:

        def progress(step: str) -> None:
            status.update(f"measuring: {step}")

        if game == "server":
            figures = server_bench(ready.name, tables, seconds or 20.0, every, workers, database, progress)
        elif game is None:
            everything = [opened(name) for name in games.names()]
            figures = benchmarks.bench_all(everything, seconds or 2.0, cold, with_peers, progress)
            benchmarks.save(figures, folder)
        else:
            figures = benchmarks.bench(ready, seconds or 2.0, cold, progress, envs)
    if as_json:
        print(json.dumps(figures))
        return
    for part in [figures, *figures.pop("games", [])]:
        for key, value in part.items():
            for entry in value if isinstance(value, list) else [value]:
                text = ", ".join(f"{k} {v}" for k, v in entry.items()) if isinstance(entry, dict) else entry
                screen.print(f"[b]{key}[/]  {escape(str(text))}", soft_wrap=True)
    if game is None:
        screen.print(f"Kept in {folder}: bench.json and bench.svg", soft_wrap=True)


@app.command(name="arena")
def arena_command(
    game: GameName,
    names: Annotated[str, typer.Option("--bots", help="who plays, with commas between: search:0.5,greedy")],
    number: Annotated[int, typer.Option("--games", min=1, help="how many games")] = 100,
    players: Annotated[int | None, typer.Option(help="how many sit at a table")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="an option as name=value")] = None,
    seed: Annotated[int, typer.Option(min=0, help="the first deal")] = 0,
    workers: Annotated[int | None, typer.Option(min=1, help="processes; one for every core if left out")] = None,
    keep: Annotated[Path | None, typer.Option("--csv", help="keep the games here; go on where it ends")] = None,
    plot: Annotated[Path | None, typer.Option(help="draw the win rates into this SVG file")] = None,
    ray: Annotated[str | None, typer.Option(help="play on a Ray cluster: its address, or local")] = None,
    box: BoxFile = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, everybody in every seat equally often."""
    from sampan.lab.arena import arena, planning
    from sampan.lab.chart import chart

    ready = opened(game, box)
    chosen = options_from(ready, [*(option or []), *([] if players is None else [f"players={players}"])])
    listed = [name.strip() for name in names.split(",")]
    planning(game, listed, number, chosen, seed, str(box) if box else None)
    with Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=aside) as bar:
        line = bar.add_task(" - ".join(listed), total=number)
        figures = arena(
            game, listed, number, chosen, seed, str(box) if box else None, workers, keep, ray,
            lambda done: bar.update(line, completed=done),
        )  # fmt: skip
    if plot is not None:
        plot.write_text(chart(figures), encoding="utf-8")
    if as_json:
        print(json.dumps(figures))
        return
    for row in figures["bots"]:
        low, high = row["win_rate_95"]
        least, most = row["points_95"]
        screen.print(
            f"[b]{escape(row['bot'])}[/]  wins {row['win_rate']:.1%} ({low:.1%} to {high:.1%})  "
            f"points {row['points']:g} ({least:g} to {most:g})  Elo {row['elo']:+d}  "
            f"in {row['seats']} seats", soft_wrap=True,
        )  # fmt: skip


@app.command(name="replay")
def replay_command(
    file: Annotated[Path, typer.Argument(help="a game record")],
    at: Annotated[int | None, typer.Option(help="show the table after this many moves")] = None,
    seat: Annotated[int, typer.Option(help="whose eyes to see through, 1 for the first seat; 0 for a spectator")] = 0,
    box: BoxFile = None,
) -> None:
    """Go through a recorded game: its log, and the table at the end or after any move."""
    loaded = read_record(file)
    game = opened(loaded.game, box)
    words = game.words()
    if at is not None and not 0 <= at <= len(loaded.moves):
        raise OptionError(f"--at {at}: expected 0..{len(loaded.moves)}, the moves of this record")
    before = last = None
    for ply, move, state in replay(game, loaded):
        if before is not None and at is None:
            log = "; ".join(words.say(message) for message in game.narrate(before, move, state))
            screen.print(f"[dim]{ply:>4}[/] [b]{loaded.moves[ply - 1]}[/]  {escape(log)}", soft_wrap=True)
        before = last = game.copy(state)
        if ply == at:
            break
    assert last is not None
    if not 0 <= seat <= int(last.players[0]):
        raise OptionError(f"--seat {seat}: expected 0..{int(last.players[0])}")
    screen.print(game.definition.draw(game, last, seat - 1 if seat else SPECTATOR, words))
    screen.print(score_sheet(game, last, words))


@app.command(name="verify")
def verify_command(
    file: Annotated[Path, typer.Argument(help="a game record")],
    box: BoxFile = None,
    as_json: AsJson = False,
) -> None:
    """Check a record: replay every move and compare every check mark."""
    loaded = read_record(file)
    try:
        game = opened(loaded.game, box)
        state = verify(game, loaded)
    except SampanError as error:
        if as_json:
            print(json.dumps({"file": str(file), "ok": False, "move": getattr(error, "ply", None), "why": str(error)}))
        print(f"sampan: {file.name}: {error}", file=sys.stderr)
        raise typer.Exit(1) from None
    result: dict[str, Any] = {
        "file": str(file),
        "ok": True,
        "game": game.name,
        "moves": len(loaded.moves),
        "over": game.over(state),
        "scores": game.scores(state),
    }
    if as_json:
        print(json.dumps(result))
    else:
        end = "over" if result["over"] else "still going on"
        screen.print(
            f"{file.name}: in order: {game.title}, {len(loaded.moves)} moves, {end}, scores {result['scores']}"
        )


@app.command(name="check")
def check_command(
    game: GameName,
    number: Annotated[int, typer.Option("--games", min=1, help="games for each combination of options")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="the first game's seed")] = 0,
    every: Annotated[int, typer.Option(min=1, help="decisions between two of the slower checks")] = LOOK_EVERY,
    as_json: AsJson = False,
) -> None:
    """Run the test kit on a game: whole games in every combination of options."""
    ready = games.load(game)  # compiles on the way, and nothing but what it plays with
    with aside.status("checking ...") as status:
        report = check_kit(
            ready, number, seed, progress=lambda done: status.update(f"checking: {done} games"), every=every
        )
    result = {
        "game": game,
        "games": report.games,
        "decisions": report.decisions,
        "fingerprint": report.fingerprint,
        "kinds": dict(report.kinds),
        "reasons": dict(report.reasons),
    }
    if as_json:
        print(json.dumps(result))
    else:
        screen.print(f"{report.games} games, {report.decisions} decisions, fingerprint {report.fingerprint}: in order")


@app.command(name="features")
def features_command(game: GameName) -> None:
    """Print what every number means that a learner sees, as a table in Markdown."""
    from sampan.envs.features import table

    print(table(games.load(game)), end="")


@app.command(name="compile")
def compile_command(
    game: Annotated[str | None, typer.Argument(help="the game; all of them if left out")] = None,
) -> None:
    """Compile rules and bots now, so that nothing has to wait for it later."""
    for name in [game] if game else games.names():
        ready = opened(name)
        state = ready.deal()
        with aside.status(f"Compiling the bots of {ready.title} (once)"):
            for kind in bots.KINDS:
                bot, _ = bots.load(kind)
                bot.choose(ready, ready.hide(state, ready.to_move(state)), 0.001, 0)
            Adviser().advise(ready, ready.hide(state, ready.to_move(state)), 0.001, games=1)


@box_app.command(name="check")
def box_check(
    file: Annotated[Path, typer.Argument(help="a box in TOML")],
    game: Annotated[str | None, typer.Option(help="the game it is for, where the file does not show it")] = None,
) -> None:
    """Check a box file, and draw it."""
    found = games.definition(game or game_of(file))
    screen.print(found.draw_box(found.read_box(file)))
    screen.print(f"{file.name}: in order: a box of {found.title}")


def game_of(file: Path) -> str:
    """The game whose box has most keys in common with this file."""
    try:
        keys = set(tomllib.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        raise BoxError(f"{file}: cannot be read ({error.strerror}): expected a box in TOML") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BoxError(f"{file}: not TOML: {error}") from None
    boxes = {name: games.definition(name).folder / "box.toml" for name in games.names()}
    shared = {name: len(keys & set(tomllib.loads(path.read_text(encoding="utf-8")))) for name, path in boxes.items()}
    return max(shared, key=lambda name: shared[name])


def main() -> None:
    """Run the command; what goes wrong is one line."""
    try:
        app()
    except SampanError as error:
        print(f"sampan: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)


if __name__ == "__main__":
    main()
