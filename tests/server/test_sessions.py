"""Connections to PostgreSQL: a host that is gone lets go of what it held."""

from __future__ import annotations

from sampan.server import postgres
from sampan.server.locks import Locks
from sampan.server.settings import Settings

TABLE = "a-table-here"


def test_the_database_notices_a_host_that_is_gone(cluster):
    with postgres.session(Settings(database=cluster.database())) as session:
        shown = dict(session.execute("SELECT name, setting::int FROM pg_settings WHERE unit IN ('s', 'ms')").fetchall())
    for name, value in {
        "tcp_keepalives_idle": 2,
        "tcp_keepalives_interval": 1,
        "tcp_user_timeout": 5000,
        "idle_in_transaction_session_timeout": 5000,
    }.items():
        assert shown[name] == value, name


def test_what_the_owner_says_about_options_stands(cluster):
    settings = Settings(database=f"{cluster.database()}?options=-c%20work_mem%3D5MB")
    with postgres.session(settings) as session:
        assert session.execute("SHOW work_mem").fetchone() == ("5MB",)


def test_a_process_that_was_silent_for_long_runs_no_bots_any_more(cluster):
    settings = Settings(database=cluster.database())
    silent, other = Locks(settings), Locks(settings)
    assert silent.take(TABLE) and not other.take(TABLE)
    with postgres.session(settings) as session:  # as the database does after some seconds
        here = "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        ended = f"SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND {here}"
        assert session.execute(ended).fetchall() == [(True,)]
    silent.ping()
    assert other.take(TABLE) and not silent.take(TABLE)
    silent.close()
    other.close()
