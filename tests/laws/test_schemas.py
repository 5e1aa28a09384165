"""What every game declares: fields, constants, gestures, and what every scene has."""

from __future__ import annotations

import numpy as np

from cabotage.core.box import Box
from cabotage.core.game import Game
from cabotage.core.schema import Sight
from tests.settings import each_game, each_registered_game, few_settings, single_boxes
from tests.walks import moments, viewers


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


@each_game
def test_every_state_has_a_public_phase_and_turn(game: Game) -> None:
    phase, turn = (game.state.SCHEMA.fields[name] for name in ("phase", "turn"))
    assert phase.of is not None
    for field in (phase, turn):
        assert (field.shape, field.seen.sight) == ((), Sight.ALL), field.name


@each_game
def test_a_score_has_a_public_number_for_every_seat(game: Game) -> None:
    score = game.state.SCHEMA.fields.get("score")
    if score is not None:
        assert (len(score.shape), score.seen.sight) == (1, Sight.ALL)
        assert score.shape[0] >= max(setting.seats for setting in few_settings(game))


@each_game
def test_every_box_knows_its_seats(game: Game) -> None:
    for setting in few_settings(game):
        assert setting.box().constants["seats"].tolist() == [setting.seats]


@each_game
def test_every_scene_names_its_viewer_the_phase_and_the_turn(game: Game) -> None:
    phases = game.state.SCHEMA.fields["phase"].of
    assert phases is not None
    for position in moments(game):
        for viewer in viewers(position.box):
            scene = position.scene(viewer)
            turn = position["turn"] if position["turn"] >= 0 else None
            named = (viewer, phases(position["phase"]).name.lower(), turn)
            assert (scene["viewer"], scene["phase"], scene["turn"]) == named


@each_registered_game
def test_gestures_have_an_id_of_their_own_a_part_and_a_text(game: Game) -> None:
    for _, box in single_boxes(game):
        gestures = game.gestures(box)
        assert len({gesture["id"] for gesture in gestures}) == len(gestures)
        for gesture in gestures:
            assert gesture["part"]
            assert gesture["text"]["key"] in game.words("en")
