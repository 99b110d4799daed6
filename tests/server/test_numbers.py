"""Numbers on the wire: plain digits in range, or a refusal before anything is written."""

from __future__ import annotations

import pytest
from websockets.exceptions import InvalidStatus

from .kit import seated

FOREIGN = ["%D9%A3", "%EF%BC%93", "%C2%B3", "%2B1", "-1", "1.0", "1_0", "%201", "01", "16", "99", "1e0", "x", ""]


@pytest.mark.parametrize("number", FOREIGN)
def test_a_seat_that_is_no_number_is_refused_before_anybody_sits_down(server, number):
    host, guest = server.person(), server.person()
    table, _ = host.open([{"kind": "human", "name": "Ada"}, {"kind": "open"}])
    before = host.view(table)
    refused = guest.client.post(f"/api/tables/{table}/join?as={number}", json={})
    assert refused.status_code == 422 and refused.json()["code"] == "unreadable", refused.text
    assert "\n" not in refused.json()["detail"]
    assert host.view(table) == before
    assert guest.join(table)["you"] == 1, "the seat is still there"


@pytest.mark.parametrize("number", ["%D9%A3", "%2B1", "1.0", "1_0", "%201", "01"])
@pytest.mark.parametrize(
    ("method", "address"),
    [
        ("POST", "/api/tables/{table}/seats/{number}/bot"),
        ("POST", "/api/tables/{table}/seats/{number}/invite"),
        ("GET", "/api/tables/{table}/at/{number}"),
        ("GET", "/api/tables/{table}/digest?since={number}"),
        ("GET", "/api/tables?limit={number}"),
    ],
)
def test_numbers_in_addresses_are_plain_digits(small_server, method, address, number):
    table, people = seated(small_server)
    body = {"json": {"bot": "random"}} if address.endswith("/bot") else {}
    refused = people[0].client.request(method, address.format(table=table, number=number), **body)
    assert refused.status_code == 422 and refused.json()["code"] == "unreadable", refused.text


def test_a_socket_for_a_seat_that_is_no_number_is_refused(small_server):
    table, people = seated(small_server)
    with pytest.raises(InvalidStatus) as failed:
        people[0].watch(table, "?as=%D9%A3")
    assert failed.value.response.status_code == 403
