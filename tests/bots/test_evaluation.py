"""Evaluation for people: chances that add up, choices that are good, and nothing that the viewer cannot know."""

from __future__ import annotations

import json
import random

import pytest

import cabotage
from cabotage.bots.evaluation import Chance, evaluate, hint
from cabotage.bots.search import Budget
from cabotage.core.box import Box
from cabotage.core.contract import SPECTATOR
from cabotage.core.errors import PositionError
from cabotage.core.game import Game
from cabotage.core.position import Position
from cabotage.games.captn_clever import test_kit as clever
from cabotage.games.smugglers import test_kit as smugglers
from tests.settings import each_registered_game
from tests.walks import step, viewers

FEW = Budget(iterations=60)
SOME = Budget(iterations=600)


def middle(box: Box, seed: int = 5) -> Position:
    """A decision some way into a random game."""
    rng = random.Random(seed)
    position = box.first(seed)
    while len(position.history) < 40 or position.to_act < 0:
        step(position, rng)
    return position


def sure_win(seats: int = 3) -> Position:
    """Calypso: seat 0 needs one fish; tile g is known to hide green, the others may."""
    return cabotage.load("calypso", seats=seats).position(
        phase="SEARCH",
        sought="green",
        ring="SRNGMBY",
        calypso=3,
        top="RRBBYG",
        back=[-1, -1, -1, -1, 3, -1],
        score=[9, 9, 9, 0, 0, 0],
    )


@each_registered_game
def test_chances_lie_between_their_bounds_and_add_up_for_every_viewer(game: Game) -> None:
    position = middle(Box(game))
    offered = {choice.number for choice in position.legal}
    for viewer in viewers(position.box):
        found = evaluate(position.box, position.view(viewer), viewer, FEW, seed=1)
        assert (found.viewer, found.iterations) == (viewer, 60)
        for chances in (found.chances, *(choice.chances for choice in found.choices)):
            assert all(0 <= chance.low <= chance.value <= chance.high <= 1 for chance in chances)
            assert sum(chance.value for chance in chances) == pytest.approx(1)
        if viewer == position.to_act:
            assert {choice.number for choice in found.choices} <= offered
            assert sum(choice.visits for choice in found.choices) == 60
            assert found.chances == found.choices[0].chances
            sure = [choice.chances[viewer].low for choice in found.choices]
            assert sure == sorted(sure, reverse=True)
        else:
            assert found.choices == ()


@each_registered_game
def test_two_worlds_that_look_alike_to_a_viewer_are_judged_alike(game: Game) -> None:
    position = middle(Box(game))
    for viewer in viewers(position.box):
        other = position.box.resample(position.view(viewer), viewer, seed=9)
        here = evaluate(position.box, position.view(viewer), viewer, FEW, seed=3)
        assert here == evaluate(position.box, other.view(viewer), viewer, FEW, seed=3)


def test_in_calypso_a_known_tile_wins() -> None:
    position = sure_win()
    found = evaluate(position.box, position.view(0), 0, SOME, seed=1)
    assert found.choices[0].notation == "turn g"
    assert [chance.value for chance in found.chances] == [1.0, 0.0, 0.0]
    assert found.chances[0].low > 0.95
    assert found.chances[0].high == 1.0


def test_a_spectator_sees_the_win_coming_too() -> None:
    position = sure_win()
    for viewer in (1, 2, SPECTATOR):
        found = evaluate(position.box, position.view(viewer), viewer, SOME, seed=1)
        assert found.choices == ()
        assert found.chances[0].value > 0.8


def test_in_smugglers_the_last_delivery_wins() -> None:
    position = smugglers.table(smugglers.game(), "O2", beam=9, cargo="4>1", w=4, score=[6, 5, 4, 0])
    found = evaluate(position.box, position.view(0), 0, SOME, seed=1)
    assert found.choices[0].notation == "go h1"
    assert [chance.value for chance in found.chances] == [1.0, 0.0, 0.0]


def test_in_captn_clever_the_last_treasure_wins() -> None:
    """Everybody needs only the mask on island 9; from 5 boats lead there over 6."""
    position = clever.table("5673", "2-5 4-5 5-6 6-9", targets="9999", found=["12345678"] * 4)
    found = evaluate(position.box, position.view(0), 0, SOME, seed=1)
    assert "captain=9" in found.choices[0].notation
    assert [chance.value for chance in found.chances] == [1.0, 0.0, 0.0, 0.0]


def test_together_all_seats_have_the_same_chance() -> None:
    position = middle(cabotage.load("calypso", seats=3, mode="coop"))
    found = evaluate(position.box, position.view(position.to_act), position.to_act, SOME, seed=1)
    for chances in (found.chances, *(choice.chances for choice in found.choices)):
        assert len(set(chances)) == 1


