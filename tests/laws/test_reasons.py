"""Why something is not offered: only of what is really missing, in words that both languages have."""

from __future__ import annotations

from typing import Any

from cabotage.core.contract import SPECTATOR
from cabotage.core.game import Game
from cabotage.core.words import LANGUAGES
from tests.settings import each_game
from tests.walks import moments


def written(value: Any) -> str:
    return "-" if value is None else str(value)


@each_game
def test_a_reason_names_nothing_that_is_offered(game: Game) -> None:
    for position in moments(game):
        if position.to_act < 0:
            continue
        choices = position.choices(position.to_act)
        for reason in position.not_offered(position.to_act):
            field, _, value = reason["what"].partition(" ")
            assert any(field in choice for choice in choices), (repr(position), reason)
            offered = {written(choice[field]) for choice in choices if field in choice}
            assert value not in offered, (repr(position), reason)


@each_game
def test_reasons_are_given_once_and_told_in_both_languages(game: Game) -> None:
    given = 0
    for position in moments(game, games=3):
        if position.to_act < 0:
            continue
        reasons = position.not_offered(position.to_act)
        assert len({reason["what"] for reason in reasons}) == len(reasons), repr(position)
        for reason in reasons:
            given += 1
            for language in LANGUAGES:
                words = game.words(language)
                assert words.tell(reason["name"])
                assert words.tell(reason["why"]).endswith("."), reason
    assert given


@each_game
def test_only_who_has_to_choose_is_told(game: Game) -> None:
    for position in moments(game):
        for viewer in range(SPECTATOR, position.box.seats):
            if viewer != position.to_act:
                assert position.not_offered(viewer) == []
