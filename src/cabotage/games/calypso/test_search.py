"""A turn: the die, the colour octagons, turning one tile, putting it elsewhere."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cabotage.core.contract import CHANCE, SPECTATOR
from cabotage.core.errors import NotOffered
from cabotage.games.calypso.test_kit import arrive, backs, fish, game, hollow, net, reach, slots_of, table, tops, turn
from tests.reading import odds, offered, stands


@pytest.mark.rule("CAL-9")
def test_turns_go_clockwise_and_each_begins_with_a_roll() -> None:
    position = table(game())
    for seat, face in ((0, 2), (1, 6), (2, 1)):  # N, then on to R, then N again
        assert stands(position) == ("DIE", seat)
        assert position.to_act == CHANCE
        assert odds(position) == {f"die {n}": Fraction(1, 6) for n in (1, 2, 3, 4, 5, 6)}
        position.roll(f"die {face}")
        if seat == 1:
            turn(position, 6, "yellow")
    assert stands(position) == ("DIE", 0)
    assert position["rounds"] == 1


@pytest.mark.rule("CAL-10")
@pytest.mark.parametrize(("start", "face", "end"), [(0, 1, 1), (0, 6, 6), (4, 2, 6), (4, 3, 0), (6, 6, 5), (5, 5, 3)])
def test_calypso_goes_clockwise_as_far_as_the_die_shows(start: int, face: int, end: int) -> None:
    position = table(game(), calypso=start)
    position.roll(f"die {face}")
    assert position["calypso"] == end


@pytest.mark.rule("CAL-10")
def test_the_next_player_moves_calypso_on_from_where_it_stands() -> None:
    position = table(game())
    position.roll("die 2")
    assert stands(position) == ("DIE", 1)
    position.roll("die 3")
    assert position["calypso"] == 5


@pytest.mark.rule("CAL-11")
def test_octagons_passed_on_the_way_do_nothing() -> None:
    position = table(game(), calypso=6, score=[3, 4, 5])  # from Y over S, R and N to G
    position.roll("die 4")
    assert fish(position) == [3, 4, 5]
    assert stands(position) == ("SEARCH", 0)


@pytest.mark.rule("CAL-11", "CAL-33")
def test_the_octagon_acts_on_the_player_who_rolled() -> None:
    assert fish(arrive(game(), "N", turn=1, score=[3, 4, 5])) == [3, 3, 5]


@pytest.mark.rule("CAL-12", "CAL-13")
@pytest.mark.parametrize(
    ("stone", "top", "tiles"),
    [
        ("R", "RRBBYG", [3, 4, 5, 6]),
        ("Y", "RRBBYG", [1, 2, 3, 4, 6]),
        ("G", "RRBBYY", [1, 2, 3, 4, 5, 6]),
        ("B", "RGBRYB", [1, 2, 4, 5]),
    ],
)
def test_only_tiles_that_do_not_show_the_colour_can_be_turned(stone: str, top: str, tiles: list[int]) -> None:
    position = arrive(game(replacing=False), stone, top=top)
    assert offered(position) == [f"turn {hollow(position, tile)}" for tile in tiles]


@pytest.mark.rule("CAL-13")
def test_the_list_of_tiles_gives_no_memory_away() -> None:
    box = game(replacing=False)
    remembered = arrive(box, "R", top="RRBBYG", back="?Y?Y?B")
    assert offered(remembered) == ["turn d", "turn f", "turn g", "turn i"]


@pytest.mark.rule("CAL-12")
def test_there_is_no_way_around_the_search() -> None:
    position = arrive(game(), "R")
    assert position.to_act == 0
    for refused in ("stop", "roll", "mix nothing", "turn a", "name d red"):
        assert refused not in position.legal
        with pytest.raises(NotOffered):
            position.play(refused)


@pytest.mark.rule("CAL-12", "CAL-14")
def test_exactly_one_tile_is_turned() -> None:
    position = arrive(game(), "G")
    turn(position, 5, "blue")
    assert tops(position) == "RRBBBG"


@pytest.mark.rule("CAL-14", "CAL-15")
def test_a_hit_stays_turned_and_its_old_top_is_now_the_known_back() -> None:
    position = arrive(game(), "Y")
    turn(position, 1, "yellow")
    assert (tops(position), backs(position)) == ("YRBBYG", "R?????")


@pytest.mark.rule("CAL-14", "CAL-17")
def test_a_miss_stays_turned_and_its_old_top_is_now_the_known_back() -> None:
    position = arrive(game(), "Y")
    turn(position, 1, "green")
    assert (tops(position), backs(position)) == ("GRBBYG", "R?????")


@pytest.mark.rule("CAL-14")
def test_all_see_the_tile_that_was_turned() -> None:
    position = arrive(game(), "Y")
    position.play("turn a")
    event = position.roll("back green")[0]
    for viewer in (SPECTATOR, 0, 1, 2):
        assert event.seen_by(viewer) == event.number
        assert position.view(viewer)["top"][0].tolist() == [3, 0, 1, 1, 2, 3]
        assert position.view(viewer)["back"][0].tolist() == [0, -1, -1, -1, -1, -1]


@pytest.mark.rule("CAL-14")
def test_a_tile_whose_back_is_known_is_turned_without_a_draw() -> None:
    position = arrive(game(), "Y", back="Y?????")
    position.play("turn a")
    assert (tops(position), backs(position)) == ("YRBBYG", "R?????")
    assert stands(position) == ("GO_ON", 0)
    assert fish(position) == [1, 0, 0]


@pytest.mark.rule("CAL-15")
def test_a_hit_frees_one_fish() -> None:
    position = arrive(game(), "Y", score=[4, 2, 0])
    assert net(position) == 24
    turn(position, 1, "yellow")
    assert fish(position) == [5, 2, 0]
    assert net(position) == 23


@pytest.mark.rule("CAL-16")
def test_after_a_hit_the_player_may_roll_or_stop() -> None:
    position = arrive(game(), "Y", turn=1)
    turn(position, 1, "yellow")
    assert position.to_act == 1
    assert offered(position) == ["roll", "stop"]


@pytest.mark.rule("CAL-16")
def test_rolling_on_is_another_step_of_the_same_player_as_often_as_they_hit() -> None:
    position = arrive(game(), "Y", turn=1)
    turn(position, 1, "yellow")
    position.play("roll")
    assert stands(position) == ("DIE", 1)
    reach(position, "G")
    turn(position, 2, "green")
    assert offered(position) == ["roll", "stop"]
    assert fish(position) == [0, 2, 0]
    position.play("roll")
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-16")
def test_stopping_ends_the_turn_and_keeps_the_fish() -> None:
    position = arrive(game(), "Y", turn=2)
    turn(position, 1, "yellow")
    position.play("stop")
    assert stands(position) == ("DIE", 0)
    assert fish(position) == [0, 0, 1]
    assert position["rounds"] == 1


@pytest.mark.rule("CAL-17")
def test_a_miss_frees_nothing_and_ends_the_turn() -> None:
    position = arrive(game(), "Y", score=[4, 2, 0])
    turn(position, 1, "green")
    assert fish(position) == [4, 2, 0]
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-18")
def test_a_third_open_fish_frees_two_and_ends_the_turn() -> None:
    position = arrive(game(), "R", score=[4, 2, 0])
    turn(position, 5, "red")
    assert tops(position) == "RRBBRG"
    assert fish(position) == [6, 2, 0]
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-18")
def test_a_third_open_fish_with_a_known_back_frees_two_and_ends_the_turn_too() -> None:
    position = arrive(game(), "R", back="????R?")
    position.play("turn g")
    assert fish(position) == [2, 0, 0]
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-15", "CAL-18")
def test_a_second_open_fish_frees_only_one() -> None:
    position = arrive(game(), "R", top="RYBBYG")
    turn(position, 3, "red")
    assert tops(position) == "RYRBYG"
    assert fish(position) == [1, 0, 0]
    assert stands(position) == ("GO_ON", 0)


@pytest.mark.rule("CAL-19")
def test_a_miss_that_opens_a_third_fish_of_another_colour_frees_nothing() -> None:
    position = arrive(game(), "G", score=[4, 2, 0])
    turn(position, 5, "red")
    assert tops(position) == "RRBBRG"
    assert fish(position) == [4, 2, 0]
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-15")
def test_a_hit_frees_one_even_if_another_colour_is_open_three_times() -> None:
    position = arrive(game(), "B", top="RRRBYG")
    turn(position, 5, "blue")
    assert tops(position) == "RRRBBG"
    assert fish(position) == [1, 0, 0]
    assert stands(position) == ("GO_ON", 0)


@pytest.mark.rule("CAL-25", "CAL-26")
def test_a_turned_tile_may_be_put_on_one_of_the_three_empty_hollows() -> None:
    position = arrive(game(), "Y", top="RRBBYY", slot=[0, 1, 2, 3, 4, 8])
    assert [choice for choice in offered(position) if choice.startswith("turn c")] == [
        "turn c",
        "turn c to f",
        "turn c to g",
        "turn c to h",
    ]
    assert len(position.legal) == 16


@pytest.mark.rule("CAL-25", "CAL-26")
def test_a_tile_put_elsewhere_is_turned_and_the_others_do_not_move() -> None:
    position = arrive(game(), "Y")
    assert slots_of(position) == "acdfgi"
    position.play("turn f to e")
    position.roll("back yellow")
    assert slots_of(position) == "acdegi"
    assert tops(position) == "RRBYYG"
    position.play("roll")
    reach(position, "G")
    assert [choice for choice in offered(position) if choice.startswith("turn a")] == [
        "turn a",
        "turn a to b",
        "turn a to f",
        "turn a to h",
    ]


@pytest.mark.rule("CAL-25")
def test_a_tile_may_be_put_elsewhere_after_a_miss_as_well() -> None:
    position = arrive(game(), "Y")
    position.play("turn f to h")
    position.roll("back green")
    assert slots_of(position) == "acdhgi"
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-25")
def test_a_tile_is_left_where_it_lies_if_the_player_likes() -> None:
    position = arrive(game(), "Y")
    turn(position, 4, "yellow")
    assert slots_of(position) == "acdfgi"


@pytest.mark.rule("CAL-26")
def test_where_tiles_lie_has_no_influence_on_chances_fish_or_turns() -> None:
    stayed, moved = arrive(game(), "Y"), arrive(game(), "Y")
    stayed.play("turn f")
    moved.play("turn f to b")
    assert odds(stayed) == odds(moved)
    for position in (stayed, moved):
        position.roll("back yellow")
        position.play("roll")
        reach(position, "G")
    moved_back = game().position(**moved.fields | {"slot": stayed["slot"]})
    assert moved_back == stayed


@pytest.mark.rule("CAL-25")
def test_without_replacing_a_tile_stays_in_its_hollow() -> None:
    position = arrive(game(replacing=False), "Y")
    assert offered(position) == ["turn a", "turn c", "turn d", "turn f", "turn i"]
    assert "turn a to b" not in position.legal
