"""What predicts the winner in the middle of a game? Reads a file of `sampan selfplay` with nothing but Arrow and NumPy.

pip install 'sampan[data]'
sampan selfplay river --bots club --games 1000 --out games.parquet
python examples/midgame.py games.parquet
"""

from __future__ import annotations

import json
import sys

import numpy as np
import pyarrow.parquet as pq

from sampan.lab.win_rates import interval

SMALL = ["ply", "decisions", "seat", "points", "share"]
LISTED = 12  # features

# A row is one decision. The small columns as arrays; features, which are most of the file, only where they are needed.
file = pq.ParquetFile(sys.argv[1])
heading = json.loads(file.schema_arrow.metadata[b"sampan_selfplay"])
table = file.read(SMALL)
ply, decisions, seat = (table[name].to_numpy() for name in SMALL[:3])
points, share = (np.array(table[name].to_pylist(), float) for name in SMALL[3:])
print(f"{heading['game']}: {heading['games']} games, {len(table)} decisions, bots {', '.join(heading['bots'])}")


def at(part: float) -> np.ndarray:
    """The row of each game at which this part of its decisions has been made."""
    return np.flatnonzero(ply == (part * decisions).astype(int))


def features_at(rows: np.ndarray) -> np.ndarray:
    """What the seat to move saw in these rows, as a matrix."""
    found, first = [], 0
    for batch in file.iter_batches(columns=["features"]):
        here = rows[(rows >= first) & (rows < first + len(batch))] - first
        found.append(batch["features"].flatten().to_numpy().reshape(len(batch), -1)[here])
        first += len(batch)
    return np.concatenate(found)


# How often the one with the most points at that moment wins in the end; several who are ahead share the guess.
print("\nwhoever is ahead in points wins, by how much of the game is over (95 % interval):")
for tenth in range(1, 10):
    rows = at(tenth / 10)
    ahead = points[rows] == points[rows].max(axis=1, keepdims=True)
    won = (ahead * share[rows]).sum(axis=1) / ahead.sum(axis=1)
    low, high = interval(won.mean(), len(won))
    print(f"  {tenth * 10:3d} %  {won.mean():6.1%}  ({low:.1%} to {high:.1%})")

# How each number that the seat to move sees in the middle goes together with its winning.
middle = at(0.5)
seen, mine = features_at(middle), share[middle, seat[middle]]
off, missed = seen - seen.mean(axis=0), mine - mine.mean()
spread = np.sqrt((off**2).sum(axis=0) * (missed**2).sum())
together = np.divide(missed @ off, spread, out=np.zeros(len(spread)), where=spread > 0)
print("\nwhat the seat to move sees in the middle, and how it goes together with its winning (correlation):")
for place in np.argsort(-np.abs(together))[:LISTED]:
    print(f"  {together[place]:+.2f}  {heading['features'][place]}")
