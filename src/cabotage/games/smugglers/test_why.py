"""Why a field is closed: the light, a reef, a boat, a good."""

from __future__ import annotations

import pytest

from cabotage.core.position import Position
from cabotage.games.smugglers.test_kit import game, rolled, table


def told(position: Position) -> dict[str, str]:
    """The closed fields, with the sentence that says why."""
    words = position.box.game.words("en")
    reasons = position.not_offered(position.to_act)
    return {each["what"].removeprefix("field "): words.tell(each["why"]) for each in reasons}


def because(position: Position, why: str) -> str:
    """The fields with this reason."""
    return " ".join(sorted(field for field, reason in told(position).items() if reason == why))


@pytest.mark.example("SMG", 7)
@pytest.mark.rule("SMG-37")
def test_the_light_closes_its_fields_and_those_behind() -> None:
    position = table(game(2), "O1 H4", beam=2, w=3)
    assert because(position, "It is lit.") == "I2 M2 O2"
    assert because(position, "The light is in the way.") == "H1 M3 O3 O4"
    assert len(told(position)) == 7


@pytest.mark.example("SMG", 10)
@pytest.mark.rule("SMG-41")
def test_a_boat_closes_what_lies_behind_it() -> None:
    position = table(game(3), "O3 O4 H4", beam=9, w=2)
    assert told(position) == {"O5": "A boat lies in the way; you could only push it."}


@pytest.mark.example("SMG", 20)
@pytest.mark.rule("SMG-8")
def test_a_reef_is_never_entered() -> None:
    position = table(game(2, anchor_reef="on"), "H0 H4", beam=6, w=4, reefs="O1")
    assert told(position)["O1"] == "There is a reef."
    assert told(position)["O2"] == "The way round is too long."


@pytest.mark.example("SMG", 21)
@pytest.mark.rule("SMG-7")
def test_a_reef_must_not_cut_anything_off() -> None:
    position = game(3, extra_reefs=3).start(seed=1)
    position.play("reef m3")
    position.play("reef o2")
    assert told(position)["O4"] == "A reef there would cut off part of the sea."
    assert told(position)["M3"] == "There is a reef."


@pytest.mark.rule("SMG-13")
def test_a_harbour_is_taken() -> None:
    position = game(3).start(seed=1)
    position.play("harbour h2")
    assert told(position) == {"H2": "The boat of player 1 lies there."}


@pytest.mark.example("SMG", 17)
@pytest.mark.rule("SMG-32")
def test_a_good_does_not_fall_on_another() -> None:
    position = table(game(3), "H0 O3 H4", beam=0, cargo="- 2>1", sea="O4:0>1")
    rolled(position, "red 3")
    assert told(position) == {"O4": "Cargo is already floating there."}
