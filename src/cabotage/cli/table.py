"""One game in one terminal: asks people, lets bots choose, prints what happened, saves the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cabotage.cli.ending import tell_ending
from cabotage.cli.errors import FileError
from cabotage.cli.hint import hint_lines
from cabotage.cli.menu import Menu, tidy
from cabotage.cli.prompt import question
from cabotage.cli.rulebook import rules_text
from cabotage.core.contract import SPECTATOR
from cabotage.core.errors import RecordError
from cabotage.core.record import Record, RecordWriter
from cabotage.core.schema import Sight

if TYPE_CHECKING:
    from cabotage.cli.players import Player
    from cabotage.cli.terminal import Terminal
    from cabotage.core.contract import Scene
    from cabotage.core.event import Event
    from cabotage.core.position import Position
    from cabotage.core.schema import Schema
    from cabotage.core.words import Words

OTHER_LINES = 5  # on the screen, besides drawing and choices


class Quit(Exception):
    """A person leaves the table."""


@dataclass(frozen=True)
class Prompt:
    """What a person sees before a choice, built once."""

    player: Player
    scene: Scene
    drawing: str
    menu: Menu


class Table:
    """The players, the events so far, and which of them each screen has shown."""

    def __init__(
        self,
        position: Position,
        events: Sequence[Event],
        players: Sequence[Player],
        words: Words,
        terminal: Terminal,
        save: Path | None = None,
        has_boards: bool = False,
        lot: Sequence[int] | None = None,
    ) -> None:
        self.position = position
        self.events = list(events)
        self.players = players
        self.words = words
        self.game_words = position.box.game.words(words.language).naming(lambda seat: players[seat].name)
        self.terminal = terminal
        self.save_path = save
        self.default_path = save  # where `save` without a name writes
        self.people = [player for player in players if player.is_person]
        self.is_private = len(self.people) > 1 and hides(position.box.schema)
        self.watcher = self.people[0].seat if self.people else SPECTATOR
        self.shown: dict[int, int] = {}  # number of events, by viewer
        self._is_fleeting = False  # whether the screen has a line that logs leave out
        self.saved: tuple[Path, int] | None = None  # the file last written, and the number of events in it
        self._writer = RecordWriter(position, events, lot)
        self._stamp: object = None  # of that file
        self.has_boards = has_boards

    def run(self) -> None:
        """Play until the game is over; Quit, EOFError or KeyboardInterrupt leave earlier."""
        self._save()
        while not self.position.is_over:
            player = self.players[self.position.to_act]
            if player.bot is None:
                self._hand_over(player)
                self.tell(player.seat)
                number = self._ask(player)
                self._wipe()
                self._play(number)
                self.tell(player.seat)
            else:
                self._play(player.bot.choose(self.position.view(player.seat), player.seat))
                if not self.is_private:
                    self.tell(self.watcher)
                    if self.has_boards and not self.position.is_over:
                        self.draw(self.watcher)
                        self.terminal.skip()
        self.tell(self.watcher)
        self.draw(self.watcher)
        self.terminal.skip()
        tell_ending(self)

    def tell(self, viewer: int, since: int | None = None) -> None:
        """Print the events that this screen has not shown yet; or all from `since` on, as a log."""
        screen = viewer if self.is_private else SPECTATOR  # people at the same screen have read the same
        first = self.shown.get(screen, 0) if since is None else since
        tell = self.game_words.tell_now if since is None else self.game_words.tell
        for event in self.events[first:]:
            for message in event.story(viewer):
                self.terminal.say(tell(message))
                self._is_fleeting |= since is None and "now" in message
        self.shown[screen] = len(self.events)

    def _wipe(self) -> None:
        """After a choice, clear a screen that tells what is to be remembered: on the page too it is gone now."""
        if self._is_fleeting:
            self.terminal.clear()
            self._is_fleeting = False

    def draw(self, viewer: int) -> None:
        """Draw the table as this viewer sees it."""
        self.terminal.skip()
        self.terminal.show(self.position.draw(viewer, self.game_words))

    def save(self, path: Path) -> None:
        """Write the record; an older record is replaced, any other file is left alone."""
        if path.exists() and self._stamp != stamp(path) and not is_record(path):
            raise FileError(self.words.say("refused.foreign_file", path=path))
        try:
            self._writer.save(path)
        except RecordError as error:
            raise FileError(error.sentence(self.words.language)) from None
        self.saved, self._stamp = (path, len(self.events)), stamp(path)

    def _play(self, number: int) -> None:
        events = [self.position.play(number), *self.position.roll()]
        self.events += events
        self._writer.add(events)
        self._save()

    def _save(self) -> None:
        if self.save_path is None:
            return
        try:
            self.save(self.save_path)
        except FileError as error:  # a full disk must not end the game; the next choice retries
            self.terminal.say(str(error), "bold red")

    def _hand_over(self, player: Player) -> None:
        """Hide the screen between two people in a game with hidden information."""
        if not self.is_private or player.seat == self.watcher:
            return
        before = self.players[self.watcher].name
        self.terminal.skip()
        self.terminal.ask(self.words.say("play.hide", who=before, next=player.name))
        self.terminal.clear()
        self.terminal.ask(self.words.say("play.sit", who=player.name))
        self.watcher = player.seat

    def _ask(self, player: Player) -> int:
        """The number of the choice that this person makes."""
        scene = self.position.scene(player.seat)
        drawing = self.position.box.game.draw.draw(scene, self.game_words)
        menu = Menu(self.position.choices(player.seat), self.game_words, self.words)
        shown = Prompt(player, scene, drawing, menu)
        self._show(shown)
        while True:
            typed = self.terminal.ask(self.words.say("play.ask", who=player.name))
            offer = menu.find(typed)
            if offer is not None:
                return offer.number
            if not self._obey(typed, shown):
                is_notation = tidy(typed) in self.position.box.numbers
                self.terminal.say(menu.refuse(typed, is_notation), "yellow")

    def _show(self, shown: Prompt) -> None:
        self.terminal.skip()
        self.terminal.show(shown.drawing)
        self.terminal.skip()
        self.terminal.say(question(shown.scene, self.game_words, self.words, shown.player.name), "bold")
        rows = self.terminal.height - OTHER_LINES - shown.drawing.count("\n")
        self.terminal.show(shown.menu.show(self.terminal.width, rows))

    def _obey(self, typed: str, shown: Prompt) -> bool:
        """Run a command; return whether it is one."""
        seat, menu = shown.player.seat, shown.menu
        command, _, rest = typed.removeprefix("/").partition(" ")
        meant = self.command(command)
        if meant == "save":
            self.save_as(rest.strip())
        elif rest:
            return False
        elif meant == "quit":
            raise Quit
        elif meant == "help":
            first = menu.main[0]
            self.terminal.show(self.words.say("play.help", sample=first.label, notation=first.notation))
        elif meant == "rules":
            self.terminal.show(rules_text(self.position.box.game, shown.scene["phase"], self.words))
        elif meant == "list":
            self.terminal.show(menu.show_all(self.terminal.width))
        elif meant == "draw":
            self._show(shown)
        elif meant == "hint":
            names = [seated.name for seated in self.players]
            self.terminal.show("\n".join(hint_lines(self.position, seat, menu, names, self.words)))
        elif meant == "story":
            self.tell(seat, since=0)
        return bool(meant)

    def command(self, typed: str) -> str:
        """The command with this name in the current language; empty if there is none."""
        for name in ("help", "rules", "list", "draw", "story", "hint", "save", "quit"):
            if typed.lower() in self.words.say(f"command.{name}").split():
                return name
        return ""

    def save_as(self, name: str) -> bool:
        """Save to this file, or to the default one, and report the result."""
        path = Path(name).expanduser() if name else self.default_path
        if path is None:
            self.terminal.say(self.words.say("refused.save_where"), "yellow")
            return False
        try:
            self.save(path)
        except FileError as error:
            self.terminal.say(str(error), "yellow")
            return False
        self.default_path = path
        self.terminal.say(self.words.say("play.saved", path=path))
        return True


def hides(schema: Schema) -> bool:
    """Whether the game has hidden information."""
    return any(field.seen.sight is not Sight.ALL for field in schema.fields.values())


def stamp(path: Path) -> object:
    """Changes when another program writes the file."""
    status = path.stat()
    return path, status.st_ino, status.st_mtime_ns, status.st_size


def is_record(path: Path) -> bool:
    """Whether this file is a record of Cabotage."""
    try:
        Record.load(path)
    except RecordError:
        return False
    return True
