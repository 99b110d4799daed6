"""Games between bots as one Parquet file (`pip install sampan[data]`): a row for each decision.

A row has the position, what its seat saw of it, what a search thought of the moves, the one that was made, and what
came of the game in the end. Rows are in the order of games and decisions, whoever played them: with bots that count
iterations the file depends on the seed alone. docs/selfplay.md has its columns.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from sampan import __version__, bots, games
from sampan.bots.levels import LevelBot
from sampan.bots.search import Ranked, SearchBot
from sampan.engine.errors import OptionError
from sampan.engine.game import Game, State

from .arena import planning, players
from .counting import made_with
from .match import Match, check_bot, played

KIND, FORMAT = "sampan_selfplay", 1
CHUNK = 2**26  # bytes of features that are written at once


def require_arrow() -> Any:
    """Arrow is an extra; everything else does without."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise OptionError("--out: pyarrow is not installed: expected pip install 'sampan[data]'") from None
    return pyarrow


def planned(
    game: str, names: list[str], number: int, options: Mapping[str, int | str], seed: int, box: str | None
) -> list[Match]:
    """So many games: of one bot with itself, every one with a deal of its own; of several as in the arena."""
    if len(set(names)) > 1:
        return planning(game, names, number, options, seed, box)
    check_bot(names[0], game)
    resolved = games.load(game, box).resolve(options)
    seats = (names[0],) * int(resolved["players"])
    return [Match(k, game, box, resolved, seats, seed + k) for k in range(number)]


def selfplay(
    plan: Sequence[Match],
    file: Path,
    workers: int | None = None,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> dict[str, Any]:
    """Play these games into a new file, which is there as a whole or not at all; what is in it."""
    heading = heading_of(plan)
    rows = write(file, plan, heading, players(workers, ray, rows_of), progress)
    return {**{key: heading[key] for key in heading if key not in ("features", "printed")}, "rows": rows}


def heading_of(plan: Sequence[Match]) -> dict[str, Any]:
    """What the rows depend on, as the file says it."""
    first = plan[0]
    game = games.load(first.game, first.box)
    return {
        **made_with(game, KIND, FORMAT),
        "version": __version__,
        "options": first.options,
        "bots": [*dict.fromkeys(name for match in plan for name in match.seats)],
        "seed": first.seed,
        "games": len(plan),
        "features": game.feature_names,
        **({"printed": game.box.tables} if game.own_box else {}),
    }


def write(
    file: Path,
    plan: Sequence[Match],
    heading: Mapping[str, Any],
    play: Callable[[Sequence[Match]], Iterable[Any]],
    progress: Callable[[int], None],
) -> int:
    """Write the rows of these games; how many there are."""
    arrow = require_arrow()
    schema = schema_of(games.load(plan[0].game, plan[0].box)).with_metadata({KIND: json.dumps(heading)})
    most = CHUNK // (4 * len(heading["features"]))
    draft, waiting, rows, written = file.with_name(file.name + ".part"), [], 0, 0
    try:
        with arrow.parquet.ParquetWriter(draft, schema, compression="zstd") as writer:
            for done, batch in enumerate(play(plan), 1):
                waiting.append(batch)
                rows += batch.num_rows
                if rows - written >= most or done == len(plan):
                    writer.write_table(arrow.Table.from_batches(waiting).replace_schema_metadata(schema.metadata))
                    waiting, written = [], rows
                progress(done)
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
    return rows


def schema_of(game: Game) -> Any:
    """The columns of the file."""
    arrow = require_arrow()
    whole, real = arrow.int32(), arrow.float32()
    return arrow.schema(
        [
            ("game", whole),
            ("seed", arrow.int64()),
            ("seats", arrow.list_(arrow.string())),
            ("decisions", whole),
            ("scores", arrow.list_(whole)),
            ("share", arrow.list_(real)),
            ("ply", whole),
            ("turn", whole),
            ("seat", arrow.int8()),
            ("points", arrow.list_(whole)),
            ("state", arrow.binary(game.definition.state.itemsize)),
            ("features", arrow.list_(real, len(game.feature_names))),
            ("legal", arrow.list_(arrow.int16())),
            ("visits", arrow.list_(whole)),
            ("values", arrow.list_(real)),
            ("move", arrow.int16()),
            ("move_text", arrow.string()),
        ]
    )


# ---------------------------------------------------------------- one game


def rows_of(match: Match) -> Any:
    """Play one game; its rows."""
    arrow, game = require_arrow(), games.load(match.game, match.box)
    thoughts: list[list[Ranked]] = []
    line, end = played(game, match, partial(thinking_aloud, thoughts))
    of_game = {
        "game": match.number, "seed": match.seed, "seats": match.seats, "decisions": len(line),
        "scores": game.scores(end), "share": game.win_share(end),
    }  # fmt: skip
    rows = [
        {**of_game, "ply": ply, **row_of(game, state, move, thought)}
        for ply, ((state, move), thought) in enumerate(zip(line, thoughts, strict=True))
    ]
    schema = schema_of(game)
    columns = {name: [row.get(name) for row in rows] for name in schema.names if name != "features"}
    seen = np.concatenate([game.features(state, game.to_move(state)) for state, _ in line])
    columns["features"] = arrow.FixedSizeListArray.from_arrays(seen, len(game.feature_names))
    return arrow.record_batch(columns, schema=schema)


def row_of(game: Game, state: State, move: int, thought: Sequence[Ranked]) -> dict[str, Any]:
    """What there is to say of one decision, beside its features."""
    legal, ranked = game.legal_moves(state), {one.move: one for one in thought}
    row = {
        "turn": int(state["turns"][0]), "seat": game.to_move(state), "points": game.scores(state),
        "state": state.tobytes(), "legal": legal, "move": move, "move_text": game.move_text(move),
    }  # fmt: skip
    if ranked:
        tried = [ranked.get(one, Ranked(one, 0, 0.0)) for one in legal]
        row["visits"] = [one.visits for one in tried]
        row["values"] = [one.value if one.visits else None for one in tried]
    return row


def thinking_aloud(
    thoughts: list[list[Ranked]], bot: bots.Bot, game: Game, hidden: State, seconds: float, seed: int
) -> int:
    """The move a bot makes, and beside it what its search thought of all moves, if it has one."""
    player: Any = bot
    if isinstance(bot, LevelBot):
        player, strength = bot.player(game)
        seconds = strength.seconds if isinstance(player, SearchBot) else seconds
    searches = isinstance(player, SearchBot) and len(game.legal_moves(hidden)) > 1
    thoughts.append(player.rank(game, game.copy(hidden), seconds, seed) if searches else [])
    return thoughts[-1][0].move if searches else bots.decided(bot, game, hidden, seconds, seed)
