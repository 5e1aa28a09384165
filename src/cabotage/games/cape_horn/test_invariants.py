"""What holds at every moment of every game, whatever is played."""

from __future__ import annotations

from typing import Any

import pytest

from cabotage.core.box import Box
from cabotage.core.position import Position
from cabotage.games.cape_horn.state import NOWHERE
from cabotage.games.cape_horn.test_kit import SQUARES, game, hand, padded
from tests.reading import by_seat


def check(box: Box, s: Any) -> None:
    seats = box.seats
    hands = s["hand"][:seats].sum(axis=0)
    laid = [int((s["laid_kind"][: int(s["laid"])] == kind).sum()) for kind in range(8)]
    assert (s["pool"] + hands + padded(laid)).tolist() == box.constants["deck"][0].tolist()
    assert int(s["pool"].sum()) == int(s["stock"])
    assert s["held"][:seats].tolist() == s["hand"][:seats].sum(axis=1).tolist()
    assert int(s["held"].max()) <= 6
    assert 0 <= int(s["points"].min()) <= int(s["points"].max()) <= 8
    for roses in s["roses"]:
        taken = [int(colour) for colour in roses if colour >= 0]
        assert len(taken) == len(set(taken))
    check_net(box, s)


def check_net(box: Box, s: Any) -> None:
    near = box.constants["neighbours"][0]
    held = {at for at in range(SQUARES) if s["wind"][at] >= 0}
    assert held == {int(at) for at in s["laid_square"][: int(s["laid"])]} | {
        int(at) for at in box.constants["starts"][0, :5]
    }
    net = {int(box.constants["starts"][0, 0])}
    while more := {int(at) for one in net for at in near[one] if at != NOWHERE and int(at) in held} - net:
        net |= more
    assert net == held
    for at in range(SQUARES):
        touches = any(int(other) in held for other in near[at] if other != NOWHERE)
        if at not in held:
            assert int(s["wind"][at]) == (-1 if touches else -2)
    ships = [int(at) for at in s["ship"][: box.seats] if at != NOWHERE]
    assert set(ships) <= held
    for at in ships:
        assert ships.count(at) == 1 or box.constants["rose_colour"][0, at] >= 0


@pytest.mark.rule("CAP-14", "CAP-43", "CAP-54", "CAP-61")
@pytest.mark.parametrize("options", [{}, {"sea": "rough", "ignore_over_line": True, "three_roses_win": False}])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_cards_points_roses_and_the_net_of_winds_stay_in_order(seats: int, options: dict[str, Any]) -> None:
    box = game(seats, **options)
    for state in box.simulation.sample(400, seed=seats):
        check(box, state)


def moves(position: Position) -> Any:
    """Random choices and draws until the game is over."""
    rng = __import__("random").Random(3)
    while not position.is_over:
        if position.is_chance:
            yield position.roll_once()
        else:
            yield position.play(rng.choice(list(position.legal)))


@pytest.mark.rule("CAP-64")
def test_a_hand_changes_only_by_drawing_and_by_laying() -> None:
    position = game(3).start(seed=4)
    before = [hand(position, seat) for seat in range(3)]
    for event in moves(position):
        after = [hand(position, seat) for seat in range(3)]
        if after != before:
            assert str(event).split()[0] in ("lay", "draw")
            assert sum(one != other for one, other in zip(before, after, strict=True)) == 1
        before = after


@pytest.mark.rule("CAP-56")
def test_roses_once_taken_are_kept() -> None:
    position = game(4).start(seed=8)
    best = [0] * 4
    for _ in moves(position):
        now = [sum(rose >= 0 for rose in row) for row in position["roses"][:4]]
        assert all(one <= other for one, other in zip(best, now, strict=True))
        best = now
    assert max(best) > 0


@pytest.mark.rule("CAP-73")
def test_every_game_ends_within_its_longest() -> None:
    for seats in (3, 4, 5):
        box = game(seats)
        assert box.simulation.play(200, seed=1) < 200 * box.game.longest
        position = box.start(seed=2)
        assert sum(1 for _ in moves(position)) < box.game.longest
        assert position["turns"] <= 60 * seats
        assert len(by_seat(position, "ship")) == seats
