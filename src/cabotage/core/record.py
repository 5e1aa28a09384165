"""A game as JSON: options, every choice and every draw, for exact replay. See docs/reference/record.md."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cabotage.core.box import Box
from cabotage.core.contract import CHANCE
from cabotage.core.errors import CabotageError, RecordError
from cabotage.core.lot import is_lot

if TYPE_CHECKING:
    from cabotage.core.event import Event
    from cabotage.core.game import Game
    from cabotage.core.message import Message
    from cabotage.core.position import Position
    from cabotage.core.words import Words

Required = TypeVar("Required")

FORMAT = "cabotage-record"
PARTIAL_FORMAT = "cabotage-partial-record"  # of a running game: what one viewer may know
FORMAT_VERSION = 1
AGREEMENT = "agreement"  # how a game ended that was not played to its end
LONGEST_PLAYER = 60  # of a name, or of the rank of a bot


@dataclass(frozen=True)
class Entry:
    """One event of a record."""

    number: int
    actor: int  # a seat or CHANCE
    text: str
    digest: str | None = None  # of all events so far, with fair dice


@dataclass(frozen=True)
class Record:
    """A finished or running game."""

    game: str
    rules_version: int
    seats: int
    options: Mapping[str, Any]  # a board option holds {"name": ..., "data": ...}
    entries: tuple[Entry, ...]
    origin: Mapping[str, Any] | None = None  # the fields it began with, if set up by hand
    result: tuple[str, ...] | None = None  # each seat's share of the win, if it is over
    dice: Mapping[str, Any] | None = None  # how the draws were made, if that can be verified
    lot: tuple[int, ...] | None = None  # the listed seat at each place, if seats were drawn by lot
    players: tuple[Mapping[str, str], ...] | None = None  # for each seat {"name": ...}, {"bot": rank} or nothing
    is_agreed: bool = False  # the players ended it together before its end

    @staticmethod
    def of(position: Position) -> Record:
        """The game that led to this position."""
        return _record(position, tuple(_entries(position)))

    @staticmethod
    def parse(text: str, is_trusted: bool = False) -> Record:
        """A record from JSON text.

        Raises RecordError for a record that begins with a position set up by hand, unless it is trusted: compiled
        rules do not check a state, and an impossible one may make them read and write out of bounds.
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RecordError("record.not_json", reason=error) from None
        if isinstance(data, dict) and data.get("format") == PARTIAL_FORMAT:
            raise RecordError("record.partial")
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise RecordError("record.not_record", format=FORMAT)
        if data.get("format_version") != FORMAT_VERSION:
            raise RecordError("record.version", version=repr(data.get("format_version")), known=FORMAT_VERSION)
        if data.get("origin") is not None and not is_trusted:
            raise RecordError("record.origin")
        return Record(
            _require(data, "game", str),
            _require(data, "rules_version", int),
            _require(data, "seats", int),
            _require(data, "options", dict),
            tuple(_entry(event, at) for at, event in enumerate(_require(data, "events", list))),
            None if data.get("origin") is None else _require(data, "origin", dict),
            None if data.get("result") is None else tuple(map(str, _require(data, "result", list))),
            None if data.get("dice") is None else _require(data, "dice", dict),
            _lot(data),
            _players(data),
            _is_agreed(data),
        )

    @staticmethod
    def load(path: Path | str, is_trusted: bool = False) -> Record:
        """A record from a file; see `parse` for `is_trusted`."""
        try:
            return Record.parse(Path(path).read_text("utf-8-sig"), is_trusted)
        except (OSError, UnicodeDecodeError) as error:
            raise RecordError("file.unreadable", path=path, reason=error) from None
        except RecordError as error:
            raise RecordError("file.within", path=path, reason=error) from None

    def save(self, path: Path | str) -> None:
        """Write it to a file, completely or not at all."""
        _write(path, self.text())

    @staticmethod
    def rehearse(path: Path | str) -> None:
        """Raise now what `save` would raise later; leaves no file behind."""
        draft = _draft(Path(path))
        with _drafting(draft, path):
            draft.write_bytes(b"")
            draft.unlink()

    def text(self) -> str:
        """JSON with one event per line."""
        return self._framed(map(_line, self.entries))

    def _framed(self, events: Iterable[str]) -> str:
        head = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "game": self.game,
            "rules_version": self.rules_version,
            "seats": self.seats,
            "options": self.options,
            **({"origin": self.origin} if self.origin is not None else {}),
            **({"lot": self.lot} if self.lot is not None else {}),
            **({"players": self.players} if self.players is not None else {}),
            "result": self.result,
            **({"ended": AGREEMENT} if self.is_agreed else {}),
            **({"dice": self.dice} if self.dice is not None else {}),
        }
        lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
        return "{\n" + "\n".join(lines) + '\n  "events": [\n' + ",\n".join(events) + "\n  ]\n}\n"

    def open(self, game: Game) -> Box:
        """The box this game was played with."""
        if game.id != self.game:
            raise RecordError("record.game", written=self.game, game=game.id)
        played = game.at(self.rules_version)
        if played is None:
            raise RecordError("record.rules", written=self.rules_version, game=game.id, version=game.version)
        return Box(played, self.seats, self.options)

    def naming(self, words: Words) -> Words:
        """The words of its game, with the names of its players where it has them."""
        names = [player.get("name") for player in self.players or ()]
        return words.naming(lambda seat: names[seat] or words.names(seat)) if any(names) else words

    def replay(self, game: Game, until: int | None = None) -> Position:
        """The position after all events, or after the first `until`."""
        *_, (position, _) = self.steps(game, until)
        return position

    def steps(self, game: Game, until: int | None = None) -> Iterator[tuple[Position, Event | None]]:
        """One position, first as it began (event None), then after each event."""
        box = self.open(game)
        position = box.first() if self.origin is None else box.position(**self.origin)
        yield position, None
        for at, entry in enumerate(self.entries[:until]):
            yield position, _repeat(position, entry, at)
        if until is None or until >= len(self.entries):
            score = None if position.score is None else tuple(map(str, position.score))
            if self.result != score:
                raise RecordError("record.result", result=score, written=self.result)


