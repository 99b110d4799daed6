"""A cost is shown for what it is worth, and with its whole doubt."""

from __future__ import annotations

import pytest

from sampan.engine.errors import BoxError
from sampan.games import load
from sampan.review.sheets import verdict_of
from sampan.review.worth import Worth, read_worth, worth_of

from ..shelf import OWN


def test_a_cost_shrinks_to_its_worth_and_its_error_grows_by_the_doubt():
    cost, error = Worth(0.8, 0.03).cost(0.10, 0.05, 1.0)
    assert cost == pytest.approx(0.08) and error == pytest.approx(0.05)  # 4 % of noise, 3 % of doubt
    assert Worth().cost(0.10, 0.05, 1.0) == (0.10, 0.05)


def test_doubt_goes_with_how_open_the_game_is():
    assert Worth(1.0, 0.03).cost(0.0, 0.0, 0.5)[1] == pytest.approx(0.015)


def test_what_is_sure_by_its_trials_alone_is_no_mistake_within_the_doubt():
    doubtful = Worth(1.0, 0.03)
    assert verdict_of(*Worth().cost(0.05, 0.01, 1.0)) == "mistake"
    assert verdict_of(*doubtful.cost(0.05, 0.01, 1.0)) == "good"
    assert verdict_of(*doubtful.cost(0.05, 0.01, 0.3)) == "mistake", "in a game that is all but decided there is less"


@pytest.mark.parametrize("name", OWN)
def test_each_game_has_its_measurement(name):
    found = worth_of(load(name))
    assert found.games > 0 and 0.2 < found.worth < 2.0 and 0.0 < found.doubt < 0.1


def test_a_measurement_goes_through_its_file_and_a_damaged_one_is_named(tmp_path):
    file = tmp_path / "costs.json"
    assert read_worth(file) == Worth()
    read_worth.cache_clear()
    file.write_text(Worth(0.9, 0.02, 70, 8, {"value_net.npz": "1f"}).to_json(), encoding="utf-8")
    assert read_worth(file) == Worth(0.9, 0.02, 70, 8, {"value_net.npz": "1f"})
    read_worth.cache_clear()
    file.write_text('{"worth": 1, "weight": 2}', encoding="utf-8")
    with pytest.raises(BoxError, match=r"costs\.json: cannot be read"):
        read_worth(file)
