"""One build for all tests here."""

from __future__ import annotations

import pytest

from .building import PAGE, build, copied, without_node


@pytest.fixture(scope="session")
def no_node(tmp_path_factory):
    """A PATH without Node."""
    return without_node(tmp_path_factory.mktemp("path"))


@pytest.fixture(scope="session")
def tree(tmp_path_factory):
    """A copy of the working tree, with its built page."""
    if not (PAGE / "index.html").exists():
        pytest.skip("the page is not built: make page")
    return copied(tmp_path_factory.mktemp("tree") / "sampan")


@pytest.fixture(scope="session")
def released(tree, tmp_path_factory, no_node):
    """The wheel and the source release."""
    wheel, source = sorted(
        build(tree, tmp_path_factory.mktemp("dist"), no_node), key=lambda path: path.suffix != ".whl"
    )
    return wheel, source
