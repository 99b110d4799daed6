"""The test kit that every game must pass: `check(game)` plays whole games and looks at everything on the way.

It holds that games end; that the mask is exactly what `why_not` allows; that nothing illegal changes a state; that
texts parse back; that a move does what was said of it; that nobody's view depends on what they may not know; that an
imagined deal fits what is known; that the same seed and moves give the same bytes. The fingerprints must agree
compiled, bounds-checked and interpreted.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from .chance import FIELDS
from .errors import MoveError
from .explicit import Explicit
from .game import EVERYBODY, MOST_DECISIONS, SPECTATOR, Game, State
from .record import Record, parse_record, verify

LOOK_EVERY = 7  # decisions between two of the slower looks, unless asked otherwise
MOST_TRIES = 1000  # of ways in which chance can fall
RARE = 175  # divided by that: a kind of move made less often is looked at closely whenever it comes up


class CheckFailed(AssertionError):
    """The game broke a promise; the text says which, where, and how to see it again."""


@dataclass
class Report:
    """What was played: how often each kind of move was made, each reason met, and a fingerprint of every game."""

    games: int = 0
    decisions: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    fingerprints: list[str] = field(default_factory=list)

    @property
    def fingerprint(self) -> str:
        """One hash over all games."""
        return hashlib.sha256("".join(self.fingerprints).encode()).hexdigest()[:16]


def all_options(game: Game) -> Iterator[dict[str, int | str]]:
    """Every combination of the game's options, or the variants a game names where there are too many."""
    if game.definition.variants:
        yield from (game.resolve(variant) for variant in game.definition.variants)
        return
    for values in product(*(option.values for option in game.options)):
        yield {option.name: value for option, value in zip(game.options, values, strict=True)}


def varied_move(game: Game, state: State, dice: random.Random, made: Counter[str]) -> int:
    """A random kind of move, the rarer so far the likelier, then a move of it: every corner of a game gets its turn."""
    moves = game.legal_moves(state)
    kinds = sorted({game.moves.kind(move) for move in moves})
    kind = dice.choices(kinds, [1 / (1 + made[kind]) for kind in kinds])[0]
    made[kind] += 1
    return dice.choice([move for move in moves if game.moves.kind(move) == kind])


def check(
    game: Game,
    games: int = 2,
    seed: int = 0,
    options: list[dict[str, int | str]] | None = None,
    progress: Callable[[int], None] = lambda done: None,
    every: int = LOOK_EVERY,
) -> Report:
    """Play `games` games with every combination of options (or with those given) and check every promise.

    The slower looks come at every so many decisions; how often does not change which games are played.
    """
    report = Report()
    for chosen in options if options is not None else all_options(game):
        for number in range(games):
            check_game(game, chosen, seed + number, report, every)
            progress(report.games)
    return report


