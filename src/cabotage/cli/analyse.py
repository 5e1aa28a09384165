"""`cabotage analyse`: luck and skill in a finished game, as a report or as JSON."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from cabotage.analysis import Effort, analyse, within
from cabotage.analysis.errors import AnalysisError
from cabotage.analysis.report import Report
from cabotage.cli.errors import UsageError
from cabotage.cli.language import Language, program_words
from cabotage.cli.terminal import Terminal
from cabotage.core.errors import RecordError
from cabotage.core.record import Record


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
    threads = os.cpu_count() or 1
    try:
        if given.iterations is None:
            analysis = within(record, given.seconds, threads)
        else:
            analysis = analyse(
                record, Effort(max(2, given.iterations // 8), given.iterations, max(2, given.iterations // 4)), threads
            )
    except (AnalysisError, RecordError) as error:
        raise type(error)("file.within", path=given.path, reason=error) from None
    terminal = Terminal()
    if given.as_json:
        print(json.dumps(analysis.json()))
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
