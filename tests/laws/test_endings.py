"""Every game ends, and its result is what a result can be."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from cabotage.core.box import Box
from cabotage.core.contract import OVER, WIN, State
from cabotage.core.game import Game
from tests.settings import each_game, mixed_settings, single_boxes
from tests.walks import finish, is_compiled, moments

UNTOUCHED = -77


@dataclass(frozen=True)
class End:
    """How a random game ended."""

    about: str
    box: Box
    steps: int
    to_act: int
    shares: Sequence[int]
    places: Sequence[int]


@cache
def ends(game: Game, games: int) -> tuple[End, ...]:
    """Of so many games with every value of every option at every number of seats, and with mixed options.

    Compiled games are quick; the toy is not, but its games are short.
    """
    found = []
    mixed = ((setting, setting.box()) for setting in mixed_settings(game, 60))
    for setting, box in itertools.chain(single_boxes(game), mixed):
        for seed in range(games if is_compiled(game) else 4):
            steps, states = finish(box, seed)
            actor = int(game.rules.to_act(box.constants, states, 0))
            found.append(End(f"{setting}, seed {seed}", box, steps, actor, box.shares(states), box.places(states)))
    return tuple(found)


some_or_many_games = pytest.mark.parametrize("games", [8, pytest.param(40, marks=pytest.mark.quiet)])


def assert_standings(box: Box, states: State, about: str) -> None:
    """Teams are those of the box and stand equal; a single team has won (1) or not (0)."""
    room = np.full(box.seats + 8, UNTOUCHED, np.int32)
    teams = box.game.rules.standings(box.constants, states, 0, room)
    assert (room[box.seats :] == UNTOUCHED).all(), f"{about}: standings of seats that are not in the game"
    assert box.teams == tuple(seat % teams for seat in range(box.seats)), about
    standings = room[: box.seats].tolist()
    assert standings == [standings[seat % teams] for seat in range(box.seats)], f"{about}: partners differ"
    assert teams > 1 or standings[0] in (0, 1), f"{about}: {standings}"


def assert_shares(box: Box, shares: Sequence[int], about: str) -> None:
    """The teams share WIN exactly, all seats of a team alike; one team against the game has all or nothing."""
    of_team = {team: {shares[seat] for seat in range(box.seats) if box.teams[seat] == team} for team in box.teams}
    assert all(len(same) == 1 for same in of_team.values()), f"{about}: partners differ in {shares}"
    each = [same.pop() for same in of_team.values()]
    assert min(each) >= 0, f"{about}: {shares}"
    if box.is_cooperative:
        assert each[0] in (0, WIN), f"{about}: {shares}"
    else:
        assert sum(each) == WIN, f"{about}: {shares}"


def assert_ranking(box: Box, places: Sequence[int], about: str) -> None:
    """1 is first, equals share a place, behind two seconds comes a fourth, and a team has one place."""
    each = [places[box.teams.index(team)] for team in sorted(set(box.teams))]
    assert list(places) == [each[team] for team in box.teams], f"{about}: {places}"
    for place in each:
        assert place == 1 + sum(other < place for other in each), f"{about}: {places}"


@each_game
@some_or_many_games
def test_every_game_ends(game: Game, games: int) -> None:
    for end in ends(game, games):
        assert end.steps <= game.longest, end.about
        assert end.to_act == OVER, end.about


@each_game
def test_teams_are_of_equal_size_and_their_seats_alternate(game: Game) -> None:
    for end in ends(game, 8):
        count = len(set(end.box.teams))
        assert end.box.teams == tuple(seat % count for seat in range(end.box.seats)), end.about
        assert end.box.seats % count == 0, end.about


@each_game
@some_or_many_games
def test_the_win_is_shared_exactly(game: Game, games: int) -> None:
    for end in ends(game, games):
        assert_shares(end.box, end.shares, end.about)


@each_game
@some_or_many_games
def test_seats_with_a_share_of_the_win_are_first(game: Game, games: int) -> None:
    for end in ends(game, games):
        for share, place in zip(end.shares, end.places, strict=True):
            if not end.box.is_cooperative:
                assert (share > 0) == (place == 1), f"{end.about}: {end.shares}, {end.places}"
        assert not end.box.is_cooperative or set(end.places) == {1}, f"{end.about}: {end.places}"


@each_game
def test_places_are_a_ranking_at_any_moment(game: Game) -> None:
    for position in moments(game):
        assert_standings(position.box, position.states, position.summary)
        assert_ranking(position.box, position.places, position.summary)


@each_game
def test_a_position_tells_its_score_only_when_it_is_over(game: Game) -> None:
    ended = 0
    for position in moments(game):
        score = position.score
        if not position.is_over:
            assert score is None
            continue
        ended += 1
        assert score is not None
        assert [int(share * WIN) for share in score] == position.box.shares(position.states)
        assert len(position.legal) == 0
        assert position.chances == []
    assert ended >= 5
