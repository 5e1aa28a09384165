"""The end of the game, its ranking, and what is played for an absent player."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from cabotage.core.contract import CHANCE, OVER
from cabotage.core.position import Position
from cabotage.games.treasure_boots.actions import MOST_SEATS
from cabotage.games.treasure_boots.chart import PORT, chart_of
from cabotage.games.treasure_boots.test_kit import Place, all_tokens, carries, game, go, scores, shares, table, where
from tests.reading import phase


@pytest.mark.rule("TRB-79", "TRB-81", "TRB-82", "TRB-97")
def test_the_first_to_reach_the_target_wins_at_once() -> None:
    position = table(game(3), {0: (7, 7)}, holds={0: "S1 G1"}, phase="UNLOAD", score=[17, 19, 3])
    position.play("unload all")
    assert position.is_over
    assert scores(position) == [20, 19, 3]
    assert shares(position) == [1, 0, 0]
    assert position.places == (1, 2, 3)


@pytest.mark.rule("TRB-79")
def test_one_point_less_goes_on() -> None:
    position = table(game(3), {0: (7, 7)}, holds={0: "S1 G1"}, phase="UNLOAD", score=[16, 19, 3])
    position.play("unload all")
    assert (position.is_over, scores(position)) == (False, [19, 19, 3])


@pytest.mark.example("TRB", 24)
@pytest.mark.rule("TRB-80")
def test_a_privateer_can_win_the_game_before_the_ship_moves() -> None:
    position = table(game(2), {0: (12, 3), "x0": (4, 2)}, tokens={(4, 4): "O"}, acting=8, wind="E", score=[29, 0])
    go(position, (4, 4))
    assert (position.to_act, scores(position), where(position, 0)) == (OVER, [30, 0], (12, 3))


@pytest.mark.rule("TRB-80", "TRB-95")
def test_the_end_comes_before_any_further_consequence() -> None:
    ships: dict[int | str, Place] = {"x0": (9, 5), 1: (9, 7), 0: (12, 1)}
    position = table(game(2), ships, holds={1: "S1"}, phase="FIRE", acting=8, score=[29, 0])
    position.play("fire 1")
    position.roll("attack 6")
    position.roll("defence 1")
    assert (position.to_act, where(position, 1), carries(position, "x0")) == (OVER, (9, 7), "S1")


@pytest.mark.rule("TRB-95", "TRB-30")
def test_the_point_of_the_treasure_comes_before_that_of_the_black_pearl() -> None:
    ships: dict[int | str, Place] = {"x0": (9, 5), "x1": (9, 7), 0: (12, 1)}
    position = table(game(2), ships, holds={"x1": "S1"}, phase="FIRE", acting=8, score=[29, 0])
    position.play("fire x1")
    position.roll("attack 6")
    position.roll("defence 1")
    assert (position.to_act, scores(position), where(position, "x1")) == (OVER, [30, 0], (9, 7))
    position = table(game(2), ships, holds={"x1": "S1"}, phase="FIRE", acting=8, score=[28, 0])
    position.play("fire x1")
    position.roll("attack 6")
    position.roll("defence 1")
    assert (position.to_act, scores(position), where(position, "x1")) == (OVER, [30, 0], None)


@pytest.mark.rule("TRB-82", "TRB-97")
def test_others_are_ranked_by_score_then_by_their_holds() -> None:
    held = {1: "S2", 2: "S1 G1", 3: "W3"}  # 2, 3 and 3
    position = table(game(4), {0: (7, 7)}, holds=held, score=[4, 5, 5, 5])
    assert position.places == (4, 3, 1, 1)


@pytest.mark.rule("TRB-97", "TRB-93")
def test_gold_counts_in_the_ranking_as_it_would_in_port() -> None:
    for gold_value, places in ((1, (1, 1)), (2, (2, 1))):
        box = game(2, gold_value=gold_value)
        assert table(box, {0: (7, 7)}, holds={0: "S2", 1: "O2"}, score=[5, 5]).places == places


def last_turn(box_options: dict[str, object], rounds: int, score: list[int], seats: int = 3) -> Position:
    """The last seat of the round stands still in its port."""
    box = game(seats, **box_options)
    position = table(
        box, {0: (7, 7), 1: (2, 2), seats - 1: (5, 10)}, turn=seats - 1, acting=seats - 1, rounds=rounds, score=score
    )
    go(position, (5, 10))
    return position


@pytest.mark.rule("TRB-83", "TRB-96", "TRB-97")
def test_after_200_rounds_the_best_wins_and_equals_share() -> None:
    assert not last_turn({}, 198, [3, 5, 5]).is_over
    position = last_turn({}, 199, [3, 5, 5])
    assert position.is_over
    assert shares(position) == [0, Fraction(1, 2), Fraction(1, 2)]
    assert position.places == (3, 1, 1)


@pytest.mark.rule("TRB-92", "TRB-96")
def test_a_round_limit_ends_the_game_after_the_last_turn_of_a_round() -> None:
    assert not last_turn({"round_limit": 7}, 5, [3, 5, 4]).is_over
    position = last_turn({"round_limit": 7}, 6, [3, 5, 4])
    assert position.is_over
    assert shares(position) == [0, 1, 0]
    early = table(game(3, round_limit=7), {0: (7, 7)}, rounds=6)
    go(early, (7, 7))
    assert (early.to_act, early["turn"]) == (CHANCE, 1)


@pytest.mark.rule("TRB-91", "TRB-96")
def test_with_finish_round_the_others_still_have_their_turn() -> None:
    box = game(3, finish_round=True)
    position = table(box, {0: (7, 7), 1: (5, 10)}, holds={0: "S1 G1", 1: "S3"}, phase="UNLOAD", score=[19, 19, 3])
    position.play("unload all")
    assert (position.is_over, scores(position)) == (False, [22, 19, 3])
    assert last_turn({"finish_round": True}, 3, [22, 19, 3]).is_over
    assert shares(last_turn({"finish_round": True}, 3, [22, 22, 23])) == [0, 0, 1]
    assert shares(last_turn({"finish_round": True}, 3, [22, 22, 3])) == [Fraction(1, 2), Fraction(1, 2), 0]


@pytest.mark.rule("TRB-91")
def test_with_finish_round_the_turn_that_reaches_the_target_is_played_to_its_end() -> None:
    box = game(2, finish_round=True)
    position = table(box, {0: (12, 3), "x0": (4, 2)}, tokens={(4, 4): "O"}, acting=8, wind="E", score=[29, 0])
    go(position, (4, 4))
    assert (phase(position), position["acting"], scores(position)) == ("GO", 0, [30, 0])


@pytest.mark.rule("TRB-86", "TRB-98")
def test_what_is_played_for_an_absent_player() -> None:
    box = game(3, decline_gains=True)

    def absent(position: Position) -> str:
        return box.texts[int(box.game.rules.absent(position.box.constants, position.states, 0))]

    at_sea: dict[int | str, Place] = {0: (9, 5), 1: (9, 7), "x0": (9, 3)}
    held = {0: "S2 G1 W2", 1: "S1 G2 O2", "x0": "W1 X1 S2"}
    assert absent(table(box, at_sea, holds=held, phase="PORT")) == "go 2,2"
    assert absent(table(box, at_sea, holds=held, phase="CONTROL")) == "pass"
    assert absent(table(box, at_sea, holds=held, phase="GO")) == "go 9,5"
    assert absent(table(box, at_sea, holds=held, phase="GO", acting=8)) == "go 9,3"
    assert absent(table(box, at_sea, holds=held, phase="FIRE")) == "pass"
    assert absent(table(box, {0: (7, 7)}, holds=held, phase="UNLOAD")) == "unload all"
    assert absent(table(box, {0: (7, 7)}, holds=held, phase="AMOUNT", kind="sails")) == "amount 2"
    assert absent(table(box, {0: (4, 4)}, tokens={(4, 4): "R"}, phase="COLLECT")) == "take"
    assert absent(table(box, at_sea, holds=held, phase="NAME", target=8)) == "name 1"
    for pearls in ("ATTACK_PEARLS", "DEFENCE_PEARLS"):
        assert absent(table(box, at_sea, holds=held, phase=pearls, target=1, defender=1)) == "spend 0"
    assert absent(table(box, at_sea, holds=held, phase="LOOT", target=1, defender=1)) == "take"
    assert absent(table(box, at_sea, holds=held, phase="LOSE", target=1, defender=1)) == "lose guns"
    assert absent(table(box, at_sea, holds=held, phase="LOSE", target=8, defender=1)) == "lose sails"
    assert absent(table(box, at_sea, phase="REFUGE", target=1, defender=1)) == "go 2,2"


@pytest.mark.rule("TRB-7", "TRB-40", "TRB-81", "TRB-85")
@pytest.mark.parametrize("options", [{}, {"decline_gains": True, "finish_round": True}, {"start_ports": "random"}])
def test_what_is_always_true_is_true_in_random_games(options: dict[str, object]) -> None:
    box = game(5, **options)
    chart = chart_of(box)
    random = np.random.default_rng(3)
    for seed in range(3):
        position = box.start(seed=seed)
        before = scores(position)
        for _ in range(700):
            if position.is_over:
                break
            numbers = position.legal.numbers
            assert len(numbers) >= 2
            position.play(int(random.choice(numbers)))
            position.roll()
            assert all_tokens(position) == 84
            held = sum(hold[5] for hold in position["hold"])
            assert position["supply"][5] + held + sum(spot >= 0 for spot in position["at"][MOST_SEATS:]) == 12
            at = [spot for spot in position["at"] if spot >= 0 and chart.cells[spot] != PORT]
            assert len(at) == len(set(at))
            if not options.get("decline_gains"):
                lying = {chart.islands[k] for k, token in enumerate(position["token"]) if token >= 0}
                assert not lying & set(at)
            assert all(new >= old for new, old in zip(scores(position), before, strict=True))
            before = scores(position)
            assert 0 <= position["wind"] < 4
