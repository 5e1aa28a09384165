"""The two-worlds law finds every leak that is planted in the toy; the honest toy has none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from cabotage.core.box import Box
from cabotage.core.contract import SPECTATOR, Records
from cabotage.core.schema import BY_ALL, Audience, Schema, by
from tests.leaks.worlds import Finding, compare_all
from tests.toy import GAME, rules, scene, state
from tests.toy import story as toy_story
from tests.toy.actions import CARD, HIDE, PEEK, TIDE, cards_of
from tests.toy.state import Phase

SEEDS = range(6)


def found_in_the_toy() -> Finding:
    return compare_all(Box(GAME, 3, {}), SEEDS, most_steps=40)


def see(monkeypatch: pytest.MonkeyPatch, name: str, seen: Audience) -> None:
    """Change who may see a field."""
    fields = [replace(field, seen=seen) if field.name == name else field for field in state.SCHEMA.fields.values()]
    monkeypatch.setattr(state, "SCHEMA", Schema(*fields))


def after_apply(monkeypatch: pytest.MonkeyPatch, validation: Callable[[Any, int, int], None]) -> None:
    """Let `apply` make a mistake afterwards: it is given the state, the number and the seat that was on turn."""
    honest = rules.apply

    def apply(box: Records, states: Records, i: int, number: int) -> None:
        turn = int(states[i]["turn"])
        honest(box, states, i, number)
        validation(states[i], number, turn)

    monkeypatch.setattr(rules, "apply", apply)


def assert_caught(found: Finding, *texts: str) -> None:
    with pytest.raises(AssertionError, match="the worlds can be told apart"):
        found.require_none()
    for text in texts:
        assert any(text in difference for difference in found.differences), found.differences[:5]


def test_the_honest_toy_has_no_leak() -> None:
    found = found_in_the_toy()
    found.require_none()
    assert found.compared > 200
    assert found.apart > 200
    assert found.siblings > 200


def test_a_hidden_field_that_all_may_see_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    see(monkeypatch, "hand", BY_ALL)
    assert_caught(found_in_the_toy(), "hand is")


def test_a_field_for_nobody_that_all_may_see_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    see(monkeypatch, "tide", BY_ALL)
    assert_caught(found_in_the_toy(), "tide low and tide high look alike, but what follows does not")


def test_a_field_behind_the_wrong_mask_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    see(monkeypatch, "chest", by("turn"))
    assert_caught(found_in_the_toy(), "chest is")


@pytest.mark.parametrize(
    ("shown", "texts"),
    [
        (range(CARD, TIDE), "card 1 and card"),
        (range(HIDE, PEEK), "are told apart, but the view does not hold the difference"),
        (range(TIDE, TIDE + 2), "tide low and tide high are told apart"),
    ],
    ids=["draw", "choice", "tide"],
)
def test_a_hidden_number_that_is_shown_is_caught(monkeypatch: pytest.MonkeyPatch, shown: range, texts: str) -> None:
    honest = rules.seen

    def seen(box: Records, states: Records, i: int, number: int, viewer: int) -> int:
        return number if number in shown else honest(box, states, i, number, viewer)

    monkeypatch.setattr(rules, "seen", seen)
    assert_caught(found_in_the_toy(), texts)


def test_a_public_field_computed_from_hidden_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def validation(s: Any, number: int, turn: int) -> None:
        s["open"] = sum(cards_of(s["hand"][0])) % 5

    after_apply(monkeypatch, validation)
    assert_caught(found_in_the_toy(), "open is")


def test_offers_that_depend_on_the_cards_of_others_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = rules.legal

    def legal(box: Records, states: Records, i: int, out: Any) -> int:
        s = states[i]
        count = honest(box, states, i, out)
        is_next_odd = sum(cards_of(s["hand"][(s["turn"] + 1) % 3])) % 2
        return count - 1 if is_next_odd and out[count - 1] == PEEK else count

    monkeypatch.setattr(rules, "legal", legal)
    assert_caught(found_in_the_toy(), "offered is")


def test_what_is_played_for_an_absent_seat_by_the_cards_of_others_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(box: Records, states: Records, i: int) -> int:
        s = states[i]
        mine = cards_of(s["hand"][s["turn"]])
        return mine[sum(cards_of(s["hand"][(s["turn"] + 1) % 3])) % 2] if len(mine) > 1 else PEEK

    monkeypatch.setattr(rules, "absent", absent)
    assert_caught(found_in_the_toy(), "absent is")


def test_a_turn_order_that_depends_on_a_hidden_draw_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def validation(s: Any, number: int, turn: int) -> None:
        if s["phase"] == Phase.CHOOSE and number == CARD and s["hand"][turn] & 1:
            s["hand"][turn] &= ~1
            s["held"][turn] -= 1
            s["phase"], s["turn"] = Phase.DRAW, (turn + 1) % 3

    after_apply(monkeypatch, validation)
    assert_caught(found_in_the_toy(), "look alike, but what follows does not")


def test_an_extra_draw_that_depends_on_hidden_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat that holds the 1 when a round begins draws one more card, which reveals who holds it."""

    def validation(s: Any, number: int, turn: int) -> None:
        if number < CARD and s["phase"] == Phase.DRAW and s["hand"][s["turn"]] & 1:
            s["phase"] = Phase.CHOOSE

    after_apply(monkeypatch, validation)
    assert_caught(found_in_the_toy(), "to act is")


