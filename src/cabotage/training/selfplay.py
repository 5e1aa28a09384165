"""What one process plays at a time: a part of the self-play, or one game of a tournament."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cabotage.arena.cluster import check_sources
from cabotage.arena.match import Referee, Roster
from cabotage.arena.sources import sources_of
from cabotage.arena.workers import open_box
from cabotage.bots.bot import Bot
from cabotage.bots.network import Network
from cabotage.bots.ranks import Rank
from cabotage.bots.search import Budget, search
from cabotage.bots.search_bot import SearchBot
from cabotage.core.contract import OVER
from cabotage.games import find
from cabotage.training import positions
from cabotage.training.boxes import box_of, usual_box
from cabotage.training.positions import PLACES, Positions, made_of

if TYPE_CHECKING:
    from cabotage.arena.result import GameResult, Thinking
    from cabotage.arena.schedule import Match
    from cabotage.core.box import Box

GAMES_EACH = 250  # games of a part: the smallest unit that is saved
SEARCHED_EACH = 4  # likewise, where every choice is searched
FREE = 0.2  # of the choices of a search are drawn by how often each was tried, so that games differ
ADMIRAL = "admiral"


class Part(NamedTuple):
    """A part of the self-play of one round."""

    game: str
    seats: int | None  # None: several numbers, see boxes.py
    options: dict[str, Any]
    seed: int  # of the round
    number: int  # of the part
    games: int
    network: Network | None  # that of all seats; None: the quick policy
    iterations: int  # of the search at every decision; 0: seats only look one choice ahead
    sources: str

    @property
    def first(self) -> int:
        """The number of its first game."""
        return self.number * self.games


class Player(NamedTuple):
    """A bot of a tournament that searches with a network."""

    network: Network
    iterations: int


def play_part(part: Part) -> Positions:
    """The positions of this part, the same on every machine."""
    game = find(part.game)
    _check_machine(game.id, part.sources)
    box = box_of(game, part.seats, part.options, part.seed, part.number)
    if part.network is None or not part.iterations:
        return positions.gather(box, part.first, part.games, part.seed, part.network)
    budget = learner_budget(box, part.network, part.iterations)
    games = [_searched(box, part.first + k, part.seed, budget) for k in range(part.games)]
    return positions.joined(games)


def play_match(
    settings: dict[str, Any], seed: int, match: Match, cast: dict[str, Player], sources: str
) -> tuple[GameResult, Thinking]:
    """One game of a tournament."""
    box = open_box(settings)
    _check_machine(box.game.id, sources)
    with _Cast(box, cast) as roster:
        return Referee(box, match, seed, roster, is_adjusted=False).play()


def learner_budget(box: Box, network: Network, iterations: int) -> Budget:
    """How an admiral with this network searches."""
    settings = Rank(ADMIRAL, iterations).settings(box)
    return Budget(
        iterations=iterations,
        horizon=settings.horizon,
        exploration=settings.exploration,
        widening=settings.widening,
        prior=settings.prior,
        network=network,
    )


class LearnerBot(SearchBot):
    """An admiral with a network that is still being learned."""

    def __init__(self, box: Box, player: Player, seed: int) -> None:
        Bot.__init__(self, box, seed)
        self.rank = Rank(ADMIRAL, player.iterations)
        self.budget = learner_budget(box, player.network, player.iterations)


class _Cast(Roster):
    """Bots by name, some of which search with networks of their own."""

    def __init__(self, box: Box, cast: dict[str, Player]) -> None:
        super().__init__(box)
        self._cast = cast

    def take(self, name: str, seed: int) -> Bot:
        player = self._cast.get(name)
        if player is None:
            return super().take(name, seed)
        return LearnerBot(self.box, player, seed)


def _searched(box: Box, number: int, seed: int, budget: Budget) -> Positions:
    """A game in which every seat searches; some of its positions, with what the search expected."""
    rng = np.random.default_rng([seed, number])
    position = box.start(seed=int(rng.integers(1 << 62)))
    rows, values, estimates = [], [], []
    while (seat := position.to_act) != OVER:
        result = search(box, position.view(seat), seat, budget, int(rng.integers(1 << 31)))
        row, estimate = positions.describe(box, position.states)
        rows.append(row)
        estimates.append(estimate)
        values.append(result.choices[0].values)
        visits = np.array([choice.visits for choice in result.choices], np.float64)
        which = int(rng.choice(len(visits), p=visits / visits.sum())) if rng.random() < FREE else 0
        position.play(result.choices[which].number)
        position.roll()
    kept = np.sort(rng.permutation(len(rows))[:PLACES]).tolist()
    shares = [float(share) for share in position.score or ()]
    return made_of(
        box,
        [number] * len(kept),
        [rows[k] for k in kept],
        [shares] * len(kept),
        [values[k] for k in kept],
        [estimates[k] for k in kept],
    )


@cache
def own_sources(game: str) -> str:
    """A hash of all that decides how this game is played here."""
    return sources_of(usual_box(find(game), None, {}), ())


def _check_machine(game: str, sources: str) -> None:
    check_sources(own_sources(game), sources)
