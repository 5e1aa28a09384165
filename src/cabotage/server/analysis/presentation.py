"""An analysis as people read it: rows of the table instead of events, choices in words, and reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cabotage.tables.projection import game_words, offer

if TYPE_CHECKING:
    from cabotage.core.position import Position
    from cabotage.core.words import Words
    from cabotage.tables.reader import Reader

GOOD = "good"
TURNING_POINTS = 5
MOST_ERRORS = 40  # shown, the most costly


def present(reader: Reader, content: Mapping[str, Any], language: str) -> dict[str, Any]:
    """The JSON of `responses.GameAnalysis`."""
    rows = reader.event_rows()
    moments = [{**moment, "at": rows[moment["seq"]]} for moment in content["moments"]]
    errors = [each for each in content["decisions"] if each["verdict"] != GOOD]
    errors = sorted(errors, key=lambda each: -(each["cost"] - each["noise"]))[:MOST_ERRORS]
    return {
        "seats": [{**seat, "worst": _worst(errors, seat["seat"])} for seat in content["seats"]],
        "moments": moments,
        "errors": _explained(reader, sorted(errors, key=lambda each: each["seq"]), rows, language),
        "turning_points": _turning_points(moments, content["decisions"]),
    }


def _worst(errors: Sequence[Mapping[str, Any]], seat: int) -> int | None:
    """The event of this seat's most costly error."""
    return next((each["seq"] for each in errors if each["seat"] == seat), None)


def _explained(
    reader: Reader, errors: Sequence[Mapping[str, Any]], rows: Sequence[int], language: str
) -> list[dict[str, Any]]:
    state = reader.state
    words, box = game_words(state, language), state.box
    position, at = box.first(0), 0
    turns = _Turns()
    found: list[dict[str, Any]] = []
    history = state.position.history
    for error in errors:
        while at < error["seq"]:
            turns.note(position.to_act)
            position.advance(history[at])
            at += 1
        found.append(
            {
                "seq": error["seq"],
                "at": rows[error["seq"]],
                "seat": error["seat"],
                "turn": turns.number(error["seat"]),
                "chosen": _choice(position, error["chosen"], words),
                "best": _choice(position, error["best"], words),
                "cost": error["cost"],
                "noise": error["noise"],
                "verdict": error["verdict"],
            }
        )
    return found


class _Turns:
    """Counts each seat's turns: choices in a row, whatever is drawn between them, are one."""

    def __init__(self) -> None:
        self._last: int | None = None
        self._counts: dict[int, int] = {}

    def note(self, actor: int) -> None:
        if actor >= 0 and actor != self._last:
            self._last = actor
            self._counts[actor] = self._counts.get(actor, 0) + 1

    def number(self, seat: int) -> int:
        """Of the turn in which this seat chooses now."""
        return self._counts.get(seat, 0) + (seat != self._last)


def _choice(position: Position, number: int, words: Words) -> dict[str, Any]:
    """As it was offered, with what speaks for it."""
    box, seat = position.box, position.to_act
    glance = box.visibility.glance(position.view(seat))
    shown = offer(box, number, box.game.scene.choice(box, glance, number), words)
    return {"choice": shown, "reason": words.tell(position.merit(number))}


def _turning_points(moments: Sequence[Mapping[str, Any]], decisions: Sequence[Mapping[str, Any]]) -> list[int]:
    """The moments after the draws and errors that changed chances most. After good choices, a change is noise."""
    good = {each["seq"] + 1 for each in decisions if each["verdict"] == GOOD}
    changes = [
        (max(abs(b - a) for a, b in zip(before["chances"], after["chances"], strict=True)), after["seq"])
        for before, after in pairwise(moments)
        if after["seq"] not in good
    ]
    return sorted(seq for change, seq in sorted(changes, reverse=True)[:TURNING_POINTS] if change > 0)
