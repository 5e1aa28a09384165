"""A game written down: what was fixed, every choice and every draw; exact to replay. See docs/reference/record.md."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cabotage.core.box import Box
from cabotage.core.contract import CHANCE, OVER
from cabotage.core.errors import CabotageError, RecordError

if TYPE_CHECKING:
    from cabotage.core.game import Game
    from cabotage.core.position import Event, Position

FORMAT = "cabotage-record"
FORMAT_VERSION = 1


@dataclass(frozen=True)
class Entry:
    """One line of a record."""

    number: int
    actor: int  # a seat or CHANCE
    text: str


@dataclass(frozen=True)
class Record:
    """A finished or running game."""

    game: str
    rules_version: int
    seats: int
    options: Mapping[str, Any]  # a board option holds {"name": ..., "data": ...}
    entries: tuple[Entry, ...]
    origin: Mapping[str, Any] | None = None  # the fields of the position it began with, if not the usual one
    result: tuple[str, ...] | None = None  # each seat's share of the win, if it is over

    @staticmethod
    def of(position: Position) -> Record:
        """The game that led to this position."""
        box = position.box
        options: dict[str, Any] = dict(box.options)
        for name, board in box.boards.items():
            options[name] = {"name": board.name, "data": board.data}
        score = position.score
        return Record(
            box.game.id,
            box.game.version,
            box.seats,
            options,
            tuple(_entries(position)),
            position.origin,
            None if score is None else tuple(map(str, score)),
        )

    @staticmethod
    def parse(text: str) -> Record:
        """A record from JSON text."""
        try:
            data = json.loads(text)
        except ValueError as error:
            raise RecordError(f"not JSON: {error}") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise RecordError(f'not a record: "format" should be "{FORMAT}"')
        if data.get("format_version") != FORMAT_VERSION:
            raise RecordError(f"format version {data.get('format_version')!r}; this program reads {FORMAT_VERSION}")
        try:
            return Record(
                str(data["game"]),
                int(data["rules_version"]),
                int(data["seats"]),
                dict(data["options"]),
                tuple(_entry(event, at) for at, event in enumerate(data["events"])),
                None if data.get("origin") is None else dict(data["origin"]),
                None if data.get("result") is None else tuple(map(str, data["result"])),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise RecordError(f"something is missing or misshapen: {error!r}") from None

    @staticmethod
    def load(path: Path | str) -> Record:
        """A record from a file."""
        try:
            return Record.parse(Path(path).read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise RecordError(f"{path}: cannot be read ({error})") from None
        except RecordError as error:
            raise RecordError(f"{path}: {error}") from None

    def save(self, path: Path | str) -> None:
        """Write it to a file, whole or not at all."""
        target = Path(path)
        draft = target.with_name(f".{target.name}.part")
        draft.write_text(self.text(), "utf-8")
        draft.replace(target)

    def text(self) -> str:
        """JSON, one event a line."""
        head = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "game": self.game,
            "rules_version": self.rules_version,
            "seats": self.seats,
            "options": self.options,
            **({"origin": self.origin} if self.origin is not None else {}),
            "result": self.result,
        }
        lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
        events = ",\n".join(f"    {json.dumps(_written(entry), ensure_ascii=False)}" for entry in self.entries)
        return "{\n" + "\n".join(lines) + f'\n  "events": [\n{events}\n  ]\n}}\n'

    def open(self, game: Game) -> Box:
        """The box this was played from."""
        if game.id != self.game:
            raise RecordError(f"a record of {self.game}, not of {game.id}")
        if game.version != self.rules_version:
            raise RecordError(f"played by rules version {self.rules_version} of {game.id}; this is {game.version}")
        return Box(game, self.seats, self.options)

    def replay(self, game: Game, until: int | None = None) -> Position:
        """The position after all events, or after that many."""
        *_, (position, _) = self.steps(game, until)
        return position

    def steps(self, game: Game, until: int | None = None) -> Iterator[tuple[Position, Event | None]]:
        """The same position as it goes on, with what has just happened; at first nothing has."""
        box = self.open(game)
        position = box.first(0) if self.origin is None else box.position(0, **self.origin)
        yield position, None
        for at, entry in enumerate(self.entries[:until]):
            yield position, _repeat(position, entry, at)
        if until is None or until >= len(self.entries):
            score = None if position.score is None else tuple(map(str, position.score))
            if self.result != score:
                raise RecordError(f"the result is {score}, not {self.result}")


def _repeat(position: Position, entry: Entry, at: int) -> Event:
    actor = position.to_act
    if entry.actor != actor:
        names = {CHANCE: "chance", OVER: "nobody, the game is over"}
        whose, acts = names.get(entry.actor, f"seat {entry.actor}"), names.get(actor, f"seat {actor}")
        raise RecordError(f"event {at}: by {whose}, but to act is {acts}")
    try:
        event = position.roll(entry.number)[0] if actor == CHANCE else position.play(entry.number)
    except CabotageError as error:
        raise RecordError(f"event {at}: {error}") from None
    if str(event) != entry.text:
        raise RecordError(f"event {at}: {entry.number} is {str(event)!r}, not {entry.text!r}")
    return event


def _entries(position: Position) -> Iterator[Entry]:
    """The events that led here, found by playing them again."""
    box = position.box
    replica = box.first(0) if position.origin is None else box.position(0, **position.origin)
    for number in position.history:
        actor = replica.to_act
        (replica.roll if actor == CHANCE else replica.play)(number)
        yield Entry(number, actor, box.texts[number])


def _written(entry: Entry) -> dict[str, Any]:
    if entry.actor == CHANCE:
        return {"drawn": entry.number, "text": entry.text}
    return {"chosen": entry.number, "seat": entry.actor, "text": entry.text}


def _entry(event: Mapping[str, Any], at: int) -> Entry:
    if "drawn" in event:
        return Entry(int(event["drawn"]), CHANCE, str(event["text"]))
    if "chosen" in event:
        return Entry(int(event["chosen"]), int(event["seat"]), str(event["text"]))
    raise RecordError(f"event {at}: neither drawn nor chosen")
