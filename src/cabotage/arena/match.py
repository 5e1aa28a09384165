"""One game of the arena, from the set-up to the end or to the first bot that fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from operator import index
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from cabotage.arena.result import Course, Failure, GameResult, Thinking
from cabotage.arena.stream import Stream, bot_seed, field
from cabotage.bots import make_bot
from cabotage.core.contract import CHANCE, OVER, WIN, State, batch
from cabotage.core.errors import CabotageError
from cabotage.core.words import LANGUAGES

if TYPE_CHECKING:
    from cabotage.arena.schedule import Match
    from cabotage.bots.bot import Bot
    from cabotage.core.box import Box
    from cabotage.core.position import Position

MOMENTS = 11  # at which the course of a game is kept, the beginning and the end among them
CRASHED = "bot/crashed"


class Referee:
    """Lets bots play, and counts."""

    def __init__(self, box: Box, match: Match, seed: int) -> None:
        self.box, self.match, self.seed = box, match, seed
        self.position = box.first(0)
        self.position.dice = Stream(self.position, seed, match.round)
        self.turns = 0
        self.decisions = [0] * box.seats
        self.offered: Counter[int] = Counter()
        self.seconds = [0.0] * box.seats
        self.longest = [0.0] * box.seats
        self.trail: list[State] = []
        self.failure: Failure | None = None

    def play(self) -> tuple[GameResult, Thinking]:
        """The whole game."""
        self._draw()
        with ExitStack() as leaving:
            bots = [self._hire(seat, leaving) for seat in range(self.box.seats)]
            while self.failure is None and (seat := self.position.to_act) != OVER:
                bot = bots[seat]
                assert bot is not None
                self._decide(bot, seat)
                self._draw()
        self._keep()
        return self._played(), Thinking(self.match.number, self.seconds, self.longest)

    def _hire(self, seat: int, leaving: ExitStack) -> Bot | None:
        """A bot for the seat. One that cannot even sit down has failed."""
        if self.failure is not None:
            return None
        match = self.match
        try:
            bot = make_bot(match.seating[seat], self.box, bot_seed(self.seed, match.round, match.rotation, seat))
        except Exception as error:
            self._blame(seat, error)
            return None
        leaving.callback(dismiss, bot)
        return bot

    def _draw(self) -> None:
        """Let chance act; the seat on turn may change at any step."""
        position = self.position
        while position.to_act == CHANCE:
            before = field(position, "turn")
            position.roll_once()
            self._count_turn(before)

    def _count_turn(self, before: int) -> None:
        if self.turns and field(self.position, "turn") != before:
            self.turns += 1

    def _decide(self, bot: Bot, seat: int) -> None:
        position = self.position
        self._keep()
        self.turns = self.turns or 1
        before = field(position, "turn")
        self.decisions[seat] += 1
        self.offered[len(position.legal)] += 1
        view = position.view(seat)
        began = perf_counter()
        try:
            answer = bot.choose(view, seat)
        except Exception as error:
            self._blame(seat, error)
        spent = perf_counter() - began
        self.seconds[seat] += spent
        self.longest[seat] = max(self.longest[seat], spent)
        if self.failure is not None:
            return
        try:
            position.play(index(answer))
        except (CabotageError, TypeError) as error:
            self._blame(seat, error)
            return
        self._count_turn(before)

    def _blame(self, seat: int, error: Exception) -> None:
        """The game stops here: whatever a bot does, the arena goes on."""
        if isinstance(error, CabotageError):
            code, reason = error.code, {language: error.sentence(language) for language in LANGUAGES}
        else:
            code, reason = CRASHED, dict.fromkeys(LANGUAGES, f"{type(error).__name__}: {error}")
        self.failure = Failure(seat, self.match.seating[seat], code, reason)

    def _keep(self) -> None:
        kept = State(batch(self.position.states.dtype))
        kept[:] = self.position.states
        self.trail.append(kept)

    def _played(self) -> GameResult:
        match, position = self.match, self.position
        shares, places = _result(position, self.failure)
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
            self.failure,
        )

    def _course(self, shares: list[float]) -> Course:
        last = len(self.trail) - 1
        moments = [self.trail[round(moment * last / (MOMENTS - 1))] for moment in range(MOMENTS)]
        rules, judge = self.box.game.rules, self.box.game.judge
        chances = [[share / WIN for share in self._ask(judge.estimate, state)] for state in moments[:-1]]
        places = [self._ask(rules.places, state) for state in moments]
        return Course(places, [[round(c, 4) for c in each] for each in [*chances, shares]], self._points(moments))

    def _ask(self, question: Callable[..., None], state: State) -> list[int]:
        out = np.zeros(self.box.seats, np.int32)
        question(self.box.constants, state, 0, out)
        return [int(number) for number in out]

    def _points(self, moments: list[State]) -> list[list[int]] | None:
        """The field `score` of the state, where a game has one and it counts in this box."""
        if "score" not in self.box.schema.fields or self.box.is_cooperative:
            return None
        return [[int(points) for points in state["score"][0][: self.box.seats]] for state in moments]


def _result(position: Position, failure: Failure | None) -> tuple[list[float], list[int]]:
    """Shares of the win and places. If a bot has failed its team is last with nothing, all others are first."""
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


def dismiss(bot: Bot) -> None:
    """Let it go; one that cannot even leave properly has played its game all the same."""
    try:
        getattr(bot, "close", lambda: None)()
    except Exception:
        return
