"""One game of the arena, played until it is over or a bot fails."""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import ExitStack
from itertools import chain
from operator import index
from time import perf_counter
from typing import TYPE_CHECKING, Self

import numpy as np

from cabotage.arena.result import Course, Failure, GameResult, Thinking
from cabotage.arena.stream import Stream, bot_seed, number_of
from cabotage.bots import is_foreign, make_bot
from cabotage.bots.bot import inform
from cabotage.bots.python_bot import PythonBot
from cabotage.bots.values import Values
from cabotage.core.contract import CHANCE, IS_INTERPRETED, OVER, WIN, State
from cabotage.core.errors import CabotageError
from cabotage.core.words import LANGUAGES

if TYPE_CHECKING:
    from cabotage.arena.schedule import Match
    from cabotage.bots.bot import Bot
    from cabotage.core.box import Box
    from cabotage.core.event import Event
    from cabotage.core.position import Position

MOMENTS = 11  # at which the course of a game is recorded, start and end included
CRASHED = "bot/crashed"


class Roster:
    """Makes bots, and keeps the processes of Python bots for later games. A context manager that ends them."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self._idle: defaultdict[str, list[PythonBot]] = defaultdict(list)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for bot in chain(*self._idle.values()):
            close(bot)

    def take(self, name: str, seed: int) -> Bot:
        """A bot for one game; no two seats share a process."""
        idle = self._idle[name]
        return idle.pop().begin(seed) if idle else make_bot(name, self.box, seed)

    def release(self, name: str, bot: Bot) -> None:
        """The game is over."""
        if isinstance(bot, PythonBot) and bot.is_ready:
            self._idle[name].append(bot)
        else:
            close(bot)


class Referee:
    """Lets bots play one game, and counts."""

    def __init__(self, box: Box, match: Match, seed: int, roster: Roster, is_adjusted: bool = True) -> None:
        self.box, self.match, self.seed, self.roster = box, match, seed, roster
        self.position = box.first(0)
        has_own_draws = any(map(is_foreign, match.seating))
        self.position.dice = Stream(self.position, seed, f"game {match.number}" if has_own_draws else match.round)
        self.turns = 0
        self.first = 0
        self.decisions = [0] * box.seats
        self.offered: Counter[int] = Counter()
        self.seconds = [0.0] * box.seats
        self.longest = [0.0] * box.seats
        self.states: list[State] = []  # before each decision, and at the end
        self.failure: Failure | None = None
        # Uncompiled, the playouts of one game would take a minute.
        has_values = is_adjusted and not IS_INTERPRETED
        self.values = Values(box, box.game.judge.SEARCH.luck) if has_values else None
        self.luck = np.zeros(box.seats)

    def play(self) -> tuple[GameResult, Thinking]:
        """Play the whole game."""
        self._draw()
        with ExitStack() as cleanup:
            bots = [self._make_bot(seat, cleanup) for seat in range(self.box.seats)]
            while self.failure is None and (seat := self.position.to_act) != OVER:
                bot = bots[seat]
                assert bot is not None
                self._decide(bot, seat)
                self._draw()
        self.states.append(self.position.states)
        return self._result(), Thinking(self.match.number, self.seconds, self.longest)

    def _make_bot(self, seat: int, cleanup: ExitStack) -> Bot | None:
        """A bot for the seat; None if it, or another one before, fails to start."""
        if self.failure is not None:
            return None
        match = self.match
        try:
            bot = self.roster.take(match.seating[seat], bot_seed(self.seed, match.round, match.rotation, seat))
        except Exception as error:
            self._fail(seat, error)
            return None
        cleanup.callback(self.roster.release, match.seating[seat], bot)
        return bot

    def _draw(self) -> None:
        while self.position.to_act == CHANCE:
            event = self.position.roll_once()
            self._count_turn(event)
            self._count_luck(event)

    def _count_luck(self, event: Event) -> None:
        """Add what each seat gained by a draw. The seed depends on the game and the draw, not on what was drawn."""
        if self.values is None:
            return
        match = self.match
        seed = number_of("luck", self.seed, match.round, match.rotation, len(self.position.history)) >> 1
        self.luck += self.values.draw(event.before, event.number, seed).luck

    def _count_turn(self, event: Event) -> None:
        """The seat on turn may change at any event; turns count from the first decision on."""
        if self.turns and self.position["turn"] != event.before["turn"][0]:
            self.turns += 1

    def _decide(self, bot: Bot, seat: int) -> None:
        position = self.position
        if not self.turns:  # some games draw who begins
            self.turns, self.first = 1, int(position["turn"])
        self.decisions[seat] += 1
        self.offered[len(position.legal)] += 1
        view = position.view(seat)
        inform(bot, position, seat)
        began = perf_counter()
        try:
            answer = bot.choose(view, seat)
        except Exception as error:
            self._fail(seat, error)
        spent = perf_counter() - began
        self.seconds[seat] += spent
        self.longest[seat] = max(self.longest[seat], spent)
        if self.failure is None:
            try:
                event = position.play(index(answer))
            except (CabotageError, TypeError) as error:
                self._fail(seat, error)
        if self.failure is not None:
            self.states.append(position.states)
            return
        self.states.append(event.before)
        self._count_turn(event)

    def _fail(self, seat: int, error: Exception) -> None:
        """End the game: a failing bot loses it, and the tournament continues."""
        if isinstance(error, CabotageError):
            code, reason = error.code, {language: error.sentence(language) for language in LANGUAGES}
        else:
            code, reason = CRASHED, dict.fromkeys(LANGUAGES, f"{type(error).__name__}: {error}")
        self.failure = Failure(seat, self.match.seating[seat], code, reason)

    def _result(self) -> GameResult:
        match, position = self.match, self.position
        shares, places = _standings(position, self.failure)
        return GameResult(
            match.number,
            match.round,
            match.rotation,
            list(match.seating),
            shares,
            places,
            len(position.history),
            self.turns,
            self.decisions,
            [[choices, times] for choices, times in sorted(self.offered.items())],
            self._course(shares),
            self._luck(),
            self.failure,
            self.first,
        )

    def _luck(self) -> list[float] | None:
        if self.values is None:
            return None
        return [0.0 if self.failure else round(float(luck), 6) for luck in self.luck]

    def _course(self, shares: list[float]) -> Course:
        last = len(self.states) - 1
        moments = [self.states[round(moment * last / (MOMENTS - 1))] for moment in range(MOMENTS)]
        chances = [[share / WIN for share in self._estimate(state)] for state in moments[:-1]]
        places = [self.box.places(state) for state in moments]
        return Course(places, [[round(c, 4) for c in each] for each in [*chances, shares]], self._points(moments))

    def _estimate(self, state: State) -> list[int]:
        out = np.zeros(self.box.seats, np.int32)
        self.box.game.judge.estimate(self.box.constants, state, 0, out)
        return [int(number) for number in out]

    def _points(self, moments: list[State]) -> list[list[int]] | None:
        """The field `score` of the state, in games that have one and are not co-operative."""
        if "score" not in self.box.schema.fields or self.box.is_cooperative:
            return None
        return [[int(points) for points in state["score"][0][: self.box.seats]] for state in moments]


def _standings(position: Position, failure: Failure | None) -> tuple[list[float], list[int]]:
    """Shares of the win and places. The team of a failed bot is last with nothing, all others are first."""
    score = position.score
    if failure is None:
        assert score is not None
        return [float(share) for share in score], list(position.places)
    teams = position.box.teams
    lost = teams[failure.seat]
    others = len(set(teams) - {lost})
    last = 1 + sum(team != lost for team in teams)
    shares = [0.0 if team == lost else 1 / others for team in teams]
    return shares, [last if team == lost else 1 for team in teams]


def close(bot: Bot) -> None:
    """Close a bot; an error here does not change the result."""
    try:
        getattr(bot, "close", lambda: None)()
    except Exception:
        return
