"""What is derived from a client's key."""

from __future__ import annotations

from types import SimpleNamespace

from sampan.server import keys
from sampan.server.successor import name_of


def test_no_table_is_named_like_an_option_of_a_command():
    names = [keys.table_id(str(key)) for key in range(1000)]
    assert len({*names}) == 1000 and {len(name) for name in names} == {12}
    assert not any(name.startswith("-") for name in names)


def test_no_table_of_a_rematch_is_either():
    old = SimpleNamespace(row=SimpleNamespace(host_hash="h" * 64), id="t" * 12)
    names = [name_of(old, number) for number in range(1000)]
    assert len({*names}) == 1000 and not any(name.startswith("-") for name in names)
