"""Bots in Treasure Boots bring home a hold that wins, instead of hunting for more until the last round."""

from __future__ import annotations

import pytest

from cabotage.bots import make_bot
from cabotage.core.position import Position
from cabotage.games.treasure_boots.state import Phase
from cabotage.games.treasure_boots.test_kit import Place, game, scores, table, where

SEARCHING = ["cabin_boy", "sailor", "mate", "captain@100"]
HUGE, ENOUGH, SLOW = "S8 G5 R6 O4 W3 X1", "S3 G2 R2 O3 W2", "G5 R6 O5"  # worth 31, 16 and 18
HOMES = {"go 2,2", "go 3,13", "go 5,10", "go 7,7"}  # the four ports
TREASURE: dict[Place, str] = {(4, 4): "S", (4, 7): "O", (7, 11): "R", (5, 15): "G", (1, 14): "W"}


def loaded(hold: str, place: Place, score: int = 0, **fields: object) -> Position:
    """Seat 0 has a hold that wins; there is still much to collect."""
    return table(game(3), {0: place}, {0: hold}, TREASURE, score=[score, 9, 9], **fields)


def choice_of(name: str, position: Position, seed: int) -> str:
    bot = make_bot(name, position.box, seed)
    return str(position.box.texts[bot.choose(position.view(0), 0)])


def rounds_played(position: Position, name: str, seed: int, most: int) -> int:
    """Let these bots play on, but no more than so many rounds."""
    bots = [make_bot(name, position.box, 3 * seed + seat) for seat in range(3)]
    while not position.is_over and position["rounds"] < most:
        position.play(bots[position.to_act].choose(position.view(position.to_act), position.to_act))
        position.roll()
    return int(position["rounds"])


def stay(position: Position) -> str:
    """What a ship does that stands still and holds its fire."""
    row, column = where(position, position.to_act) or (0, 0)
    return f"go {row},{column}" if position["phase"] == Phase.GO else "pass"


@pytest.mark.parametrize("name", SEARCHING)
@pytest.mark.parametrize(
    ("hold", "place", "score", "wind"),
    [(HUGE, (6, 14), 0, "W"), (HUGE, (8, 8), 0, "N"), (ENOUGH, (5, 8), 4, "E"), (SLOW, (3, 3), 2, "W")],
)
def test_a_port_within_reach_is_the_only_goal(name: str, hold: str, place: Place, score: int, wind: str) -> None:
    for seed in range(5):
        assert choice_of(name, loaded(hold, place, score, wind=wind), seed) in HOMES


@pytest.mark.parametrize("name", SEARCHING)
def test_what_wins_is_unloaded_at_once(name: str) -> None:
    for seed in range(5):
        assert choice_of(name, loaded(HUGE, (7, 7), phase="UNLOAD"), seed) == "unload all"


@pytest.mark.parametrize("name", SEARCHING)
@pytest.mark.parametrize(
    ("hold", "place", "score", "turns"),
    [
        (HUGE, (4, 7), 0, 3),  # on an island: it has to put to sea first
        (HUGE, (12, 20), 0, 3),
        (ENOUGH, (7, 16), 4, 5),
        (SLOW, (-3, 20), 2, 8),  # in a far corner, without sails
        (SLOW, (8, 2), 2, 6),
    ],
)
def test_a_ship_far_from_home_gets_there(name: str, hold: str, place: Place, score: int, turns: int) -> None:
    """While the others stand still."""
    for seed in range(3):
        bot = make_bot(name, game(3), seed)
        position = loaded(hold, place, score)
        position.dice = game(3).start(seed=seed).dice
        while not position.is_over and position["rounds"] < turns:
            if position.to_act == 0:
                position.play(bot.choose(position.view(0), 0))
            else:
                position.play(stay(position))
            position.roll()
        assert position.is_over, f"seed {seed}"
        assert scores(position)[0] >= 20


@pytest.mark.parametrize("name", ["cabin_boy", "sailor", "captain@20"])
def test_sixty_games_with_a_great_lead_end_soon(name: str) -> None:
    """Twenty of each bot; all seats play, so the others may fire at the leader."""
    for seed in range(20):
        position = loaded(HUGE, (4, 7))
        position.dice = game(3).start(seed=seed).dice
        rounds = rounds_played(position, name, seed, most=4)
        assert position.is_over, f"seed {seed} of {name}: not over after {rounds} rounds"


@pytest.mark.parametrize(("name", "games", "most"), [("greedy", 40, 60), ("cabin_boy", 20, 90)])
def test_sixty_whole_games_end_long_before_the_last_round(name: str, games: int, most: int) -> None:
    for seed in range(games):
        position = game(3).start(seed=seed)
        rounds = rounds_played(position, name, seed, most)
        assert position.is_over, f"seed {seed} of {name}: not over after {rounds} rounds"
