"""The folder of a tournament: what was agreed on, and every game as soon as it is played."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Self, TypeVar

from cabotage.arena.errors import ArenaError
from cabotage.arena.result import GameResult, Thinking

if TYPE_CHECKING:
    from cabotage.arena.schedule import Match

Line = TypeVar("Line")

SETTINGS, GAMES, TIMES = "arena.json", "games.jsonl", "times.jsonl"
FREE = ("games", "versions")  # may change when a tournament goes on: more games, another machine


class Store:
    """Open it as a context; nobody else can write there meanwhile."""

    def __init__(self, folder: Path, settings: Mapping[str, Any], matches: Sequence[Match]) -> None:
        self.folder = folder
        self.settings = settings
        self.matches = matches
        self.played: list[GameResult] = []
        self.thinking: list[Thinking] = []
        self._files: list[IO[bytes]] = []

    def __enter__(self) -> Self:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._files = [(self.folder / name).open("a+b") for name in (GAMES, TIMES)]
        except OSError as error:
            raise ArenaError("refused.folder", path=self.folder, reason=error.strerror or error) from None
        try:
            _lock(self._files[0], self.folder)
            self._agree()
            self._read()
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def append(self, played: GameResult, thinking: Thinking) -> None:
        """Write a game down at once: a killed arena loses only games that were still being played."""
        for file, line in zip(reversed(self._files), (thinking.line(), played.line()), strict=True):
            file.write(line.encode())
            file.flush()
        self.played.append(played)
        self.thinking.append(thinking)

    def _close(self) -> None:
        for file in self._files:
            file.close()

    def _agree(self) -> None:
        """Keep the settings, or make sure that they are those of the games that are there."""
        path = self.folder / SETTINGS
        kept = read_settings(self.folder)
        if kept is None and self._files[0].tell():
            raise ArenaError("refused.no_settings", path=path)
        if kept is not None:
            compare(kept, self.settings, path)
        draft = path.with_name(f".{SETTINGS}.part")
        draft.write_text(json.dumps(self.settings, ensure_ascii=False, indent=2) + "\n", "utf-8")
        draft.replace(path)

    def _read(self) -> None:
        """The games so far. A last line that was not written to its end is cut off; that game is played again."""
        games, times = self._files
        self.played = _lines(games, GameResult.parse, self.folder / GAMES)
        for match, played in zip(self.matches, self.played, strict=False):
            if (match.number, list(match.seating)) != (played.game, played.seating):
                raise ArenaError("refused.damaged", path=self.folder / GAMES, line=match.number + 1)
        timed = _lines(times, Thinking.parse, self.folder / TIMES)
        self.thinking = timed[: len(self.played)]
        if len(timed) > len(self.thinking):  # killed between the two files
            times.truncate(sum(len(thinking.line()) for thinking in self.thinking))


def read_settings(folder: Path) -> dict[str, Any] | None:
    """What was agreed on in this folder, if anything was."""
    path = folder / SETTINGS
    for part in (folder, *folder.parents):
        if part.exists() and not part.is_dir():
            raise ArenaError("refused.file", path=part)
    try:
        kept = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        raise ArenaError("refused.no_settings", path=path) from None
    if not isinstance(kept, dict) or not isinstance(kept.get("games"), int):
        raise ArenaError("refused.no_settings", path=path)
    return kept


def compare(kept: Mapping[str, Any], given: Mapping[str, Any], path: Path) -> None:
    """Refuse to add games of another kind to those that are there."""
    before, now = _flat(kept), _flat(given)
    for key in dict.fromkeys([*now, *before]):
        if key not in FREE and before.get(key) != now.get(key):
            said = "refused.sources" if key == "sources" else "refused.settings"
            raise ArenaError(said, path=path, setting=key, kept=_short(before.get(key)), given=_short(now.get(key)))
    if kept["games"] > given["games"]:
        raise ArenaError("refused.fewer", path=path, kept=kept["games"], given=given["games"])


def _flat(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with each option by itself, so that the one that differs is named."""
    rest = {key: value for key, value in settings.items() if key != "options"}
    return rest | {f"options.{name}": value for name, value in dict(settings.get("options", {})).items()}


def count_games(folder: Path) -> int:
    """How many games are written down there, to their last letter."""
    try:
        return (folder / GAMES).read_bytes().count(b"\n")
    except OSError:
        return 0


def _lines(file: IO[bytes], parse: Callable[[bytes], Line], path: Path) -> list[Line]:
    """All whole lines of a file; what follows the last of them is cut off."""
    file.seek(0)
    text = file.read()
    whole = text[: text.rfind(b"\n") + 1]
    file.truncate(len(whole))
    found = []
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            found.append(parse(line))
        except (ValueError, TypeError, KeyError):
            raise ArenaError("refused.damaged", path=path, line=number) from None
    return found


def _lock(file: IO[bytes], folder: Path) -> None:
    """Two arenas in one folder would write into each other's lines."""
    try:
        import fcntl
    except ImportError:  # Windows: there nobody is warned
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise ArenaError("refused.busy", path=folder) from None


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:77] + "..."