def check_game(game: Game, options: Mapping[str, int | str], seed: int, report: Report, every: int) -> None:
    """One whole game."""
    title = f"{game.name} {sorted(options.items())} {seed}"
    dice, looks = random.Random(title), random.Random(f"looks at {title}")
    state, record = game.deal(options, seed), Record.start(game, options, seed)
    dealt = int(state.draws[0])

    def insist(holds: bool, promise: str) -> None:
        if not holds:
            made = " ".join(record.moves[-12:])
            raise CheckFailed(
                f"{game.name} {dict(options)} seed {seed} after {len(record.moves)} moves: {promise} [{made}]"
            )

    digest = hashlib.sha256()
    while not game.over(state):
        insist(not (found := game.definition.faults(game, state)), f"faults: {found}")
        slow = len(record.moves) % every == 0 or offers_rare(game, state, report, RARE // every)
        if slow:
            check_masks(game, state, report, insist)
            check_secrets(game, state, looks, insist)
            check_branch(game, state, looks, insist)
        move = varied_move(game, state, dice, report.kinds)
        if slow:
            check_words(game, state, move, insist)
        before = game.copy(state)
        game.play(state, move)
        if slow:
            check_chance(game, before, move, state, insist)
        check_claims(game, before, move, state, insist)
        record.add(game, move, state)
        digest.update(state.tobytes())
        insist(len(record.moves) < MOST_DECISIONS, "the game does not end")
    insist(not (found := game.definition.faults(game, state)), f"faults: {found}")
    if game.definition.chance_only_deals:
        insist(int(state.draws[0]) == dealt, "chance_only_deals: something was drawn after the deal")
    check_end(game, state, record, insist)
    report.games += 1
    report.decisions += len(record.moves)
    report.fingerprints.append(digest.hexdigest()[:16])


def offers_rare(game: Game, state: State, report: Report, rare: int) -> bool:
    """Whether a kind of move is on offer that has hardly been played yet."""
    return any(report.kinds[game.moves.kind(move)] < rare for move in game.legal_moves(state))


Insist = Callable[[bool, str], None]


def check_masks(game: Game, state: State, report: Report, insist: Insist) -> None:
    """The mask is what `why_not` allows; a refused move changes nothing; there is always something to do."""
    mask, before = game.legal(state), state.tobytes()
    insist(bool(mask.any()), "no legal move though the game goes on")
    insist(game.legal_moves(state) == sorted(set(game.legal_moves(state))), "legal moves are not ascending")
    reasons = game.reasons(state).tolist()
    for why, times in Counter(reasons).items():
        report.reasons[game.definition.why(why).name] += times
    for move, (why, allowed) in enumerate(zip(reasons, mask.tolist(), strict=True)):
        if allowed != (why == 0):
            name = game.definition.why(why).name
            insist(False, f"{game.move_text(move)}: mask {allowed}, reason {name}")
    refused = next((move for move in range(len(reasons) - 1, -1, -1) if reasons[move] != 0), None)
    if refused is not None:
        insist(int(game.why_not(state, refused)) == reasons[refused], f"{game.move_text(refused)}: two reasons")
        try:
            game.play(state, refused)
            insist(False, f"{game.move_text(refused)} was refused, then played")
        except MoveError:
            pass
    insist(state.tobytes() == before, "looking at moves changed the state")


def check_secrets(game: Game, state: State, looks: random.Random, insist: Insist) -> None:
    """A seat's hidden state and view must not depend on what it may not know."""
    mover = game.to_move(state)
    for seat in [SPECTATOR, *range(int(state.players[0]))]:
        hidden = game.hide(state, seat)
        insist(hidden.tobytes() == game.hide(hidden, seat).tobytes(), f"hiding twice differs for seat {seat}")
        insist(not any(hidden[name].any() for name, *_ in FIELDS), f"seat {seat} is given the key of chance")
        other = game.redeal(hidden, seat, looks.getrandbits(63))
        insist(not (found := game.definition.faults(game, other)), f"redeal for seat {seat} gives {found}")
        insist(game.hide(other, seat).tobytes() == hidden.tobytes(), f"redeal changes what seat {seat} knows")
        insist(game.view(other, seat) == game.view(state, seat), f"seat {seat} sees a secret")
        if (own := game.definition.own_view) is not None and seat != SPECTATOR:
            seen = own(game, hidden, seat, game.view(state))
            insist(seen == game.view(state, seat), f"seat {seat}: own_view is not the spectator's with what is its own")
        if seat == mover:
            insist(game.legal_moves(hidden) == game.legal_moves(state), "a seat cannot see its own legal moves")
            insist(game.legal_moves(other) == game.legal_moves(state), "an imagined deal changes the legal moves")
            features = game.features(state, seat)
            insist(bool((features == game.features(other, seat)).all()), "features show a secret")


def check_branch(game: Game, state: State, looks: random.Random, insist: Insist) -> None:
    """A branch of what everybody knows together is the same position for every seat, with chance of its own."""
    other = game.branch(state, looks.getrandbits(63))
    insist(not (found := game.definition.faults(game, other)), f"a branch gives {found}")
    for seat in [SPECTATOR, *range(int(state.players[0]))]:
        same = game.hide(other, seat).tobytes() == game.hide(state, seat).tobytes()
        insist(same, f"a branch changes what seat {seat} knows: `hide` and `redeal` must keep hands for EVERYBODY (-2)")
    insist(bool((other.key != state.key).any()), "a branch keeps the key of chance")
    if game.definition.chance_only_deals:
        chance = {name for name, *_ in FIELDS}
        anew = [
            name for name in state.dtype.names if name not in chance and other[name].tobytes() != state[name].tobytes()
        ]
        insist(not anew, f"chance_only_deals: a branch draws {', '.join(anew)} anew")


def check_words(game: Game, state: State, move: int, insist: Insist) -> None:
    """Texts parse back, views are plain JSON, narration leaks nothing and changes nothing."""
    text = game.move_text(move)
    insist(game.move_from(text) == move, f"{text} does not parse back")
    before, after = state.tobytes(), game.copy(state)
    game.play(after, move)
    log = game.narrate(state, move, after)
    insist(bool(log) and all(isinstance(name, str) for name, _ in log), "a move without narration")
    json.dumps([game.describe(state, move), log, game.view(state, game.to_move(state))])
    insist(state.tobytes() == before, "playing a copy changed the original")


def check_claims(game: Game, before: State, move: int, after: State, insist: Insist) -> None:
    """Every figure that `describe` gives for a move comes out as it says; none is left that nobody looks at.

    This is for games that say what came of them (`outcome`).
    """
    if game.definition.outcome is None:
        return
    text, claimed = game.move_text(move), game.describe(before, move)[1]
    came = game.definition.outcome(game, before, move, after)
    for name, figure in came.items():
        if figure is not None:
            insist(
                claimed.get(name) == figure, f"{text}: described with {name} = {claimed.get(name)!r}, was {figure!r}"
            )
    for name, figure in claimed.items():
        if isinstance(figure, int) and name not in came and name not in game.definition.naming:
            insist(False, f"{text}: described with {name} = {figure}, which `outcome` does not look at")


def check_chance(game: Game, before: State, move: int, after: State, insist: Insist) -> None:
    """What fell could have been chosen: with explicit chance the same outcomes give the same position.

    Where many things fall at once, trying all of them would take too long.
    """
    explicit = game.explicit(before)
    explicit.play(move)
    if ways(explicit, MOST_TRIES) <= MOST_TRIES:
        insist(
            outcomes_to(game, explicit, after) is not None, f"explicit chance: {game.move_text(move)} cannot do this"
        )


def ways(explicit: Explicit, most: int) -> int:
    """In how many ways chance can fall now, as long as there are not more than so many."""
    if explicit.chance is None:
        return 1
    found = 0
    for outcome in explicit.chance.outcomes:
        further = explicit.copy()
        further.fall(outcome)
        found += ways(further, most - found)
        if found > most:
            break
    return found


def outcomes_to(game: Game, explicit: Explicit, after: State) -> tuple[int, ...] | None:
    """What must fall so that this is the position, as far as all seats together know it; None if nothing does that."""
    if explicit.chance is None:
        same = explicit.state is not None and known_to_all(game, explicit.state) == known_to_all(game, after)
        return () if same else None
    for outcome in explicit.chance.outcomes:
        further = explicit.copy()
        further.fall(outcome)
        found = outcomes_to(game, further, after)
        if found is not None:
            return (outcome, *found)
    return None


def known_to_all(game: Game, state: State) -> bytes:
    """The position without what nobody knows."""
    return game.hide(state, EVERYBODY).tobytes()


def check_end(game: Game, state: State, record: Record, insist: Insist) -> None:
    """The result adds up, and the record replays to the same bytes."""
    insist(game.legal_moves(state) == [], "moves are legal though the game is over")
    shares = game.win_share(state)
    insist(abs(sum(shares) - 1) < 1e-9 and len(game.winners(state)) >= 1, f"nobody wins: {shares}")
    sheet = game.score_sheet(state)
    insist([sum(row.values()) for row in sheet] == game.scores(state), "the score sheet does not add up")
    again = parse_record(record.to_json())
    insist(verify(game, again).tobytes() == state.tobytes(), "a replay gives other bytes")
