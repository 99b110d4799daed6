"""Records without hidden gaps: equal games must be equal bytes."""

from __future__ import annotations

import numpy as np
import pytest

from sampan.engine.layout import layout
from sampan.games import load, names

FIELDS = [("a", np.int8, 3), ("b", np.uint64), ("c", np.int16, (2, 3)), ("d", np.int8)]


def test_every_byte_belongs_to_a_field():
    record = layout(FIELDS)
    assert sum(record[name].itemsize for name in record.names) == record.itemsize
    assert record.itemsize % 8 == 0


def test_every_number_lies_on_its_own_boundary():
    record = layout(FIELDS)
    for name in record.names:
        kind, offset = record.fields[name][:2]
        assert offset % kind.base.itemsize == 0


def test_names_that_numpy_has_already_are_refused():
    with pytest.raises(ValueError, match="'size' cannot name a field"):
        layout([("size", np.int8)])


@pytest.mark.parametrize("name", names())
def test_the_games_records_have_no_gaps(name):
    game = load(name)
    for record in (game.definition.state, game.box.record.dtype):
        assert sum(record[field].itemsize for field in record.names) == record.itemsize
