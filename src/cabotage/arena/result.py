"""What is kept of a played game: one line of games.jsonl, and the time it took, which is never the same twice."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

from cabotage.core.words import LANGUAGES


@dataclass(frozen=True)
class Failure:
    """A bot that raised an error or chose what was not offered: its seat has lost."""

    seat: int
    bot: str
    code: str
    reason: dict[str, str]  # by language

    def __post_init__(self) -> None:
        if set(self.reason) != set(LANGUAGES):
            raise ValueError(f"a reason in {LANGUAGES}, not {set(self.reason)}")


@dataclass(frozen=True)
class Course:
    """How things stood at some moments from the first decision to the end, seat by seat."""

    places: list[list[int]]
    chances: list[list[float]]  # by the game's own quick estimate; at the end what was won
    points: list[list[int]] | None  # None if the game counts none


@dataclass(frozen=True)
class GameResult:
    """A game that was played; see docs/reference/arena.md."""

    game: int
    round: int
    rotation: int
    seating: list[str]
    shares: list[float]  # of the win
    places: list[int]
    steps: int
    turns: int
    decisions: list[int]
    offered: list[list[int]]  # [number of offered choices, at how many decisions]
    course: Course
    failure: Failure | None = None

    def line(self) -> str:
        """JSON on one line."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":")) + "\n"

    @staticmethod
    def parse(line: str | bytes) -> GameResult:
        """From a line; ValueError or TypeError if it is none."""
        data: Any = json.loads(line)
        if not isinstance(data, dict) or set(data) != {field.name for field in fields(GameResult)}:
            raise ValueError("not a played game")
        data["course"] = Course(**data["course"])
        data["failure"] = None if data["failure"] is None else Failure(**data["failure"])
        return GameResult(**data)


@dataclass(frozen=True)
class Thinking:
    """How long the bots of one game thought: one line of times.jsonl."""

    game: int
    seconds: list[float]  # of each seat, in all
    longest: list[float]  # its longest decision

    def line(self) -> str:
        rounded = {"game": self.game} | {
            name: [round(value, 6) for value in getattr(self, name)] for name in ("seconds", "longest")
        }
        return json.dumps(rounded, separators=(",", ":")) + "\n"

    @staticmethod
    def parse(line: str | bytes) -> Thinking:
        return Thinking(**json.loads(line))
