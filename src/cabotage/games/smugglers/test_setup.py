"""Setting up Smugglers' Island."""

from __future__ import annotations

from fractions import Fraction

import pytest

import cabotage
from cabotage.core.errors import OptionError, SeatsError
from cabotage.games.smugglers.test_kit import boats, game, offered, reefs, table
from tests.reading import phase, stands

FRONTS = {"reef o0", "reef o3", "reef o6", "reef o9", "reef o12"}


@pytest.mark.rule("SMG-1")
def test_seat_0_begins() -> None:
    position = game().start(seed=1)
    assert position.to_act == 0
    for _ in range(3):
        position.play(position.legal[0])
    assert position["turn"] == 0


def test_two_to_four_play() -> None:
    for seats in (1, 5):
        with pytest.raises(SeatsError):
            cabotage.load("smugglers", seats=seats)
    assert [len(cabotage.load("smugglers", seats=seats).teams) for seats in (2, 3, 4)] == [2, 3, 4]


@pytest.mark.rule("SMG-2", "SMG-3")
@pytest.mark.parametrize(
    ("seats", "anchor_reef", "lying"),
    [
        (2, "auto", ["O1"]), (3, "auto", []), (4, "auto", []),
        (2, "on", ["O1"]), (4, "on", ["O1"]),
        (2, "off", []), (3, "off", []),
    ],
)  # fmt: skip
def test_the_anchor_reef_lies_with_two_players_or_if_it_is_asked_for(
    seats: int, anchor_reef: str, lying: list[str]
) -> None:
    assert reefs(game(seats, anchor_reef=anchor_reef).start()) == lying


@pytest.mark.rule("SMG-4", "SMG-5")
@pytest.mark.parametrize("extra", [1, 2, 3])
def test_extra_reefs_are_placed_by_the_seats_in_turn(extra: int) -> None:
    position = game(2, extra_reefs=extra).first()
    placed = []
    for seat, field in zip((0, 1, 0)[:extra], ("I4", "M8", "O10"), strict=False):
        assert stands(position) == ("REEF", seat)
        position.play(f"reef {field}")
        placed.append(field)
    assert reefs(position) == placed
    assert stands(position) == ("BEAM", 0)


@pytest.mark.rule("SMG-4")
def test_three_extra_reefs_and_the_anchor_reef_are_one_too_many() -> None:
    with pytest.raises(OptionError, match="extra_reefs must be at most 2"):
        cabotage.load("smugglers", seats=2, extra_reefs=3)
    assert cabotage.load("smugglers", seats=2, extra_reefs=2).seats == 2
    assert cabotage.load("smugglers", seats=3, extra_reefs=3).seats == 3


@pytest.mark.rule("SMG-5")
def test_random_reefs_are_drawn_one_by_one_all_alike() -> None:
    position = game(3, extra_reefs=2, reef_placing="random").first()
    assert {outcome.probability for outcome in position.chances} == {Fraction(1, 40)}
    position.roll("random reef M7")
    assert {outcome.probability for outcome in position.chances} == {Fraction(1, 39)}
    position.roll("random reef I7")
    assert (reefs(position), stands(position)) == (["M7", "I7"], ("BEAM", 0))


@pytest.mark.rule("SMG-6", "SMG-7")
@pytest.mark.example("SMG", 21)
def test_a_reef_may_not_cut_off_a_harbour_or_a_field() -> None:
    position = game(3, extra_reefs=3).first()
    assert len(offered(position)) == 40
    assert offered(position) & FRONTS == set()
    position.play("reef M3")
    position.play("reef O2")
    assert "reef o4" not in offered(position)
    assert len(offered(position)) == 37

    position = game(3, extra_reefs=3).first()
    position.play("reef I5")
    position.play("reef I7")
    assert "reef m6" not in offered(position)
    assert "reef i6" in offered(position)


@pytest.mark.rule("SMG-4", "SMG-7")
@pytest.mark.example("SMG", 21)
def test_with_the_anchor_reef_39_fields_are_left_for_the_second() -> None:
    position = game(3, anchor_reef="on", extra_reefs=1).first()
    assert len(offered(position)) == 39
    assert "reef o1" not in offered(position)


@pytest.mark.rule("SMG-5", "SMG-10", "SMG-11")
def test_the_beam_starts_at_one_of_the_five_islands_all_alike() -> None:
    position = game().first()
    assert phase(position) == "BEAM"
    assert {str(outcome) for outcome in position.chances} == {
        "beam 0 (1/5)", "beam 3 (1/5)", "beam 6 (1/5)", "beam 9 (1/5)", "beam 12 (1/5)",
    }  # fmt: skip
    position.roll("beam 6")
    assert (position["beam"], stands(position)) == (6, ("HARBOUR", 0))


@pytest.mark.rule("SMG-12", "SMG-13")
def test_each_seat_chooses_a_harbour_not_yet_taken_the_lit_one_too() -> None:
    position = game(4).first()
    position.roll("beam 6")
    assert offered(position) == {"harbour h0", "harbour h1", "harbour h2", "harbour h3", "harbour h4"}
    position.play("harbour H2")
    assert (position.to_act, offered(position)) == (1, {"harbour h0", "harbour h1", "harbour h3", "harbour h4"})
    position.play("harbour H0")
    position.play("harbour H4")
    assert (position.to_act, offered(position)) == (3, {"harbour h1", "harbour h3"})
    position.play("harbour H3")
    assert boats(position) == "H2 H0 H4 H3"
    assert stands(position) == ("LOAD", 0)


@pytest.mark.rule("SMG-14")
def test_every_stack_holds_the_four_goods_of_its_island_in_no_order() -> None:
    for island, goods in enumerate(("0>1 0>2 0>3 0>4", "1>0 1>2 1>3 1>4", "2>0 2>1 2>3 2>4", "3>0 3>1 3>2 3>4")):
        position = table(game(), f"H{island}", beam=14, phase="LOAD")
        assert [str(outcome) for outcome in position.chances] == [f"good {good} (1/4)" for good in goods.split()]
    assert position["drawn"] == [0, 0, 0, 0, 0]
