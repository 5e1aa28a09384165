"""One round of training: play, learn, measure, keep the better network. Each step can be resumed.

A round has a folder: `positions/` with a file for each part of the self-play, `network.npz`, `against-...` with the
tournaments, and the report. What is there is not done again.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import cabotage
from cabotage.arena import Results, Tournament
from cabotage.arena.schedule import rotations
from cabotage.arena.store import Store
from cabotage.arena.workers import settings_of
from cabotage.bots.network import Learned, Network, load, save
from cabotage.training import fitting, judging, pace, positions
from cabotage.training.file import read_json, write_file, write_json
from cabotage.training.selfplay import GAMES_EACH, SEARCHED_EACH, Part, Player, own_sources, play_match, play_part
from cabotage.training.workers import spread

if TYPE_CHECKING:
    from cabotage.arena.result import GameResult, Thinking
    from cabotage.training.positions import Positions
    from cabotage.training.settings import Plan
    from cabotage.training.watching import Watcher

NETWORK, POSITIONS, PLAYED, REPORT = "network.npz", "positions", "played.json", "report.json"
NEW, BEST = "new", "best"
RECENT = 3  # rounds whose positions are learned from
ROUND_SEED = 0x9E37  # between the seeds of two rounds
GIT_SECONDS = 5.0
PLAYING, LEARNING = 0.5, 0.65  # of the time of a round, until the end of this step


class Clock:
    """The seconds of one round, also those before it was interrupted."""

    def __init__(self, folder: Path, seconds: float | None) -> None:
        self._path = folder / "seconds.json"
        self._before = float(read_json(self._path) or 0.0)
        self._began = time.monotonic()
        self.seconds = seconds

    @property
    def spent(self) -> float:
        """Until now."""
        return self._before + time.monotonic() - self._began

    def is_over(self, part: float) -> bool:
        """Whether this part of the time has passed."""
        return self.seconds is not None and self.spent >= part * self.seconds

    def keep(self) -> None:
        """Write down what was spent."""
        write_json(self._path, round(self.spent, 1))


class Round:
    """One round of a training. `best` is the network to beat, if there is one."""

    def __init__(self, plan: Plan, number: int, best: Learned | None, watcher: Watcher, seconds: float | None) -> None:
        self.plan, self.number, self.best, self.watcher = plan, number, best, watcher
        self.folder = folder_of(plan, number)
        self.clock = Clock(self.folder, seconds)
        self.seed = plan.seed * ROUND_SEED + number

    def run(self) -> dict[str, Any]:
        """Do what is left to do; return the report."""
        done = read_json(self.folder / REPORT)
        if done is not None:
            return dict(done)
        played = self._play()
        learned, judged = self._learn(played)
        iterations = self._pace(learned.network)
        wins = {}
        if self.best is not None:
            wins[BEST] = self._compete(
                BEST, {NEW: self._player(learned.network), BEST: self._player(self.best.network)}
            )
        captain = f"captain@{iterations}"
        wins["captain"] = self._compete(captain, {NEW: self._player(learned.network)})
        is_better = self.best is None or wins[BEST]["relative"] >= 1
        told = {
            "round": self.number,
            "seed": self.plan.seed,
            **played,
            **judged,
            "wins": wins,
            "is_kept": is_better,
            "about": learned.about,
            "hours": round(self.clock.spent / 3600, 4),
        }
        write_json(self.folder / REPORT, told)
        return told

    def _player(self, network: Network) -> Player:
        return Player(network, self.plan.think)

    # Playing

    def _play(self) -> dict[str, Any]:
        """Play until there are enough positions; return how many."""
        played = read_json(self.folder / PLAYED)
        if played is not None:
            return dict(played)
        each = SEARCHED_EACH if self._is_searching else GAMES_EACH
        wanted = -(-self.plan.games_of(self.number) // each)
        done = len(self._parts())
        self.watcher.begin("positions", wanted * each, done * each)
        if done < wanted and not (done and self.clock.is_over(PLAYING)):
            positions.gather(self.plan.box, 0, 1, self.seed)  # compiles everything for the processes
            tasks = ((part.first, (part,)) for part in map(partial(self._part, each), range(done, wanted)))
            with closing(spread(play_part, tasks, self.plan.workers, self.plan.cluster)) as parts:
                for made in parts:
                    positions.save(made, self._path(done))
                    done += 1
                    self.clock.keep()
                    self.watcher.advance(done * each)
                    if self.clock.is_over(PLAYING):
                        break
        played = {"games": done * each, "iterations": self.plan.iterations if self._is_searching else 0}
        write_json(self.folder / PLAYED, played)
        return played

    @property
    def _is_searching(self) -> bool:
        return self.best is not None and self.plan.iterations > 0

    def _part(self, each: int, number: int) -> Part:
        plan = self.plan
        network = None if self.best is None else self.best.network
        options, sources = dict(plan.options), own_sources(plan.game.id)
        return Part(plan.game.id, plan.seats, options, self.seed, number, each, network, plan.iterations, sources)

    def _path(self, number: int) -> Path:
        return self.folder / POSITIONS / f"{number:05}.npz"

    def _parts(self) -> list[Path]:
        """The files so far: from 0 on without a gap, as they are written in order."""
        return sorted((self.folder / POSITIONS).glob("[0-9]*.npz"))

    def positions(self) -> Positions:
        """All positions of this round, with games numbered apart from those of other rounds."""
        parts = [positions.load(path) for path in self._parts()]
        made = positions.joined(parts)
        return made._replace(game=made.game * RECENT + self.number % RECENT)

    # Learning

    def _learn(self, played: dict[str, Any]) -> tuple[Learned, dict[str, Any]]:
        """Learn from the positions of the last rounds."""
        path, curves = self.folder / NETWORK, self.folder / "learning.json"
        if not (path.exists() and curves.exists()):
            data = self._data()
            self.watcher.begin("learning", fitting.EPOCHS)
            fitted = fitting.fit(data, self.seed, watch=self._watch_learning)
            judged = self._judge(data, fitted)
            write_json(curves, judged)
            about = self._about(played, data, judged)
            write_file(path, lambda file: save(file, fitted.network, self.plan.game, about))
            self.clock.keep()
        return load(self.plan.game, path), dict(read_json(curves))

    def _watch_learning(self, epoch: int, held_loss: float) -> bool:
        """Tell of an epoch; whether to stop here."""
        self.watcher.learned(epoch, held_loss)
        return self.clock.is_over(LEARNING)

    def _data(self) -> Positions:
        first = max(0, self.number - RECENT + 1)
        earlier = [Round(self.plan, number, None, self.watcher, None) for number in range(first, self.number)]
        return positions.joined([*(each.positions() for each in earlier), self.positions()])

    def _judge(self, data: Positions, fitted: fitting.Fitted) -> dict[str, Any]:
        """How good the network is on games that it did not learn from, and how good the game's estimate is."""
        held = positions.chosen(data, fitting.is_held(data, self.seed))
        return {
            "positions": data.length,
            "losses": fitted.losses,
            "held_losses": fitted.held_losses,
            "best_epoch": fitted.best_epoch,
            "network": judging.judge(held, fitting.predict(fitted.network, held)),
            "estimate": judging.judge(held, held.estimates),
            "held_positions": held.length,
            "held_games": len(np.unique(held.game)),
        }

    def _about(self, played: dict[str, Any], data: Positions, judged: dict[str, Any]) -> dict[str, Any]:
        """Where this network comes from."""
        earlier = [read_json(folder_of(self.plan, number) / REPORT) or {} for number in range(self.number)]
        return {
            "cabotage": cabotage.__version__,
            "commit": commit(),
            "seed": self.plan.seed,
            "seats": self.plan.seats,
            "options": sorted(self.plan.options),
            "rounds": self.number + 1,
            "games": sum(each.get("games", 0) for each in earlier) + played["games"],
            "positions": data.length,
            "hours": round(sum(each.get("hours", 0.0) for each in earlier) + self.clock.spent / 3600, 3),
            "loss": judged["network"]["loss"]["mean"],
            "brier": judged["network"]["brier"]["mean"],
            "estimate_loss": judged["estimate"]["loss"]["mean"],
            "estimate_brier": judged["estimate"]["brier"]["mean"],
            "calibration": judged["network"]["calibration"],
        }

    # Measuring

    def _pace(self, network: Network) -> int:
        """How many iterations a captain has in the time that the new network needs for its own."""
        path = self.folder / "pace.json"
        if not path.exists():
            self.watcher.begin("pace", 1)
            write_json(path, pace.captains_iterations(self.plan.box, network, self.plan.think))
        return int(read_json(path)["captain"])

    def _compete(self, other: str, cast: dict[str, Player]) -> dict[str, Any]:
        """Play a tournament of the new network against others of one kind; return its share of the wins."""
        tournament = Tournament(self.plan.box, [NEW, other], self.plan.matches, self.seed, is_adjusted=False)
        kind = other.partition("@")[0]
        settings = {**tournament.settings(), "think": self.plan.think}
        self.watcher.begin(f"against_{kind}", tournament.games)
        with Store(self.folder / f"against-{kind}", settings, tournament.matches) as store:
            for result, thinking in self._games(tournament, len(store.results), cast):
                store.append(result, thinking)
                self.watcher.advance(len(store.results), _lead(store.results))
            each = len(rotations(tournament.line_up))
            whole = len(store.results) // each * each
            shorter = Tournament(tournament.box, tournament.line_up, whole, self.seed, is_adjusted=False)
            results = Results(shorter, store.results[:whole], store.thinking[:whole])
        self.clock.keep()
        row = next(row for row in results.figures["bots"] if row["bot"] == NEW)
        kept = ("relative", "relative_interval", "games", "ms_per_decision")
        return {"against": other, "seats": tournament.box.seats, **{name: row[name] for name in kept}}

    def _games(
        self, tournament: Tournament, done: int, cast: dict[str, Player]
    ) -> Iterator[tuple[GameResult, Thinking]]:
        """The games that are left; at least one round is played, however late it is."""
        box, least = settings_of(tournament.box), len(rotations(tournament.line_up))
        sources = own_sources(self.plan.game.id)
        left = tournament.matches[done:]
        tasks = ((match.number, (box, self.seed, match, cast, sources)) for match in left)
        if done >= least and self.clock.is_over(self._end_of(cast)):
            return
        with closing(spread(play_match, tasks, self.plan.workers, self.plan.cluster)) as games:
            for count, game in enumerate(games, done + 1):
                yield game
                if count >= least and self.clock.is_over(self._end_of(cast)):
                    return

    def _end_of(self, cast: dict[str, Player]) -> float:
        """When this tournament has to end, as a part of the round's time: both get half of what is left."""
        return (1 + LEARNING) / 2 if BEST in cast else 1.0


def folder_of(plan: Plan, number: int) -> Path:
    """The folder of a round."""
    return plan.out / f"round-{number:02}"


def commit() -> str | None:
    """The commit of these sources, if they are in a checkout of Git."""
    here = Path(cabotage.__file__).parent
    try:
        found = subprocess.run(
            ["git", "-C", str(here), "rev-parse", "--short", "HEAD"],
            capture_output=True,
            text=True,
            check=True,
            timeout=GIT_SECONDS,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return found.stdout.strip()


def _lead(results: list[GameResult]) -> str:
    """The share of the wins so far, as times the fair share."""
    shares = [share for game in results for share, bot in zip(game.shares, game.seating, strict=True) if bot == NEW]
    return f"{len(results[0].seating) * sum(shares) / len(shares):.2f}"
