"""Games that were played: where somebody decided, and files for play trackers."""

from __future__ import annotations

import csv
import io

from .kit import play_on, seated

JSON = {"content-type": "application/json"}


def test_a_finished_game_is_told_whole_and_exported_with_names_and_date(small_server):
    table, people = seated(small_server)
    running = [person.get(table, "/decisions").json()["decisions"] for person in people]
    assert people[0].get(table, "/export/csv").json()["code"] == "not_over"
    view = play_on(table, people)
    assert view["status"] == "over"
    record = people[0].get(table, "/record").json()
    assert record["names"] == ["Ada", "Guest 1"]
    assert record["date"].endswith("Z")

    found = people[0].get(table, "/decisions").json()["decisions"]
    stranger = small_server.person()
    assert stranger.get(table, "/decisions").json()["decisions"] == found
    assert all(0 <= ply < len(record["moves"]) for plies in found for ply in plies)
    assert all(len(plies) > 5 for plies in found)
    assert running == [[[], []], [[], []]]

    text = people[0].get(table, "/record").text
    client = stranger.client
    assert client.post("/api/replay/decisions", content=text, headers=JSON).json()["decisions"] == found
    rows = list(csv.DictReader(io.StringIO(people[0].get(table, "/export/csv").text)))
    assert [(row["name"], int(row["points"])) for row in rows] == list(
        zip(record["names"], view["scores"], strict=True)
    )
    play = people[0].get(table, "/export/bgstats").json()
    assert [player["name"] for player in play["players"]] == record["names"]
    assert client.post("/api/replay/export/bgstats", content=text, headers=JSON).json() == play
    assert people[0].get(table, "/export/xml").status_code == 422


def test_while_a_game_goes_on_only_ones_own_decisions_are_told(small_server):
    table, people = seated(small_server)
    play_on(table, people, 40)
    told = [person.get(table, "/decisions").json()["decisions"] for person in people]
    assert told[0][1] == told[1][0] == []
    assert told[0][0]
    assert told[1][1]
    assert small_server.person().get(table, "/decisions").json()["decisions"] == [[], []]


def test_a_record_that_is_not_over_cannot_be_exported(small_server):
    table, people = seated(small_server)
    play_on(table, people)
    record = people[0].get(table, "/record").json()
    cut = {**record, "moves": record["moves"][:9], "marks": record["marks"][:36], "over": False}
    refused = people[0].client.post("/api/replay/export/csv", json=cut)
    assert (refused.status_code, refused.json()["code"]) == (409, "bad_record")
    assert "not over" in refused.json()["detail"]
