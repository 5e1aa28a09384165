"""Standings become shares of the win: ordered as the standings are, and adding up to all of it."""

from __future__ import annotations

import numpy as np
import pytest

from cabotage.core.contract import WIN
from cabotage.core.shares import share_out, share_win


def shares(*standings: int) -> list[int]:
    out = np.array(standings, np.int32)
    share_out(out, len(standings))
    return [int(share) for share in out]


def test_equals_share_the_win() -> None:
    assert WIN == 840
    assert shares(70, 70) == [420, 420]
    assert shares(-5, -5, -5) == [280, 280, 280]


def test_a_hundred_more_are_nearly_three_times_the_odds() -> None:
    assert shares(100, 0) == [615, 225]  # 1 to 0.3679; what rounding leaves over goes to the leader


def test_what_is_left_over_goes_to_the_first_who_stand_best() -> None:
    assert shares(0, 0, -200, 0) == [270, 267, 36, 267]


@pytest.mark.parametrize("standings", [(7, 3, 1), (0, 999, 1500, -4000), (1, 2, 3, 4, 5, 6, 7, 8)])
def test_all_of_the_win_is_given_away(standings: tuple[int, ...]) -> None:
    assert sum(shares(*standings)) == WIN


def test_somebody_far_behind_has_nothing() -> None:
    assert shares(5000, 0) == [840, 0]


def won(*standings: int, teams: int) -> list[int]:
    out = np.array(standings, np.int32)
    share_win(out, len(standings), teams)
    return [int(share) for share in out]


def test_the_best_share_the_win_at_the_end() -> None:
    assert won(3, 9, 1, teams=3) == [0, 840, 0]
    assert won(9, -2, 9, teams=3) == [420, 0, 420]
    assert won(-1, -1, -1, teams=3) == [280, 280, 280]


def test_partners_each_have_the_whole_share_of_their_team() -> None:
    assert won(5, 7, 5, 7, teams=2) == [0, 840, 0, 840]
    assert won(5, 5, 5, 5, teams=2) == [420, 420, 420, 420]


def test_those_who_play_together_all_win_or_all_lose() -> None:
    assert won(1, 1, 1, teams=1) == [840, 840, 840]
    assert won(0, 0, teams=1) == [0, 0]
