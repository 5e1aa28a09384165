"""The quick judgement: always an offered action, better than chance, and a fair guess who wins."""

from __future__ import annotations

import numpy as np
import pytest

from cabotage.core.box import Box
from cabotage.core.chance import generator
from cabotage.core.contract import WIN
from cabotage.core.position import Position
from cabotage.games.treasure_boots.actions import MOST_CHOICES
from cabotage.games.treasure_boots.test_kit import aiming, free, game, shares, table


def chosen(position: Position) -> str:
    box = position.box
    room = np.zeros(MOST_CHOICES, np.int32)
    return str(box.texts[box.game.judge.policy(box.constants, position.states, 0, generator(1), room)])


@pytest.mark.parametrize("options", [{}, {"decline_gains": True, "start_ports": "secret", "island_to_island": "free"}])
def test_it_chooses_what_is_offered(options: dict[str, object]) -> None:
    box = game(5, **options)
    rng, room, offered = generator(2), np.zeros(MOST_CHOICES, np.int32), np.zeros(MOST_CHOICES, np.int32)
    states = box.simulation.sample(3000, seed=4)
    for i in range(len(states)):
        number = box.game.judge.policy(box.constants, states, i, rng, room)
        count = box.game.rules.legal(box.constants, states, i, offered)
        assert number in offered[:count]


def play_out(box: Box, seed: int, judging: set[int]) -> Position:
    """A whole game in which these seats follow the judge and the others choose at random."""
    position, random = box.start(seed=seed), np.random.default_rng(seed)
    rng, room = generator(seed), np.zeros(MOST_CHOICES, np.int32)
    while not position.is_over:
        if position.to_act in judging:
            position.play(int(box.game.judge.policy(box.constants, position.states, 0, rng, room)))
        else:
            position.play(int(random.choice(position.legal.numbers)))
        position.roll()
    return position


def test_it_wins_against_chance() -> None:
    won = [shares(play_out(game(4), seed, {seed % 4}))[seed % 4] for seed in range(8)]
    assert sum(won) >= 7


@pytest.mark.parametrize(
    ("box", "least", "most"),
    [(free(2), 22, 36), (free(4), 9, 15), (free(6), 5, 9), (game(2), 30, 50), (game(4), 12, 21)],
)
def test_its_games_are_as_long_as_the_rules_say(box: Box, least: int, most: int) -> None:
    games = [play_out(box, seed, set(range(box.seats))) for seed in range(12)]
    rounds = [position["rounds"] + 1 for position in games]
    assert least <= np.mean(rounds) <= most  # RULES.md: 29, 12 and 7; 40% more if a move from land ends at sea


def test_it_brings_home_what_wins_and_four_colours() -> None:
    assert chosen(table(game(2), {0: (5, 8)}, {0: "S1 G1"}, score=[27, 0], wind="E")) == "go 5,10"
    assert chosen(table(game(2), {0: (5, 8)}, {0: "S1 G1 R1 O1"}, wind="E")) == "go 5,10"
    assert chosen(table(game(2), {0: (7, 7)}, {0: "S1 G1 R1 O1"}, phase="UNLOAD")) == "unload all"
    assert chosen(table(game(2), {0: (7, 7)}, {0: "S1 G1"}, phase="UNLOAD")) == "pass"


def test_it_keeps_sails_early_in_the_game() -> None:
    position = table(game(2), {0: (7, 7)}, {0: "S3 G1 R1 O1"}, phase="UNLOAD")
    assert chosen(position) == "unload part"
    position.play("unload part")
    amounts = []
    while position.to_act == 0:
        amounts.append(chosen(position))
        position.play(amounts[-1])
    assert amounts == ["amount 1", "amount 1", "amount 1", "amount 1"]


