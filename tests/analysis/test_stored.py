"""An analysis comes back from JSON as it was, and its texts are made again in either language."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from cabotage.analysis import Analysis, Telling, analyse, read, steps_of
from cabotage.analysis.errors import AnalysisError
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


def test_texts_are_told_in_both_languages(analysis: Analysis) -> None:
    english, french = Telling(analysis, "en"), Telling(analysis, "fr")
    assert len(english.sentences()) == len(french.sentences()) == 3
    assert english.sentences() != french.sentences()
    assert len(english.stories) == len(analysis.moments) - 1
    assert all(mistake.best.text and mistake.best.reason for mistake in french.mistakes)
    turns = [mistake.turn for mistake in sorted(english.mistakes, key=lambda each: each.decision.at)]
    assert turns == sorted(turns)


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
