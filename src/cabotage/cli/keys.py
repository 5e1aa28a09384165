"""`cabotage keys`: create the keys with which a server sends Web Push."""

from __future__ import annotations

from pathlib import Path

from cabotage.cli.errors import FileError, UsageError
from cabotage.cli.language import Language, program_words


def create(path: Path, language: Language | None) -> None:
    """Write new keys to a new file, and say how to use them."""
    from cabotage.server.notices import keys

    words = program_words(language)
    try:
        keys.create(path)
    except ImportError:
        raise UsageError(words.say("keys.missing")) from None
    except FileExistsError:
        raise FileError(words.say("keys.exists", path=path)) from None
    except OSError as error:
        raise FileError(words.say("keys.unwritable", path=path, reason=error.strerror or error)) from None
    print(words.say("keys.written", path=path))
