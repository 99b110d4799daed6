"""What is derived from a client's key."""

from __future__ import annotations

from sampan.server import keys


def test_no_table_is_named_like_an_option_of_a_command():
    names = [keys.table_id(str(key)) for key in range(1000)]
    assert len({*names}) == 1000 and {len(name) for name in names} == {12}
    assert not any(name.startswith("-") for name in names)
