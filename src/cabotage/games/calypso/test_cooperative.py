"""All together against net and shark."""

from __future__ import annotations

import pytest

from cabotage.core.contract import CHANCE, OVER
from cabotage.games.calypso.test_kit import arrive, fish, game, reach, scatter, sea, slots_of, table, tops, turn
from tests.reading import offered, phase, shares, stands

BOTH = pytest.mark.parametrize("mode", ["coop", "coop_hard"])
SOME = {"saved": 4, "net": 2, "shark": 3, "reserve": 21}


@BOTH
@pytest.mark.rule("CAL-48")
def test_together_calypso_is_moved_by_one_player_after_the_other(mode: str) -> None:
    position = table(game(mode=mode))
    for seat, face, stone in ((0, 2, 2), (1, 5, 0), (2, 4, 4), (0, 5, 2)):
        assert stands(position) == ("DIE", seat)
        position.roll(f"die {face}")
        assert position["calypso"] == stone
    assert stands(position) == ("DIE", 1)
    assert position["rounds"] == 1


@BOTH
@pytest.mark.rule("CAL-49", "CAL-50")
def test_a_hit_saves_one_fish_of_the_reserve_and_the_player_goes_on_unasked(mode: str) -> None:
    position = arrive(game(mode=mode), "Y", turn=1, **SOME)
    assert stands(position) == ("SEARCH", 1)
    assert len(position.legal) == 20
    turn(position, 1, "yellow")
    assert sea(position) == (5, 2, 3, 20)
    assert fish(position) == [0, 0, 0]
    assert stands(position) == ("DIE", 1)
    assert position.to_act == CHANCE


@BOTH
@pytest.mark.rule("CAL-49")
def test_a_miss_saves_nothing_and_ends_the_turn(mode: str) -> None:
    position = arrive(game(mode=mode), "Y", **SOME)
    turn(position, 1, "green")
    assert sea(position) == (4, 2, 3, 21)
    assert stands(position) == ("DIE", 1)


@BOTH
@pytest.mark.rule("CAL-49", "CAL-18")
def test_a_third_open_fish_saves_two_and_ends_the_turn(mode: str) -> None:
    position = arrive(game(mode=mode), "R", **SOME)
    turn(position, 5, "red")
    assert sea(position) == (6, 2, 3, 19)
    assert stands(position) == ("DIE", 1)


@BOTH
@pytest.mark.rule("CAL-49", "CAL-20", "CAL-27")
def test_three_open_fish_save_two_and_then_comes_the_mix_up(mode: str) -> None:
    position = arrive(game(mode=mode, mixing="once"), "R", top="RRRBBY", **SOME)
    assert sea(position) == (6, 2, 3, 19)
    assert len(position.legal) == 64
    position.play("mix i")
    position.roll("back green")
    scatter(position, "fedcba")
    assert (tops(position), slots_of(position)) == ("RRRBBG", "fedcba")
    assert sea(position) == (6, 2, 3, 19)
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-51")
def test_the_four_fish_put_one_from_the_net_back_into_the_reserve() -> None:
    position = arrive(game(mode="coop"), "M", top="RRRBBY", **SOME)
    assert sea(position) == (4, 1, 3, 22)
    assert tops(position) == "RRRBBY"
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-51", "CAL-52")
def test_with_an_empty_net_the_four_fish_do_nothing_and_take_nothing_from_the_shark() -> None:
    position = arrive(game(mode="coop"), "M", saved=4, net=0, shark=3, reserve=23)
    assert sea(position) == (4, 0, 3, 23)
    assert stands(position) == ("DIE", 1)


@BOTH
@pytest.mark.rule("CAL-53")
def test_the_net_catches_one_fish_of_the_reserve(mode: str) -> None:
    position = arrive(game(mode=mode), "N", **SOME)
    assert sea(position) == (4, 3, 3, 20)
    assert stands(position) == ("DIE", 1)


@BOTH
@pytest.mark.rule("CAL-54")
def test_the_shark_catches_one_fish_of_the_reserve_and_nobody_is_robbed(mode: str) -> None:
    position = arrive(game(mode=mode), "S", **SOME)
    assert sea(position) == (4, 2, 4, 20)
    assert fish(position) == [0, 0, 0]
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-55")
@pytest.mark.parametrize("net", [0, 2])
def test_hard_the_sea_bed_does_nothing(net: int) -> None:
    position = arrive(game(mode="coop_hard"), "M", saved=4, net=net, shark=3, reserve=23 - net)
    assert sea(position) == (4, net, 3, 23 - net)
    assert stands(position) == ("DIE", 1)


@BOTH
@pytest.mark.rule("CAL-56")
def test_ten_saved_fish_win_for_all_at_once(mode: str) -> None:
    position = arrive(game(mode=mode), "Y", turn=1, saved=9, net=5, shark=4, reserve=12)
    turn(position, 1, "yellow")
    assert sea(position) == (10, 5, 4, 11)
    assert position.to_act == OVER
    assert shares(position) == "1 1 1"


