"""Tiles have no names: nothing that people see depends on which tile is which (CAL-26, CAL-69)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

from cabotage.core.contract import SPECTATOR
from cabotage.core.event import Event
from cabotage.core.position import Position
from cabotage.games.calypso.test_kit import arrive, game, laid, reach, turn
from tests.reading import odds, offered, stands

BY_TILE = ("top", "back", "slot", "lifted")
EVERYBODY = (SPECTATOR, 0, 1)


def dealt_otherwise(position: Position, order: list[int]) -> Position:
    """The same table, with the program's indices of the tiles in another order."""
    fields = position.fields
    for name in BY_TILE:
        fields[name] = [fields[name][tile] for tile in order]
    return position.box.position(**fields)


def shown(position: Position) -> list[Any]:
    """All that people get at a moment: picture, choices in their order, reasons, drawing; and the odds."""
    scenes = [position.scene(viewer) for viewer in EVERYBODY]
    choices = [position.choices(viewer) for viewer in EVERYBODY]
    reasons = [position.not_offered(viewer) for viewer in EVERYBODY]
    return [scenes, choices, reasons, position.draw(), odds(position) if position.is_chance else None]


def told(event: Event) -> list[Any]:
    return [event.story(viewer) for viewer in EVERYBODY]


@pytest.mark.rule("CAL-26", "CAL-69")
@pytest.mark.parametrize(
    "options",
    [{}, {"mixing": "once"}, {"memory_help": True}, {"mode": "coop"}, {"replacing": False}],
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_same_table_dealt_otherwise_looks_the_same_to_the_end(options: dict[str, Any], seed: int) -> None:
    rng = Random(seed)
    one = game(2, **options).start(seed)
    other = dealt_otherwise(one, rng.sample(range(6), 6))
    steps = 0
    while not one.is_over and steps < 150:
        assert shown(one) == shown(other)
        number = one.drawn_by(one.dice) if one.is_chance else int(rng.choice(one.legal.numbers))
        assert told(one.follow(number)) == told(other.follow(number))
        steps += 1
    assert steps > 20
    assert shown(one) == shown(other)


@pytest.mark.rule("CAL-26")
def test_two_histories_that_lead_to_the_same_picture_look_the_same_afterwards() -> None:
    """First one of two red tiles is turned and laid in e, then the other one lies or is laid in a."""
    first, second = (arrive(game(), "G", top="RRBBYG") for _ in range(2))
    for position, choice in ((first, "turn a to e"), (second, "turn c to e")):
        position.play(choice)
        position.roll("back yellow")
    assert laid(first) != laid(second)
    for position, choice in ((first, "turn c to a"), (second, "turn a")):
        reach(position, "Y")
        position.play(choice)
        position.roll("back blue")
    assert laid(first) == laid(second) == {"a": "B", "d": "B", "e": "Y", "f": "B", "g": "Y", "i": "G"}
    assert first["slot"] != second["slot"]
    for position in (first, second):
        reach(position, "N")
    assert shown(first) == shown(second)


@pytest.mark.rule("CAL-26", "CAL-63", "CAL-69")
def test_waves_and_scattered_tiles_that_lead_to_the_same_picture_look_the_same_afterwards() -> None:
    """Two tiles are turned in another order; then two that show the same colour change places."""
    first, second = (arrive(game(), "R", top="RRRBBY", back="GYBYGG") for _ in range(2))
    for position, waves, slots in ((first, "ac", "ihgfed"), (second, "ca", "ihgefd")):
        for wave in waves:
            position.play(f"mix {wave}")
        position.play("mix nothing")
        for slot in slots:
            position.roll(f"slot {slot}")
    assert laid(first) == laid(second) == {"i": "G", "h": "Y", "g": "R", "f": "B", "e": "B", "d": "Y"}
    assert first["slot"] != second["slot"]
    for position in (first, second):
        reach(position, "N")
    assert shown(first) == shown(second)


@pytest.mark.rule("CAL-26", "CAL-69")
@pytest.mark.parametrize("options", [{}, {"mode": "coop"}])
def test_wherever_two_tiles_show_the_same_colour_they_could_be_each_other(options: dict[str, Any]) -> None:
    """Whatever happened before: all histories that lead to a picture are among these."""
    rng = Random(5)
    compared: Counter[str] = Counter()
    for seed in range(12):
        position = game(2, **options).start(seed)
        for _ in range(60):
            if position.is_over:
                break
            other = with_two_changed(position, rng)
            if other is not None:
                assert shown(position)[:-1] == shown(other)[:-1]  # the odds may differ
                compared[position.scene()["phase"]] += 1
            if position.is_chance:
                position.roll_once()
            else:
                is_done = "mix nothing" in position.legal and rng.random() < 0.3
                position.play("mix nothing" if is_done else int(rng.choice(position.legal.numbers)))
    assert sum(compared.values()) > 300
    assert min(compared[phase] for phase in ("mix", "mix_back", "scatter")) > 10, compared


def with_two_changed(position: Position, rng: Random) -> Position | None:
    """The same picture, but two tiles that show the same colour lie in each other's place; None if there are none."""
    fields = position.fields
    pairs = [(one, other) for one, other in combinations(range(6), 2) if fields["top"][one] == fields["top"][other]]
    if not pairs:
        return None
    one, other = rng.choice(pairs)
    for name in ("slot", "lifted"):
        places = fields[name] = list(fields[name])
        places[one], places[other] = places[other], places[one]
    return position.box.position(**fields)


@pytest.mark.rule("CAL-70")
def test_numbered_tiles_carry_their_numbers_along() -> None:
    position = arrive(game(numbered_tiles=True), "G")
    position.play("turn c to e")
    assert [tile and tile["number"] for tile in position.scene()["hollows"]] == [1, None, None, 3, 2, 4, 5, None, 6]
    assert "turn a" not in position.legal
    plain = arrive(game(), "G")
    assert [tile and tile["number"] for tile in plain.scene()["hollows"]] == [None] * 9
    assert [str(choice) for choice in plain.legal] == offered(arrive(game(numbered_tiles=True), "G"))


@pytest.mark.rule("CAL-26")
def test_the_story_of_a_move_is_shown_once_and_not_kept() -> None:
    position = arrive(game(), "G")
    words = position.box.game.words("en")
    [line] = position.play("turn c to e").story()
    assert words.tell_now(line) == "Player 1 turns tile c over and lays it in hollow e."
    assert words.tell(line) == "Player 1 turns a tile over."
    position = arrive(game(mixing="once"), "R", top="RRRBBY", back="GYBYGG")
    [line] = position.play("mix a d").story()
    assert words.tell_now(line) == "Player 1 stirs the sand and turns over a d."
    assert words.tell(line) == "Player 1 stirs the sand: 2 tiles are turned over."
    lines = [line for slot in "ihgfed" for line in position.roll(f"slot {slot}")[0].story()]
    moves = "a → i, c → h, d → g, f → f, g → e, i → d"
    assert [words.tell_now(line) for line in lines] == [f"The tiles settle somewhere else: {moves}."]
    assert [words.tell(line) for line in lines] == ["The tiles settle somewhere else."]


@pytest.mark.rule("CAL-69")
def test_a_scattered_tile_is_shown_with_the_hollow_it_left_until_it_lies_again() -> None:
    position = arrive(game(), "R", top="RRRBBY", slot=[8, 6, 5, 3, 2, 0])
    position.play("mix nothing")
    assert [tile["hollow"] for tile in position.scene()["lifted"]] == ["a", "c", "d", "f", "g", "i"]
    assert [tile["colour"] for tile in position.scene()["lifted"]] == ["yellow", "blue", "blue", "red", "red", "red"]
    position.roll("slot h")
    assert laid(position)["h"] == "Y"
    assert [tile["hollow"] for tile in position.scene()["lifted"]] == ["c", "d", "f", "g", "i"]
    for slot in "abcde":
        position.roll(f"slot {slot}")
    assert position.scene()["lifted"] == []
    assert position["lifted"] == [-1] * 6


@pytest.mark.rule("CAL-67")
def test_the_hollow_is_chosen_with_the_turning_and_not_asked_again() -> None:
    position = arrive(game(), "G")
    position.play("turn c to e")
    position.roll("back green")
    assert offered(position) == ["roll", "stop"]


@pytest.mark.rule("CAL-68")
@pytest.mark.parametrize(("options", "after"), [({}, ("DIE", 0)), ({"children": True}, ("DIE", 0))])
def test_to_play_again_is_to_roll_again_and_not_to_turn_a_second_tile(options: dict[str, Any], after: object) -> None:
    position = arrive(game(**options), "G")
    turn(position, 5, "green")
    if not options:
        assert offered(position) == ["roll", "stop"]
        position.play("roll")
    assert stands(position) == after
    assert set(odds(position)) == {"die 1", "die 2", "die 3", "die 4", "die 5", "die 6"}


@pytest.mark.rule("CAL-63")
def test_the_scene_counts_how_often_tiles_may_still_be_turned() -> None:
    position = arrive(game(), "R", top="RRRBBY", back="GYBYGG")
    assert position.scene()["waves_left"] == 12
    position.play("mix a")
    assert position.scene()["waves_left"] == 11
    assert arrive(game(mixing="once"), "R", top="RRRBBY").scene()["waves_left"] is None
