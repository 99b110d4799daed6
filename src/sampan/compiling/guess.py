"""How long compiling will take. A guess that is too short is worse than one that is too long: people wait by it."""

from __future__ import annotations

from .parts import Part

USUAL = {"rules": 20.0, "greedy": 10.0, "search": 18.0, "hints": 4.0, "batches": 4.0}  # seconds, until measured
THERE = 1.0  # seconds: what took less was there already, and shows nothing
LATE = 0.25  # of what a part has taken so far: what is left of it once it takes longer than expected
LEAST, MOST = 0.5, 10.0  # how many times as long as expected it may seem to take
FORGOTTEN = 0.2  # of an older time, where a part took less: perhaps half of it was there already


class Guess:
    """By what each part took here the last time, and how much longer than that it takes today."""

    def __init__(self, known: dict[str, float]) -> None:
        self.known = known
        self._spent = self._expected = 0.0

    def usual(self, part: Part) -> float:
        """What it took the last time, or what it usually takes."""
        return self.known.get(part.name, USUAL[part.kind])

    def took(self, part: Part, seconds: float) -> None:
        """A part is done."""
        if seconds > THERE:
            self._spent, self._expected = self._spent + seconds, self._expected + self.usual(part)
            self.known[part.name] = max(seconds, (1 - FORGOTTEN) * self.known.get(part.name, 0.0))

    def pace(self, now: Part | None = None, gone: float = 0.0) -> float:
        """How many times as long as expected it takes today; what is under way counts once it is late."""
        spent, expected = self._spent, self._expected
        if now is not None and gone > self.usual(now):
            spent, expected = spent + gone, expected + self.usual(now)
        return min(MOST, max(LEAST, spent / expected)) if expected else 1.0

    def left(self, order: list[Part], now: Part | None = None, gone: float = 0.0) -> dict[Part, float]:
        """The seconds until each of these is done, one after the other; one of them has been under way for a while."""
        found, total, pace = {}, 0.0, self.pace(now, gone)
        for part in order:
            seconds = self.usual(part) * pace
            total += max(seconds - gone, LATE * gone) if part == now else seconds
            found[part] = total
        return found
