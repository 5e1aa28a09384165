"""The games, their rules with pictures, and their lessons."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from cabotage.server.api import catalogue, diagrams, lesson, rulebook
from cabotage.server.api.dependencies import REFUSALS, TheCaller, TheServices
from cabotage.server.api.refusal import answer
from cabotage.server.api.responses import Diagrams, Games, Lesson, Rules

router = APIRouter(prefix="/api/games", tags=["games"], responses=REFUSALS)

GameId = Annotated[str, Path(max_length=40)]


@router.get("", response_model=Games)
async def games(caller: TheCaller) -> Response:
    """All games with their options, boards and bots."""
    return answer({"games": catalogue.games(caller.language)})


@router.get("/{game}/rules", response_model=Rules)
async def rules(game: GameId, caller: TheCaller) -> Response:
    """The rules in short, in our own words."""
    return answer(rulebook.rules(game, caller.language))


@router.get("/{game}/diagrams", response_model=Diagrams)
async def rule_diagrams(game: GameId, request: Request, services: TheServices, caller: TheCaller) -> Response:
    """The pictures of the rules: positions of the lesson, and what to draw of them."""
    await services.compilation.ready(game)
    work = partial(diagrams.diagrams, game, caller.language)
    return Response(await services.readings.run(caller, work, request), media_type="application/json")


@router.get("/{game}/lesson", response_model=Lesson)
async def first_lesson(game: GameId, request: Request, services: TheServices, caller: TheCaller) -> Response:
    """The first lesson: positions of real games, each with one choice to make."""
    await services.compilation.ready(game)
    work = partial(lesson.lesson, game, caller.language)
    return Response(await services.readings.run(caller, work, request), media_type="application/json")
