"""What choices and draws change of a view, as JSON. Viewers and tables share what is the same for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import msgspec

from cabotage.core.contract import Glance
from cabotage.core.recent import Recent
from cabotage.core.words import Words
from cabotage.tables.difference import difference
from cabotage.tables.projection import actor, chosen, clock, game_words, not_offered, offer
from cabotage.tables.rendering import Render, field_renderers
from cabotage.tables.row import Kind, Row
from cabotage.tables.undo import may_undo

if TYPE_CHECKING:
    from cabotage.core.event import Event
    from cabotage.tables.state import TableState

MOST_ENCODED = 20_000  # choices and reasons
MOST_TOLD = 2_000  # parts of scenes
MOST_CHANGES = 2_000
NO_CHANGE = msgspec.Raw(b"{}")

Played = Sequence[tuple[Row, "Event"]]


class Shown(NamedTuple):
    """What a viewer was shown last: the state, what they see of it, and its scene."""

    state: bytes
    glance: Glance
    scene: Any


Scenes = dict[tuple[int, str], Shown]  # by viewer and language

_encoder = msgspec.json.Encoder()
# They keep the objects themselves, so that no other can have their ids.
_told = Recent(MOST_TOLD)
_encoded = Recent(MOST_ENCODED)
_changes = Recent(MOST_CHANGES)


class Updates:
    """What each viewer receives of some choices and draws, and of the state after them."""

    def __init__(self, rows: Played, state: TableState, scenes: Scenes, now_ms: int) -> None:
        self._rows = rows
        self._state = state
        self._last = scenes
        self._to_act = actor(state)
        self._now_ms = now_ms
        self._made: dict[tuple[int, str], bytes] = {}
        self._steps: dict[Any, tuple[msgspec.Raw, Any]] = {}  # by what was seen; and the scene after them

    def of(self, viewer: int, language: str) -> bytes:
        """The JSON of `view.Update` for this viewer."""
        key = viewer, language
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = self._make(viewer, game_words(self._state, language))
        return made

    def _make(self, viewer: int, words: Words) -> bytes:
        state = self._state
        choices: list[msgspec.Raw] = []
        missing: list[msgspec.Raw] = []
        if self._to_act == viewer:
            offered = state.position.described(viewer)
            reasons = state.position.not_offered(viewer, [choice for _, choice in offered])
            choices = [encoded(offer, words, choice, state.box, number) for number, choice in offered]
            missing = [encoded(not_offered, words, reason) for reason in reasons]
        steps, phase = self._seen_by(viewer, words)
        return _encoder.encode(
            {
                "type": "update",
                "after": self._rows[0][0].seq - 1,
                "seq": state.seq,
                "viewer": viewer,
                "to_act": self._to_act,
                "steps": steps,
                "choices": choices,
                "not_offered": missing,
                "can_undo": viewer >= 0 and may_undo(state, viewer),
                "clock": clock(state, True, self._now_ms),
                "phase": phase,
            }
        )

    def _seen_by(self, viewer: int, words: Words) -> tuple[msgspec.Raw, str]:
        """The steps and the phase after them, once for all who see the same."""
        kinds: Any = self._state.box.game.scene
        key = viewer, words.language
        glances = self._glances(viewer, self._last.get(key))
        seen = tuple(event.seen_by(viewer) for _, event in self._rows)
        alike = words, *glances, seen, None if kinds.IS_SHARED else viewer
        steps = self._steps.get(alike)
        if steps is None:
            told, scene = self._told(viewer, words, glances)
            steps = self._steps[alike] = msgspec.Raw(_encoder.encode(told)), scene
        elif (scene := steps[1])["viewer"] != viewer:
            scene = {**scene, "viewer": viewer}
        self._last[key] = Shown(self._rows[-1][1].content_after, glances[-1], scene)
        return steps[0], scene["phase"]

    def _glances(self, viewer: int, last: Shown | None) -> list[Glance]:
        """What this viewer sees before the first row and after each; the first is usually known from the last move."""
        first = self._rows[0][1]
        is_known = last is not None and last.state == first.content_before
        before = last.glance if last is not None and is_known else first.glances(viewer)[0]
        seen = self._state.box.visibility.seen
        return [before, *(seen(event.content_after, viewer) for _, event in self._rows)]

    def _told(self, viewer: int, words: Words, glances: Sequence[Glance]) -> tuple[list[dict[str, Any]], Any]:
        """Each row with its story, and with the difference of the scenes before and after it; the last scene."""
        state = self._state
        last = self._last.get((viewer, words.language))
        is_known = last is not None and last.glance.content == glances[0].content
        scene = last.scene if last is not None and is_known else self._scene(glances[0], viewer, words)
        steps: list[dict[str, Any]] = []
        for (row, event), pair in zip(self._rows, pairwise(glances), strict=True):
            before, scene = scene, self._scene(pair[1], viewer, words)
            messages = event.story(viewer, pair)
            story = list(map(words.tell, messages))
            has_now = row.seq >= state.move_seq and any("now" in message for message in messages)
            steps.append(
                {
                    "seq": row.seq,
                    "kind": row.kind.value,
                    "actor": state.seat_now(row.seat, row.seq),
                    "choice": chosen(event, viewer) if row.kind is Kind.CHOSEN else None,
                    "story": story,
                    "now": list(map(words.tell_now, messages)) if has_now else story,
                    "scene": changes(before, scene),
                }
            )
        return steps, scene

    def _scene(self, glance: Glance, viewer: int, words: Words) -> Any:
        kinds: Any = self._state.box.game.scene
        scene = kinds.scene(self._state.box, glance, viewer)
        for name, render in field_renderers(kinds.Scene).items():
            scene[name] = told_once(scene[name], render, words)
        return scene


def told_once(made: Any, render: Render, words: Words) -> Any:
    """A part of a scene with its texts; the same object for the same part."""
    if not made:
        return made
    key = id(made), words
    kept = _told[key] or _told.keep(key, (made, render(made, words)))
    return kept[1]


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The difference of two scenes. Parts that are shared (`core/part.py`) are compared and encoded once."""
    found: dict[str, Any] = {}
    for name, value in after.items():
        old = before[name]
        if old is value:
            continue
        if not isinstance(value, (dict, list)) or not isinstance(old, (dict, list)):
            if old != value:
                found[name] = [value]
            continue
        key = id(old), id(value)
        kept = _changes[key]
        if kept is None:
            kept = _changes.keep(key, (old, value, msgspec.Raw(_encoder.encode(difference(old, value)))))
        if kept[2] != NO_CHANGE:
            found[name] = kept[2]
    return found


def encoded(show: Callable[..., Any], words: Words, made: Any, *more: Any) -> msgspec.Raw:
    """What is shown of an object that is made once and never changed (`core/part.py`), as JSON.

    Tables share what names no people.
    """
    key = id(made), *more, words.language
    found: tuple[Any, msgspec.Raw | None] | None = _encoded[key]
    if found is not None and found[1] is not None:
        return found[1]
    named = *key, words
    if found is not None and (own := _encoded[named]) is not None:
        return cast("msgspec.Raw", own[1])
    has_names = False

    def names(seat: int) -> str:
        nonlocal has_names
        has_names = True
        return words.names(seat)

    raw = msgspec.Raw(_encoder.encode(show(*more, made, words.naming(names))))
    _encoded.keep(key, (made, None if has_names else raw))
    if has_names:
        _encoded.keep(named, (made, raw))
    return raw
