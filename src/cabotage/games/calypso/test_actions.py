"""How choices and draws are numbered and written."""

from __future__ import annotations

import pytest

from cabotage.core.errors import NotationError
from cabotage.games.calypso import actions
from cabotage.games.calypso.test_kit import arrive, game, tops


def test_every_number_is_written_in_its_own_way() -> None:
    box = game()
    assert len(box.texts) == len(set(box.texts)) == 1006
    assert [box.numbers[text] for text in box.texts] == list(range(1006))


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "turn a"),
        (1, "turn a to a"),
        (89, "turn i to i"),
        (90, "name a red"),
        (449, "name i green to i"),
        (450, "rob 0"),
        (455, "rob 5"),
        (456, "roll"),
        (457, "stop"),
        (458, "mix nothing"),
        (458 + 1 + 32, "mix a f"),
        (458 + 1 + 4 + 8 + 32 + 64 + 256, "mix a c d f g i"),
        (969, "mix a b c d e f g h i"),
        (970, "stone red"),
        (976, "stone shark"),
        (977, "top red"),
        (981, "die 1"),
        (992, "die 12"),
        (993, "back red"),
        (997, "slot a"),
        (1005, "slot i"),
    ],
)
def test_numbers_are_written_like_this(number: int, text: str) -> None:
    assert actions.notation(game(), number) == text
    assert game().numbers[text] == number


def test_actions_of_seats_come_before_draws_of_chance() -> None:
    assert (actions.ACTIONS, actions.NUMBERS) == (970, 1006)
    assert (actions.MOST_CHOICES, actions.MOST_OUTCOMES) == (72, 12)


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
        position.play("tunr a")
    assert str(refused.value) == "'tunr a' is not valid notation in calypso; did you mean 'turn a'?"
    position.play("  TURN   A ")
    position.roll("back yellow")
    assert tops(position) == "YRBBYG"
