"""Why a card cannot be covered, why a way is closed, what has its price."""

from __future__ import annotations

import pytest

from cabotage.core.position import Position
from cabotage.games.cape_horn.test_kit import NET, SHIPS, table


def told(position: Position) -> dict[str, str]:
    """What is not offered, with the sentence that says why."""
    words = position.box.game.words("en")
    return {each["what"]: words.tell(each["why"]) for each in position.not_offered(position.to_act)}


def because(position: Position, why: str) -> set[str]:
    return {what.removeprefix("square ") for what, reason in told(position).items() if reason == why}


@pytest.mark.example("CAP", 9)
@pytest.mark.rule("CAP-26", "CAP-27", "CAP-28")
def test_a_card_with_a_ship_or_within_reach_is_not_covered() -> None:
    position = table(phase="LAY", ships=SHIPS, points=5, cards=NET, hands="A1")
    assert because(position, "There is a ship on this card, so it cannot be covered.") == {"L2", "M1", "K3"}
    assert because(position, "You could reach this card yourself, so it cannot be covered.") == {
        "K1", "L1", "M3", "L4", "L6",
    }  # fmt: skip


@pytest.mark.example("CAP", 11)
@pytest.mark.rule("CAP-25")
def test_who_has_laid_a_card_covers_none() -> None:
    position = table(phase="LAY", ships=SHIPS, points=2, cards=NET, hands="A1 A1 K")
    position.play("lay a1 h1")
    assert told(position) == {"kind cover": "You have already laid a card this turn."}


@pytest.mark.example("CAP", 4)
@pytest.mark.rule("CAP-42", "CAP-43", "CAP-47")
def test_a_way_must_end_on_a_card_without_a_ship() -> None:
    position = table(ships="L3 L5 A9", points=2, cards="L3 A2, N5 A1, L5 F2")
    reasons = told(position)
    assert reasons["square L5"] == "Your wind leads there, but another ship is in the way."
    assert reasons["square J5"] == "Your wind leads there, but no card lies there to land on."
    assert reasons["kind ignore"] == "It costs 3 points; you have 2."
    assert "square N5" not in reasons


@pytest.mark.example("CAP", 16)
@pytest.mark.rule("CAP-68")
def test_the_line_takes_two_roses() -> None:
    position = table(ships="C3", cards="C3 A1, B3 A1, D3 A1", roses={0: "red I"})
    assert told(position) == {"square line": "It takes two roses; you have one."}
    position = table(ships="C3", cards="C3 A1, B3 A1, D3 A1", roses={0: "red I, green II"})
    assert told(position) == {}
