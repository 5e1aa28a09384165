"""A table as one viewer may see it, as JSON with texts in one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cabotage.bots import title
from cabotage.core.words import Words
from cabotage.tables.row import Kind, Row

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.position import Event
    from cabotage.tables.fold import Fold

PLAIN = frozenset({str, int, float, bool, type(None)})
WORDS = Path(__file__).with_name("words")

# Rows that are told besides the game's own story.
TOLD = (Kind.SAT, Kind.LEFT, Kind.RETURNED, Kind.TAKEN_OVER, Kind.GIVEN_BACK, Kind.STARTED, Kind.UNDONE, Kind.TIMED_OUT)


def table(fold: Fold, viewer: int, language: str, is_now: bool) -> dict[str, Any]:
    """All but the story."""
    words = game_words(fold, language)
    position, opening = fold.position, fold.opening
    has_begun = fold.status != "waiting"
    offered = position.choices(viewer) if is_now and fold.to_act is not None and fold.to_act == viewer else []
    return {
        "table": fold.table,
        "game": opening.game,
        "rules_version": opening.rules_version,
        "options": fold.box.options,
        "seq": fold.seq,
        "status": fold.status,
        "viewer": viewer,
        "to_act": fold.to_act,
        "scene": rendered(position.scene(viewer), words) if has_begun else None,
        "choices": choices(offered, words),
        "not_offered": not_offered(position.not_offered(viewer, offered), words),
        "result": result(fold),
        "seats": seats(fold, words),
        "clock": {**opening.clock.written(), "deadline_ms": fold.deadline_ms if is_now else None},
        "dice": fair_dice(fold),
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


def result(fold: Fold) -> dict[str, Any] | None:
    if fold.status != "over" or not fold.position.is_over:  # a record that was brought may end before the game does
        return None
    return {"shares": list(map(str, fold.position.score or ())), "places": list(fold.position.places)}


def seats(fold: Fold, words: Words) -> list[dict[str, Any]]:
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
        for place, seat in enumerate(fold.seats)
    ]


def fair_dice(fold: Fold) -> dict[str, Any]:
    """The promise from the start, the seed at the end. A record that was brought has its dice in the record."""
    promise = {"commitment": fold.opening.commitment, "nonces": fold.nonces}
    is_over = fold.status == "over"  # before, a digest would let a hidden number be found by trying
    is_told = is_over and fold.opening.kept is None
    return {**promise, "seed": fold.seed or None, "digest": fold.digest.hex() if is_told else None}


def story(told: Sequence[tuple[Row, Event | None]], fold: Fold, viewer: int, language: str) -> list[dict[str, Any]]:
    """What this viewer is told of these rows. What is only for the moment goes with the last move alone."""
    words, own = game_words(fold, language), table_words(language).naming(namer(fold, language))
    lines = []
    for row, event in told:
        for message in _messages(row, event, viewer, language):
            line = {"seq": row.seq, "kind": row.kind.value, "seat": row.seat}
            line["text"] = (words if event is not None else own).tell(message)
            if "now" in message and row.seq >= fold.move_seq:
                line["now"] = words.tell_now(message)
            lines.append(line)
    return lines


def _messages(row: Row, event: Event | None, viewer: int, language: str) -> Sequence[Mapping[str, Any]]:
    if event is not None:
        return event.story(viewer)
    if row.kind not in TOLD:
        return []
    level = row.value.get("level") if isinstance(row.value, dict) else None
    values = {"who": {"seat": row.seat}, "level": level and title(level, language)}
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
        field.seen.is_memory and not (field.seen.shown_if and int(box.record[field.seen.shown_if][0]))
        for field in box.schema.fields.values()
    )


def game_words(fold: Fold, language: str) -> Words:
    return fold.box.game.words(language).naming(namer(fold, language))


def namer(fold: Fold, language: str) -> Any:
    """What seats are called: as their people wish, else by number."""
    usual, own = fold.box.game.words(language), table_words(language)

    def name(place: int) -> str:
        seat = fold.seats[place]
        if seat.name is not None:
            return seat.name
        return usual.names(place) if seat.is_for_a_person else own.say("seat.bot", number=place + 1)

    return name


@cache
def table_words(language: str) -> Words:
    return Words.load(WORDS, language)
