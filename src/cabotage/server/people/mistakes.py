"""A person's own mistakes in their analysed games, to be tried again as puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import select

from cabotage.analysis import Verdict
from cabotage.analysis.stored import VERSION
from cabotage.core.errors import UnknownPuzzle
from cabotage.games import GAMES
from cabotage.server.api.view import mine
from cabotage.server.errors import GameRunning, TooLong
from cabotage.server.schema import ANALYSES, MEMBERS
from cabotage.tables.clock import timestamp
from cabotage.tables.errors import NewerTable, OtherRules, UnknownTable
from cabotage.tables.projection import game_words
from cabotage.tables.row import Kind
from cabotage.tables.schema import TABLES

if TYPE_CHECKING:
    from sqlalchemy.sql.elements import ColumnElement

    from cabotage.server.people.caller import Caller
    from cabotage.server.services import Services
    from cabotage.tables import Table

MOST_GAMES = 12  # analysed ones that are looked at, the newest
MOST_PER_GAME = 5  # mistakes, the most costly
MOST_OTHERS = 5  # games without an analysis that are named


class Mistake(NamedTuple):
    """A decision of a finished game that was an error."""

    event: int
    seat: int
    chosen: int
    best: int
    verdict: str


async def listed(services: Services, caller: Caller) -> dict[str, Any]:
    """The last analysed games with mistakes of this person, and games that could be analysed. Hidden ones are not."""
    if caller.identity is None:
        return {"games": [], "others": []}
    is_known = ANALYSES.c.version == VERSION
    games = []
    for name in await _ended(services, caller.identity, is_known, MOST_GAMES):
        table = await _find(services, name)
        found = [] if table is None else await mistakes_at(services, table, caller)
        if table is not None and found:
            puzzles = [{"event": each.event, "verdict": each.verdict} for each in found]
            games.append({**_card(table, caller), "puzzles": puzzles})
    others = []
    for name in await _ended(services, caller.identity, ANALYSES.c.table_id.is_(None), MOST_OTHERS):
        table = await _find(services, name)
        if table is not None and _seat(table, caller) is not None and table.state.position.score is not None:
            others.append(_card(table, caller))
    return {"games": games, "others": others}


async def mistakes_at(services: Services, table: Table, caller: Caller) -> list[Mistake]:
    """The most costly mistakes of this person at a table where they held one seat, in order of time."""
    seat = _seat(table, caller)
    if seat is None or caller.identity is None:
        return []
    try:
        content = await services.analyses.kept(table.id)
    except TooLong:
        content = None
    if content is None:
        return []
    work = partial(_mistakes, content["decisions"], seat, table.reader.chosen_by, caller.identity)
    found: list[Mistake] = await services.readings.run(caller, work)
    return found


async def find_mistake(services: Services, name: str, event: int, caller: Caller) -> tuple[Table, Mistake]:
    """A mistake of this person. Raises UnknownPuzzle if there is none, GameRunning before the end of the game."""
    table = await services.tables.find(name)
    if table.status != "over":
        raise GameRunning("analysis.running")
    found = [each for each in await mistakes_at(services, table, caller) if each.event == event]
    if not found:
        raise UnknownPuzzle("puzzle.unknown", game=table.state.opening.game, name=repr(event))
    return table, found[0]


def _mistakes(decisions: Sequence[dict[str, Any]], seat: int, chosen_by: Any, identity: str) -> list[Mistake]:
    own = chosen_by(identity)
    errors = [
        each for each in decisions
        if each["seat"] == seat and each["verdict"] != Verdict.GOOD and each["seq"] in own
    ]  # fmt: skip
    errors = sorted(errors, key=lambda each: -each["cost"])[:MOST_PER_GAME]
    return sorted(Mistake(each["seq"], seat, each["chosen"], each["best"], each["verdict"]) for each in errors)


def _seat(table: Table, caller: Caller) -> int | None:
    """The seat of this person, if it is one: of several on one screen, nobody knows who chose."""
    held = mine(table, caller.identity)
    return held[0] if len(held) == 1 else None


async def _ended(services: Services, identity: str, analysed: ColumnElement[bool], most: int) -> list[str]:
    """Finished games of this person, the last ones first."""
    joined = MEMBERS.join(TABLES, TABLES.c.id == MEMBERS.c.table_id)
    joined = joined.outerjoin(ANALYSES, ANALYSES.c.table_id == MEMBERS.c.table_id)
    query = (
        select(MEMBERS.c.table_id)
        .select_from(joined)
        .where(MEMBERS.c.identity == identity, MEMBERS.c.is_hidden.is_(False), TABLES.c.status == "over", analysed)
        .order_by(TABLES.c.changed_ms.desc(), MEMBERS.c.table_id)
        .limit(most)
    )
    return await services.tables.log.database.read(lambda connection: list(connection.execute(query).scalars()))


async def _find(services: Services, name: str) -> Table | None:
    """None for a table of other rules, and one that has just been deleted."""
    try:
        return await services.tables.find(name)
    except (OtherRules, NewerTable, UnknownTable):
        return None


def _card(table: Table, caller: Caller) -> dict[str, Any]:
    """Which game it was, when, and against whom."""
    names = game_words(table.state, caller.language).names
    seat = _seat(table, caller)
    ended = next((row.at_ms for row in reversed(table.rows) if row.kind is Kind.ENDED), table.rows[-1].at_ms)
    return {
        "table": table.id,
        "game": table.state.opening.game,
        "name": GAMES[table.state.opening.game].names[caller.language],
        "ended_at": timestamp(ended),
        "others": [names(other) for other in range(len(table.state.seats)) if other != seat],
    }


def card(table: Table, caller: Caller, mistake: Mistake) -> dict[str, Any]:
    """The game of a mistake, and the mistake."""
    return {**_card(table, caller), "event": mistake.event, "verdict": mistake.verdict}
