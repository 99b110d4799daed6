"""Moves that look silly are counted in games between bots; what is odd is the game's to say."""

from __future__ import annotations

import json

import pytest

from sampan.engine.errors import OptionError
from sampan.games import load
from sampan.lab.match import Match
from sampan.lab.oddities import look, main, oddities
from tests.shelf import OWN

DECLARED = [name for name in OWN if load(name).definition.oddities]
SEED = 6


@pytest.mark.parametrize("name", DECLARED)
def test_the_count_of_some_games_is_the_sum_over_each(name):
    figures = oddities(name, "random", 2, 2, SEED)
    options = load(name).resolve({"players": 2})
    each = [look(Match(k, name, None, options, ("random",) * 2, SEED + k)) for k in range(2)]
    assert figures["oddities"] == {what: [sum(one[what][k] for one in each) for k in (0, 1)] for what in each[0]}
    assert figures["oddities"] == oddities(name, "random", 2, 2, SEED)["oddities"], "the seed decides"
    assert all(times >= 0 for times, of in figures["oddities"].values()) and figures["box"] == load(name).box.hash
    assert any(times for times, _ in figures["oddities"].values()), "random moves are silly"


@pytest.mark.parametrize("name", DECLARED)
def test_the_command_says_what_each_figure_means(name, capsys):
    asked = [name, "--bot", "random", "--games", "1", "--players", "2", "--workers", "1", "--seed", str(SEED)]
    main(asked)
    said = capsys.readouterr().out
    assert all(meaning in said for meaning in load(name).definition.oddities.meanings.values())
    main([*asked, "--json"])
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(oddities(name, "random", 1, 2, SEED)))


def test_what_cannot_be_counted_is_refused():
    silent = next(name for name in OWN if name not in DECLARED)
    with pytest.raises(OptionError, match=f"^{silent}: expected a game that says what looks silly"):
        oddities(silent, "random", 1, 2)
    with pytest.raises(OptionError, match="games = 0: expected 1 or more"):
        oddities(DECLARED[0], "random", 0, 2)
    with pytest.raises(OptionError, match="bot 'genius'"):
        oddities(DECLARED[0], "genius", 1, 2)
