"""The benchmark's plot and what is kept of a run: every figure has its bar, and what could not be measured has none."""

from __future__ import annotations

import json
from xml.etree import ElementTree

from sampan.lab.bars import bars, rows_of
from sampan.lab.bench import save

FIGURES = {
    "machine": {"processor": "Abacus & Sons", "cores": 2},
    "games": [
        {
            "game": "tag",
            "random_play": [
                {"players": 2, "threads": 1, "decisions_per_s": 5_000_000},
                {"players": 2, "device": "Great GPU", "decisions_per_s": 400_000_000},
            ],
            "environments": [{"environment": "batched", "lanes": 2048, "threads": 2, "decisions_per_s": 2_000_000}],
        }
    ],
    "peers": [
        {"peer": "other", "game": "whist", "how": "Python", "decisions_per_s": 900},
        {"peer": "absent", "game": "go", "how": "Python", "missing": "ModuleNotFoundError: absent"},
    ],
}


def test_every_figure_has_its_bar_and_a_missing_peer_has_none():
    names = [name for name, _, _ in rows_of(FIGURES)]
    ours = ["tag, 2 players, 1 thread", "tag, 2 players, Great GPU", "tag, batched, 2,048 lanes, 2 threads"]
    assert names == [*ours, "other: whist (Python)"]
    pieces = ElementTree.fromstring(bars(FIGURES)).iter()
    drawn = [float(piece.get("width")) for piece in pieces if piece.tag.endswith("rect") and piece.get("y")]
    assert len(drawn) == 4 and drawn[1] > drawn[0] > drawn[2] > drawn[3] > 0


def test_a_run_is_kept_as_figures_and_as_a_plot(tmp_path):
    save(FIGURES, tmp_path / "kept")
    assert json.loads((tmp_path / "kept" / "bench.json").read_text()) == FIGURES
    assert "Great GPU" in (tmp_path / "kept" / "bench.svg").read_text()