class RecordWriter:
    """Writes the record of a running game again and again, without replaying it: each event is encoded once."""

    def __init__(self, position: Position, events: Iterable[Event], lot: Sequence[int] | None = None) -> None:
        self._position = position
        self._lot = None if lot is None else tuple(lot)
        self._lines: list[str] = []
        self.add(events)

    def add(self, events: Iterable[Event]) -> None:
        """Add the next events of the game."""
        self._lines += [_line(Entry(event.number, event.actor, str(event))) for event in events]

    def save(self, path: Path | str) -> None:
        """Write the game so far to a file, whole or not at all; the same bytes as `Record.save`."""
        _write(path, replace(_record(self._position, ()), lot=self._lot)._framed(self._lines))


def _record(position: Position, entries: tuple[Entry, ...]) -> Record:
    box, score = position.box, position.score
    result = None if score is None else tuple(map(str, score))
    return Record(box.game.id, box.game.version, box.seats, box.written_options, entries, position.origin, result)


def _write(path: Path | str, text: str) -> None:
    draft = _draft(Path(path))
    with _drafting(draft, path):
        draft.write_text(text, "utf-8")
        draft.replace(path)


def _draft(target: Path) -> Path:
    return target.with_name(f".{target.name}.part")


@contextmanager
def _drafting(draft: Path, path: Path | str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise RecordError("file.unwritable", path=path, reason=error.strerror or error) from None


def _repeat(position: Position, entry: Entry, at: int) -> Event:
    actor = position.to_act
    if entry.actor != actor:
        raise RecordError("record.actor", at=at, written=_called(entry.actor), actor=_called(actor))
    try:
        event = position.roll(entry.number)[0] if actor == CHANCE else position.play(entry.number)
    except CabotageError as error:
        raise RecordError("record.event", at=at, reason=error) from None
    if str(event) != entry.text:
        text, written = repr(str(event)), repr(entry.text)
        raise RecordError("record.text", at=at, number=entry.number, text=text, written=written)
    return event


def _entries(position: Position) -> Iterator[Entry]:
    """The events of a game, found by playing it again."""
    box = position.box
    replica = box.first(0) if position.origin is None else box.position(0, **position.origin)
    for number in position.history:
        actor = replica.to_act
        (replica.roll if actor == CHANCE else replica.play)(number)
        yield Entry(number, actor, box.texts[number])


def _line(entry: Entry) -> str:
    """One event as a line of JSON."""
    written: dict[str, Any] = {"drawn": entry.number} if entry.actor == CHANCE else {"chosen": entry.number}
    if entry.actor != CHANCE:
        written["seat"] = entry.actor
    written["text"] = entry.text
    if entry.digest is not None:
        written["digest"] = entry.digest
    return f"    {json.dumps(written, ensure_ascii=False)}"


def _called(actor: int) -> Message:
    if actor >= 0:
        return {"key": "actor.seat", "values": {"seat": actor}}
    return {"key": "actor.chance" if actor == CHANCE else "actor.over"}


def _entry(event: Any, at: int) -> Entry:
    if isinstance(event, dict):
        try:
            digest = _require(event, "digest", str) if "digest" in event else None
            if "drawn" in event:
                return Entry(_require(event, "drawn", int), CHANCE, _require(event, "text", str), digest)
            if "chosen" in event:
                seat = _require(event, "seat", int)
                return Entry(_require(event, "chosen", int), seat, _require(event, "text", str), digest)
        except RecordError as error:
            raise RecordError("record.event", at=at, reason=error) from None
    raise RecordError("record.neither", at=at)


def _lot(data: Mapping[str, Any]) -> tuple[int, ...] | None:
    value = data.get("lot")
    if value is None:
        return None
    if not is_lot(value, data["seats"]):
        raise RecordError("record.misshapen", what="lot")
    return tuple(value)


def _players(data: Mapping[str, Any]) -> tuple[Mapping[str, str], ...] | None:
    value = data.get("players")
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != data["seats"] or not all(map(_is_player, value)):
        raise RecordError("record.misshapen", what="players")
    return tuple(value)


def _is_player(value: Any) -> bool:
    return isinstance(value, dict) and all(
        key in ("name", "bot") and isinstance(text, str) and 0 < len(text) <= LONGEST_PLAYER and text.isprintable()
        for key, text in value.items()
    )


def _is_agreed(data: Mapping[str, Any]) -> bool:
    value = data.get("ended")
    if value not in (None, AGREEMENT) or (value is not None and data.get("result") is not None):
        raise RecordError("record.misshapen", what="ended")
    return value is not None


def _require(data: Mapping[str, Any], key: str, kind: type[Required]) -> Required:
    value = data.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise RecordError("record.misshapen", what=key)
    return value
