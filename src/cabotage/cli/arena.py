"""`cabotage arena`: a tournament of bots with progress, resumed if it was stopped."""

from __future__ import annotations

import os
import time
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cabotage.arena import Results, Tournament
from cabotage.arena.store import count_games
from cabotage.arena.tournament import check_workers
from cabotage.bots import split_names
from cabotage.bots.confinement import can_hide_files
from cabotage.cli.interrupt import Interrupt
from cabotage.cli.language import Language, program_words
from cabotage.cli.play import INTERRUPTED, read_options
from cabotage.cli.terminal import Terminal
from cabotage.core.box import Box
from cabotage.games import find

if TYPE_CHECKING:
    from rich.progress import Progress, Task
    from rich.text import Text

    from cabotage.arena.result import GameResult
    from cabotage.arena.tournament import Watch
    from cabotage.core.words import Words

FINISHED = 0
LOG_SECONDS = 60.0
LONGEST_NAME = 26  # in the table


@dataclass(frozen=True)
class ArenaOptions:
    """The options of the command line."""

    game: str
    bots: str
    out: Path
    seats: int | None
    options: list[str]
    games: int
    seed: int | None
    workers: int | None
    cluster: str | None
    language: Language | None


def arena(given: ArenaOptions) -> int:
    """Play a tournament and write its report; return the exit code."""
    words = program_words(given.language)
    terminal = Terminal()
    tournament = _tournament(given, words)
    done = tournament.done(given.out)
    if done < tournament.games:
        tournament.warm()  # refuses an unknown bot before anything is printed
    terminal.say(
        words.say(
            "arena.begin",
            game=tournament.box.game.names[words.language],
            line_up=", ".join(tournament.line_up),
            games=tournament.games,
            rounds=tournament.rounds,
        )
    )
    if tournament.has_foreign_bots and not can_hide_files():
        terminal.say(words.say("arena.open_files", path=given.out))
    if done:
        is_whole = done >= tournament.games
        terminal.say(words.say("arena.all_there") if is_whole else words.say("arena.goes_on", done=done))
    try:
        with Interrupt() as interrupt:
            results = _play(tournament, given, min(done, tournament.games), terminal, words, interrupt)
        _conclude(results, given, terminal, words)
    except KeyboardInterrupt:
        return _stop(tournament, given, terminal, words)
    return FINISHED


def _stop(tournament: Tournament, given: ArenaOptions, terminal: Terminal, words: Words) -> int:
    """Report the games so far; a second Ctrl-C skips this."""
    done = count_games(given.out)
    terminal.say(words.say("arena.stopped", done=done, games=tournament.games))
    with suppress(KeyboardInterrupt):
        results = tournament.so_far(given.out) if done else None
        if results is not None:
            _conclude(results, given, terminal, words)
    return INTERRUPTED


def _conclude(results: Results, given: ArenaOptions, terminal: Terminal, words: Words) -> None:
    _show(results, terminal, words)
    terminal.say(words.say("arena.report", path=results.report(given.out, words.language)))


def _tournament(given: ArenaOptions, words: Words) -> Tournament:
    bots = split_names(given.bots)
    if given.workers is not None:
        check_workers(given.workers)
    game = find(given.game)
    options = read_options(given.options, words)
    seats = given.seats
    if seats is None and len(bots) > game.default_seats:
        seats = len(bots)
    return Tournament(Box(game, seats, options), bots, given.games, given.seed)


def _play(
    tournament: Tournament, given: ArenaOptions, done: int, terminal: Terminal, words: Words, interrupt: Interrupt
) -> Results:
    """Play with a progress bar in a terminal; otherwise print a line each minute."""
    workers = given.workers or cores()
    if not terminal.console.is_terminal:
        return tournament.play(given.out, workers, interrupt.after(_log(tournament, terminal, words)), given.cluster)
    won: defaultdict[str, float] = defaultdict(float)
    seats: Counter[str] = Counter()
    with _progress(terminal, words) as progress:
        task = progress.add_task("", total=tournament.games, completed=done, begun=done, standings="")

        def watch(result: GameResult) -> None:
            for bot, share in zip(result.seating, result.shares, strict=True):
                won[bot] += share
            seats.update(result.seating)
            standings = "  ".join(f"{bot} {won[bot] / seats[bot]:.0%}" for bot in sorted(won))
            progress.update(task, completed=result.game + 1, standings=standings)

        return tournament.play(given.out, workers, interrupt.after(watch), given.cluster)


def _log(tournament: Tournament, terminal: Terminal, words: Words) -> Watch:
    printed = time.monotonic()

    def watch(result: GameResult) -> None:
        nonlocal printed
        if time.monotonic() - printed >= LOG_SECONDS:
            printed = time.monotonic()
            terminal.say(words.say("arena.so_far", done=result.game + 1, games=tournament.games))

    return watch


def _progress(terminal: Terminal, words: Words) -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        """Games a second in this run."""

        def render(self, task: Task) -> Text:
            new = task.completed - task.fields["begun"]
            return Text(
                words.say("arena.rate", rate=words.number(new / task.elapsed, ".1f")) if task.elapsed and new else ""
            )

    return Progress(
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn(words.say("arena.playing")),
        Rate(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[standings]}", markup=False),
        console=terminal.console,
    )


def _show(results: Results, terminal: Terminal, words: Words) -> None:
    """Print a short table, and which bots failed."""
    from rich import box
    from rich.table import Table

    figures = results.figures
    is_cooperative = figures["is_cooperative"]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column(words.say("arena.bot"), overflow="fold")
    share = words.say("arena.won" if is_cooperative else "arena.relative")
    for title in (words.say("arena.games"), share, words.say("arena.interval"), words.say("arena.rating"),
                  words.say("arena.interval"), words.say("arena.ms")):  # fmt: skip
        table.add_column(title, justify="right", no_wrap=True)

    def number(value: float | None, digits: int) -> str:
        return "-" if value is None else words.number(value, f".{digits}f")

    def span(ends: Any, digits: int) -> str:
        return "-" if ends is None else "–".join(number(end, digits) for end in ends)

    for row in figures["bots"]:
        rating = row["rating"] or {}
        table.add_row(
            _shorten(row["bot"]),
            str(row["games"]),
            number(row["relative"], 2),
            span(row["relative_interval"], 2),
            number(rating.get("mu"), 1),
            span(rating.get("interval"), 1),
            number(row["ms_per_decision"], 3),
        )
    terminal.console.print(table)
    for bot in dict.fromkeys(failure["bot"] for failure in figures["failures"]):
        failures = [failure for failure in figures["failures"] if failure["bot"] == bot]
        first = failures[0]
        reason = first["reason"][words.language]
        terminal.say(words.say("arena.failed", bot=bot, count=len(failures), game=first["game"], reason=reason))
    if find_spec("matplotlib") is None:
        terminal.say(words.say("arena.no_plots"))


def _shorten(name: str) -> str:
    """Shorten the command of a program in the middle: its end tells similar ones apart."""
    return name if len(name) <= LONGEST_NAME else f"{name[:8]}…{name[9 - LONGEST_NAME :]}"


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
