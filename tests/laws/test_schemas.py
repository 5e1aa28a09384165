"""What every schema declares."""

from __future__ import annotations

import numpy as np

from cabotage.core.box import Box
from cabotage.core.game import Game
from tests.settings import each_registered_game


@each_registered_game
def test_every_field_says_what_it_may_hold_and_what_it_means(game: Game) -> None:
    for field in game.state.SCHEMA.fields.values():
        assert field.of is not None or field.within is not None, f"{field.name} may hold anything"
        assert field.meaning, field.name


@each_registered_game
def test_every_option_and_the_game_itself_are_named_in_both_languages(game: Game) -> None:
    for language in ("en", "fr"):
        assert game.names[language]
        for option in game.options:
            assert f"option.{option.name}" in game.words(language), (language, option.name)


@each_registered_game
def test_no_field_of_a_box_hides_behind_an_attribute_of_numpy(game: Game) -> None:
    names = Box(game).constants.dtype.names
    assert names
    assert [name for name in names if hasattr(np.record, name)] == []
