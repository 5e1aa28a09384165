"""One game at one terminal: asks people, lets bots choose, tells each what happened, keeps the record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cabotage.cli.ending import tell_ending
from cabotage.cli.errors import FileError
from cabotage.cli.hint import hint_lines
from cabotage.cli.menu import Menu, tidy
from cabotage.cli.prompt import prompt
from cabotage.cli.rulebook import rules_at_hand
from cabotage.core.contract import SPECTATOR
from cabotage.core.errors import RecordError
from cabotage.core.record import Record
from cabotage.core.schema import Sight

if TYPE_CHECKING:
    from cabotage.cli.players import Player
    from cabotage.cli.terminal import Terminal
    from cabotage.core.position import Event, Position
    from cabotage.core.schema import Schema
    from cabotage.core.words import Words

BESIDES = 5  # lines on the screen besides drawing and choices


class Quit(Exception):
    """A person leaves the table."""


class Table:
    """Who sits there, what has happened, and what each has been told of it."""

    def __init__(
        self,
        position: Position,
        events: Sequence[Event],
        players: Sequence[Player],
        words: Words,
        terminal: Terminal,
        save: Path | None = None,
        has_boards: bool = False,
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
        self.told: dict[int, int] = {}
        self.kept: tuple[Path, int] | None = None  # the file last written, and the events in it
        self.has_boards = has_boards

    def run(self) -> None:
        """Play until the game is over; Quit, EOFError or KeyboardInterrupt leave earlier."""
        self._keep()
        while not self.position.is_over:
            player = self.players[self.position.to_act]
            if player.bot is None:
                self._hand_over(player)
                self.tell(player.seat)
                self._happen(self._ask(player))
                self.tell(player.seat)
            else:
                self._happen(player.bot.choose(self.position.view(player.seat), player.seat))
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
        """What this viewer may know of what happened since last told; or of all from `since` on, as a log keeps it."""
        screen = viewer if self.is_private else SPECTATOR  # whoever looks at the same screen has read the same
        first = self.told.get(screen, 0) if since is None else since
        tell = self.game_words.tell_now if since is None else self.game_words.tell
        for event in self.events[first:]:
            for message in event.story(viewer):
                self.terminal.say(tell(message))
        self.told[screen] = len(self.events)

    def draw(self, viewer: int) -> None:
        """The table as this viewer sees it."""
        self.terminal.skip()
        self.terminal.show(self.position.draw(viewer, self.game_words))

    def save(self, path: Path) -> None:
        """Write the record; an older record is replaced, any other file is left alone."""
        if path.exists() and not is_record(path):
            raise FileError(self.words.say("refused.foreign_file", path=path))
        try:
            Record.of(self.position).save(path)
        except RecordError as error:
            raise FileError(error.sentence(self.words.language)) from None
        self.kept = (path, len(self.events))

    def _happen(self, number: int) -> None:
        self.events.append(self.position.play(number))
        self.events += self.position.roll()
        self._keep()

    def _keep(self) -> None:
        if self.save_path is None:
            return
        try:
            self.save(self.save_path)
        except FileError as error:  # a full disk must not end the game; the next choice tries again
            self.terminal.say(str(error), "bold red")

    def _hand_over(self, player: Player) -> None:
        """Between two people in a game with secrets: nobody sees the screen of the other."""
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
        menu = Menu(self.position.choices(player.seat), self.game_words, self.words)
        self._offer(player, menu)
        while True:
            typed = self.terminal.ask(self.words.say("play.ask", who=player.name))
            offer = menu.find(typed)
            if offer is not None:
                return offer.number
            if not self._obey(typed, player, menu):
                is_notation = tidy(typed) in self.position.box.numbers
                self.terminal.say(menu.refuse(typed, is_notation), "yellow")

    def _offer(self, player: Player, menu: Menu) -> None:
        self.draw(player.seat)
        self.terminal.skip()
        scene = self.position.scene(player.seat)
        self.terminal.say(prompt(scene, self.game_words, self.words, player.name), "bold")
        rows = self.terminal.height - BESIDES - self.position.draw(player.seat, self.game_words).count("\n")
        self.terminal.show(menu.show(self.terminal.width, rows))

    def _obey(self, typed: str, player: Player, menu: Menu) -> bool:
        """Carry out a command; False if it is none."""
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
            self.terminal.show(rules_at_hand(self.position, player.seat, self.words))
        elif meant == "list":
            self.terminal.show(menu.show_all(self.terminal.width))
        elif meant == "draw":
            self._offer(player, menu)
        elif meant == "hint":
            names = [seated.name for seated in self.players]
            self.terminal.show("\n".join(hint_lines(self.position, player.seat, menu, names, self.words)))
        elif meant == "story":
            self.tell(player.seat, since=0)
        return bool(meant)

    def command(self, typed: str) -> str:
        """The command that is called so in this language, or nothing."""
        for name in ("help", "rules", "list", "draw", "story", "hint", "save", "quit"):
            if typed.lower() in self.words.say(f"command.{name}").split():
                return name
        return ""

    def save_as(self, name: str) -> bool:
        """Save as a person asked to, and say what came of it."""
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
    """Whether there is anything in this game that not everybody may know."""
    return any(field.seen.sight is not Sight.ALL for field in schema.fields.values())


def is_record(path: Path) -> bool:
    """Whether this file is one of ours."""
    try:
        Record.load(path)
    except RecordError:
        return False
    return True
