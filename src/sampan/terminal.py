"""The text table: play a whole game in a terminal, against bots or with friends at one keyboard."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from sampan.compiling.readiness import Readiness
from sampan.engine.errors import FileError, MoveError, OptionError, RecordError
from sampan.engine.files import writable
from sampan.engine.game import SPECTATOR, Game, State
from sampan.engine.messages import Words
from sampan.engine.record import CONTROL, LONGEST_NAME, Record, verify
from sampan.engine.seeds import fresh_seed
from sampan.opponents import Opponents

REASONS_SHOWN = 2

HELP = """[b]number[/] or [b]text[/]  make that move (for example 3, or sail:1)
[b]?[/]               what you can't do now, and why
[b]? build:16[/]      why you can't make this move
[b]u[/]               undo your last move, unless it revealed something hidden
[b]l[/]               game log
[b]p[/]               points by source
[b]b[/]               show the table again
[b]r[/]               rules in brief
[b]h[/]               this help
[b]q[/]               save the game and quit"""


def data_folder() -> Path:
    """Where games are saved."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "sampan" / "records"


def compile_with_progress(game: Game, console: Console) -> None:
    """Compile a game's rules once, with a line that moves."""
    if game.compiled:
        return
    columns = (TextColumn("[b]{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(f"Preparing the rules of {game.title} (only the first time)", total=None)
        game.compile(lambda done, total: progress.update(task, completed=done, total=total))


class Meanwhile(NamedTuple):
    """What bots at the table need to know of how the game was started."""

    readiness: Readiness = Readiness()  # of what is compiled beside
    box: Path | None = None


USUAL = Meanwhile()


class Leave(Exception):
    """The person wants to stop for now."""


class TextTable:
    """One game at one keyboard."""

    def __init__(
        self,
        game: Game,
        record: Record,
        path: Path,
        names: Mapping[int, str],
        opponents: Opponents,
        console: Console,
    ) -> None:
        self.game, self.record, self.path, self.console = game, record, path, console
        self.words = game.words(seats=names)
        self.people = [seat for seat in names if seat not in opponents]
        self.bots = opponents
        self.state = record.opened(game)
        self.log: list[list[str]] = []
        self.undo_points: list[tuple[int, int]] = []  # (who decided, what was revealed) before each move
        self.seen = SPECTATOR
        self.printed = 0  # log entries already shown to whoever is looking
        self.notice = ""  # said once, under the next picture of the table
        for text in record.moves:
            self._apply(game.move_from(text), note=False)

    # ------------------------------------------------------------ the game goes on

    def run(self, served: str = "") -> None:
        """Play until the game is over or somebody leaves."""
        credits = self.words.name(f"{self.game.name}_credits")
        self.notice = f"{credits} Type h for help, r for the rules. {served}".rstrip()
        try:
            while not self.game.over(self.state):
                seat = self.game.to_move(self.state)
                if seat in self.bots:
                    self._bot_moves(seat)
                else:
                    self._person_moves(seat)
        except (Leave, KeyboardInterrupt, EOFError):
            self.record.save(self.path)
            command = f"sampan play --resume {escape(str(self.path))}"
            self.console.print(f"\nGame saved. Continue with:  {command}", soft_wrap=True)
            return
        finally:
            self.bots.close()
        saved = self._save()
        self._show(self.people[0] if self.people else SPECTATOR)
        self._finish(saved)

    def _apply(self, move: int, note: bool = True) -> None:
        before = self.game.copy(self.state)
        self.undo_points.append((self.game.to_move(before), int(before.revealed[0])))
        self.game.play(self.state, move)
        if note:
            self.record.add(self.game, move, self.state)
        self.log.append([self.words.say(message) for message in self.game.narrate(before, move, self.state)])

    def _bot_moves(self, seat: int) -> None:
        hidden, seed = self.game.hide(self.state, seat), len(self.record.moves)
        move, said = self.bots.decide(seat, hidden, seed, self.words.seat(seat), self.console)
        self._apply(move)
        self.log[-1][:0] = said

    def _save(self) -> bool:
        """Keep the game so far; where that fails one plays on and is told so."""
        try:
            if self.record.moves or self.path.exists():
                self.record.save(self.path)
        except FileError as error:
            self.notice = str(error)
            return False
        return True

    # ------------------------------------------------------------ a person's decision

    def _person_moves(self, seat: int) -> None:
        if seat != self.seen:
            if len(self.people) > 1:
                self.console.clear()
                self._ask(f"{escape(self.words.seat(seat))}, it's your turn: press Enter ")
            self.seen = seat
        self._show(seat)
        while True:
            moves = self.game.legal_moves(self.state)
            self._offer(seat, moves)
            if self._answered(seat, moves):
                return

    def _ask(self, prompt: str) -> str:
        return self.console.input(prompt).strip()

    def _answered(self, seat: int, moves: list[int]) -> bool:
        """Read one line; True once the position has changed."""
        line = self._ask("[b]> [/]")
        if line in ("q", "quit", "exit"):
            raise Leave
        if line in ("h", "help"):
            self.console.print(HELP)
        elif line in ("l", "log"):
            self.console.print("\n".join(escape("; ".join(entry)) for entry in self.log))
        elif line in ("p", "points"):
            self.console.print(self.score_sheet())
        elif line in ("b", "board"):
            self._show(seat)
        elif line in ("r", "rules"):
            self.console.print(escape(self.words.name(f"{self.game.name}_primer")))
        elif line in ("u", "undo"):
            return self._undone(seat)
        elif line.startswith("?"):
            self._explain(line[1:].strip(), moves)
        elif line:
            return self._played(line, moves)
        return False

    def _played(self, line: str, moves: list[int]) -> bool:
        try:
            if line.isdecimal():
                if not 1 <= int(line) <= len(moves):
                    raise MoveError(f"{line}: expected 1..{len(moves)}, or the text of a move")
                move = moves[int(line) - 1]
            else:
                move = self.game.move_from(line)
            if self.game.why_not(self.state, move) != 0:
                raise MoveError(self.words.say(self.game.explain(self.state, move)))
        except MoveError as error:
            self.console.print(f"[red]{escape(str(error))}[/]")
            return False
        self._apply(move)
        self._save()
        return True

    def _undone(self, seat: int) -> bool:
        """Take back the last own move, unless others have moved or something hidden has become known since."""
        if not self.undo_points or self.undo_points[-1][0] != seat:
            self.console.print("[red]Nothing to undo: the last move wasn't yours.[/]")
            return False
        if self.undo_points[-1][1] != int(self.state.revealed[0]):
            self.console.print("[red]This can't be undone: it revealed something hidden.[/]")
            return False
        length = len(self.record.moves) - 1
        self.state = self.record.cut(self.game, length)
        del self.undo_points[length:], self.log[length:]
        self.printed = min(self.printed, length)
        self._save()
        return True

    def _explain(self, text: str, moves: list[int]) -> None:
        """Why one move, or each kind of move, is not possible."""
        if text:
            try:
                move = self.game.move_from(text)
                self.console.print(escape(self.words.say(self.game.explain(self.state, move))))
            except MoveError as error:
                self.console.print(f"[red]{escape(str(error))}[/]")
            return
        for block in self.game.moves.blocks:
            self._explain_kind(block.kind, block.size, set(moves))
        self.console.print("[dim]To ask about one move, type its text, for example:[/] ? " + self.game.move_text(0))

    def _explain_kind(self, kind: str, size: int, legal: set[int]) -> None:
        """The reasons that keep moves of one kind from being made now, the rarest (most telling) first."""
        start = self.game.moves.starts[kind]
        refused: dict[str, list[int]] = {}
        for move in range(start, start + size):
            why = self.game.why_not(self.state, move).name
            if move not in legal and why != "NOT_NOW":
                refused.setdefault(why, []).append(move)
        for group in sorted(refused.values(), key=len):
            for move in group[:REASONS_SHOWN]:
                reason = self.words.say(self.game.explain(self.state, move))
                self.console.print(f"[b]{escape(self.game.move_text(move))}[/]  {escape(reason)}")
            if len(group) > REASONS_SHOWN:
                self.console.print(f"[dim]… and {len(group) - REASONS_SHOWN} more like this[/]")

    # ------------------------------------------------------------ showing

    def _show(self, seat: int) -> None:
        """The table, then what happened since this person last looked."""
        if self.console.is_terminal:
            self.console.clear()
        self.console.print(self.game.definition.draw(self.game, self.state, seat, self.words))
        for entry in self.log[self.printed :]:
            self.console.print(Text("· " + " · ".join(entry), "dim"))
        self.printed = len(self.log)
        if self.notice:
            self.console.print(Text(self.notice, "dim"))
            self.notice = ""

    def _offer(self, seat: int, moves: list[int]) -> None:
        asked = self.game.view(self.state, seat).get("ask", "")
        prompt = self.words.name(f"{self.game.name}_ask_{asked}")
        self.console.print(f"[b]{escape(self.words.seat(seat))}[/]: {escape(prompt)}")
        entries = []
        for number, move in enumerate(moves, 1):
            text = Text(f"{number:>2} ", "bold")
            text.append(self.words.say(self.game.describe(self.state, move)))
            entries.append(text.append(f"  {self.game.move_text(move)}", "dim"))
        self.console.print(Columns(entries, padding=(0, 3), column_first=True))

    def score_sheet(self) -> Table:
        """Points by source, one column a player."""
        return score_sheet(self.game, self.state, self.words)

    def _finish(self, saved: bool) -> None:
        self.console.print(self.score_sheet())
        names = [self.words.seat(seat) for seat in self.game.winners(self.state)]
        won = f"{names[0]} wins!" if len(names) == 1 else f"{' and '.join(names)} share the victory!"
        self.console.print(f"[b]{escape(won)}[/]")
        if saved:
            self.console.print(f"Game record: {escape(str(self.path))}", soft_wrap=True)


def score_sheet(game: Game, state: State, words: Words) -> Table:
    """Points by source; sources that gave nobody anything are left out."""
    table = Table(title="Points", header_style="bold")
    table.add_column("")
    sheet = game.score_sheet(state)
    for seat in range(len(sheet)):
        table.add_column(words.seat(seat), justify="right")
    for source in game.sources:
        if any(row[source] for row in sheet):
            table.add_row(words.name(f"{game.name}_source_{source}"), *(str(row[source]) for row in sheet))
    table.add_section()
    table.add_row("Total", *(str(points) for points in game.scores(state)), style="bold")
    if tie := game.tie(state):
        table.add_row(words.name(f"{game.name}_tie"), *map(str, tie))
    return table


def new_table(
    game: Game,
    options: Mapping[str, int | str],
    seed: int | None,
    people: list[str],
    bot: str,
    path: Path | None,
    console: Console,
    meanwhile: Meanwhile = USUAL,
) -> TextTable:
    """A table for a new game: people in the first seats, bots in the others."""
    resolved = game.resolve(options)
    record = Record.start(game, resolved, fresh_seed() if seed is None else seed)
    stamp = time.strftime("%Y%m%d-%H%M%S")
    where = path or data_folder() / f"{game.name}-{stamp}-{record.seed % 10000:04d}.json"
    return seated(game, record, writable(where, "game record"), people, bot, console, meanwhile)


def resumed_table(
    game: Game,
    record: Record,
    path: Path,
    people: list[str],
    bot: str,
    console: Console,
    meanwhile: Meanwhile = USUAL,
) -> TextTable:
    """A table that goes on where a record stops."""
    verify(game, record)
    if record.over:
        raise RecordError(f"{path.name}: this game is over: watch it with sampan replay {path}")
    return seated(game, record, writable(path, "game record"), people, bot, console, meanwhile)


def seated(
    game: Game, record: Record, path: Path, people: list[str], bot: str, console: Console, meanwhile: Meanwhile
) -> TextTable:
    """Names and bots for every seat."""
    players = int(record.opened(game).players[0])
    if len(people) > players:
        raise OptionError(f"names: {len(people)} given: expected at most {players}, the seats of this table")
    names = dict(enumerate(people))
    seats = dict.fromkeys(range(len(names), players), bot)
    names |= {seat: f"Bot {seat + 1 - len(people)}" for seat in seats}
    record.names = [CONTROL.sub(" ", names[seat])[:LONGEST_NAME] or f"Seat {seat + 1}" for seat in range(players)]
    record.date = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return TextTable(game, record, path, names, Opponents(game, seats, *meanwhile), console)
