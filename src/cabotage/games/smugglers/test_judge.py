"""The quick judgement: sensible by itself, and much better than chance."""

from __future__ import annotations

import random

import numpy as np
import pytest

from cabotage.core.chance import generator
from cabotage.core.contract import WIN
from cabotage.core.position import Position
from cabotage.games.smugglers.test_kit import game, offered, play, rolled, table
from tests.reading import phase


def advised(position: Position, seed: int) -> int:
    """What the policy chooses in a world that the seat to act imagines."""
    box, seat = position.box, position.to_act
    world = box.resample(position.view(seat), seat, seed)
    room = np.zeros(box.game.actions.MOST_CHOICES, np.int32)
    return int(box.game.judge.policy(box.constants, world.states, 0, generator(seed), room))


def advice(position: Position) -> set[str]:
    """What the policy chooses over some seeds."""
    return {position.box.texts[advised(position, seed)] for seed in range(8)}


def test_it_delivers() -> None:
    assert advice(table(game(), "O2", beam=9, cargo="4>1", w=4)) == {"go h1"}


def test_it_rows_towards_the_dest_of_its_good() -> None:
    assert advice(table(game(), "O2 H4 H3", beam=9, cargo="2>0", w=1)) == {"go o1"}


def test_it_does_not_stop_before_the_light() -> None:
    # O0 is two sectors from the beam; for one step it is not worth leaving the dark harbour.
    assert advice(table(game(), "H0", beam=2, cargo="0>2", w=1)) == {"stay"}
    assert advice(table(game(), "H0", beam=8, cargo="0>2", w=1)) == {"go o0"}


def test_it_turns_the_light_on_a_loaded_rival() -> None:
    assert advice(rolled(table(game(), "M13 O1", beam=0, cargo="3>1 0>4"), "black 2")) == {"clockwise"}


def test_it_takes_the_good_it_knows_to_be_worth_it() -> None:
    assert advice(table(game(), "I7", beam=0, sea="I8:4>1", w=1, known_by=[0] * 16 + [1] + [0] * 3)) == {"go i8+take"}


def test_it_does_not_swap_a_rival_into_their_harbour() -> None:
    position = table(game(), "H1 O3", beam=9, w=1, cargo="1>0 3>1", known_by=[0] * 4 + [1] + [0] * 7 + [3] + [0] * 7)
    assert "push o3>h1" not in advice(position)


def test_after_a_delivery_it_loads() -> None:
    position = table(game(), "O2", beam=9, cargo="4>1", w=4)
    play(position, "go H1")
    assert advice(position) == {"load"}


def test_it_throws_a_rivals_good_far_from_home_and_its_own_near() -> None:
    # H1 lies off O3. Of I5, O5, M4 and M6 the first is farthest from it, and lit; M4 is as near as O5, and dark.
    rival = table(game(), "H4 M5", beam=7, cargo="- 0>1", known_by=[3] + [0] * 19)
    assert advice(rolled(rival, "green 2")) == {"lay i5"}
    own = table(game(), "M5 H4", beam=7, cargo="0>1")
    assert advice(rolled(own, "green 2")) == {"lay m4"}


def test_it_does_not_turn_the_light_into_its_own_way() -> None:
    # From O1 three steps lead over O2 and O3 into H1; counter-clockwise the beam would stop on O2.
    position = table(game(), "O1 H4 H3", beam=4, cargo="2>1")
    assert advice(rolled(position, "black 2", white=4)) == {"clockwise"}


def test_it_turns_the_light_towards_rivals() -> None:
    position = table(game(), "H0 O7 H3", beam=4, cargo="0>1 2>0")
    assert advice(rolled(position, "black 2", white=1)) == {"clockwise"}


def test_it_would_rather_win_than_push() -> None:
    position = table(game(), "I3 O4 O2", beam=5, cargo="2>1 2>0 3>0", w=4, score=[5, 6, 6, 0])
    assert "push o4>o5" in offered(position)
    assert advice(position) == {"go h1"}


def test_the_estimate_favours_who_is_ahead_and_adds_up() -> None:
    out = np.zeros(3, np.int32)
    for held, best in (([6, 1, 0, 0], 0), ([0, 2, 5, 0], 2)):
        position = table(game(), "M5 M7 M9", beam=0, score=held)
        game().game.judge.estimate(position.box.constants, position.states, 0, out)
        assert int(out.argmax()) == best
        assert WIN - 3 <= int(out.sum()) <= WIN


def test_the_estimate_of_a_finished_game_is_its_score() -> None:
    position = table(game(), "O2", beam=9, cargo="4>1", w=4, score=[6, 5, 4, 0])
    play(position, "go H1")
    out = np.zeros(3, np.int32)
    game().game.judge.estimate(position.box.constants, position.states, 0, out)
    assert out.tolist() == [WIN, 0, 0]


@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_wins_almost_every_game_against_chance(seats: int) -> None:
    won = 0
    for seed in range(12):
        box = game(seats, anchor_reef="auto")
        rng = random.Random(seed)
        position = box.start(seed=seed)
        while not position.is_over:
            is_greedy = position.to_act == seed % seats
            position.play(advised(position, seed) if is_greedy else int(rng.choice(position.legal.numbers)))
            position.roll()
        assert position.score is not None
        won += position.score[seed % seats] == 1
    assert won >= 11


def test_who_is_absent_stays_or_loads_and_otherwise_takes_the_first_offer() -> None:
    box = game(3, extra_reefs=1)
    expected = {"SAIL": "stay", "TURN": "clockwise"}
    for position in box.positions(400, seed=2):
        played = box.texts[box.game.rules.absent(box.constants, position.states, 0)]
        assert played in offered(position)
        assert played == expected.get(phase(position), str(position.legal[0]))