@BOTH
@pytest.mark.rule("CAL-56")
def test_nine_saved_fish_do_not_win_yet(mode: str) -> None:
    position = arrive(game(mode=mode), "Y", turn=1, saved=8, reserve=22)
    turn(position, 1, "yellow")
    assert sea(position) == (9, 0, 0, 21)
    assert stands(position) == ("DIE", 1)
    assert shares(position) == ""


@BOTH
@pytest.mark.rule("CAL-23", "CAL-58")
@pytest.mark.parametrize(("before", "after"), [(8, 10), (9, 11)])
def test_two_fish_that_win_leave_no_mix_up(mode: str, before: int, after: int) -> None:
    position = arrive(game(mode=mode), "R", top="RRRBBY", saved=before, reserve=30 - before)
    assert sea(position) == (after, 0, 0, 30 - after)
    assert position.to_act == OVER
    assert shares(position) == "1 1 1"


@BOTH
@pytest.mark.rule("CAL-57")
@pytest.mark.parametrize(
    ("stone", "net", "shark", "after"),
    [
        ("N", 5, 4, (9, 6, 4, 11)),
        ("S", 5, 4, (9, 5, 5, 11)),
        ("N", 9, 0, (9, 10, 0, 11)),
        ("S", 0, 9, (9, 0, 10, 11)),
    ],
)
def test_ten_caught_fish_lose_for_all_at_once(
    mode: str, stone: str, net: int, shark: int, after: tuple[int, int, int, int]
) -> None:
    position = arrive(game(mode=mode), stone, saved=9, net=net, shark=shark, reserve=12)
    assert sea(position) == after
    assert position.to_act == OVER
    assert shares(position) == "0 0 0"


@BOTH
@pytest.mark.rule("CAL-57")
@pytest.mark.parametrize("stone", ["N", "S"])
def test_nine_caught_fish_do_not_lose_yet(mode: str, stone: str) -> None:
    position = arrive(game(mode=mode), stone, saved=9, net=4, shark=4, reserve=13)
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-57")
def test_a_fish_out_of_the_net_counts_as_caught_no_longer() -> None:
    position = arrive(game(mode="coop"), "M", net=5, shark=4, reserve=21)
    reach(position, "N")
    assert sea(position) == (0, 5, 4, 21)
    assert stands(position) == ("DIE", 2)


@pytest.mark.rule("CAL-58")
def test_it_does_not_matter_who_saved_the_fish() -> None:
    for seat in (0, 1, 2):
        position = arrive(game(mode="coop"), "Y", turn=seat, saved=9, reserve=21)
        turn(position, 1, "yellow")
        assert shares(position) == "1 1 1"
        assert fish(position) == [0, 0, 0]


@pytest.mark.rule("CAL-58")
def test_even_at_the_very_end_the_reserve_is_far_from_empty() -> None:
    position = arrive(game(mode="coop"), "R", top="RRRBBY", saved=9, net=5, shark=4, reserve=12)
    assert sea(position) == (11, 5, 4, 10)
    assert position.to_act == OVER


@pytest.mark.rule("CAL-60")
@BOTH
def test_one_player_alone_has_every_turn(mode: str) -> None:
    position = arrive(game(seats=1, mode=mode), "Y")
    turn(position, 1, "green")
    assert stands(position) == ("DIE", 0)
    assert position["rounds"] == 1
    reach(position, "N")
    assert stands(position) == ("DIE", 0)
    assert position["rounds"] == 2
    assert sea(position) == (0, 1, 0, 29)


@pytest.mark.rule("CAL-60")
def test_one_player_alone_can_win_and_lose() -> None:
    box = game(seats=1, mode="coop")
    assert shares(arrive(box, "R", top="RRRBBY", saved=8, reserve=22)) == "1"
    assert shares(arrive(box, "S", net=9, reserve=21)) == "0"


@BOTH
@pytest.mark.rule("CAL-61")
@pytest.mark.parametrize("limit", [10, 7, 5, 4])
def test_the_sea_wins_with_as_many_fish_as_agreed(mode: str, limit: int) -> None:
    box = game(mode=mode, capture_limit=limit)
    still = arrive(box, "S", net=limit - 2, reserve=32 - limit)
    assert stands(still) == ("DIE", 1)
    lost = arrive(box, "S", net=limit - 1, reserve=31 - limit)
    assert lost.to_act == OVER
    assert shares(lost) == "0 0 0"


@pytest.mark.rule("CAL-61")
def test_the_capture_limit_does_not_change_how_many_must_be_saved() -> None:
    box = game(mode="coop", capture_limit=4)
    position = arrive(box, "R", top="RRRBBY", saved=7, reserve=23)
    assert phase(position) == "MIX"
    assert offered(position)[0] == "mix nothing"
    assert arrive(box, "R", top="RRRBBY", saved=8, reserve=22).is_over
