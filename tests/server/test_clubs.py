"""Clubs: members, the ladder, tournaments, and what is left of a member who goes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest

from cabotage.server.clubs.ladder import ladder
from cabotage.server.clubs.outcome import Outcome
from tests.server.fixtures import Harbour, Visitor


@pytest.fixture
def crew(port: Harbour) -> Iterator[list[Visitor]]:
    """Anna, Ben, Carl and Dora."""
    with contextlib.ExitStack() as stack:
        people = [stack.enter_context(port.visitor()) for _ in range(4)]
        for visitor, name in zip(people, ("Anna", "Ben", "Carl", "Dora"), strict=True):
            visitor.ask("PUT", "/api/me", 200, {"name": name})
        yield people


def found(people: list[Visitor]) -> str:
    """A club of which the first is the organiser."""
    link = people[0].ask("POST", "/api/clubs", 201, {"name": "Port Royal"})
    club, secret = link["club"], link["path"].partition("#join=")[2]
    for visitor in people[1:]:
        visitor.ask("POST", f"/api/clubs/{club}/members", 200, {"link": secret})
    return f"/api/clubs/{club}"


def plan(**changes: Any) -> dict[str, Any]:
    return {"name": "Friday", "game": "calypso", "seats": 2, "rounds": 3, **changes}


def play(people: list[Visitor], table: str) -> dict[str, Any]:
    """To the end, each their own seat, at random."""
    while True:
        for visitor in people:
            view = visitor.view(table)
            if view["status"] == "over":
                return view
            if view["to_act"] in view["mine"]:
                visitor.play(table, most=1)


def test_members_join_by_the_link_and_others_see_nothing(crew: list[Visitor]) -> None:
    anna, ben, carl, _ = crew
    club = found([anna, ben])
    view = ben.ask("GET", club)
    assert view["name"] == "Port Royal"
    assert [(each["number"], each["name"], each["is_organiser"], each["is_me"]) for each in view["members"]] == [
        (1, "Anna", True, False),
        (2, "Ben", False, True),
    ]
    assert ben.ask("GET", "/api/clubs")["clubs"] == [{"club": view["club"], "name": "Port Royal"}]
    assert carl.refused("GET", club, 403) == "club/not_a_member"
    assert carl.refused("GET", f"{club}/ladder", 403) == "club/not_a_member"
    assert carl.refused("POST", f"{club}/members", 403, {"link": "guess"}) == "club/link"
    assert anna.refused("GET", "/api/clubs/no-such-club", 403) == "club/not_a_member"


def test_a_new_link_makes_the_old_one_void(crew: list[Visitor]) -> None:
    anna, ben, carl, _ = crew
    old = anna.ask("POST", "/api/clubs", 201, {"name": "Port Royal"})
    club = f"/api/clubs/{old['club']}"
    new = anna.ask("POST", f"{club}/link", 201)
    secret = old["path"].partition("#join=")[2]
    assert ben.refused("POST", f"{club}/members", 403, {"link": secret}) == "club/link"
    carl.ask("POST", f"{club}/members", 200, {"link": new["path"].partition("#join=")[2]})
    assert carl.refused("POST", f"{club}/link", 403) == "club/not_the_organiser"


def test_only_the_organiser_organises(crew: list[Visitor]) -> None:
    anna, ben, carl, _ = crew
    club = found([anna, ben, carl])
    assert ben.refused("POST", f"{club}/tournaments", 403, plan()) == "club/not_the_organiser"
    assert ben.refused("PUT", club, 403, {"name": "Mine"}) == "club/not_the_organiser"
    assert ben.refused("DELETE", f"{club}/members/3", 403) == "club/not_the_organiser"
    assert anna.ask("PUT", club, 200, {"name": "Tortuga"})["name"] == "Tortuga"
    assert anna.client.delete(f"{club}/members/3").status_code == 204
    assert carl.refused("GET", club, 403) == "club/not_a_member"


def test_an_organiser_who_leaves_is_followed_by_the_eldest_member_and_an_empty_club_is_gone(
    crew: list[Visitor],
) -> None:
    anna, ben, carl, _ = crew
    club = found([anna, ben, carl])
    assert anna.client.delete(f"{club}/members/1").status_code == 204
    assert [each["is_organiser"] for each in ben.ask("GET", club)["members"]] == [True, False]
    assert ben.client.delete(club).status_code == 204
    assert carl.refused("GET", club, 403) == "club/not_a_member"


def test_what_a_tournament_cannot_be_is_refused(crew: list[Visitor]) -> None:
    anna, ben, *_ = crew
    club = f"{found([anna, ben])}/tournaments"
    assert anna.refused("POST", club, 400, plan(options={"mode": "coop"})) == "club/invalid"
    assert anna.refused("POST", club, 409, plan(players=[1])) == "club/too_few"
    assert anna.refused("POST", club, 400, plan(name="\u200b")) == "club/invalid"
    assert anna.refused("POST", club, 400, plan(seats=8)) == "game/seats"
    assert anna.refused("POST", club, 400, plan(options={"board": "/etc/passwd"})) == "game/option"
    assert anna.refused("POST", club, 400, plan(rank="commodore of the fleet")) == "table/seats"
    assert anna.refused("GET", f"{club}/none", 404) == "club/no_tournament"


def test_an_evening_of_three_players_with_a_bye(crew: list[Visitor]) -> None:
    people = crew[:3]
    anna = people[0]
    club = found(people)
    held = f"{club}/tournaments/" + anna.ask("POST", f"{club}/tournaments", 201, plan())["tournament"]
    assert anna.refused("POST", f"{held}/rounds", 409, {"round": 2}) == "club/stale"
    first = anna.ask("POST", f"{held}/rounds", 200, {"round": 1})
    again = anna.ask("POST", f"{held}/rounds", 200, {"round": 1})
    assert again["rounds"] == first["rounds"]  # sent twice, opened once
    [table] = first["rounds"][0]["tables"]
    assert (first["rounds"][0]["byes"], table["status"]) == ([3], "waiting")
    assert [seat["number"] for seat in table["seats"]] == [1, 2]
    assert crew[2].refused("POST", f"{club}/tables/{table['table']}/seat", 403, {}) == "seat/not_yours"
    assert crew[3].refused("POST", f"{club}/tables/{table['table']}/seat", 403, {}) == "club/not_a_member"
    for visitor in people[:2]:
        visitor.ask("POST", f"{club}/tables/{table['table']}/seat", 200, {"nonce": "a wish"})
    assert anna.refused("POST", f"{held}/rounds", 409, {"round": 2}) == "club/round_running"
    view = play(people[:2], table["table"])
    assert [seat["name"] for seat in view["seats"]] == ["Anna", "Ben"]
    winner = view["result"]["winners"][0] + 1
    after = crew[1].ask("GET", held)
    assert after["can_open_round"]
    points = {each["number"]: (each["place"], each["points"], each["byes"]) for each in after["standings"]}
    assert points[winner] == (1, 1.0, 0)
    assert points[3] == (2, 0.5, 1)
    steps = anna.ask("GET", f"{club}/ladder")["steps"]
    assert [step["number"] for step in steps] == [winner, 3 - winner]
    assert steps[0]["low"] < steps[0]["rating"] < steps[0]["high"]
    # The next round: somebody else has the bye, and an absent player is left out.
    second = anna.ask("POST", f"{held}/rounds", 200, {"round": 2})
    assert second["rounds"][1]["byes"] == [3 - winner]
    anna.ask("PUT", f"{held}/players/2", 200, {"is_absent": True})
    third = anna.ask("POST", f"{held}/rounds", 200, {"round": 3, "is_forced": True})
    assert {seat["number"] for seat in third["rounds"][2]["tables"][0]["seats"]} == {1, 3}
    assert anna.refused("POST", f"{held}/rounds", 409, {"round": 4, "is_forced": True}) == "club/over"
    lines = anna.client.get(f"{held}/export", params={"format": "csv"}).text.splitlines()
    assert lines[0] == "place,name,points,opponents,won,played,byes"
    assert lines[1].startswith(f"1,{'Anna' if winner == 1 else 'Ben'},1.0,0.5,1,1,0")
    assert anna.ask("GET", f"{held}/export")["planned_rounds"] == 3
    assert anna.ask("POST", f"{held}/end", 200)["is_over"]


def test_bots_play_for_those_who_do_not_come(crew: list[Visitor]) -> None:
    anna, ben, *_ = crew
    club = found([anna, ben])
    wish = plan(seats=3, has_bots=True, rank="random", rounds=1)
    held = f"{club}/tournaments/" + anna.ask("POST", f"{club}/tournaments", 201, wish)["tournament"]
    [table] = anna.ask("POST", f"{held}/rounds", 200, {"round": 1})["rounds"][0]["tables"]
    assert sorted(seat["number"] or 0 for seat in table["seats"]) == [0, 1, 2]
    assert [each["table"] for each in anna.ask("GET", "/api/tables?mine")["tables"]] == []  # not seated yet
    anna.ask("POST", f"{club}/tables/{table['table']}/seat", 200, {})
    assert [each["table"] for each in anna.ask("GET", "/api/tables?mine")["tables"]] == [table["table"]]
    assert ben.refused("POST", f"{club}/tables/{table['table']}/bots", 403) == "club/not_the_organiser"
    assert anna.client.post(f"{club}/tables/{table['table']}/bots").status_code == 204
    view = anna.view(table["table"])
    assert (view["status"], [seat["kind"] for seat in view["seats"]].count("bot")) == ("running", 2)
    assert ben.refused("POST", f"{club}/tables/{table['table']}/seat", 409, {}) == "table/seat_taken"


def test_a_table_opened_for_the_club_has_seats_for_its_members(crew: list[Visitor]) -> None:
    anna, ben, carl, _ = crew
    club = found([anna, ben])
    number = club.rpartition("/")[2]
    assert carl.refused("POST", "/api/tables", 403, {"game": "calypso", "seats": ["me", "friend"], "club": number}) == (
        "club/not_a_member"
    )
    table = anna.open("calypso", ("me", "friend"), club=number)["table"]
    [card] = ben.ask("GET", club)["tables"]
    assert (card["table"], card["can_sit"]) == (table, True)
    ben.ask("POST", f"{club}/tables/{table}/seat", 200, {})
    assert ben.view(table)["mine"] == [1]
    private = anna.open("calypso", ("me", "friend"))["table"]
    assert ben.refused("POST", f"{club}/tables/{private}/seat", 404, {}) == "table/unknown"


def test_a_person_who_is_deleted_leaves_their_clubs_and_stays_as_a_number(crew: list[Visitor]) -> None:
    anna, ben, *_ = crew
    club = found([anna, ben])
    held = f"{club}/tournaments/" + anna.ask("POST", f"{club}/tournaments", 201, plan(rounds=1))["tournament"]
    [table] = anna.ask("POST", f"{held}/rounds", 200, {"round": 1})["rounds"][0]["tables"]
    for visitor in (anna, ben):
        visitor.ask("POST", f"{club}/tables/{table['table']}/seat", 200, {})
    play([anna, ben], table["table"])
    assert len(anna.ask("GET", f"{club}/ladder")["steps"]) == 2
    [mine] = anna.ask("GET", "/api/me/data")["clubs"]
    assert (mine["name"], mine["number"], mine["is_organiser"]) == ("Port Royal", 1, True)
    assert anna.client.delete("/api/me").status_code == 204
    view = ben.ask("GET", club)
    assert [(each["name"], each["is_organiser"]) for each in view["members"]] == [("Ben", True)]
    assert {each["number"]: each["name"] for each in ben.ask("GET", held)["standings"]} == {1: None, 2: "Ben"}
    assert "Anna" not in ben.client.get(held).text + ben.client.get(f"{club}/ladder").text


def outcome(at: int, *places: tuple[int | None, str | None, int], is_cooperative: bool = False) -> Outcome:
    return {
        "game": "calypso",
        "ended_ms": at,
        "is_cooperative": is_cooperative,
        "seats": [
            {"number": number, "rank": rank, "place": place, "share": float(place == 1), "team": team}
            for team, (number, rank, place) in enumerate(places)
        ],
    }


def test_the_ladder_rates_people_and_bots_only_if_they_are_wanted() -> None:
    games = [
        outcome(1, (1, None, 1), (2, None, 2), (None, "mate", 3)),
        outcome(2, (1, None, 1), (2, None, 2), (None, "mate", 3)),
        outcome(3, (2, None, 1), (None, "mate", 2)),
        outcome(4, (2, "mate", 1), (1, None, 2)),  # a bot played to the end for the second
        outcome(5, (1, None, 1), (2, None, 1), is_cooperative=True),
    ]
    people = ladder(games, has_bots=False)
    assert [(step.number, step.rank, step.played, step.won) for step in people] == [
        (1, None, 2, 2.0),
        (2, None, 2, 0.0),
    ]
    assert people[0].rating.mu > 25 > people[1].rating.mu
    everybody = ladder(games, has_bots=True)
    assert [(step.number, step.rank, step.played) for step in everybody] == [
        (1, None, 2),
        (2, None, 3),
        (None, "mate", 3),
    ]
    assert ladder(list(reversed(games)), has_bots=False) == people
