"""`cabotage analyse`: luck and skill in a finished game, as a report or as JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from cabotage.analysis import Analysis, Effort, analyse, within
from cabotage.analysis.errors import AnalysisError
from cabotage.analysis.passes import Progress
from cabotage.analysis.report import Report
from cabotage.cli.errors import UsageError
from cabotage.cli.language import Language, program_words
from cabotage.cli.terminal import Terminal
from cabotage.core.errors import OptionError, RecordError, SeatsError, UnknownGame
from cabotage.core.record import Record
from cabotage.core.statistic import statistics_of
from cabotage.games import find


@dataclass(frozen=True)
class AnalyseOptions:
    """The options of the command line."""

    path: Path
    out: Path | None = None
    as_json: bool = False
    seconds: float = 60.0
    iterations: int | None = None
    language: Language | None = None


def run(given: AnalyseOptions) -> None:
    """Analyse the record; print it as JSON, or write the report and print one sentence for each player."""
    words = program_words(given.language)
    out = given.out or given.path.with_suffix(".html")
    record = Record.load(given.path)
    try:
        with _progress() as progress:
            analysis = _analysed(record, given, progress)
    except (AnalysisError, RecordError, SeatsError, OptionError, UnknownGame) as error:
        raise type(error)("file.within", path=given.path, reason=error) from None
    terminal = Terminal()
    if given.as_json:
        found = [asdict(statistic) for statistic in statistics_of(record, find(record.game))]
        print(json.dumps({**analysis.json(), "statistics": found}))
        return
    report = Report(analysis, words.language)
    try:
        out.write_text(report.html(), "utf-8")
    except OSError as error:
        raise UsageError(words.say("refused.report", path=out, reason=error.strerror or error)) from None
    for sentence in report.telling.sentences():
        terminal.say(sentence)
    terminal.skip()
    terminal.say(words.say("analyse.written", path=out), "bold")


def _analysed(record: Record, given: AnalyseOptions, progress: Progress) -> Analysis:
    threads = os.cpu_count() or 1
    if given.iterations is None:
        return within(record, given.seconds, threads, progress=progress)
    effort = Effort(max(2, given.iterations // 8), given.iterations, max(2, given.iterations // 4))
    return analyse(record, effort, threads, progress=progress)


@contextmanager
def _progress() -> Iterator[Progress]:
    """A bar on standard error, if that is a terminal; it is gone when the analysis is done."""
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    columns = (BarColumn(bar_width=30), TaskProgressColumn(), TimeElapsedColumn())
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, count: bar.update(task, completed=done, total=count)
