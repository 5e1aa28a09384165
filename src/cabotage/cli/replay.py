"""`cabotage replay`: the story of a record, event by event, checked to the end."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cabotage.cli.ending import result_lines
from cabotage.cli.errors import UsageError
from cabotage.cli.language import Language, program_words
from cabotage.cli.terminal import Terminal
from cabotage.core.contract import SPECTATOR
from cabotage.core.errors import RecordError
from cabotage.core.record import Record
from cabotage.games import find

if TYPE_CHECKING:
    from cabotage.core.words import Words


@dataclass(frozen=True)
class ReplayOptions:
    """The options of the command line."""

    path: Path
    at: int | None = None
    seat: int | None = None
    is_quiet: bool = False
    language: Language | None = None


def replay(given: ReplayOptions) -> None:
    """Check the whole record, then print its story up to that event."""
    words = program_words(given.language)
    path, at, seat = given.path, given.at, given.seat
    record = Record.load(path)
    game = find(record.game)
    count = len(record.entries)
    if at is not None and not 0 <= at <= count:
        raise UsageError(words.say("refused.at", path=path, count=count, at=at))
    if seat is not None and not 0 <= seat < record.seats:
        raise UsageError(words.say("refused.seat", path=path, last=record.seats - 1, seat=seat))
    viewer = SPECTATOR if seat is None else seat
    shown = count if at is None else at
    game_words = record.naming(game.words(words.language))
    lines, drawing, result = _tell(record, path, viewer, shown, game_words, words)
    terminal = Terminal()
    if not given.is_quiet:
        for line in lines:
            terminal.say(line)
        terminal.skip()
        if shown < count:
            terminal.say(words.say("replay.after", at=shown, events=count), "bold")
        terminal.show(drawing)
        terminal.skip()
        for line in result if shown == count else []:
            terminal.say(line)
    terminal.say(
        words.say(
            "replay.exact", path=path, game=game.names[words.language], seats=record.seats, events=len(record.entries)
        ),
        "bold",
    )


def _tell(
    record: Record, path: Path, viewer: int, shown: int, game_words: Words, words: Words
) -> tuple[list[str], str, list[str]]:
    """The story and the drawing up to that event, and the result of the game; raises RecordError if it is invalid."""
    game = find(record.game)
    digits = len(str(len(record.entries)))
    lines: list[str] = []
    drawing = ""
    try:
        for done, (position, event) in enumerate(record.steps(game)):
            if event is not None and done <= shown:
                lines += [f"{done:>{digits}}  {game_words.tell(message)}" for message in event.story(viewer)]
            if done == shown:
                drawing = position.draw(viewer, game_words)
    except RecordError as error:
        raise RecordError("file.within", path=path, reason=error) from None
    names = [game_words.names(seat) for seat in range(record.seats)]
    unfinished = words.say("replay.agreed" if record.is_agreed else "replay.running")
    return lines, drawing, result_lines(position, names, words) or [unfinished]
