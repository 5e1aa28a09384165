"""The folder of a tournament: its settings, and every game as soon as it is over."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Self, TypeVar

from cabotage.arena.errors import ArenaError
from cabotage.arena.result import GameResult, Thinking
from cabotage.bots import is_foreign

if TYPE_CHECKING:
    from cabotage.arena.schedule import Match

Line = TypeVar("Line")

SETTINGS, GAMES, TIMES = "arena.json", "games.jsonl", "times.jsonl"
FREE = ("games", "versions")  # may differ when a tournament resumes


class Store:
    """A context manager that locks the folder."""

    def __init__(self, folder: Path, settings: Mapping[str, Any], matches: Sequence[Match]) -> None:
        self.folder = folder
        self.settings = settings
        self.matches = matches
        self.results: list[GameResult] = []
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
            self._check_settings()
            self._read()
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def append(self, result: GameResult, thinking: Thinking) -> None:
        """Write a result at once, so that a killed arena loses only unfinished games."""
        for file, line in zip(reversed(self._files), (thinking.line(), result.line()), strict=True):
            file.write(line.encode())
            file.flush()
        self.results.append(result)
        self.thinking.append(thinking)

    def _close(self) -> None:
        for file in self._files:
            file.close()

    def _check_settings(self) -> None:
        """Write the settings; refuse those that do not fit the games in the folder."""
        path = self.folder / SETTINGS
        saved = read_settings(self.folder)
        if saved is None and self._files[0].tell():
            raise ArenaError("refused.no_settings", path=path)
        if saved is not None:
            compare(saved, self.settings, path)
        draft = path.with_name(f".{SETTINGS}.part")
        if any(map(is_foreign, self.settings["line_up"])):
            draft.touch(mode=0o600)  # the seed is there: a bot that runs as another user must not read it
        draft.write_text(json.dumps(self.settings, ensure_ascii=False, indent=2) + "\n", "utf-8")
        draft.replace(path)

    def _read(self) -> None:
        """Read the games so far. An incomplete last line is cut off; its game is played again."""
        games, times = self._files
        self.results = _lines(games, GameResult.parse, self.folder / GAMES)
        for match, result in zip(self.matches, self.results, strict=False):
            if (match.number, list(match.seating)) != (result.game, result.seating):
                raise ArenaError("refused.damaged", path=self.folder / GAMES, line=match.number + 1)
        timed = _lines(times, Thinking.parse, self.folder / TIMES)
        self.thinking = timed[: len(self.results)]
        if len(timed) > len(self.thinking):  # killed between the two files
            times.truncate(sum(len(thinking.line()) for thinking in self.thinking))


def read_settings(folder: Path) -> dict[str, Any] | None:
    """The settings in this folder, if there are any."""
    path = folder / SETTINGS
    for part in (folder, *folder.parents):
        if part.exists() and not part.is_dir():
            raise ArenaError("refused.file", path=part)
    try:
        saved = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        raise ArenaError("refused.no_settings", path=path) from None
    if not isinstance(saved, dict) or not isinstance(saved.get("games"), int):
        raise ArenaError("refused.no_settings", path=path)
    return saved


def compare(saved: Mapping[str, Any], given: Mapping[str, Any], path: Path) -> None:
    """Refuse to mix games with different settings."""
    before, now = _flat(saved), _flat(given)
    for key in dict.fromkeys([*now, *before]):
        if key not in FREE and before.get(key) != now.get(key):
            reason = "refused.sources" if key == "sources" else "refused.settings"
            raise ArenaError(reason, path=path, setting=key, kept=_short(before.get(key)), given=_short(now.get(key)))
    if saved["games"] > given["games"]:
        raise ArenaError("refused.fewer", path=path, kept=saved["games"], given=given["games"])


def _flat(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with one key for each option, so that an error names the one that differs."""
    rest = {key: value for key, value in settings.items() if key != "options"}
    return rest | {f"options.{name}": value for name, value in dict(settings.get("options", {})).items()}


def count_games(folder: Path) -> int:
    """How many complete games the folder has."""
    try:
        return (folder / GAMES).read_bytes().count(b"\n")
    except OSError:
        return 0


def _lines(file: IO[bytes], parse: Callable[[bytes], Line], path: Path) -> list[Line]:
    """Parse all complete lines of a file; cut off the rest."""
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
    """Two arenas in one folder would mix up their lines."""
    try:
        import fcntl
    except ImportError:  # Windows: no lock
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise ArenaError("refused.busy", path=folder) from None


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:77] + "..."