def test_a_mask_set_for_one_seat_too_many_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def validation(s: Any, number: int, turn: int) -> None:
        if s["peekers"] >> turn & 1:
            s["peekers"] |= 1 << (turn + 1) % 3

    after_apply(monkeypatch, validation)
    assert_caught(found_in_the_toy(), "look alike, but what follows does not", "chest is")


def test_a_chest_laid_open_without_a_number_that_says_so_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that plays a card sees the chest. The schema allows it, but no number showed the seat what is in it."""

    def validation(s: Any, number: int, turn: int) -> None:
        if s["peekers"] and number < HIDE:
            s["peekers"] |= 1 << turn

    after_apply(monkeypatch, validation)
    assert_caught(found_in_the_toy(), "chest is")


def test_a_scene_made_of_more_than_the_glance_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Any] = [None]
    honest = scene.scene
    after_apply(monkeypatch, lambda s, number, turn: kept.append(s))

    def leaking(box: Box, glance: Any, viewer: int) -> Any:
        cards = [] if kept[-1] is None else kept[-1]["hand"].tolist()
        return {**honest(box, glance, viewer), "cards": cards}

    monkeypatch.setattr(scene, "scene", leaking)
    assert_caught(found_in_the_toy(), "scene is")


def test_a_story_made_of_more_than_the_glances_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[str, int] = {}
    honest = toy_story.story
    after_apply(monkeypatch, lambda s, number, turn: kept.update(number=number))

    def story(box: Box, before: Any, number: int, after: Any, viewer: int) -> Any:
        return honest(box, before, kept["number"] if viewer == SPECTATOR else number, after, viewer)

    monkeypatch.setattr(toy_story, "story", story)
    assert_caught(found_in_the_toy(), "story is")


def test_choices_described_by_more_than_the_glance_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[str, int] = {}
    honest_choice, honest_legal = scene.choice, rules.legal

    def legal(box: Records, states: Records, i: int, out: Any) -> int:
        kept["tide"] = int(states[i]["tide"])
        return honest_legal(box, states, i, out)

    def choice(box: Box, glance: Any, action: int) -> Any:
        return {**honest_choice(box, glance, action), "wise": kept["tide"]}

    monkeypatch.setattr(rules, "legal", legal)
    monkeypatch.setattr(scene, "choice", choice)
    assert_caught(found_in_the_toy(), "choices is")
