"""`cabotage play`: one game in the terminal, line by line."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from cabotage.arena.stream import Stream, new_seed
from cabotage.bots import is_foreign, split_names
from cabotage.bots.confinement import blank, hidden
from cabotage.cli.ending import offer_record
from cabotage.cli.errors import FileError, UsageError
from cabotage.cli.language import Language, program_words
from cabotage.cli.players import Player, close_bots, lot_of, seat_players
from cabotage.cli.table import Quit, Table
from cabotage.cli.terminal import Terminal
from cabotage.core.box import Box
from cabotage.core.chance import Dice
from cabotage.core.errors import BotFailed, OptionError, RecordError
from cabotage.core.record import Record
from cabotage.games import GAMES, find

if TYPE_CHECKING:
    from cabotage.core.event import Event
    from cabotage.core.position import Position
    from cabotage.core.words import Words

LEFT = 0
UNATTENDED = 1  # standard input ended in the middle of the game
INTERRUPTED = 130
DEFAULT_BOTS = "mate"


@dataclass(frozen=True)
class PlayOptions:
    """The options of the command line."""

    game: str | None
    seats: int | None
    options: list[str]
    bots: str
    people: int
    names: list[str]
    order: Literal["lot", "listed"] | None  # by default, by lot
    seed: int | None
    save: Path | None
    resume: Path | None
    language: Language | None
    has_boards: bool = False

    def again(self, path: Path) -> str:
        """The command that resumes this game with the same players, whom a record does not name."""
        typed = ["cabotage", "play", "--resume", str(path)]
        if self.people != 1:
            typed += ["--people", str(self.people)]
        for name in self.names:
            typed += ["--name", name]
        if self.bots != DEFAULT_BOTS:
            typed += ["--bots", self.bots]
        return shlex.join(typed)


class Begun(NamedTuple):
    """A game that is ready to be played on."""

    position: Position
    events: list[Event]
    lot: Sequence[int] | None  # the listed player at each place; None if they sit as listed


def play(given: PlayOptions) -> int:
    """Play one game; return the exit code."""
    words = program_words(given.language)
    _check_save(given, words)
    hidden.update(path.resolve() for path in (given.save, given.resume) if path)  # a record shows everything
    if given.seed is not None:
        blank(str(given.seed))
    position, events, lot = _resume(given, words) if given.resume else _start(given, words)
    players = seat_players(position.box, given.people, given.names, given.bots, given.seed, words, lot)
    terminal = Terminal()
    table = Table(position, events, players, words, terminal, given.save or given.resume, given.has_boards, lot)
    if given.resume:
        table.shown = dict.fromkeys(range(-1, len(players)), len(events))
    terminal.say(_welcome(position, players, words), "bold")
    if lot is not None and not given.resume:
        terminal.say(words.say("play.lot"))
    if table.people:
        terminal.say(table.game_words.say("rules.goal"))
        terminal.say(words.say("play.welcome"), "dim")
    try:
        table.run()
    except Quit:
        _farewell(table, given, "play.left")
        return LEFT
    except EOFError:
        terminal.skip()
        _farewell(table, given, "play.unattended")
        return UNATTENDED
    except KeyboardInterrupt:
        terminal.skip()
        _farewell(table, given, "play.left")
        return INTERRUPTED
    except BotFailed:
        terminal.skip()
        if table.people and table.saved is None:
            offer_record(table)
        _farewell(table, given, "play.bot_failed")
        raise
    finally:
        close_bots(players)
    return LEFT


def _start(given: PlayOptions, words: Words) -> Begun:
    if given.game is None:
        raise UsageError(words.say("refused.no_game", games=", ".join(GAMES)))
    options = read_options(given.options, words)
    game = find(given.game)
    seats = given.seats
    if seats is None and given.people > game.default_seats:
        seats = given.people
    box = Box(game, seats, options)
    position = box.first(given.seed)
    position.dice = _dice(given, position)
    has_lot = given.order != "listed" and box.seats > 1
    return Begun(position, position.roll(), lot_of(box, given.seed) if has_lot else None)


def _resume(given: PlayOptions, words: Words) -> Begun:
    """The position of a record, with new dice: a record does not contain future draws."""
    assert given.resume is not None
    if given.seats is not None or given.options or given.order is not None:
        raise UsageError(words.say("refused.resume_options"))
    record = Record.load(given.resume)
    if given.game not in (None, record.game):
        raise UsageError(words.say("refused.resume_game", path=given.resume, game=record.game))
    try:
        steps = list(record.steps(find(record.game)))
    except RecordError as error:
        raise RecordError("file.within", path=given.resume, reason=error) from None
    position = steps[-1][0]
    if position.is_over:
        raise UsageError(words.say("refused.resume_over", path=given.resume))
    position.dice = _dice(given, position)
    events = [event for _, event in steps if event is not None] + position.roll()
    return Begun(position, events, record.lot)


def _dice(given: PlayOptions, position: Position) -> Dice:
    """From earlier rolls of simple dice a clever program could compute the next ones."""
    if given.seed is None and any(map(is_foreign, split_names(given.bots))):
        return Stream(position, new_seed(), 0)
    return Dice(given.seed)


def read_options(texts: list[str], words: Words) -> dict[str, Any]:
    """Parse options typed as name=value."""
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise OptionError(words.say("refused.option", text=text))
        if name.strip() in options:
            raise OptionError(words.say("refused.option_twice", name=name.strip()))
        options[name.strip()] = value.strip()
    return options


def _check_save(given: PlayOptions, words: Words) -> None:
    """Refuse an unusable file before the first move, not after the last."""
    save, resume = given.save, given.resume
    path = save or resume
    if path is None:
        return
    if save and save.exists() and not (resume and resume.exists() and save.samefile(resume)):
        raise FileError(words.say("refused.save_exists", path=save))
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise FileError(words.say("refused.save", path=path, reason=words.say("refused.folder", path=path.parent)))
    if path.is_file() and not os.access(path, os.W_OK):
        raise FileError(words.say("refused.save", path=path, reason=words.say("refused.read_only")))
    try:
        Record.rehearse(path)
    except RecordError as error:
        raise FileError(error.sentence(words.language)) from None


def _welcome(position: Position, players: list[Player], words: Words) -> str:
    seated = ", ".join(f"{player.name} ({player.kind})" if player.kind else player.name for player in players)
    return words.say("play.seated", game=position.box.game.names[words.language], players=seated)


def _farewell(table: Table, given: PlayOptions, key: str) -> None:
    """Print the last sentences: why the game stops, and how to resume it."""
    words = table.words
    if table.saved is None:
        table.terminal.say(f"{words.say(key)} {words.say('play.not_kept')}")
        return
    path, count = table.saved
    missing = "" if count == len(table.events) else " " + words.say("play.kept_partly")
    table.terminal.say(words.say(key) + missing)
    table.terminal.say(words.say("play.kept", again=given.again(path)))