def test_it_collects_what_it_lacks_and_takes_the_colour_it_lacks() -> None:
    position = table(game(2), {0: (3, 5)}, {0: "S1 G1 R1"}, {(4, 4): "O", (2, 6): "S"}, wind="N")
    assert chosen(position) == "go 4,4"
    position = aiming(game(2), mine="S1", theirs="S2 G1")
    assert chosen(position) == "fire 1"
    position.play("fire 1")
    position.roll("attack 6")
    position.roll("defence 1")
    assert chosen(position) == "lose guns"


def test_it_does_not_pay_for_a_privateer_that_can_do_nothing() -> None:
    ships: dict[int | str, tuple[int, int]] = {0: (3, 3), "x0": (12, 3)}
    assert chosen(table(game(2), ships, {0: "W1"}, phase="CONTROL", acting=-1)) == "pass"
    near: dict[int | str, tuple[int, int]] = {0: (3, 3), "x0": (5, 4)}
    assert chosen(table(game(2), near, {0: "W1"}, {(4, 4): "S"}, phase="CONTROL", acting=-1)) == "control x0"


def estimated(position: Position) -> list[int]:
    box, out = position.box, np.zeros(position.box.seats, np.int32)
    box.game.judge.estimate(box.constants, position.states, 0, out)
    return [int(share) for share in out]


def test_the_estimate_favours_who_is_ahead() -> None:
    shares = estimated(table(game(3), {0: (3, 3)}, {1: "S1 G1 R1 O1"}, score=[12, 4, 4]))
    assert shares[0] > shares[1] > shares[2] > 0
    assert sum(shares) == WIN


@pytest.mark.parametrize(("seats", "shares"), [(2, [WIN - 12, 12]), (3, [WIN - 12, 6, 6]), (4, [WIN - 12, 4, 4, 4])])
def test_nobody_has_won_before_the_end_however_far_ahead(seats: int, shares: list[int]) -> None:
    one_move_from_home = table(game(seats), {0: (6, 14)}, {0: "S9 G9 R9 O9 W9"})
    assert estimated(one_move_from_home) == shares


def test_with_a_hold_that_wins_each_move_nearer_to_a_port_counts() -> None:
    places = [(-3, 20), (1, 17), (6, 9), (7, 7)]
    shares = [estimated(table(game(3), {0: place}, {0: "G9 R9 O9"}))[0] for place in places]
    assert shares == sorted(set(shares))


def considered(position: Position) -> set[str]:
    """What a search tries."""
    box, choices, worths = position.box, np.zeros(MOST_CHOICES, np.int32), np.zeros(MOST_CHOICES, np.int32)
    count = box.game.judge.candidates(box.constants, position.states, 0, choices, worths)
    return {box.texts[number] for number in choices[:count]}


def test_a_search_considers_only_ports_if_the_hold_wins_there() -> None:
    at_sea = table(game(2), {0: (5, 8)}, {0: "S1 G1"}, score=[27, 0], wind="E")
    assert considered(at_sea) == {"go 3,13", "go 5,10", "go 7,7"}
    in_port = table(game(2), {0: (7, 7)}, {0: "S1 G1"}, score=[27, 0], phase="UNLOAD")
    assert considered(in_port) == {"unload all"}


def test_a_pearl_spent_on_the_way_home_does_not_count() -> None:
    """Both ports are four points away: one more than the ship has, so the pearl goes and three points come home."""
    winning, one_short = (
        table(game(2), {0: (5, 6)}, {0: "G1 R1 W1"}, score=[score, 0], wind="N") for score in (27, 26)
    )
    assert considered(winning) == {"go 2,2", "go 5,10"}
    assert considered(one_short) == {str(choice) for choice in one_short.legal}


@pytest.mark.parametrize(("options", "score"), [({}, 26), ({"finish_round": True}, 27)])
def test_it_considers_all_choices_if_unloading_does_not_win_at_once(options: dict[str, object], score: int) -> None:
    """Because a point is missing, or because the others finish the round (TRB-91)."""
    position = table(game(2, **options), {0: (5, 8)}, {0: "S1 G1"}, score=[score, 0], wind="E")
    assert considered(position) == {str(choice) for choice in position.legal}
