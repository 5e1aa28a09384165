"""A table's game as a record: complete when it is over; until then, only what one viewer may know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cabotage.core.contract import CHANCE, HIDDEN
from cabotage.core.record import PARTIAL_FORMAT, Entry, Record
from cabotage.tables import dice
from cabotage.tables.projection import has_memory

if TYPE_CHECKING:
    from cabotage.core.position import Position
    from cabotage.tables.state import TableState


def complete(state: TableState, has_names: bool = False) -> Record:
    """The record of a finished game, with everything needed to verify its dice; an uploaded record stays as it is."""
    if state.opening.kept is not None:
        return Record.parse(json.dumps(state.opening.kept))
    box, digest = state.box, state.head
    entries = []
    for before, number in _steps(state):
        digest = dice.onward(digest, number)
        entries.append(Entry(number, before.to_act, box.texts[number], digest.hex()[: dice.SHOWN_DIGITS]))
    return Record(
        box.game.id,
        box.game.version,
        box.seats,
        state.opening.options,
        tuple(entries),
        result=None if state.position.score is None else tuple(map(str, state.position.score)),
        dice=proof(state),
        lot=state.lot,
        players=_players(state) if has_names else None,
        is_agreed=state.is_agreed,
    )


def _players(state: TableState) -> tuple[dict[str, str], ...] | None:
    """Names of people and ranks of bots, which everybody at the table sees; None if nobody has a name."""
    called = [
        {"name": seat.name} if seat.name is not None else {} if seat.holder or seat.bot is None else {"bot": seat.bot}
        for seat in state.seats
    ]
    return tuple(called) if any("name" in player for player in called) else None


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
    """What this viewer may know of a running game; other numbers are null. It cannot be replayed.

    It has no digests: from one to the next, a hidden number could be found by trying. In memory games it has no
    draws and no choices: people have to remember them.
    """
    box, opening = state.box, state.opening
    events: list[dict[str, Any]] = []
    is_memory = has_memory(box)
    for before, number in _steps(state):
        actor = before.to_act
        seen = int(box.game.rules.seen(box.constants, before.states, 0, number, viewer))
        known = None if seen == HIDDEN or is_memory else seen
        text = None if known is None else box.texts[known]
        who = {} if actor == CHANCE else {"seat": actor}
        events.append({"drawn" if actor == CHANCE else "chosen": known, **who, "text": text})
    head = {
        "format": PARTIAL_FORMAT,
        "format_version": 1,
        "game": opening.game,
        "rules_version": opening.rules_version,
        "seats": len(opening.seats),
        "options": opening.options,
        **({"lot": state.lot} if state.lot is not None else {}),
        "viewer": viewer,
        "dice": {"scheme": dice.SCHEME, "commitment": opening.commitment, "nonces": state.nonces},
        "events": events,
    }
    return json.dumps(head, ensure_ascii=False, indent=1) + "\n"


def _steps(state: TableState) -> Iterator[tuple[Position, int]]:
    """Every number of the game, with the position before it."""
    position = state.box.first(0)
    for number in state.position.history:
        yield position, number
        position.follow(number)
