"""How choices and draws are numbered and written."""

from __future__ import annotations

import pytest

from cabotage.core.errors import NotationError
from cabotage.games.calypso import actions
from cabotage.games.calypso.test_kit import arrive, game, tops


def test_every_number_is_written_in_its_own_way() -> None:
    box = game()
    assert len(box.texts) == len(set(box.texts)) == 401
    assert [box.numbers[text] for text in box.texts] == list(range(401))


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "turn 1"),
        (1, "turn 1 to a"),
        (59, "turn 6 to i"),
        (60, "name 1 red"),
        (299, "name 6 green to i"),
        (300, "rob 0"),
        (305, "rob 5"),
        (306, "roll"),
        (307, "stop"),
        (308, "mix nothing"),
        (308 + 1 + 8, "mix 1 4"),
        (371, "mix 1 2 3 4 5 6"),
        (372, "stone red"),
        (377, "stone net"),
        (378, "top red"),
        (382, "die 1"),
        (387, "die 6"),
        (388, "back red"),
        (392, "slot a"),
        (400, "slot i"),
    ],
)
def test_numbers_are_written_like_this(number: int, text: str) -> None:
    assert actions.notation(game(), number) == text
    assert game().numbers[text] == number


def test_actions_of_seats_come_before_draws_of_chance() -> None:
    assert (actions.ACTIONS, actions.NUMBERS) == (372, 401)
    assert (actions.MOST_CHOICES, actions.MOST_OUTCOMES) == (72, 9)


@pytest.mark.rule("CAL-31")
def test_no_decision_offers_more_than_naming_with_hollows() -> None:
    assert len(arrive(game(), "M").legal) == 72


def test_offered_choices_ascend() -> None:
    for stone, top in (("Y", "RRBBYG"), ("M", "RRBBYG"), ("R", "RRRBBY")):
        numbers = arrive(game(), stone, top=top).legal.numbers.tolist()
        assert numbers == sorted(set(numbers))


def test_what_is_misspelt_is_refused_with_a_hint() -> None:
    position = arrive(game(), "Y")
    with pytest.raises(NotationError) as refused:
        position.play("tunr 1")
    assert str(refused.value) == "'tunr 1' is not valid notation in calypso; did you mean 'turn 1'?"
    position.play("  TURN   1 ")
    position.roll("back yellow")
    assert tops(position) == "YRBBYG"
