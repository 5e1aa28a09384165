"""What a training is asked to do, and what its folder was begun with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cabotage.training.boxes import usual_box
from cabotage.training.errors import TrainingError
from cabotage.training.file import read_json, write_json
from cabotage.training.selfplay import own_sources

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.game import Game

FORMAT, FORMAT_VERSION = "cabotage-training", 1
SETTINGS = "training.json"
MOST_ROUNDS = 100


@dataclass(frozen=True)
class Plan:
    """How much is played in each round, and where. Only game, seats, options and seed have to stay the same."""

    game: Game
    out: Path
    seats: int | None = None  # None: mostly three, and others
    options: Mapping[str, Any] = field(default_factory=dict)  # the others vary
    seed: int = 1
    rounds: int = 3
    games: tuple[int, ...] = (20_000, 4_000)  # of self-play, by round; the last number counts for all later ones
    iterations: int = 0  # of the search in self-play from the second round on; 0: look one choice ahead
    matches: int = 150  # games of each tournament
    think: int = 300  # iterations of the new network for a decision in a tournament
    minutes: float | None = None  # for everything, across interruptions
    workers: int = 1
    cluster: str | None = None

    def __post_init__(self) -> None:
        self._check("rounds", self.rounds, 1, MOST_ROUNDS)
        for games in self.games:
            self._check("games", games, 1, 1_000_000_000)
        self._check("matches", self.matches, 1, 1_000_000)
        self._check("think", self.think, 1, 1_000_000)
        self._check("iterations", self.iterations, 0, 1_000_000)
        self._check("workers", self.workers, 1, 10_000)
        if not self.games:
            raise TrainingError("refused.number", name="games", least=1, most=1_000_000_000, given="-")
        if self.minutes is not None and not 0 < self.minutes < float("inf"):
            raise TrainingError("refused.minutes", given=self.minutes)

    @property
    def box(self) -> Box:
        """The box in which strength is measured. Refuses seats and options that do not exist."""
        return usual_box(self.game, self.seats, self.options)

    def games_of(self, round_: int) -> int:
        """How many games are played in this round."""
        return self.games[min(round_, len(self.games) - 1)]

    def begin(self) -> None:
        """Write what the folder is for; refuse one that was begun with something else."""
        path = self.out / SETTINGS
        given = self._written()
        saved = read_json(path)
        if saved is None:
            if self.out.exists() and (not self.out.is_dir() or any(self.out.iterdir())):
                raise TrainingError("refused.not_empty", path=self.out)
            write_json(path, given)
            return
        if not isinstance(saved, dict) or saved.get("format") != FORMAT:
            raise TrainingError("refused.not_empty", path=self.out)
        for key, now in given.items():
            if saved.get(key) != now:
                reason = "refused.sources" if key == "sources" else "refused.settings"
                raise TrainingError(reason, path=path, setting=key, kept=_short(saved.get(key)), given=_short(now))

    def _written(self) -> dict[str, Any]:
        options = self.box.written_options
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "game": self.game.id,
            "rules_version": self.game.version,
            "seats": self.seats,
            "options": {name: options[name] for name in sorted(self.options)},
            "seed": self.seed,
            "features": list(self.game.observe.FEATURES),
            "sources": own_sources(self.game.id),
        }

    def _check(self, name: str, given: int, least: int, most: int) -> None:
        if not least <= given <= most:
            raise TrainingError("refused.number", name=name, least=least, most=most, given=given)


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:77] + "..."
