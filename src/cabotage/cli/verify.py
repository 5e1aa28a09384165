"""`cabotage verify`: checks that the dice of a record were fair."""

from __future__ import annotations

from pathlib import Path

from cabotage.cli.language import Language, program_words
from cabotage.cli.terminal import Terminal
from cabotage.core.errors import CabotageError
from cabotage.games import find
from cabotage.tables import verify


def check(path: Path, language: Language | None) -> None:
    """Print that all draws are right; raises at the first that is not."""
    words = program_words(language)
    record = verify.read(path)
    try:
        game = find(record.game)
        verdict = verify.verify(record, game)
    except CabotageError as error:
        raise type(error)("file.within", path=path, reason=error) from None
    terminal = Terminal()
    name = game.names[words.language]
    terminal.say(words.say("verify.fair", path=path, game=name, events=verdict.events, draws=verdict.draws), "bold")
    if verdict.lot is not None:
        terminal.say(words.say("verify.lot", lot=" ".join(str(seat + 1) for seat in verdict.lot)))
    if verdict.since:
        terminal.say(words.say("verify.fork", events=verdict.since))
    terminal.say(words.say("verify.digest", digest=verdict.digest))
