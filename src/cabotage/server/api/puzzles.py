"""Puzzles of all games, and the puzzle of the day."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache, partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from cabotage.core import puzzle as core
from cabotage.core.errors import NotOffered
from cabotage.core.puzzle import WeighedChoice, find_puzzle, of_the_day, puzzles
from cabotage.games import GAMES, find
from cabotage.server.api.dependencies import REFUSALS, TheCaller, TheServices
from cabotage.server.api.games import GameId
from cabotage.server.api.refusal import answer, encoded
from cabotage.server.api.responses import Puzzle, PuzzleAnswer, PuzzleOfTheDay, Puzzles
from cabotage.server.api.view import shown_view
from cabotage.tables.puzzle import merit, shown

router = APIRouter(prefix="/api", tags=["puzzles"], responses=REFUSALS)

PuzzleId = Annotated[str, Path(max_length=40)]
ChoiceQuery = Annotated[str, Query(max_length=200, description="The id of one of the view's choices.")]
DAY_SECONDS = 24 * 60 * 60
MS = 1000  # in a second


@router.get("/puzzles/today", response_model=PuzzleOfTheDay)
async def puzzle_of_the_day(services: TheServices, caller: TheCaller) -> Response:
    """One puzzle a day, the same for everybody; it comes again when all others have been used."""
    day, second = divmod(services.now() // MS, DAY_SECONDS)
    puzzle = of_the_day(GAMES.values(), day)
    return answer(
        {
            "date": datetime.fromtimestamp(day * DAY_SECONDS, UTC).date().isoformat(),
            "seconds_left": DAY_SECONDS - second,
            "game": puzzle.game.id,
            "name": puzzle.game.names[caller.language],
            "puzzle": _card(puzzle),
        }
    )


@router.get("/games/{game}/puzzles", response_model=Puzzles)
async def puzzles_of(game: GameId, caller: TheCaller) -> Response:
    """The puzzles of a game; their positions are asked for one by one."""
    found = find(game)
    return answer({"name": found.names[caller.language], "puzzles": [_card(each) for each in puzzles(found).values()]})


@router.get("/games/{game}/puzzles/{puzzle}", response_model=Puzzle)
async def puzzle(
    game: GameId, puzzle: PuzzleId, request: Request, services: TheServices, caller: TheCaller
) -> Response:
    """One position: which choice is best?"""
    find_puzzle(find(game), puzzle)
    await services.compilation.ready(game)
    work = partial(_puzzle, game, puzzle, caller.language)
    return Response(await services.readings.run(caller, work, request), media_type="application/json")


@router.get("/games/{game}/puzzles/{puzzle}/answer", response_model=PuzzleAnswer)
async def puzzle_answer(
    game: GameId, puzzle: PuzzleId, choice: ChoiceQuery, request: Request, services: TheServices, caller: TheCaller
) -> Response:
    """How good a choice is, with the chances of all choices."""
    find_puzzle(find(game), puzzle)
    await services.compilation.ready(game)
    work = partial(_answers, game, puzzle, caller.language)
    answers = await services.readings.run(caller, work, request)
    if choice not in answers:
        raise NotOffered("puzzle.not_offered", choice=repr(choice))
    return answer(answers[choice])


def _card(puzzle: core.Puzzle) -> dict[str, Any]:
    return {"id": puzzle.id, "seats": puzzle.seats, "phase": puzzle.phase, "difficulty": puzzle.difficulty}


@cache
def _puzzle(game: str, name: str, language: str) -> bytes:
    """The JSON of `responses.Puzzle`. It is the same for everybody, so it is made and encoded once."""
    puzzle = find_puzzle(find(game), name)
    view = shown_view(shown(puzzle, language), language)
    return encoded({"puzzle": _card(puzzle), "name": puzzle.game.names[language], "view": view})


@cache
def _answers(game: str, name: str, language: str) -> dict[str, dict[str, Any]]:
    """The answer to every choice, by its id."""
    puzzle = find_puzzle(find(game), name)
    weighed = {each.number: each for each in puzzle.choices}
    offered: list[Any] = shown(puzzle, language)["choices"]
    choices = [_weighed(puzzle, choice, weighed[choice["number"]]) for choice in offered]
    choices.sort(key=lambda each: (not each["is_best"], each["is_best"] and each["is_detail"], -each["value"]))
    best = next(choice["number"] for choice in offered if choice["id"] == choices[0]["id"])
    shared = {"reason": merit(puzzle, best, language), "choices": choices}
    return {choice["id"]: {"verdict": puzzle.verdict(choice["number"]), **shared} for choice in offered}


def _weighed(puzzle: core.Puzzle, choice: dict[str, Any], weighed: WeighedChoice) -> dict[str, Any]:
    return {
        "id": choice["id"],
        "text": choice["text"],
        "value": weighed.value,
        "low": weighed.low,
        "high": weighed.high,
        "is_best": weighed.number in puzzle.right,
        "is_detail": choice.get("is_detail", False),
    }
