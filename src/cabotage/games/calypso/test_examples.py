"""The worked examples of RULES.md, with their numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cabotage.core.contract import CHANCE, OVER
from cabotage.games.calypso.test_kit import (
    RING,
    arrive,
    back_odds,
    backs,
    fish,
    game,
    hollow,
    laid,
    net,
    reach,
    scatter,
    sea,
    table,
    tops,
    turn,
)
from tests.reading import odds, offered, shares, stands

QUARTER, THIRD, HALF = Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)


@pytest.mark.example("CAL", 1)
@pytest.mark.rule("CAL-13")
def test_1_where_may_i_search() -> None:
    plain = arrive(game(replacing=False), "G", top="RRBBYG")
    assert offered(plain) == ["turn a", "turn c", "turn d", "turn f", "turn g"]
    choices = offered(arrive(game(), "G", top="RRBBYG"))
    assert len(choices) == 20
    assert [choices[0], choices[1], choices[-1]] == ["turn a", "turn a to b", "turn g to h"]
    hits = []
    for tile in (1, 2, 3, 4, 5):
        position = plain.copy()
        position.play(f"turn {hollow(position, tile)}")
        hits.append(odds(position)["back green"])
    assert hits == [Fraction(3, 8), Fraction(3, 8), Fraction(3, 8), Fraction(3, 8), HALF]


@pytest.mark.example("CAL", 2)
@pytest.mark.rule("CAL-15", "CAL-16")
def test_2_a_deduced_back_hits_with_certainty() -> None:
    position = arrive(game(), "G", top="RRRBBY")
    position.play("turn i")
    assert odds(position) == {"back green": Fraction(1)}
    position.roll("back green")
    assert tops(position) == "RRRBBG"
    assert fish(position) == [1, 0, 0]
    assert offered(position) == ["roll", "stop"]


@pytest.mark.example("CAL", 3)
@pytest.mark.rule("CAL-14")
def test_3_knowledge_narrows() -> None:
    position = arrive(game(), "Y", top="RRBBYG")
    turn(position, 1, "yellow")
    assert (tops(position), backs(position)) == ("YRBBYG", "R?????")
    box = game()
    expected: list[dict[str, Fraction]] = [
        {"B": THIRD, "G": Fraction(2, 3)},
        {"R": THIRD, "Y": THIRD, "G": THIRD},
        {"R": THIRD, "Y": THIRD, "G": THIRD},
        {"B": THIRD, "G": Fraction(2, 3)},
        {"R": THIRD, "B": THIRD, "Y": THIRD},
    ]
    assert [back_odds(box, tile, "YRBBYG", "R?????") for tile in (2, 3, 4, 5, 6)] == expected


@pytest.mark.example("CAL", 3)
@pytest.mark.rule("CAL-14")
def test_3_later_tile_4_turns_out_to_be_blue_and_yellow() -> None:
    box = game()
    assert back_odds(box, 5, "YRBBYG", "R??Y??") == {"G": Fraction(1)}
    assert back_odds(box, 5, "YRBYYG", "R??B??") == {"G": Fraction(1)}


@pytest.mark.example("CAL", 4)
@pytest.mark.rule("CAL-15", "CAL-16")
def test_4_hit_and_go_on() -> None:
    position = arrive(game(), "B", top="RRYBYG")
    position.play("turn i")
    assert odds(position) == {"back red": QUARTER, "back blue": HALF, "back yellow": QUARTER}
    position.roll("back blue")
    assert tops(position) == "RRYBYB"
    assert fish(position) == [1, 0, 0]
    assert offered(position) == ["roll", "stop"]


@pytest.mark.example("CAL", 5)
@pytest.mark.rule("CAL-19", "CAL-20")
def test_5_a_miss_that_opens_a_third_fish() -> None:
    position = arrive(game(), "B", top="RRYBYG")
    turn(position, 6, "yellow")
    assert tops(position) == "RRYBYY"
    assert fish(position) == [0, 0, 0]
    assert stands(position) == ("DIE", 1)
    reach(position, "Y")
    assert fish(position) == [0, 2, 0]
    assert stands(position) == ("MIX", 1)


@pytest.mark.example("CAL", 6)
@pytest.mark.rule("CAL-18")
def test_6_special_case_1() -> None:
    position = arrive(game(), "R", top="RRBBYG")
    turn(position, 5, "red")
    assert tops(position) == "RRBBRG"
    assert fish(position) == [2, 0, 0]
    assert stands(position) == ("DIE", 1)


@pytest.mark.example("CAL", 6)
@pytest.mark.rule("CAL-43", "CAL-46")
def test_6_special_case_1_for_children() -> None:
    position = arrive(game(children=True), "R", top="RRBBYG")
    turn(position, 5, "red")
    assert fish(position) == [1, 0, 0]
    assert stands(position) == ("DIE", 0)
    assert position.to_act == CHANCE


@pytest.mark.example("CAL", 7)
@pytest.mark.rule("CAL-20", "CAL-21", "CAL-22", "CAL-27", "CAL-63")
def test_7_special_case_2() -> None:
    position = arrive(game(), "R", top="RRRBBY")
    assert fish(position) == [2, 0, 0]
    assert tops(position) == "RRRBBY"
    assert len(position.legal) == 64
    position.play("mix a")
    assert odds(position) == {"back blue": THIRD, "back yellow": THIRD, "back green": THIRD}
    position.roll("back yellow")
    assert stands(position) == ("MIX", 0)
    assert len(position.legal) == 64
    position.play("mix a")
    assert (tops(position), backs(position)) == ("RRRBBY", "Y?????")
    assert stands(position) == ("MIX", 0)
    position.play("mix f")
    assert odds(position) == {"back yellow": HALF, "back green": HALF}
    position.roll("back green")
    position.play("mix nothing")
    assert (tops(position), backs(position)) == ("RRRGBY", "Y??B??")
    for count, slot in zip((9, 8, 7, 6, 5, 4), "abcdef", strict=True):
        assert len(odds(position)) == count
        position.roll(f"slot {slot}")
    assert stands(position) == ("DIE", 1)


@pytest.mark.example("CAL", 7)
@pytest.mark.rule("CAL-22", "CAL-63")
def test_7_special_case_2_mixing_once() -> None:
    position = arrive(game(mixing="once"), "R", top="RRRBBY")
    position.play("mix a f")
    position.roll("back yellow")
    position.roll("back yellow")
    scatter(position)
    assert tops(position) == "YRRYBY"
    assert stands(position) == ("DIE", 1)


@pytest.mark.example("CAL", 7)
@pytest.mark.rule("CAL-22", "CAL-27")
def test_7_the_empty_set_lets_the_next_player_profit_as_well() -> None:
    position = arrive(game(), "R", top="RRRBBY")
    position.play("mix nothing")
    scatter(position)
    assert (tops(position), backs(position)) == ("RRRBBY", "??????")
    assert stands(position) == ("DIE", 1)
    position = position.box.position(**position.fields | {"calypso": 0})
    reach(position, "R")
    assert fish(position) == [2, 2, 0]


@pytest.mark.example("CAL", 7)
@pytest.mark.rule("CAL-44", "CAL-45", "CAL-46")
def test_7_special_case_2_for_children() -> None:
    position = arrive(game(children=True), "R", top="RRRBBY")
    assert fish(position) == [1, 0, 0]
    assert tops(position) == "RRRBBY"
    assert stands(position) == ("DIE", 0)


@pytest.mark.example("CAL", 8)
@pytest.mark.rule("CAL-28", "CAL-29", "CAL-30", "CAL-31")
def test_8_the_four_fish() -> None:
    position = arrive(game(replacing=False), "M", top="RRBBYG")
    assert len(position.legal) == 18
    assert "name g yellow" not in position.legal
    hits = {}
    for guess in offered(position):
        _, tile, colour = guess.split()
        after = position.copy()
        after.play(guess)
        hits[tile, colour] = odds(after)[f"back {colour}"]
    assert hits["g", "green"] == hits["i", "yellow"] == HALF
    assert [guess for guess, chance in hits.items() if chance >= HALF] == [("g", "green"), ("i", "yellow")]
    hit, miss = position.copy(), position.copy()
    for after, colour in ((hit, "green"), (miss, "red")):
        after.play("name g green")
        after.roll(f"back {colour}")
        assert stands(after) == ("DIE", 1)
    assert (fish(hit), fish(miss)) == ([2, 0, 0], [0, 0, 0])


@pytest.mark.example("CAL", 9)
@pytest.mark.rule("CAL-32")
def test_9_the_four_fish_with_a_third_fish() -> None:
    position = arrive(game(), "M", top="RRBBYG")
    position.play("name d red")
    position.roll("back red")
    assert tops(position) == "RRRBYG"
    assert fish(position) == [2, 0, 0]
    assert stands(position) == ("DIE", 1)


@pytest.mark.example("CAL", 10)
@pytest.mark.rule("CAL-33", "CAL-34")
def test_10_net() -> None:
    nothing = arrive(game(), "N", score=[0, 1, 2])
    assert (fish(nothing), net(nothing), stands(nothing)) == ([0, 1, 2], 27, ("DIE", 1))
    assert net(table(game(), score=[5, 1, 2])) == 22
    one = arrive(game(), "N", score=[5, 1, 2])
    assert (fish(one), net(one), stands(one)) == ([4, 1, 2], 23, ("DIE", 1))


@pytest.mark.example("CAL", 11)
@pytest.mark.rule("CAL-35", "CAL-36", "CAL-37")
def test_11_shark() -> None:
    only = arrive(game(), "S", score=[3, 0, 4])
    assert (fish(only), stands(only)) == ([4, 0, 3], ("DIE", 1))
    both = arrive(game(), "S", score=[3, 2, 4])
    assert (offered(both), both.to_act) == (["rob 1", "rob 2"], 0)
    none = arrive(game(), "S", score=[5, 0, 0])
    assert (fish(none), net(none), stands(none)) == ([6, 0, 0], 24, ("DIE", 1))
    two = arrive(game(seats=2), "S", score=[3, 4])
    assert (fish(two), stands(two)) == ([4, 3], ("DIE", 1))


@pytest.mark.example("CAL", 12)
@pytest.mark.rule("CAL-39")
def test_12_win_by_theft() -> None:
    position = arrive(game(seats=4), "S", score=[7, 2, 0, 5])
    position.play("rob 3")
    assert fish(position) == [8, 2, 0, 4]
    assert position.to_act == OVER
    assert shares(position) == "1 0 0 0"


@pytest.mark.example("CAL", 13)
@pytest.mark.rule("CAL-23", "CAL-39")
def test_13_win_without_mix_up() -> None:
    position = arrive(game(seats=2), "R", turn=1, top="RRRBBY", score=[4, 11])
    assert fish(position) == [4, 13]
    assert position.to_act == OVER
    assert shares(position) == "0 1"
    assert (tops(position), backs(position)) == ("RRRBBY", "??????")


@pytest.mark.example("CAL", 14)
@pytest.mark.rule("CAL-41")
def test_14_empty_net() -> None:
    position = arrive(game(seats=5), "Y", turn=2, score=[6, 6, 6, 6, 6])
    assert net(position) == 0
    turn(position, 1, "yellow")
    assert fish(position) == [6, 6, 7, 6, 6]
    assert shares(position) == "0 0 1 0 0"
    assert net(position) == 0


@pytest.mark.example("CAL", 15)
@pytest.mark.rule("CAL-6", "CAL-10")
def test_15_die_and_ring() -> None:
    reached = ""
    for face in (1, 2, 3, 4, 5, 6):
        position = table(game(), ring="SRNGMBY", calypso=0)
        position.roll(f"die {face}")
        reached += RING[position["calypso"]]
    assert reached == "RNGMBY"
    position = table(game(), ring="SRNGMBY", calypso=6)
    position.roll("die 1")
    assert RING[position["calypso"]] == "S"
    assert fish(position) == [1, 0, 0]


@pytest.mark.example("CAL", 16)
@pytest.mark.rule("CAL-51", "CAL-52", "CAL-55")
def test_16_cooperative() -> None:
    one = arrive(game(mode="coop"), "M", saved=4, net=2, shark=3, reserve=21)
    assert (sea(one), stands(one)) == ((4, 1, 3, 22), ("DIE", 1))
    nothing = arrive(game(mode="coop"), "M", saved=4, net=0, shark=3, reserve=23)
    assert (sea(nothing), stands(nothing)) == ((4, 0, 3, 23), ("DIE", 1))
    hard = arrive(game(mode="coop_hard"), "M", saved=4, net=2, shark=3, reserve=21)
    assert (sea(hard), stands(hard)) == ((4, 2, 3, 21), ("DIE", 1))
    hard_empty = arrive(game(mode="coop_hard"), "M", saved=4, net=0, shark=3, reserve=23)
    assert (sea(hard_empty), stands(hard_empty)) == ((4, 0, 3, 23), ("DIE", 1))


@pytest.mark.example("CAL", 17)
@pytest.mark.rule("CAL-56", "CAL-57", "CAL-58", "CAL-61")
def test_17_cooperative_end() -> None:
    won = arrive(game(mode="coop"), "R", top="RRBBYG", saved=9, net=2, shark=3, reserve=16)
    turn(won, 5, "red")
    assert (sea(won), shares(won)) == ((11, 2, 3, 14), "1 1 1")
    lost = arrive(game(mode="coop"), "S", saved=9, net=5, shark=4, reserve=12)
    assert (sea(lost), shares(lost)) == ((9, 5, 5, 11), "0 0 0")
    sooner = arrive(game(mode="coop", capture_limit=7), "S", saved=9, net=3, shark=3, reserve=15)
    assert (sea(sooner), shares(sooner)) == ((9, 3, 4, 14), "0 0 0")


@pytest.mark.example("CAL", 18)
@pytest.mark.rule("CAL-62")
def test_18_finish_round() -> None:
    position = arrive(game(finish_round=True), "Y", score=[9, 0, 3])
    turn(position, 1, "yellow")
    assert (fish(position), stands(position)) == ([10, 0, 3], ("DIE", 1))
    reach(position, "N")
    assert (fish(position), stands(position)) == ([10, 0, 3], ("DIE", 2))
    reach(position, "S")
    assert (fish(position), stands(position)) == ([9, 0, 4], ("DIE", 0))


@pytest.mark.example("CAL", 19)
@pytest.mark.rule("CAL-2", "CAL-3")
def test_19_setup_count() -> None:
    position = game().first()
    for stone in ("red", "blue", "yellow", "green", "mixed", "net"):
        position.roll(f"stone {stone}")
    chance = Fraction(1)
    for colour in ("red", "red", "blue", "blue", "yellow", "green"):
        chance *= odds(position)[f"top {colour}"]
        position.roll(f"top {colour}")
    assert tops(position) == "RRBBYG"
    assert chance == Fraction(16, 46080) == Fraction(1, 2880)


@pytest.mark.example("CAL", 20)
@pytest.mark.rule("CAL-26", "CAL-67")
def test_20_a_tile_is_where_it_lies() -> None:
    position = arrive(game(), "G", top="RRBBYG")
    position.play("turn c to e")
    position.roll("back yellow")
    assert laid(position) == {"a": "R", "d": "B", "e": "Y", "f": "B", "g": "Y", "i": "G"}
    reach(position, "M")
    assert "name c red" not in position.legal
    named, moved = position.copy(), position.copy()
    named.play("name e red")
    assert laid(named) == {"a": "R", "d": "B", "e": "R", "f": "B", "g": "Y", "i": "G"}
    moved.play("name d green to h")
    moved.roll("back green")
    assert laid(moved) == {"a": "R", "e": "Y", "f": "B", "g": "Y", "h": "G", "i": "G"}


@pytest.mark.example("CAL", 21)
@pytest.mark.rule("CAL-69")
@pytest.mark.parametrize("slot", ["acdfgi", "fidcag"])  # of t1 to t6: a t5, c t4, d t3, f t1, g t6, i t2
def test_21_order_by_hollows(slot: str) -> None:
    slots = ["abcdefghi".index(letter) for letter in slot]
    top = "".join("RRRBBY"["acdfgi".index(letter)] for letter in slot)
    position = arrive(game(), "R", top=top, slot=slots)
    position.play("mix a d i")
    for colour in ("yellow", "green", "green"):
        position.roll(f"back {colour}")
    assert laid(position) == {"a": "Y", "c": "R", "d": "G", "f": "B", "g": "B", "i": "G"}
    position.play("mix nothing")
    scatter(position, "eiagbd")
    assert laid(position) == {"a": "G", "b": "B", "d": "G", "e": "Y", "g": "B", "i": "R"}
