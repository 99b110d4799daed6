"""Bots at the text table: one that is still being compiled says how long it will be, or a weaker one plays."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from sampan import bots
from sampan.bots.apart import BotApart
from sampan.compiling.parts import needed_for
from sampan.compiling.readiness import Readiness
from sampan.engine.game import Game, State
from sampan.engine.rule import MODE

LOOK = 0.2  # seconds between two looks whether a bot is compiled


class Opponents:
    """The bots in their seats."""

    def __init__(self, game: Game, seats: Mapping[int, str], readiness: Readiness, box: Path | None) -> None:
        self.game, self.box, self.readiness = game, box, readiness
        self.names = dict(seats)
        self._loaded = {name: bots.load(name) for name in self.names.values()}
        self._apart: dict[str, BotApart] = {}
        self._asked = False
        self._chosen: dict[int, str] = {}  # bots that are not ready, by the seats where weaker ones play meanwhile

    def __contains__(self, seat: int) -> bool:
        return seat in self.names

    def decide(self, seat: int, hidden: State, seed: int, who: str, console: Console) -> tuple[int, list[str]]:
        """A bot's move, and what there is to say about who made it."""
        said = self._await(seat, who, console)
        try:
            return self._decided(seat, hidden, seed, who, console), said
        except bots.BotError as error:
            self.names[seat] = bots.FALLBACK
            said.append(f"{who}: {error}. The bot {bots.FALLBACK} takes over.")
        said += self._await(seat, who, console)
        return self._decided(seat, hidden, seed, who, console), said

    def close(self) -> None:
        """Nobody plays any more."""
        for bot in self._apart.values():
            bot.close()

    def _decided(self, seat: int, hidden: State, seed: int, who: str, console: Console) -> int:
        bot, seconds = self._bot(self.names[seat])
        with console.status(f"{escape(who)} is thinking…"):
            return bots.decided(bot, self.game, hidden, seconds, seed)

    def _bot(self, name: str) -> tuple[bots.Bot, float]:
        """The bot and its seconds: in a process apart where it is compiled and the rules here are not."""
        bot, seconds = self._loaded[name] if name in self._loaded else bots.load(name)
        self._loaded[name] = bot, seconds
        part = needed_for(self.game.name, name)
        if MODE != "later" or part is None or self.readiness.wait_for(part.name) is not None:
            return bot, seconds
        if name not in self._apart:
            self._apart[name] = BotApart(name, self.box)
        return self._apart[name], seconds

    def _await(self, seat: int, who: str, console: Console) -> list[str]:
        """Wait until the bot can play, saying how far it is; once, a weaker one is offered until then."""
        name, game = self.names[seat], self.game.name
        if seat in self._chosen and self.readiness.wait_for_bot(game, self._chosen[seat]) is None:
            self.names[seat] = self._chosen.pop(seat)
            return [f"{who} plays as {self.names[seat]} again: it's ready now."]
        wait = self.readiness.wait_for_bot(game, name)
        if wait is None:
            return []
        self.readiness.want(game, name)
        weaker = self.readiness.weaker(game, name)
        if weaker is not None and console.is_terminal and not self._asked:
            self._asked = True
            offer = f"{who} ({name}) needs about {wait.seconds:.0f} s to get ready, only this once."
            answer = console.input(
                f"{escape(offer)} Press Enter to wait, or type [b]{weaker}[/] to play against {weaker} now: "
            )
            if answer.strip().lower() == weaker:
                for other in [other for other, bot in self.names.items() if bot == name]:
                    self.names[other], self._chosen[other] = weaker, name
                return [f"{who} plays as {weaker}: {name} isn't ready yet."]
        with console.status("") as status:
            while (wait := self.readiness.wait_for_bot(game, name)) is not None:
                left = f"{wait.share:.0%}, about {max(1, round(wait.seconds))} s left"
                status.update(f"{escape(who)} is getting ready, only this once: {left}")
                time.sleep(LOOK)
        return []
