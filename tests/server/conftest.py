"""One server process for each database, shared by the tests of a session."""

from __future__ import annotations

import pytest

from sampan.games import load, names

from .installed import Unavailable
from .kit import PRESENT, Server
from .postgres import Cluster


@pytest.fixture(autouse=True)
def people_go_home():
    yield
    while PRESENT:
        PRESENT.pop().close()


@pytest.fixture(scope="session", autouse=True)
def compiled_rules():
    """Once, before servers start: each of them would compile for itself."""
    for name in names():
        if not load(name).compiled:
            load(name).compile()


@pytest.fixture(scope="session")
def cluster():
    try:
        found = Cluster()
    except Unavailable as reason:
        print(f"skipped: {reason}")
        pytest.skip(str(reason))
    yield found
    found.stop()


@pytest.fixture(scope="session")
def database(request, tmp_path_factory):
    """Makes new, empty databases of either kind."""

    def new(kind):
        if kind == "sqlite":
            return str(tmp_path_factory.mktemp("tables") / "tables.sqlite")
        return request.getfixturevalue("cluster").database()

    return new


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def server(request, database):
    running = Server(database(request.param))
    running.kind = request.param
    yield running
    running.stop()


@pytest.fixture(scope="session")
def small_server(database):
    """SQLite only: for what does not depend on the database."""
    running = Server(database("sqlite"))
    yield running
    running.stop()
