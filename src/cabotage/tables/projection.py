"""A table as one viewer may see it, as JSON with texts in one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cabotage.bots import title
from cabotage.core.words import Words
from cabotage.tables.row import RANK, Kind, Row

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.position import Event
    from cabotage.tables.state import TableState

PLAIN = frozenset({str, int, float, bool, type(None)})
WORDS = Path(__file__).with_name("words")

# Rows that are told besides the game's own story.
TOLD = (Kind.SAT, Kind.LEFT, Kind.RETURNED, Kind.TAKEN_OVER, Kind.GIVEN_BACK, Kind.STARTED, Kind.UNDONE, Kind.TIMED_OUT)


def table(state: TableState, viewer: int, language: str, is_now: bool) -> dict[str, Any]:
    """All but the story."""
    words = game_words(state, language)
    position, opening = state.position, state.opening
    has_begun = state.status != "waiting"
    offered = position.choices(viewer) if is_now and state.to_act is not None and state.to_act == viewer else []
    return {
        "table": state.table,
        "game": opening.game,
        "rules_version": opening.rules_version,
        "options": state.box.options,
        "seq": state.seq,
        "status": state.status,
        "viewer": viewer,
        "to_act": state.to_act,
        "scene": rendered(position.scene(viewer), words) if has_begun else None,
        "choices": choices(offered, words),
        "not_offered": not_offered(position.not_offered(viewer, offered), words),
        "result": result(state),
        "seats": seats(state, words),
        "clock": {**opening.clock.written(), "deadline_ms": state.deadline_ms if is_now else None},
        "dice": fair_dice(state),
        "forked": opening.forked,
    }


def choices(offered: Sequence[Mapping[str, Any]], words: Words) -> list[dict[str, Any]]:
    """What is offered to a viewer; the id is the notation, the same in every version and language."""
    return [
        {
            **{key: rendered(value, words) for key, value in choice.items() if key not in ("id", "notation", "text")},
            "id": choice["notation"],
            "number": choice["id"],
            "text": words.tell(choice["text"]),
        }
        for choice in offered
    ]


def not_offered(reasons: Sequence[Mapping[str, Any]], words: Words) -> list[dict[str, str]]:
    """What the viewer might miss among the choices, and why."""
    return [
        {"what": reason["what"], "name": words.tell(reason["name"]), "why": words.tell(reason["why"])}
        for reason in reasons
    ]


def result(state: TableState) -> dict[str, Any] | None:
    if state.status != "over" or not state.position.is_over:  # a record that was brought may end before the game does
        return None
    return {"shares": list(map(str, state.position.score or ())), "places": list(state.position.places)}


def seats(state: TableState, words: Words) -> list[dict[str, Any]]:
    """Who sits where; identities are not for others."""
    return [
        {
            "seat": place,
            "kind": seat.kind,
            "name": words.names(place),
            "is_open": seat.is_open,
            "is_present": seat.is_present or (seat.bot is not None and not seat.is_for_a_person),
            "bot": seat.bot,
        }
        for place, seat in enumerate(state.seats)
    ]


def fair_dice(state: TableState) -> dict[str, Any]:
    """The promise from the start, the seed at the end. A record that was brought has its dice in the record."""
    promise = {"commitment": state.opening.commitment, "nonces": state.nonces}
    is_over = state.status == "over"  # before, a digest would let a hidden number be found by trying
    is_told = is_over and state.opening.kept is None
    return {**promise, "seed": state.seed or None, "digest": state.digest.hex() if is_told else None}


def story(
    told: Sequence[tuple[Row, Event | None]], state: TableState, viewer: int, language: str
) -> list[dict[str, Any]]:
    """What this viewer is told of these rows. What is only for the moment goes with the last move alone."""
    words, own = game_words(state, language), table_words(language).naming(namer(state, language))
    lines = []
    for row, event in told:
        for message in _messages(row, event, viewer, language):
            line = {"seq": row.seq, "kind": row.kind.value, "seat": row.seat}
            line["text"] = (words if event is not None else own).tell(message)
            if "now" in message and row.seq >= state.move_seq:
                line["now"] = words.tell_now(message)
            lines.append(line)
    return lines


def _messages(row: Row, event: Event | None, viewer: int, language: str) -> Sequence[Mapping[str, Any]]:
    if event is not None:
        return event.story(viewer)
    if row.kind not in TOLD:
        return []
    rank = row.value.get(RANK) if isinstance(row.value, dict) else None
    values = {"who": {"seat": row.seat}, "rank": rank and title(rank, language)}
    return [{"key": f"story.{row.kind.value}", "values": values}]


def rendered(value: Any, words: Words) -> Any:
    """The same JSON with every message in it as a sentence."""
    if type(value) in PLAIN:  # most of a scene; asking for a Mapping first took longer than making the scene
        return value
    if isinstance(value, Mapping):
        if "key" in value and value.keys() <= {"key", "values"} and value["key"] in words:
            return words.say(value["key"], **value.get("values", {}))
        return {key: rendered(part, words) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [rendered(part, words) for part in value]
    return value


def has_memory(box: Box) -> bool:
    """Whether people have to remember something in this game that the program could tell them."""
    return any(
        field.seen.is_memory and not (field.seen.shown_if and int(box.constants[field.seen.shown_if][0]))
        for field in box.schema.fields.values()
    )


def game_words(state: TableState, language: str) -> Words:
    return state.box.game.words(language).naming(namer(state, language))


def namer(state: TableState, language: str) -> Any:
    """What seats are called: as their people wish, else by number."""
    usual, own = state.box.game.words(language), table_words(language)

    def name(place: int) -> str:
        seat = state.seats[place]
        if seat.name is not None:
            return seat.name
        return usual.names(place) if seat.is_for_a_person else own.say("seat.bot", number=place + 1)

    return name


@cache
def table_words(language: str) -> Words:
    return Words.load(WORDS, language)
