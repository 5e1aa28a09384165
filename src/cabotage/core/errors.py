"""All errors by cause. Each has a stable code and a sentence in each language.

CabotageError
├── UnknownGame        game/unknown         no game has this id
├── UnknownPuzzle      puzzle/unknown       no puzzle of this game has this id
├── SeatsError         game/seats           this many seats cannot play it
├── OptionError        game/option          no such option, or not one of its values
├── BoardError         board/invalid        a board file breaks a rule of boards; names file and line
├── MoveError
│   ├── NotationError  move/notation        the text is not a choice of this game
│   ├── NotOffered     move/not_offered     a choice of this game, but not legal now
│   ├── NotYourTurn    move/not_your_turn   chance or another seat acts now
│   └── GameOver       move/game_over       the game is over
├── PositionError      position/field       invalid fields, or not a view of this game
├── RecordError        record/invalid       a record that cannot be read or replayed; names the event
├── NetworkError       network/invalid      the weights of a network are missing, or do not fit their game
└── BotFailed          bot/failed           a bot that stopped playing; `stderr` has the end of its output
    ├── BotNotStarted  bot/not_started      the program does not exist or cannot be run
    ├── BotCrashed     bot/crashed          the program ended, or closed its input or output
    ├── BotSlow        bot/slow             the program did not answer in time
    ├── BotGarbled     bot/garbled          the program wrote an invalid answer
    └── BotNotOffered  bot/not_offered      the program chose an illegal action
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from cabotage.core.words import Words

WORDS = Path(__file__).with_name("words")


class CabotageError(Exception):
    """The base class of all our errors.

    Created with a key of words/ and its values, or with a sentence that is already translated.
    """

    code = "cabotage/error"
    folder: ClassVar[Path] = WORDS  # of its sentences; other packages have their own

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickling: our arguments are keywords, which exceptions do not support."""
        return partial(type(self), self.key, **self.values), (), self.__dict__

    def __str__(self) -> str:
        return self.sentence("en")

    def sentence(self, language: str) -> str:
        """The error message in this language."""
        words = Words.load(self.folder, language)
        return words.say(self.key, **self._translated(language)) if self.key in words else self.key

    def _translated(self, language: str) -> dict[str, Any]:
        """The values; errors among them become sentences in the same language."""
        return {
            name: value.sentence(language) if isinstance(value, CabotageError) else value
            for name, value in self.values.items()
        }


class UnknownGame(CabotageError):
    code = "game/unknown"


class UnknownPuzzle(CabotageError):
    code = "puzzle/unknown"


class SeatsError(CabotageError):
    code = "game/seats"


class OptionError(CabotageError):
    code = "game/option"


class BoardError(CabotageError):
    code = "board/invalid"


class MoveError(CabotageError):
    code = "move/error"


class NotationError(MoveError):
    code = "move/notation"


class NotOffered(MoveError):
    code = "move/not_offered"


class NotYourTurn(MoveError):
    code = "move/not_your_turn"


class GameOver(MoveError):
    code = "move/game_over"


class PositionError(CabotageError):
    code = "position/field"


class RecordError(CabotageError):
    code = "record/invalid"


class NetworkError(CabotageError):
    code = "network/invalid"


class BotFailed(CabotageError):
    code = "bot/failed"
    stderr = ""  # the end of what the program wrote there


class BotNotStarted(BotFailed):
    code = "bot/not_started"


class BotCrashed(BotFailed):
    code = "bot/crashed"


class BotSlow(BotFailed):
    code = "bot/slow"


class BotGarbled(BotFailed):
    code = "bot/garbled"


class BotNotOffered(BotFailed):
    code = "bot/not_offered"
