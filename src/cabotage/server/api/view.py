"""A table as the page is shown it: what tables tell one viewer, step by step, with who holds which seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from cabotage.core.contract import HIDDEN, OVER, State
from cabotage.core.schema import Sight
from cabotage.server.language import greetings, rank_name
from cabotage.tables import Appended, Kind, Row, Table
from cabotage.tables.projection import game_words, has_memory, rendered

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.position import Event
    from cabotage.core.words import Words
    from cabotage.tables.state import TableState

MOST_STEPS = 40
MOST_STORY_ROWS = 200
NOBODY_YET = -1  # to act while seats are open; looking back, also while chance acts
CLOCK_KINDS = {"seconds": "turn", "days": "days"}
EVENTS = (Kind.CHOSEN, Kind.DRAWN)


def mine(table: Table, identity: str | None) -> list[int]:
    """The seats that this person holds."""
    if identity is None:
        return []
    return [place for place, seat in enumerate(table.state.seats) if seat.holder == identity]


def show(
    table: Table,
    viewer: int,
    identity: str | None,
    language: str,
    here: Sequence[bool],
    since: int | None = None,
    at: int | Appended | None = None,
    now_ms: int = 0,
) -> dict[str, Any]:
    """All that a `View` has."""
    last = at.last_seq if isinstance(at, Appended) else table.seq if at is None else at
    first = max(0, last - MOST_STORY_ROWS) if since is None else max(since, last - MOST_STORY_ROWS, -1)
    given = table.seen_by(viewer, language, first, at)
    state, words = table.state, game_words(table.state, language)
    held = mine(table, identity)
    scene = given["scene"] or {}
    told = table.events(max(first + 1, last - MOST_STEPS + 1), last)
    memory = has_memory(state.box) and state.status != "over"
    oldest_scene = (at.first_seq if isinstance(at, Appended) else state.move_seq) if memory else 0
    steps = _steps(told, given["story"], state.box, viewer, words, scene, oldest_scene)
    result = _result(given, steps)
    return {
        "table": table.id,
        "game": given["game"],
        "rules_version": given["rules_version"],
        "status": given["status"],
        "is_over": state.status == "over",
        "seq": table.seq if isinstance(at, int) else last,
        "at": last,
        "viewer": viewer,
        "mine": held,
        "to_act": actor(given["status"], given["to_act"]),
        "seats": seats(state, given["seats"], held, here, language),
        "scene": scene,
        "steps": steps,
        "story": given["story"],
        "choices": given["choices"],
        "not_offered": given["not_offered"],
        "can_undo": given["can_undo"],
        "clock": _clock(given["clock"], now_ms),
        "result": result,
        "options": given["options"],
        "phase": str(scene.get("phase", "")),
        "has_secrets": any(field.seen.sight is not Sight.ALL for field in state.box.schema.fields.values()),
        "has_memory": has_memory(state.box),
        "commitment": given["dice"]["commitment"],
        "nonces": given["dice"]["nonces"],
        "revealed_seed": given["dice"]["seed"],
        "digest": given["dice"]["digest"],
        "greetings": greetings(language),
        "gestures": [rendered(gesture, words) for gesture in state.box.game.gestures(state.box)],
        "forked": given["forked"],
    }


def actor(status: str, seat: int | None) -> int:
    """A seat, or OVER, or NOBODY_YET."""
    if seat is not None:
        return seat
    return OVER if status == "over" else NOBODY_YET


def seats(
    state: TableState, given: Sequence[dict[str, Any]], held: Sequence[int], here: Sequence[bool], language: str
) -> list[dict[str, Any]]:
    """Who sits where, and whether a connection of theirs is open."""
    return [
        {
            "seat": one["seat"],
            "kind": "open" if one["is_open"] else "bot" if state.seats[one["seat"]].holder is None else "person",
            "name": one["name"],
            "is_named": state.seats[one["seat"]].name is not None,
            "rank": one["bot"],
            "rank_name": None if one["bot"] is None else rank_name(one["bot"], language),
            "is_mine": one["seat"] in held,
            "is_here": here[one["seat"]],
            "is_away": state.seats[one["seat"]].holder is not None and not state.seats[one["seat"]].is_present,
            "is_taken_over": one["bot"] is not None and state.seats[one["seat"]].holder is not None,
        }
        for one in given
    ]


def _steps(
    told: Sequence[tuple[Row, Event | None]],
    story: Sequence[dict[str, Any]],
    box: Box,
    viewer: int,
    words: Words,
    scene: dict[str, Any],
    oldest_scene: int,
) -> list[dict[str, Any]]:
    """The rows one by one; the state after a row is the one before the next choice or draw."""
    lines = defaultdict(list)
    for line in story:
        lines[line["seq"]].append(line)
    after: State | None = None
    steps: list[dict[str, Any]] = []
    for row, event in reversed(told):
        if event is not None or row.seq in lines:
            shown = None
            if row.seq >= oldest_scene:
                shown = scene if after is None else _scene(box, after, viewer, words)
            steps.append(
                {
                    "seq": row.seq,
                    "kind": row.kind.value,
                    "actor": row.seat,
                    "choice": _chosen(box, event, viewer) if row.kind is Kind.CHOSEN else None,
                    "story": [line["text"] for line in lines[row.seq]],
                    "now": [line.get("now", line["text"]) for line in lines[row.seq]],
                    "scene": shown,
                }
            )
        after = event.before if event is not None else after
    return steps[::-1]


def _scene(box: Box, states: State, viewer: int, words: Words) -> dict[str, Any]:
    glance = box.visibility.glance(box.visibility.view(states, viewer))
    shown: dict[str, Any] = rendered(box.game.scene.scene(box, glance, viewer), words)
    return shown


def _chosen(box: Box, event: Event | None, viewer: int) -> str | None:
    number = HIDDEN if event is None else event.seen_by(viewer)
    return None if number == HIDDEN else box.texts[number]


def _clock(given: dict[str, Any], now_ms: int) -> dict[str, Any] | None:
    kind = CLOCK_KINDS.get(given["unit"])
    if kind is None:
        return None
    deadline_ms = given["deadline_ms"]
    if deadline_ms is None:
        return {"kind": kind, "deadline_at": None, "seconds_left": None}
    return {"kind": kind, "deadline_at": moment(deadline_ms), "seconds_left": max(0, deadline_ms - now_ms) / 1000}


def _result(given: dict[str, Any], steps: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    if given["result"] is None:
        return None
    shares = [Fraction(share) for share in given["result"]["shares"]]
    return {
        "places": given["result"]["places"],
        "score": [float(share) for share in shares],
        "winners": [seat for seat, share in enumerate(shares) if share > 0],
        "text": next((step["story"] for step in reversed(steps) if step["story"]), []),
    }


def moment(at_ms: int) -> str:
    """A point in time as the page reads it."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
