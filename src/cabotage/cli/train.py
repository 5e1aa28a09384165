"""`cabotage train`: a network learns a game by self-play, with progress, resumed if it was stopped."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cabotage.cli.arena import FINISHED, LOG_SECONDS, cores
from cabotage.cli.interrupt import Interrupt
from cabotage.cli.language import Language, program_words
from cabotage.cli.play import INTERRUPTED, read_options
from cabotage.cli.terminal import Terminal
from cabotage.games import find
from cabotage.training.errors import TrainingError
from cabotage.training.rounds import BEST
from cabotage.training.settings import Plan
from cabotage.training.training import Trained, so_far, train
from cabotage.training.watching import Watcher

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from cabotage.core.words import Words


@dataclass(frozen=True)
class TrainOptions:
    """The options of the command line."""

    game: str
    out: Path | None
    seats: int | None
    options: list[str]
    seed: int
    rounds: int
    games: str
    iterations: int
    matches: int
    think: int
    minutes: float | None
    workers: int | None
    cluster: str | None
    language: Language | None


def run(given: TrainOptions) -> int:
    """Train and write a report for each round; return the exit code."""
    words, terminal = program_words(given.language), Terminal()
    plan = Plan(
        find(given.game),
        given.out or Path(f"training-{given.game}"),
        given.seats,
        read_options(given.options, words),
        given.seed,
        given.rounds,
        _numbers(given.games),
        given.iterations,
        given.matches,
        given.think,
        given.minutes,
        cores() if given.workers is None else given.workers,
        given.cluster,
    )
    name = plan.game.names[words.language]
    terminal.say(words.say("train.begin", game=name, path=plan.out, workers=plan.workers))
    watcher = _Shown(terminal, words)
    try:
        with Interrupt() as interrupt, watcher.bar:
            watcher.interrupt = interrupt
            trained = train(plan, watcher, words.language)
    except KeyboardInterrupt:
        terminal.say(words.say("train.stopped"))
        _conclude(so_far(plan, words.language), terminal, words)
        return INTERRUPTED
    _conclude(trained, terminal, words)
    return FINISHED


def _conclude(trained: Trained, terminal: Terminal, words: Words) -> None:
    if trained.network is not None:
        terminal.say(words.say("train.network", path=trained.network))
    if trained.page is not None:
        terminal.say(words.say("train.report", path=trained.page))


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise TrainingError("refused.games", given=repr(text)) from None


class _Shown(Watcher):
    """Shows a progress bar in a terminal; otherwise prints a line for each stage, and one each minute."""

    def __init__(self, terminal: Terminal, words: Words) -> None:
        self._terminal, self._words = terminal, words
        self.interrupt: Interrupt | None = None
        self._progress = _progress(terminal) if terminal.console.is_terminal else None
        self._task: TaskID | None = None
        self._stage, self._total, self._printed = "", 0, time.monotonic()

    @property
    def bar(self) -> AbstractContextManager[Any]:
        """The context in which the bar is shown."""
        return self._progress or nullcontext()

    def begin_round(self, number: int, rounds: int) -> None:
        self._terminal.say(self._words.say("train.round", number=number + 1, rounds=rounds))

    def begin(self, stage: str, total: int, done: int = 0) -> None:
        self._stage, self._total = self._words.say(f"train.{stage}"), total
        if self._progress is None:
            self._terminal.say(self._stage)
            self._printed = time.monotonic()
            return
        if self._task is not None:
            self._progress.remove_task(self._task)
        self._task = self._progress.add_task(self._stage, total=total, completed=done, note="")

    def advance(self, done: int, note: str = "") -> None:
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, completed=done, note=note)
        elif time.monotonic() - self._printed >= LOG_SECONDS:
            self._printed = time.monotonic()
            self._terminal.say(self._words.say("train.so_far", stage=self._stage, done=done, total=self._total))
        if self.interrupt is not None and self.interrupt.is_requested:
            raise KeyboardInterrupt

    def learned(self, epoch: int, held_loss: float) -> None:
        number = self._words.number(held_loss, ".4f")
        self.advance(epoch + 1, self._words.say("train.loss", loss=number))

    def end_round(self, told: dict[str, Any]) -> None:
        say, number_of = self._words.say, self._words.number
        losses = {name: number_of(told[name]["loss"]["mean"], ".3f") for name in ("network", "estimate")}
        self._terminal.say(say("train.quality", **losses))
        for kind, won in told["wins"].items():
            interval = won["relative_interval"]
            span = say("train.too_few") if interval is None else "–".join(number_of(end, ".2f") for end in interval)
            values = {"relative": number_of(won["relative"], ".2f"), "interval": span, "games": won["games"]}
            other = say("train.the_best") if kind == BEST else won["against"]
            self._terminal.say(say("train.won", other=other, **values))
        self._terminal.say(say("train.kept" if told["is_kept"] else "train.not_kept"))


def _progress(terminal: Terminal) -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}", markup=False),
        console=terminal.console,
        transient=True,
    )
