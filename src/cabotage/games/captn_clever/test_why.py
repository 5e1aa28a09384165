"""Why a captain must walk, why an island or a place is closed."""

from __future__ import annotations

import pytest

from cabotage.core.position import Position
from cabotage.games.captn_clever.test_kit import game, table


def told(position: Position) -> dict[str, str]:
    """What is not offered, with the sentence that says why."""
    words = position.box.game.words("en")
    return {each["what"]: words.tell(each["why"]) for each in position.not_offered(position.to_act)}


@pytest.mark.example("CLV", 5)
@pytest.mark.rule("CLV-17")
def test_a_boat_of_somebody_else_makes_the_captain_walk() -> None:
    reasons = told(table("319", "1-2 3-6 7-8"))
    assert reasons["captain -"] == "You must walk: the boat of player 2 connects you to island 6."
    assert reasons["captain 1"] == "The captain of player 2 is already there."
    assert reasons["boat 3-6"] == "The boat of player 2 is already there."
    assert reasons["boat 1-2"] == "Your own boat is already there."
    assert "boat 1-5" not in reasons


@pytest.mark.example("CLV", 9)
@pytest.mark.rule("CLV-10")
def test_a_boat_lies_across() -> None:
    assert told(table("198", "1-2 2-5 1-5"))["boat 2-4"] == "The boat of player 3 lies across it."


@pytest.mark.example("CLV", 11)
@pytest.mark.rule("CLV-21")
def test_the_own_boat_is_in_nobodys_way() -> None:
    assert "boat 2-4" not in told(table("439", "1-5 2-3 8-9"))


@pytest.mark.example("CLV", 8)
@pytest.mark.rule("CLV-32")
def test_a_captain_who_may_stay_gets_no_reason_against_it() -> None:
    assert "captain -" not in told(table("168", "1-2 6-9 4-7"))


@pytest.mark.example("CLV", 21)
@pytest.mark.rule("CLV-59")
def test_a_camper_gets_the_reason_to_move() -> None:
    position = table("762", "2-3 6-9 1-4", box=game(3, max_stay=2), stays=[2, 0, 0, 0])
    assert told(position)["captain -"] == "You have stayed long enough: move a boat and walk."


@pytest.mark.example("CLV", 2)
@pytest.mark.rule("CLV-8", "CLV-10")
def test_while_setting_out_what_others_have_taken_is_closed() -> None:
    position = game(3).start(seed=1)
    position.play("place captain=5")
    position.play("place boat=4-8")
    assert told(position) == {"island 5": "The captain of player 1 is already there."}
    position.play("place captain=1")
    assert told(position) == {
        "place 4-8": "The boat of player 1 is already there.",
        "place 5-7": "The boat of player 1 lies across it.",
    }
