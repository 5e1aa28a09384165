"""Who knows what: backs that were seen are known to all, but do not lie open unless memory is helped."""

from __future__ import annotations

import pytest

from cabotage.core.contract import HIDDEN, SPECTATOR
from cabotage.games.calypso.test_kit import arrive, backs, game, table, turn

EVERYBODY = (SPECTATOR, 0, 1, 2)
SEEN = [0, -1, -1, -1, -1, -1]  # tile 1 was red; nobody has seen the other backs


@pytest.mark.rule("CAL-64")
@pytest.mark.parametrize("memory_help", [False, True])
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_a_view_has_every_back_that_was_seen(viewer: int, memory_help: bool) -> None:
    position = arrive(game(memory_help=memory_help), "Y")
    turn(position, 1, "green")
    assert position.view(viewer)["back"][0].tolist() == SEEN


@pytest.mark.rule("CAL-64")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_at_a_glance_no_back_is_shown_without_memory_help(viewer: int) -> None:
    box = game(memory_help=False)
    position = arrive(box, "Y")
    turn(position, 1, "green")
    glance = box.visibility.glance(position.view(viewer)).fields
    assert HIDDEN == -128
    assert glance["back"] == [-128] * 6
    assert glance["top"] == [3, 0, 1, 1, 2, 3]
    assert glance["slot"] == [0, 2, 3, 5, 6, 8]


@pytest.mark.rule("CAL-64")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_with_memory_help_a_glance_shows_the_backs_that_were_seen(viewer: int) -> None:
    box = game(memory_help=True)
    position = arrive(box, "Y")
    turn(position, 1, "green")
    glance = box.visibility.glance(position.view(viewer)).fields
    assert glance["back"] == SEEN
    assert glance["top"] == [3, 0, 1, 1, 2, 3]


@pytest.mark.rule("CAL-64")
@pytest.mark.parametrize(("memory_help", "corner"), [(False, None), (True, "red")])
def test_the_corner_of_a_tile_shows_its_back_only_with_memory_help(memory_help: bool, corner: str | None) -> None:
    position = arrive(game(memory_help=memory_help), "Y")
    turn(position, 1, "green")
    for viewer in EVERYBODY:
        assert [tile["corner"] for tile in position.scene(viewer)["hollows"] if tile] == [corner] + [None] * 5


@pytest.mark.rule("CAL-64")
def test_memory_help_changes_nothing_in_play() -> None:
    plain, helped = game(memory_help=False).first(5), game(memory_help=True).first(5)
    for _ in range(400):
        if plain.is_over:
            break
        assert plain.to_act == helped.to_act
        assert plain.legal.numbers.tolist() == helped.legal.numbers.tolist()
        for position in (plain, helped):
            if position.is_chance:
                position.roll_once()
            else:
                position.play(position.legal[0])
    assert len(plain.history) > 30
    assert plain.history == helped.history


@pytest.mark.rule("CAL-3", "CAL-14")
def test_nothing_is_private() -> None:
    position = arrive(game(), "Y")
    turn(position, 1, "green")
    for viewer in EVERYBODY:
        assert position.view(viewer).tobytes() == position.states.tobytes()


@pytest.mark.rule("CAL-3", "CAL-22")
def test_a_back_that_was_never_on_top_does_not_exist_yet() -> None:
    position = table(game())
    assert backs(position) == "??????"
    again = position.box.resample(position.view(1), seat=1)
    assert again == position
