"""What people read about an analysis, in one language: names, stories, sentences, choices with reasons."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from cabotage.analysis.account import WHOLE
from cabotage.analysis.errors import WORDS
from cabotage.core.contract import CHANCE
from cabotage.core.statistic import Tally
from cabotage.core.words import Words, sentence
from cabotage.games import find

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cabotage.analysis.account import Account, Analysis, Shares
    from cabotage.analysis.decision import Decision
    from cabotage.core.position import Position

TURNING_POINTS = 8
NEUTRAL = 0.02  # less than this from the draws is neither good nor bad luck


class ChoiceTold(NamedTuple):
    """A choice as people read it, and what speaks for it in the game's own terms."""

    text: str
    reason: str
    shown: Mapping[str, Any]  # as scenes describe it


class Mistake(NamedTuple):
    """An error, its turn, and both choices."""

    decision: Decision
    turn: int
    chosen: ChoiceTold
    best: ChoiceTold


class TurningPoint(NamedTuple):
    """An event that changed the chances much."""

    at: int
    story: str
    changes: Shares  # of each seat, in millionths of a win
    gained: int  # the seat that won most by it
    lost: int


def tell_choice(position: Position, seat: int, number: int, words: Words) -> ChoiceTold:
    """A choice with its reason, from all that its seat had seen by then: that is what it is judged by."""
    box = position.box
    glance = box.visibility.seen(position.states.tobytes(), seat, with_memory=True)
    others = [other for other in position.legal.numbers.tolist() if other != number]
    shown = box.game.scene.choice(box, glance, number)
    reason = words.tell(box.game.merit.merit(box, glance, number, others))
    return ChoiceTold(words.text(shown["text"]), reason, shown)


class Telling:
    """All texts about one analysis. It replays the record once.

    `words` are those of the game with the names of its players, if others than the record has.
    """

    def __init__(self, analysis: Analysis, language: str, words: Words | None = None) -> None:
        self.analysis = analysis
        self.words = Words.load(WORDS, language)
        self.game = find(analysis.record.game)
        self.language = language
        self.game_words = words or analysis.record.naming(self.game.words(language))
        self.names = [self.game_words.names(seat) for seat in range(analysis.record.seats)]
        self._wanted = {error.at: error for error in analysis.errors}
        self._mistakes: dict[int, Mistake] = {}
        self.stories: list[str] = []  # of each event, as the seat that acted reads it
        self._replay()

    def _replay(self) -> None:
        record = self.analysis.record
        tally = Tally(record.open(self.game))
        turns: list[int] = []  # the seats on turn, one after the other; draws of the set-up come before the first
        for at, (position, event) in enumerate(record.steps(self.game)):
            if event is not None:
                tally.add(event)
                messages = event.story(event.actor)
                self.stories.append(" ".join(map(self.game_words.tell, messages)) or str(event))
            if position.to_act != CHANCE and not position.is_over:
                on_turn = int(position["turn"])
                turns += [on_turn] if not turns or turns[-1] != on_turn else []
            error = self._wanted.get(at)
            if error is None:
                continue
            told = [tell_choice(position, error.seat, each, self.game_words) for each in (error.chosen, error.best)]
            self._mistakes[at] = Mistake(error, len(turns), *told)
        self.statistics = tally.statistics()

    @property
    def title(self) -> str:
        return self.words.say("report.title", game=self.game.names[self.language])

    @cached_property
    def mistakes(self) -> list[Mistake]:
        """All errors, the most costly first."""
        return [self._mistakes[error.at] for error in self.analysis.errors]

    def percent(self, share: float, is_signed: bool = False) -> str:
        """A share of a win as people read it."""
        text = self.words.number(share, "+.1%" if is_signed else ".1%")
        return text.replace("-", "−")

    def sentences(self) -> list[str]:
        """For each player: how lucky they were, and their most costly choice."""
        return [sentence(self._sentence(account)) for account in self.analysis.accounts]

    def _sentence(self, account: Account) -> str:
        draws, noise = account.draws / WHOLE, account.draws_noise / WHOLE
        key = "even" if abs(draws) < max(NEUTRAL, noise) else "lucky" if draws > 0 else "unlucky"
        text = self.words.say(f"summary.{key}", who=self.names[account.seat], luck=self.percent(abs(draws)))
        worst = next((each for each in self.mistakes if each.decision.seat == account.seat), None)
        if worst is None:
            return f"{text} {self.words.say('summary.no_error')}"
        choices = {"chosen": worst.chosen.text, "best": worst.best.text}
        cost = self.percent(worst.decision.cost)
        return f"{text} {self.words.say('summary.worst', turn=worst.turn, cost=cost, **choices)}"

    @cached_property
    def turning_points(self) -> list[TurningPoint]:
        """The draws and errors that changed the chances most, in order of time."""
        analysis = self.analysis
        errors = {error.at for error in analysis.errors}
        others = {decision.at for decision in analysis.decisions} - errors  # what changes there is noise
        points = []
        for at, (before, after) in enumerate(pairwise(analysis.moments)):
            if at in others:
                continue
            changes = tuple(b - a for a, b in zip(before.chances, after.chances, strict=True))
            gained, lost = changes.index(max(changes)), changes.index(min(changes))
            points.append(TurningPoint(at, self.stories[at], changes, gained, lost))
        largest = sorted(points, key=lambda point: (-max(map(abs, point.changes)), point.at))[:TURNING_POINTS]
        return sorted(largest)
