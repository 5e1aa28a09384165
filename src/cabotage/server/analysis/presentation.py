"""An analysis as people read it: rows of the table instead of events, choices in words, and reasons."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cabotage.analysis import Telling, read
from cabotage.core.record import Record
from cabotage.tables.projection import game_words, offer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cabotage.analysis.telling import ChoiceTold, Mistake
    from cabotage.core.box import Box
    from cabotage.tables.reader import Reader

MOST_ERRORS = 40  # shown, the most costly


def present(reader: Reader, content: Mapping[str, Any], language: str) -> dict[str, Any]:
    """The JSON of `responses.GameAnalysis`."""
    state, rows = reader.state, reader.event_rows()
    telling = Telling(read(content, Record.parse(reader.record())), language, game_words(state, language))
    stories = ["", *telling.stories]
    mistakes = sorted(telling.mistakes[:MOST_ERRORS], key=lambda each: each.decision.at)
    return {
        "seats": content["seats"],
        "moments": [
            {**moment, "at": rows[moment["seq"]], "story": stories[moment["seq"]]} for moment in content["moments"]
        ],
        "errors": [_error(each, telling, state.box, rows) for each in mistakes],
        "turning_points": [point.at + 1 for point in telling.turning_points],
        "statistics": [{**asdict(each), "title": telling.game_words.say(each.key)} for each in telling.statistics],
    }


def _error(mistake: Mistake, telling: Telling, box: Box, rows: Sequence[int]) -> dict[str, Any]:
    decision = mistake.decision

    def choice(number: int, told: ChoiceTold) -> dict[str, Any]:
        return {"choice": offer(box, number, told.shown, telling.game_words), "reason": told.reason}

    return {
        "seq": decision.at,
        "at": rows[decision.at],
        "seat": decision.seat,
        "turn": mistake.turn,
        "chosen": choice(decision.chosen, mistake.chosen),
        "best": choice(decision.best, mistake.best),
        "cost": decision.cost,
        "noise": decision.noise,
        "verdict": str(decision.verdict),
    }
