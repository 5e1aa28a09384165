"""Learning from one's own games: the caller's mistakes as puzzles."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from cabotage.analysis.telling import tell_choice
from cabotage.core.errors import NotOffered
from cabotage.server.analysis import worker
from cabotage.server.api.dependencies import REFUSALS, TableId, TheCaller, TheServices
from cabotage.server.api.disconnection import while_connected
from cabotage.server.api.puzzles import ChoiceQuery
from cabotage.server.api.refusal import answer
from cabotage.server.api.responses import OwnPuzzle, OwnPuzzleAnswer, OwnPuzzles
from cabotage.server.api.view import shown_view
from cabotage.server.people.mistakes import Mistake, card, find_mistake, listed
from cabotage.tables.projection import game_words, offer
from cabotage.tables.puzzle import shown_again

if TYPE_CHECKING:
    from cabotage.analysis.weighing import Weighed
    from cabotage.tables.reader import Reader

router = APIRouter(prefix="/api", tags=["puzzles"], responses=REFUSALS)

Event = Annotated[int, Path(ge=0, le=100_000, description="The number of the choice among the events of the game.")]


@router.get("/me/mistakes", response_model=OwnPuzzles)
async def own_puzzles(services: TheServices, caller: TheCaller) -> Response:
    """The caller's mistakes in their last analysed games, and games of theirs that are not analysed yet."""
    return answer(await listed(services, caller))


@router.get("/tables/{table}/mistakes/{event}", response_model=OwnPuzzle)
async def own_puzzle(
    table: TableId, event: Event, request: Request, services: TheServices, caller: TheCaller
) -> Response:
    """The position before a mistake, as the caller's seat saw it then, with what it could remember."""
    found, mistake = await find_mistake(services, table, event, caller)
    work = partial(_shown, found.reader, mistake, caller.language)
    view = await services.readings.run(caller, work, request)
    return answer({"puzzle": card(found, caller, mistake), "view": view})


@router.get("/tables/{table}/mistakes/{event}/answer", response_model=OwnPuzzleAnswer)
async def own_puzzle_answer(
    table: TableId, event: Event, choice: ChoiceQuery, request: Request, services: TheServices, caller: TheCaller
) -> Response:
    """How good a choice is, with its chances and those of some others: it is weighed now, from what the seat knew.

    It waits for its turn as a hint does; one at a time.
    """
    found, mistake = await find_mistake(services, table, event, caller)
    reader, state = found.reader, found.state
    number = state.box.numbers.get(choice)
    offered = await services.readings.run(caller, partial(_offered, reader, mistake), request)
    if number is None or number not in offered:
        raise NotOffered("puzzle.not_offered", choice=repr(choice))
    text = await services.readings.run(caller, reader.record, request)
    asked = [number, mistake.best, mistake.chosen]
    weighing = services.bot_runner.like_a_hint(
        state.opening.game, str(caller.identity), caller.address, worker.weigh, text, mistake.event, asked
    )
    weighed = await while_connected(request, weighing)
    work = partial(_answer, reader, mistake, number, weighed, caller.language)
    return answer(await services.readings.run(caller, work, request))


def _row(reader: Reader, mistake: Mistake) -> int:
    return reader.event_rows()[mistake.event]


def _shown(reader: Reader, mistake: Mistake, language: str) -> dict[str, Any]:
    return shown_view(shown_again(reader, _row(reader, mistake), mistake.seat, language), language)


def _offered(reader: Reader, mistake: Mistake) -> list[int]:
    numbers: list[int] = reader.state_at(_row(reader, mistake)).position.legal.numbers.tolist()
    return numbers


def _answer(reader: Reader, mistake: Mistake, number: int, weighed: list[Weighed], language: str) -> dict[str, Any]:
    """The JSON of `responses.OwnPuzzleAnswer`. What is not clearly worse than the best is right."""
    then = reader.state_at(_row(reader, mistake))
    words = game_words(then, language)
    told = {each.number: tell_choice(then.position, mistake.seat, each.number, words) for each in weighed}
    best = weighed[0].number
    [mine] = [each for each in weighed if each.number == number]
    choices = []
    for each in weighed:
        shown = offer(then.box, each.number, told[each.number].shown, words)
        choices.append(
            {
                "id": shown["id"],
                "text": shown["text"],
                "value": each.value,
                "low": each.low,
                "high": each.high,
                "is_best": each.number == best,
                "is_detail": False,
            }
        )
    return {
        "verdict": "poor" if mine.is_worse else "best" if number == best else "good",
        "reason": told[best].reason,
        "choices": choices,
        "played": then.box.texts[mistake.chosen],
    }
