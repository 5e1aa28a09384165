"""A table's game as a record: complete when it is over; before, only what one viewer may know of it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cabotage.core.contract import CHANCE, HIDDEN
from cabotage.core.record import PARTIAL_FORMAT, Record
from cabotage.tables import dice
from cabotage.tables.projection import has_memory

if TYPE_CHECKING:
    from cabotage.tables.state import TableState


def complete(state: TableState) -> Record:
    """The record of a game that is over, with all that is needed to verify its dice; a brought one as it came."""
    if state.opening.kept is not None:
        return Record.parse(json.dumps(state.opening.kept))
    record = Record.of(state.position)
    digest = state.head
    entries = []
    for entry in record.entries:
        digest = dice.onward(digest, entry.number)
        entries.append(replace(entry, digest=digest.hex()[: dice.SHOWN_DIGITS]))
    return replace(record, options=state.opening.options, entries=tuple(entries), dice=proof(state))


def proof(state: TableState) -> dict[str, Any]:
    """What the dice were made of."""
    return {
        "scheme": dice.SCHEME,
        "commitment": state.opening.commitment,
        "nonces": state.nonces,
        "seed": state.seed,
        **({"from": len(state.opening.history)} if state.opening.history else {}),
    }


def partial(state: TableState, viewer: int) -> str:
    """What this viewer may know of a running game: other numbers are null. It cannot be replayed.

    Digests are left out, since from one to the next a hidden number could be found by trying. In a game of memory,
    draws are left out: what has come up once is for people to remember.
    """
    box, opening = state.box, state.opening
    position = box.first(0)
    events: list[dict[str, Any]] = []
    is_memory = has_memory(box)
    for number in (*opening.history, *(step.number for step in state.steps)):
        actor = position.to_act
        told = int(box.game.rules.seen(box.constants, position.states, 0, number, viewer))
        known = None if told == HIDDEN or (actor == CHANCE and is_memory) else told
        text = None if known is None else box.texts[known]
        who = {} if actor == CHANCE else {"seat": actor}
        events.append({"drawn" if actor == CHANCE else "chosen": known, **who, "text": text})
        position.follow(number)
    head = {
        "format": PARTIAL_FORMAT,
        "format_version": 1,
        "game": opening.game,
        "rules_version": opening.rules_version,
        "seats": len(opening.seats),
        "options": opening.options,
        "viewer": viewer,
        "dice": {"scheme": dice.SCHEME, "commitment": opening.commitment, "nonces": state.nonces},
        "events": events,
    }
    return json.dumps(head, ensure_ascii=False, indent=1) + "\n"
