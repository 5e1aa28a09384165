"""Every game ends, and its result is what a result can be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cabotage.core.box import Box
from cabotage.core.contract import OVER, WIN, State
from cabotage.core.game import Game
from tests.settings import each_game, mixed_settings, single_settings
from tests.walks import finish, is_compiled, moments

UNTOUCHED = -77


def seeds(game: Game) -> range:
    """Compiled games are quick; the toy is not, but its games are short."""
    return range(40 if is_compiled(game) else 4)


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
def test_every_game_ends_with_every_value_of_every_option_at_every_number_of_seats(game: Game) -> None:
    for setting in single_settings(game):
        box = setting.box()
        for seed in seeds(game):
            steps, states = finish(box, seed)
            assert steps <= game.longest, f"{setting}, seed {seed}"
            assert game.rules.to_act(box.constants, states, 0) == OVER, f"{setting}, seed {seed}"


@each_game
def test_every_game_ends_with_mixed_options(game: Game) -> None:
    for setting in mixed_settings(game, 60):
        box = setting.box()
        for seed in seeds(game)[:8]:
            steps, states = finish(box, seed)
            assert steps <= game.longest, f"{setting}, seed {seed}"
            assert game.rules.to_act(box.constants, states, 0) == OVER, f"{setting}, seed {seed}"


@each_game
def test_the_win_is_shared_exactly(game: Game) -> None:
    for setting in (*single_settings(game), *mixed_settings(game, 60)):
        box = setting.box()
        for seed in seeds(game):
            _, states = finish(box, seed)
            assert_shares(box, box.shares(states), f"{setting}, seed {seed}")


@each_game
def test_seats_with_a_share_of_the_win_are_first(game: Game) -> None:
    for setting in (*single_settings(game), *mixed_settings(game, 60)):
        box = setting.box()
        for seed in seeds(game):
            _, states = finish(box, seed)
            shares, places = box.shares(states), box.places(states)
            for share, place in zip(shares, places, strict=True):
                if not box.is_cooperative:
                    assert (share > 0) == (place == 1), f"{setting}, seed {seed}: {shares}, {places}"
            assert not box.is_cooperative or set(places) == {1}, f"{setting}, seed {seed}: {places}"


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
