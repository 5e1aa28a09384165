"""The games and their rules."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from cabotage.server.api import catalogue, rulebook
from cabotage.server.api.dependencies import REFUSALS, TheCaller
from cabotage.server.api.refusal import answer
from cabotage.server.api.responses import Games, Rules

router = APIRouter(prefix="/api/games", tags=["games"], responses=REFUSALS)


@router.get("", response_model=Games)
async def games(caller: TheCaller) -> Response:
    """All games with their options, boards and bots."""
    return answer({"games": catalogue.games(caller.language)})


@router.get("/{game}/rules", response_model=Rules)
async def rules(game: Annotated[str, Path(max_length=40)], caller: TheCaller) -> Response:
    """The rules in short, in our own words."""
    return answer(rulebook.rules(game, caller.language))
