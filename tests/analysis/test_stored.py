"""An analysis comes back from JSON as it was, and its texts are made again in either language."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cabotage.analysis import Analysis, Decision, Moment, Telling, Verdict, analyse, read, steps_of
from cabotage.analysis.errors import AnalysisError
from cabotage.games import GAMES
from tests.analysis.games import QUICK, finished


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyse(finished("calypso", "random", 5).record(), QUICK)


def again(analysis: Analysis, **changed: Any) -> Analysis:
    return read(json.loads(json.dumps(analysis.json())) | changed, analysis.record)


def test_an_analysis_comes_back_from_json(analysis: Analysis) -> None:
    assert again(analysis).json() == analysis.json()
    assert again(analysis).accounts == analysis.accounts
    assert Telling(again(analysis), "fr").sentences() == Telling(analysis, "fr").sentences()


def test_another_format_is_refused(analysis: Analysis) -> None:
    with pytest.raises(AnalysisError, match="format 7"):
        again(analysis, version=7)


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_can_be_told_with_its_reason_in_both_languages(game: str) -> None:
    position = finished(game, "greedy", 5)
    count, seats = len(position.history), position.box.seats
    steps = steps_of(position.record())
    decisions = tuple(
        Decision(step.at, step.actor, step.number, step.number, np.zeros(seats), 0.0, Verdict.BLUNDER)
        for step in steps
        if step.actor >= 0
    )
    moments = tuple(Moment(seq, (0,) * seats, (0,) * seats) for seq in range(count + 1))
    analysis = Analysis(position.record(), QUICK, (), moments, decisions)
    english, french = Telling(analysis, "en"), Telling(analysis, "fr")
    assert len(english.stories) == count
    assert len(french.mistakes) == len(decisions)
    for one, two in zip(english.mistakes, french.mistakes, strict=True):
        assert one.chosen.text
        assert one.chosen.reason != two.chosen.reason
    turns = [mistake.turn for mistake in english.mistakes]
    assert turns == sorted(turns)
    assert turns[0] == 1


def test_turning_points_are_in_order_and_name_who_gained(analysis: Analysis) -> None:
    points = Telling(analysis, "en").turning_points
    assert [point.at for point in points] == sorted(point.at for point in points)
    for point in points:
        assert point.changes[point.gained] == max(point.changes)
        assert point.changes[point.lost] == min(point.changes)


def test_what_has_no_result_is_refused_by_its_cause(analysis: Analysis) -> None:
    running = replace(analysis.record, result=None)
    with pytest.raises(AnalysisError, match="not over"):
        steps_of(running)
    with pytest.raises(AnalysisError, match="ended by agreement"):
        steps_of(replace(running, is_agreed=True))
