"""A rule and the answer to `may I` take the same arguments, so that one can be read beside the other."""

from __future__ import annotations

import inspect
from importlib import import_module
from pkgutil import iter_modules

import pytest

from .shelf import OWN


def pairs(name):
    """Every rule of a game that has a `why_not` of its name in the same file."""
    package = import_module(f"sampan.games.{name}")
    for found in iter_modules(package.__path__, f"{package.__name__}."):
        known = vars(import_module(found.name))
        for rule in known:
            if f"why_not_{rule}" in known:
                yield rule, known[rule], known[f"why_not_{rule}"]


@pytest.mark.parametrize("name", OWN)
def test_a_rule_and_its_why_not_take_the_same_arguments(name):
    found = {rule: [[*inspect.signature(one).parameters] for one in both] for rule, *both in pairs(name)}
    assert len(found) >= 10, "most actions have one"
    assert {rule: both for rule, both in found.items() if both[0] != both[1]} == {}
