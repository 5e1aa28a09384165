"""Arriving on a colour that is open three times: two fish and the mix-up."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cabotage.core.contract import CHANCE, OVER, SPECTATOR
from cabotage.games.calypso.test_kit import arrive, backs, fish, game, reach, scatter, slots_of, tops
from tests.reading import odds, offered, phase, stands

ALL = "mix a c d f g i"


@pytest.mark.rule("CAL-20")
@pytest.mark.parametrize(("stone", "top"), [("R", "RRRBBY"), ("G", "GRBGYG"), ("Y", "YYYRBG")])
def test_three_open_fish_of_the_colour_free_two_without_a_search(stone: str, top: str) -> None:
    position = arrive(game(), stone, top=top, turn=1, score=[1, 2, 3])
    assert fish(position) == [1, 4, 3]
    assert tops(position) == top
    assert stands(position) == ("MIX", 1)


@pytest.mark.rule("CAL-20")
def test_two_open_fish_of_the_colour_do_not() -> None:
    position = arrive(game(), "B", top="RRRBBY", score=[1, 2, 3])
    assert fish(position) == [1, 2, 3]
    assert stands(position) == ("SEARCH", 0)


@pytest.mark.rule("CAL-20")
def test_after_the_mix_up_the_turn_ends() -> None:
    position = arrive(game(replacing=False, mixing="once"), "R", top="RRRBBY", turn=1)
    position.play("mix i")
    position.roll("back green")
    assert stands(position) == ("DIE", 2)
    assert fish(position) == [0, 2, 0]


@pytest.mark.rule("CAL-21", "CAL-22")
def test_any_of_the_64_sets_of_tiles_may_be_turned() -> None:
    position = arrive(game(), "R", top="RRRBBY")
    choices = offered(position)
    assert len(choices) == len(set(choices)) == 64
    assert all(choice.startswith("mix ") for choice in choices)
    for some in ("mix nothing", "mix a", "mix i", "mix c g", "mix a d f i", ALL):
        assert some in position.legal


@pytest.mark.rule("CAL-22")
def test_exactly_the_tiles_of_the_set_are_turned_and_no_other_is_looked_at() -> None:
    position = arrive(game(replacing=False), "R", top="RRRBBY")
    position.play("mix a f")
    position.roll("back green")
    position.roll("back yellow")
    assert tops(position) == "GRRYBY"
    assert backs(position) == "R??B??"


@pytest.mark.rule("CAL-21", "CAL-22")
def test_all_see_what_the_mix_up_turned() -> None:
    position = arrive(game(replacing=False), "R", top="RRRBBY")
    position.play("mix a")
    event = position.roll("back green")[0]
    for viewer in (SPECTATOR, 0, 1, 2):
        assert event.seen_by(viewer) == event.number
        assert position.view(viewer)["top"][0].tolist() == [3, 0, 0, 1, 1, 2]
        assert position.view(viewer)["back"][0].tolist() == [0, -1, -1, -1, -1, -1]


@pytest.mark.rule("CAL-22")
def test_tiles_are_turned_in_order_each_given_the_ones_before() -> None:
    position = arrive(game(replacing=False), "R", top="RRRBBY")
    position.play("mix a c d")
    third = Fraction(1, 3)
    assert odds(position) == {"back blue": third, "back yellow": third, "back green": third}
    position.roll("back yellow")
    assert odds(position) == {"back blue": Fraction(1, 2), "back green": Fraction(1, 2)}
    position.roll("back blue")
    assert odds(position) == {"back green": Fraction(1)}
    position.roll("back green")
    assert (tops(position), backs(position)) == ("YBGBBY", "RRR???")


@pytest.mark.rule("CAL-22")
def test_known_backs_come_up_without_a_draw() -> None:
    position = arrive(game(replacing=False, mixing="once"), "R", top="RRRBBY", back="?G??Y?")
    position.play("mix c g")
    assert (tops(position), backs(position)) == ("RGRBYY", "?R??B?")
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-22")
def test_known_and_unknown_backs_mix() -> None:
    position = arrive(game(replacing=False, mixing="once"), "R", top="RRRBBY", back="?G??Y?")
    position.play("mix a c g i")
    assert odds(position) == {"back blue": Fraction(1, 2), "back yellow": Fraction(1, 2)}
    position.roll("back yellow")
    assert odds(position) == {"back green": Fraction(1)}
    position.roll("back green")
    assert (tops(position), backs(position)) == ("YGRBYG", "RR??BY")
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-22")
def test_the_empty_set_turns_nothing_and_ends_the_turn() -> None:
    position = arrive(game(replacing=False), "R", top="RRRBBY")
    position.play("mix nothing")
    assert (tops(position), backs(position)) == ("RRRBBY", "??????")
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-23")
@pytest.mark.parametrize(("held", "gained"), [(8, 10), (9, 11)])
def test_two_fish_that_win_leave_no_mix_up(held: int, gained: int) -> None:
    position = arrive(game(), "R", top="RRRBBY", score=[held, 4, 0])
    assert fish(position) == [gained, 4, 0]
    assert position.to_act == OVER
    assert tops(position) == "RRRBBY"


@pytest.mark.rule("CAL-23")
def test_one_fish_short_of_the_goal_there_is_a_mix_up() -> None:
    position = arrive(game(), "R", top="RRRBBY", score=[7, 4, 0])
    assert fish(position) == [9, 4, 0]
    assert stands(position) == ("MIX", 0)


@pytest.mark.rule("CAL-24")
def test_three_open_fish_after_a_mix_up_have_no_effect_by_themselves() -> None:
    position = arrive(game(replacing=False, mixing="once"), "R", top="RRRBBY", back="????Y?", score=[0, 5, 0])
    position.play("mix a g")
    position.roll("back yellow")
    assert tops(position) == "YRRBYY"
    assert fish(position) == [2, 5, 0]
    assert stands(position) == ("DIE", 1)
    reach(position, "Y")
    assert fish(position) == [2, 7, 0]
    assert stands(position) == ("MIX", 1)


@pytest.mark.rule("CAL-24")
def test_three_fish_left_open_serve_the_next_player_who_arrives() -> None:
    position = arrive(game(replacing=False, mixing="once"), "R", top="RRRBBY")
    position.play("mix i")
    position.roll("back green")
    position = position.box.position(**position.fields | {"calypso": 0})
    reach(position, "R")
    assert fish(position) == [2, 2, 0]


@pytest.mark.rule("CAL-27")
@pytest.mark.parametrize("choice", ["mix nothing", "mix c"])
def test_after_a_mix_up_all_tiles_are_put_on_random_hollows(choice: str) -> None:
    position = arrive(game(mixing="once"), "R", top="RRRBBY", back="?G????", turn=1)
    position.play(choice)
    assert slots_of(position) == "------"
    left = list("abcdefghi")
    for slot in "ibgach":
        assert position.to_act == CHANCE
        assert phase(position) == "SCATTER"
        assert odds(position) == {f"slot {other}": Fraction(1, len(left)) for other in left}
        position.roll(f"slot {slot}")
        left.remove(slot)
    assert slots_of(position) == "ibgach"
    assert stands(position) == ("DIE", 2)


@pytest.mark.rule("CAL-27")
def test_scattering_changes_nothing_but_hollows() -> None:
    position = arrive(game(mixing="once"), "R", top="RRRBBY", back="?G????", turn=1, score=[1, 2, 3])
    position.play("mix c")
    scatter(position)
    assert (tops(position), backs(position)) == ("RGRBBY", "?R????")
    assert fish(position) == [1, 4, 3]


@pytest.mark.rule("CAL-26", "CAL-27")
def test_after_scattering_the_empty_hollows_are_the_three_others() -> None:
    position = arrive(game(), "R", top="RRRBBY")
    position.play("mix nothing")
    scatter(position, "ibgach")
    reach(position, "G")
    assert [choice for choice in offered(position) if choice.startswith("turn a to ")] == [
        "turn a to d",
        "turn a to e",
        "turn a to f",
    ]


@pytest.mark.rule("CAL-27")
def test_without_replacing_no_tile_leaves_its_hollow_in_a_mix_up() -> None:
    position = arrive(game(replacing=False, mixing="once"), "R", top="RRRBBY", back="?G????")
    position.play("mix c")
    assert slots_of(position) == "acdfgi"
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-22", "CAL-63")
def test_once_means_one_wave_only() -> None:
    position = arrive(game(replacing=False, mixing="once"), "R", top="RRRBBY", back="GYBYGG")
    position.play("mix a")
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-63")
def test_free_means_wave_after_wave_until_the_empty_set() -> None:
    position = arrive(game(replacing=False, mixing="free"), "R", top="RRRBBY")
    position.play("mix a")
    position.roll("back green")
    assert (tops(position), stands(position)) == ("GRRBBY", ("MIX", 0))
    assert len(position.legal) == 64
    position.play("mix a i")
    position.roll("back green")
    assert (tops(position), backs(position)) == ("RRRBBG", "G????Y")
    assert stands(position) == ("MIX", 0)
    position.play("mix nothing")
    assert (tops(position), backs(position)) == ("RRRBBG", "G????Y")
    assert stands(position) == ("DIE", 1)
    assert fish(position) == [2, 0, 0]


@pytest.mark.rule("CAL-63")
def test_free_may_end_before_the_first_wave() -> None:
    position = arrive(game(replacing=False, mixing="free"), "R", top="RRRBBY")
    position.play("mix nothing")
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-63")
def test_after_twelve_waves_a_free_mix_up_ends_without_a_question() -> None:
    position = arrive(game(replacing=False, mixing="free"), "R", top="RRRBBY", back="GYBYGG")
    for _ in range(11):
        position.play("mix a")
        assert stands(position) == ("MIX", 0)
    assert tops(position) == "GRRBBY"
    position.play("mix a")
    assert tops(position) == "RRRBBY"
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-63")
def test_every_free_mix_up_has_twelve_waves_of_its_own() -> None:
    position = arrive(game(replacing=False, mixing="free"), "R", top="RRRBBY", back="GYBYGG")
    for _ in range(12):
        position.play("mix a")
    position = position.box.position(**position.fields | {"calypso": 0})
    reach(position, "R")
    for _ in range(11):
        position.play("mix f")
        assert stands(position) == ("MIX", 1)
    position.play("mix f")
    assert stands(position) == ("DIE", 2)


@pytest.mark.rule("CAL-27", "CAL-63")
@pytest.mark.parametrize("last", ["mix nothing", "mix a"])
def test_a_free_mix_up_scatters_the_tiles_once_after_the_last_wave(last: str) -> None:
    position = arrive(game(mixing="free"), "R", top="RRRBBY", back="GYBYGG")
    for _ in range(11):
        position.play("mix a")
        assert slots_of(position) == "acdfgi"
    position.play(last)
    assert phase(position) == "SCATTER"
    scatter(position, "ihgfed")
    assert slots_of(position) == "ihgfed"
    assert stands(position) == ("DIE", 1)
    assert position["waves"] == 0
