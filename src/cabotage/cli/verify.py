"""`cabotage verify`: were the dice of this record as promised?"""

from __future__ import annotations

from pathlib import Path

from cabotage.cli.language import Language, program_words
from cabotage.cli.voice import Voice
from cabotage.core.errors import RecordError
from cabotage.games import find
from cabotage.tables import verify
from cabotage.tables.errors import Altered


def check(path: Path, language: Language | None) -> None:
    """Say that all is right, or raise at the first event that is not."""
    words = program_words(language)
    record = verify.read(path)
    game = find(record.game)
    try:
        verdict = verify.verify(record, game)
    except (Altered, RecordError) as error:
        raise type(error)("file.within", path=path, reason=error) from None
    voice = Voice()
    name = game.names[words.language]
    voice.say(words.say("verify.fair", path=path, game=name, events=verdict.events, draws=verdict.draws), "bold")
    if verdict.since:
        voice.say(words.say("verify.fork", events=verdict.since))
    voice.say(words.say("verify.digest", digest=verdict.digest))
