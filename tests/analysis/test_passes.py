"""Some time for a whole game: it is kept, progress is told, and what is doubtful comes first."""

from __future__ import annotations

import time

import numpy as np

from cabotage.analysis import Decision, Judge, Verdict, within
from cabotage.analysis.judging import Judged, refinement
from cabotage.bots.values import Draw
from tests.analysis.games import QUICK, finished

ROUGH_SECONDS = 20.0  # for the rough pass, which is always whole, on a busy machine


def test_the_longest_game_ends_in_time() -> None:
    record = finished("treasure_boots", "random", 2, seats=8).record()
    Judge(record).warm()
    told: list[tuple[int, int]] = []
    began = time.monotonic()
    analysis = within(record, 4.0, threads=2, progress=lambda done, count: told.append((done, count)))
    assert time.monotonic() - began < 4.0 + ROUGH_SECONDS
    assert len(analysis.moments) == len(record.entries) + 1
    assert told[0][0] == 1
    assert told == sorted(told)
    for account in analysis.accounts:
        assert account.start + account.luck + account.skill + account.gifts == account.result


def test_pieces_of_the_work_are_short_and_the_same_as_the_whole() -> None:
    judge = Judge(finished("calypso", "random", 2).record())
    pieces: list[Judged] = []
    while len(pieces) < len(judge.steps):
        piece = judge.some(range(len(pieces), len(judge.steps)), QUICK, seconds=0.05)
        assert piece
        pieces += piece
    whole = [judge.judge(at, QUICK) for at in range(len(judge.steps))]
    assert [found.chances.tolist() for found in pieces] == [found.chances.tolist() for found in whole]


def test_decisions_whose_verdict_is_open_are_looked_at_first() -> None:
    nothing = np.zeros(2)

    def decided(at: int, cost: float, noise: float, verdict: Verdict) -> Judged:
        decision = Decision(at, 0, 1, 2, np.array([-cost, cost]), noise, verdict)
        return Judged(at, None, decision, nothing, nothing, nothing)

    lucky = Judged(0, Draw(nothing, np.array([0.4, -0.4]), 0.5), None, nothing, nothing, nothing)
    clear = decided(1, 0.3, 0.01, Verdict.BLUNDER)
    doubtful = decided(2, 0.04, 0.05, Verdict.GOOD)
    fine = decided(3, 0.0, 0.01, Verdict.GOOD)
    assert refinement([lucky, clear, doubtful, fine], "a game without measured limits") == [2, 0, 1, 3]
