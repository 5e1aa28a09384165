"""Everything that can go wrong, by cause; each error has a stable code and one clear sentence.

CabotageError
├── UnknownGame        game/unknown         no game has this id
├── SeatsError         game/seats           this many seats cannot play it
├── OptionError        game/option          no such option, or not one of its values
├── BoardError         board/invalid        a board file breaks a rule of boards; names file and line
├── MoveError
│   ├── NotationError  move/notation        the text names no choice of this game
│   ├── NotOffered     move/not_offered     a choice of this game, but not offered now
│   ├── NotYourTurn    move/not_your_turn   chance or another seat acts now
│   └── GameOver       move/game_over       nothing can be played any more
├── PositionError      position/field       a position by named fields that the schema refuses
└── RecordError        record/invalid       a record that cannot be read or does not replay; names the event
"""


class CabotageError(Exception):
    """The root: catch this one to catch all of ours and nothing else."""

    code = "cabotage/error"


class UnknownGame(CabotageError):
    code = "game/unknown"


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
