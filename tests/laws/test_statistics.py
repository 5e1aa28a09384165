"""Figures of finished games: of every seat, told in both languages, and in accord with what the game itself counts."""

from __future__ import annotations

from functools import cache

import pytest

from cabotage.bots import make_bot
from cabotage.core.box import Box
from cabotage.core.game import Game
from cabotage.core.position import Position
from cabotage.core.statistic import Statistic, statistics_of
from cabotage.core.words import LANGUAGES
from cabotage.games import GAMES
from tests.settings import SHORT, each_registered_game

GAMES_PLAYED = 3
COUNTED_BY_THE_STATE = {  # a figure, and the field of the last state that holds the same
    "calypso": ("fish", "score"),
    "captn_clever": ("treasures", "treasures"),
    "smugglers": ("points", "score"),
    "treasure_boots": ("points", "score"),
}


@cache
def games(game: Game) -> list[tuple[Position, list[Statistic]]]:
    """Some games of greedy bots, which find, shoot and push more than random ones."""
    played = []
    for seed in range(GAMES_PLAYED):
        box = Box(game, game.default_seats, SHORT[game.id])
        position = box.start(seed=seed)
        bots = [make_bot("greedy" if seat else "random", box, seed + seat) for seat in range(box.seats)]
        while not position.is_over:
            seat = position.to_act
            position.play(int(bots[seat].choose(position.view(seat), seat)))
            position.roll()
        played.append((position, statistics_of(position.record(), game)))
    return played


@each_registered_game
def test_a_game_has_two_to_four_figures_with_a_short_text_in_both_languages(game: Game) -> None:
    names = game.statistics.NAMES
    assert 2 <= len(names) <= 4
    for language in LANGUAGES:
        words = game.words(language)
        assert {f"statistics.{name}" for name in names} == {key for key in words.texts if key.startswith("statistics.")}
        assert all(len(words.say(f"statistics.{name}")) < 50 for name in names)


@each_registered_game
def test_figures_are_of_every_seat_in_order_of_time_and_end_in_their_values(game: Game) -> None:
    for position, found in games(game):
        order = [each.name for each in found]
        assert order == [name for name in game.statistics.NAMES if name in order]
        for statistic in found:
            times = [at for at, _ in statistic.course]
            assert times == sorted(set(times))
            assert (times[0], times[-1] <= len(position.history)) == (0, True)
            assert statistic.course[-1][1] == statistic.values
            assert {len(values) for _, values in statistic.course} == {position.box.seats}
            assert statistic.name == "nearer" or min(statistic.values) >= 0, "only ships can be driven back"
            assert any(statistic.values)


@each_registered_game
def test_every_figure_is_counted_in_some_game(game: Game) -> None:
    assert {each.name for _, found in games(game) for each in found} == set(game.statistics.NAMES)


@pytest.mark.parametrize("name", COUNTED_BY_THE_STATE)
def test_the_main_figure_is_what_the_game_itself_counts(name: str) -> None:
    figure, field = COUNTED_BY_THE_STATE[name]
    for position, found in games(GAMES[name]):
        nothing = [0] * position.box.seats
        values = next((list(each.values) for each in found if each.name == figure), nothing)
        assert values == position[field][: position.box.seats]


def test_winds_laid_and_roses_are_those_on_the_chart() -> None:
    for position, found in games(GAMES["cape_horn"]):
        values = {each.name: each.values for each in found}
        assert sum(values["laid"]) == position["laid"]
        roses = [sum(rose >= 0 for rose in position["roses"][seat]) for seat in range(position.box.seats)]
        assert list(values.get("roses", [0] * position.box.seats)) == roses


def test_every_delivered_good_has_its_taker_and_hits_are_shots() -> None:
    for position, found in games(GAMES["smugglers"]):
        [delivered] = [each.values for each in found if each.name == "delivered"]
        taken = position["taker"]
        assert list(delivered) == [taken.count(seat) for seat in range(position.box.seats)]
    for _, found in games(GAMES["treasure_boots"]):
        values = {each.name: each.values for each in found}
        if "hits" in values:
            assert all(hits <= shots for hits, shots in zip(values["hits"], values["shots"], strict=True))
