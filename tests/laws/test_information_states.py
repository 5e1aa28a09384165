"""Information states have all that a seat has observed, in order, and nothing else."""

from __future__ import annotations

import random

from cabotage.core.contract import CHANCE, OVER
from cabotage.core.game import Game
from cabotage.core.position import Position
from tests.settings import each_game, few_settings
from tests.walks import viewers

STEPS = 40


def possible(position: Position) -> list[int]:
    if position.to_act == CHANCE:
        return [outcome.number for outcome in position.chances]
    return [int(number) for number in position.legal.numbers]


def seen(position: Position, number: int, viewer: int) -> int:
    return int(position.box.game.rules.seen(position.box.constants, position.states, 0, number, viewer))


def lookalike(other: Position, seen_number: int, viewer: int, rng: random.Random) -> int | None:
    alike = [number for number in possible(other) if seen(other, number, viewer) == seen_number]
    return rng.choice(alike) if alike else None


@each_game
def test_equal_information_states_mean_equal_views_and_choices(game: Game) -> None:
    """The other history has any hidden number in place of each that the viewer does not see, as long as it can."""
    compared = 0
    for setting in few_settings(game)[:4]:
        box = setting.box()
        for viewer in viewers(box):
            rng = random.Random(viewer)
            one, other = box.first(1), box.first(1)
            for _ in range(STEPS):
                if one.is_over:
                    break
                number = rng.choice(possible(one))
                follower = lookalike(other, seen(one, number, viewer), viewer, rng)
                one.advance(number)
                other = one.copy() if follower is None else other
                if follower is None:
                    continue
                other.advance(follower)
                if {one.to_act, other.to_act} & {OVER}:  # all may be laid open
                    break
                states = [position.information_state(viewer) for position in (one, other)]
                assert states[0] == states[1]
                assert bytes(states[0]) == bytes(states[1])
                assert str(states[0]) == str(states[1])
                assert one.to_act == other.to_act
                assert one.view(viewer).tobytes() == other.view(viewer).tobytes()
                if one.to_act == viewer:
                    assert one.legal.numbers.tolist() == other.legal.numbers.tolist()
                compared += 1
    assert compared > STEPS


@each_game
def test_information_states_grow_with_every_step_and_differ_between_seats(game: Game) -> None:
    box = few_settings(game)[0].box()
    rng, position, found = random.Random(3), box.first(3), set()
    for step in range(STEPS):
        if position.is_over:
            break
        states = [position.information_state(viewer) for viewer in viewers(box)]
        assert {len(state.seen) for state in states} == {step}
        found |= {bytes(state) for state in states}
        assert len(found) == (step + 1) * len(states)
        position.advance(rng.choice(possible(position)))