def test_partners_have_the_same_chance_and_the_pairs_share_the_win() -> None:
    box = cabotage.load("cape_horn", seats=4, duo=True)
    assert box.teams == (0, 1, 0, 1)
    position = middle(box)
    found = evaluate(box, position.view(position.to_act), position.to_act, FEW, seed=1)
    assert found.chances[0] == found.chances[2]
    assert found.chances[1] == found.chances[3]
    assert found.chances[0].value + found.chances[1].value == pytest.approx(1)


def test_when_the_game_is_over_chances_are_the_result() -> None:
    position = sure_win()
    position.play("turn g")
    assert position.is_over
    found = evaluate(position.box, position.view(SPECTATOR), SPECTATOR, FEW)
    assert found.chances == (Chance(1.0, 1.0, 1.0), Chance(0.0, 0.0, 0.0), Chance(0.0, 0.0, 0.0))
    assert found.choices == ()


def test_bounds_are_those_of_wilson() -> None:
    """Hand-computed: 0 of 10, 5 of 10, 50 of 100."""
    none, half, many = Chance.of(0.0, 10), Chance.of(0.5, 10), Chance.of(0.5, 100)
    assert [none.value, none.low, none.high] == pytest.approx([0.0, 0.0, 0.2775], abs=1e-4)
    assert [half.low, half.high] == pytest.approx([0.2366, 0.7634], abs=1e-4)
    assert [many.low, many.high] == pytest.approx([0.4038, 0.5962], abs=1e-4)


def test_an_evaluation_as_json() -> None:
    position = sure_win(seats=2)
    found = evaluate(position.box, position.view(0), 0, Budget(iterations=1), seed=1).json()
    assert json.loads(json.dumps(found)) == found
    assert list(found) == ["viewer", "iterations", "chances", "choices"]
    assert (found["viewer"], found["iterations"], len(found["chances"])) == (0, 1, 2)
    assert list(found["chances"][0]) == ["value", "low", "high"]
    [tried] = found["choices"]
    assert list(tried) == ["number", "notation", "visits", "chances", "merit"]
    assert tried["visits"] == 1
    assert tried["notation"] == position.box.texts[tried["number"]]


@pytest.mark.parametrize("viewer", [-2, 3])
def test_an_unknown_viewer_is_refused(viewer: int) -> None:
    position = sure_win()
    with pytest.raises(PositionError, match="seats are 0 to 2"):
        evaluate(position.box, position.view(0), viewer, FEW)


@each_registered_game
def test_a_hint_is_for_the_seat_to_act_in_every_game(game: Game) -> None:
    position = middle(Box(game))
    seat = position.to_act
    found = hint(position.box, position.view(seat), seat, FEW, seed=1)
    assert found.choices
    assert {choice.number for choice in found.choices} <= {choice.number for choice in position.legal}


def stirred(*tiles: str) -> Position:
    """Calypso: seat 0 has turned these tiles in a mix-up, one after the other; then seat 1 has to look for green."""
    box = cabotage.load("calypso", seats=3, mixing="free", replacing=False)
    position = box.position(phase="MIX", ring="SRNGMBY", calypso=1, top="RRRBBY", score=[2, 0, 0, 0, 0, 0])
    for tile in tiles:
        position.play(f"mix {tile}")
        if position.is_chance:
            position.roll("back green")
    position.play("mix nothing")
    position.roll("die 2")
    return position


def test_a_hint_in_calypso_ignores_who_has_seen_a_back() -> None:
    seen, unseen = stirred("a", "a"), stirred()
    assert seen.scene(1) == unseen.scene(1)
    assert seen.view(1).tobytes() != unseen.view(1).tobytes()
    told, plain = (hint(one.box, one.view(1), 1, SOME, seed=4) for one in (seen, unseen))
    assert told == plain
    assert evaluate(seen.box, seen.view(1), 1, SOME, seed=4) != plain


def test_a_hint_in_captn_clever_remembers_neither_vain_landings_nor_piles() -> None:
    boats = "2-3 6-9 1-4"
    been = clever.table("762", boats, "914", found=("12", "", "35"), arrived=[0, 0, 1 << 6 | 1 << 7, 0])
    new = clever.table("762", boats, "914", found=("82", "", "15"))
    told, plain = (hint(one.box, one.view(0), 0, SOME, seed=4) for one in (been, new))
    assert told == plain
    assert evaluate(been.box, been.view(0), 0, SOME, seed=4) != evaluate(new.box, new.view(0), 0, SOME, seed=4)


def test_a_hint_knows_the_backs_that_the_table_shows() -> None:
    box = cabotage.load("calypso", seats=3, memory_help=True)
    position = box.position(**sure_win().fields)
    assert hint(box, position.view(0), 0, SOME, seed=1).choices[0].notation == "turn g"
    assert hint(box, position.view(0), 0, SOME, seed=1).chances[0].value == 1
