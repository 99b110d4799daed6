"""What the operator's tools ask: alive, ready, figures; and that nobody else is told."""

from __future__ import annotations

import pytest
from prometheus_client.parser import text_string_to_metric_families

from sampan.server.migrations import newest

from .kit import Server, got, next_view, play_on, seated, wait_for

ADDRESSES = ("/healthz", "/readyz", "/metrics")


def figures(address):
    """Every sample of /metrics, by name and labels."""
    text = got(f"{address}/metrics").text
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {(sample.name, *sorted(sample.labels.items())): sample.value for sample in samples}


def total(found, name, **labels):
    """The sum of a figure over everything but these labels."""
    wanted = set(labels.items())
    return sum(value for key, value in found.items() if key[0] == name and wanted <= set(key[1:]))


def test_a_server_that_serves_is_alive_and_ready(server):
    assert got(f"{server.address}/healthz").text == "alive\n"
    ready = got(f"{server.address}/readyz")
    assert (ready.status_code, ready.json()) == (200, {"ready": True, "database": "ready", "rules": "ready"})


def test_a_server_without_its_database_is_alive_but_not_ready(cluster):
    import psycopg

    place = cluster.database()
    server = Server(place)
    try:
        with psycopg.connect(cluster.address("postgres"), autocommit=True) as other:
            other.execute(f"ALTER DATABASE {place.rpartition('/')[2]} ALLOW_CONNECTIONS false")
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (place.rpartition("/")[2],)
            )
        ready = got(f"{server.address}/readyz")
        assert ready.status_code == 503 and not ready.json()["ready"] and "no answer" in ready.json()["database"]
        assert got(f"{server.address}/healthz").status_code == 200
    finally:
        server.stop()


def test_a_database_of_an_older_form_is_not_ready(database):
    import sqlite3

    place = database("sqlite")
    server = Server(place)
    try:
        with sqlite3.connect(place) as behind:
            behind.execute("UPDATE alembic_version SET version_num = '0001'")
        behind.close()
        ready = got(f"{server.address}/readyz")
        assert ready.status_code == 503 and ready.json()["database"] == f"schema version 0001: expected {newest()}"
    finally:
        server.stop()


def test_moves_commits_tables_and_sockets_are_counted(database):
    server = Server(database("sqlite"))
    try:
        table, people = seated(server)
        with people[0].watch(table) as socket:
            view = play_on(table, people, moves=7)
            next_view(socket, lambda seen: seen["ply"] == view["ply"])
            with_bot, (host,) = seated(server, bots=1)
            wait_for(lambda: total(figures(server.address), "sampan_sockets") == 1)
            found = figures(server.address)
        route = "/api/tables/{table_id}/moves"
        assert total(found, "sampan_moves_total", by="person") == 7
        assert total(found, "sampan_requests_total", route=route, status="200", method="POST") == 7
        assert total(found, "sampan_request_seconds_count", route=route) == 7
        assert total(found, "sampan_commits_total") >= 7 and total(found, "sampan_write_wait_seconds_count") >= 7
        assert total(found, "sampan_live_tables") >= 1 and total(found, "sampan_watched_tables") == 1
        view = host.view(with_bot)
        while view["to_move"] == 0:
            view = host.move(with_bot, view)
        wait_for(lambda: total(figures(server.address), "sampan_moves_total", by="bot") > 0)
        found = figures(server.address)
        assert total(found, "sampan_thinking_wait_seconds_count", kind="quick") > 0
        assert ("sampan_thinking_queue", ("kind", "hint")) in found
        for path in ("/nothing/here", "/api/nothing"):
            got(f"{server.address}{path}", "BREW")
        known = {key for key in figures(server.address) if key[0] == "sampan_requests_total"}
        assert not any("nothing" in str(key) or "BREW" in str(key) for key in known), "labels are ours"
    finally:
        server.stop()


@pytest.fixture(scope="module")
def guarded(database):
    """Believes a proxy, and tells one network of the operator's how it is."""
    running = Server(database("sqlite"), trusted_proxies=["127.0.0.1"], monitors=["10.1.0.0/16"])
    yield running
    running.stop()


@pytest.mark.parametrize(("told", "status"), [
    ({"X-Forwarded-For": "10.1.2.3"}, 200),
    ({"X-Forwarded-For": "203.0.113.9"}, 404),
    ({"X-Forwarded-For": "10.1.2.3, 203.0.113.9"}, 404),
    ({"X-Forwarded-For": "nobody"}, 404),
    ({}, 404),
])  # fmt: skip
def test_only_those_whom_the_operator_names_are_told(guarded, told, status):
    for path in ADDRESSES:
        assert got(f"{guarded.address}{path}", headers=told).status_code == status, path


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"])
def test_a_proxy_on_this_machine_that_nobody_named_does_not_open_them(small_server, header):
    for path in ADDRESSES:
        assert got(f"{small_server.address}{path}").status_code == 200
        refused = got(f"{small_server.address}{path}", headers={header: "127.0.0.1"})
        assert refused.status_code == 404 and refused.json()["code"] == "no_such_address"
