"""`cabotage export`: a dataset of decisions, from games played now or from records."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from cabotage.cli.errors import UsageError
from cabotage.cli.language import Language, program_words
from cabotage.cli.play import read_options
from cabotage.cli.terminal import Terminal
from cabotage.core.box import Box
from cabotage.core.vector import Policy
from cabotage.games import GAMES, find
from cabotage.research import dataset


@dataclass(frozen=True)
class ExportOptions:
    """The options of the command line."""

    sources: list[str]
    out: Path
    format: dataset.Format
    games: int
    policy: Policy
    seats: int | None
    options: list[str]
    seed: int
    threads: int
    language: Language | None


def export(given: ExportOptions) -> None:
    """Write the dataset and print where it is."""
    words = program_words(given.language)
    began = perf_counter()
    if given.sources[0] in GAMES:
        if len(given.sources) > 1:
            raise UsageError(words.say("export.one_game"))
        box = Box(find(given.sources[0]), given.seats, read_options(given.options, words))
        written = dataset.generate(
            box,
            given.out,
            given.games,
            seed=given.seed,
            policy=given.policy,
            format=given.format,
            threads=given.threads,
        )
    else:
        written = dataset.export(given.sources, given.out, given.format)
    seconds = words.number(perf_counter() - began, ".1f")
    counts = {"rows": written.rows, "games": written.games, "path": written.folder / dataset.CARD}
    Terminal().say(words.say("export.done", seconds=seconds, **counts))
