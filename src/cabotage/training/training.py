"""A training: rounds of self-play, learning and tournaments in a folder, stopped and resumed at any point."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cabotage.bots.network import Learned, load
from cabotage.training.errors import TrainingError
from cabotage.training.file import read_json, write_file
from cabotage.training.fitting import packages
from cabotage.training.positions import gathering_of
from cabotage.training.report import write_report
from cabotage.training.rounds import NETWORK, REPORT, Clock, Round, folder_of
from cabotage.training.watching import Watcher

if TYPE_CHECKING:
    from cabotage.training.settings import Plan

LEAST_SECONDS = 1.0  # for a round to begin


@dataclass(frozen=True)
class Trained:
    """What a training has come to."""

    network: Path | None  # the best one; None before the first round is over
    page: Path | None  # the report of the last round
    rounds: list[dict[str, Any]]  # their reports


def train(plan: Plan, watcher: Watcher | None = None, language: str = "en") -> Trained:
    """Do all rounds that are not done yet, as far as the time allows; the best network is then in the folder."""
    watcher = watcher or Watcher()
    if plan.box.is_cooperative:
        raise TrainingError("refused.together", game=plan.game.id)
    packages()
    gathering_of(plan.game)  # refuses a game without features
    plan.begin()
    with _alone(plan.out):
        best: Learned | None = None
        best_path: Path | None = None
        for number in range(plan.rounds):
            seconds = _seconds_for(plan, number)
            if seconds is not None and seconds < LEAST_SECONDS:
                break
            is_done = (folder_of(plan, number) / REPORT).exists()
            if not is_done:
                _copy(best_path, plan.out / NETWORK)
                watcher.begin_round(number, plan.rounds)
            told = Round(plan, number, best, watcher, seconds).run()
            if told["is_kept"]:
                best_path = folder_of(plan, number) / NETWORK
                best = load(plan.game, best_path)
            if not is_done:
                write_report(plan, reports(plan), language)
                watcher.end_round(told)
        _copy(best_path, plan.out / NETWORK)
        return so_far(plan, language)


def so_far(plan: Plan, language: str = "en") -> Trained:
    """What the folder has; its pages are written again, in this language."""
    found = reports(plan)
    page = write_report(plan, found, language) if found else None
    network = plan.out / NETWORK
    return Trained(network if network.exists() else None, page, found)


def reports(plan: Plan) -> list[dict[str, Any]]:
    """The reports of all rounds that are over."""
    found = (read_json(folder_of(plan, number) / REPORT) for number in range(plan.rounds))
    return [told for told in found if told is not None]


def _seconds_for(plan: Plan, number: int) -> float | None:
    """The time of this round, with what it has already spent: an equal part of what earlier rounds have left."""
    if plan.minutes is None:
        return None
    spent = sum(Clock(folder_of(plan, each), None).spent for each in range(number))
    return (plan.minutes * 60 - spent) / (plan.rounds - number)


def _copy(source: Path | None, target: Path) -> None:
    """Put the best network there, if there is one that is not there yet."""
    content = b"" if source is None else source.read_bytes()
    if content and (not target.exists() or target.read_bytes() != content):
        write_file(target, lambda file: file.write(content))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Two trainings in one folder would mix up their files."""
    with (folder / ".lock").open("a") as file:
        with suppress(ImportError):  # Windows: no lock
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise TrainingError("refused.busy", path=folder) from None
        yield
