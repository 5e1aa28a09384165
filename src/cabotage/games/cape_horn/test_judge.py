"""The quick judgement: orders of laying folded without a loss, and play that is better than random."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from cabotage.bots import make_bot
from cabotage.core.contract import WIN
from cabotage.core.position import Position
from cabotage.games.cape_horn import judge
from cabotage.games.cape_horn.actions import numbering
from cabotage.games.cape_horn.state import Phase
from cabotage.games.cape_horn.test_kit import NET, SHIPS, SQUARES, game, table

Cards = frozenset[tuple[int, int]]


def choices(position: Position, *, is_folded: bool) -> list[int]:
    room = np.zeros(position.box.game.actions.MOST_CHOICES, np.int32)
    count = position.box.game.rules.legal(position.box.constants, position.states, 0, room)
    if is_folded:
        count = judge.fold(position.box.constants, position.states, 0, room, count)
    return [int(number) for number in room[:count]]


def sequences(position: Position, *, is_folded: bool, laid: Cards = frozenset()) -> Iterator[Cards]:
    """What has been laid, or covered, at the end of every sequence of choices in the step of laying."""
    for number in choices(position, is_folded=is_folded):
        if number == numbering(position.box).lay_done:
            yield laid
            continue
        after = position.copy()
        after.play(number)
        cards = laid | {(number // SQUARES, number % SQUARES)}
        if after["phase"] == position["phase"] and after["turn"] == position["turn"]:
            yield from sequences(after, is_folded=is_folded, laid=cards)
        else:
            yield cards


@pytest.mark.rule("CAP-17", "CAP-25")
@pytest.mark.parametrize(
    ("ships", "cards", "hands"),
    [
        ("N1 M1 L1", "", "A1 A2 K"),
        ("N1 M1 L1", "", "B2 B2 B2"),
        ("H5 M1 L1", "H5 F2, H4 A1, I3 A1, J2 A1", "A1 K"),
        (SHIPS, NET, "S1 B2"),
    ],
)
def test_folding_loses_no_set_of_cards_and_leaves_far_fewer_sequences(ships: str, cards: str, hands: str) -> None:
    position = table(phase="LAY", ships=ships, cards=cards, hands=hands)
    plain = list(sequences(position, is_folded=False))
    folded = list(sequences(position, is_folded=True))
    assert set(folded) == set(plain)
    assert len(folded) < 0.75 * len(plain)


def test_folding_loses_nothing_in_positions_of_random_games() -> None:
    box = game(3)
    tried = 0
    for position in box.positions(400, seed=21):
        is_laying = position["phase"] == Phase.LAY and position["laid_now"] == 0
        if is_laying and position["held"][position["turn"]] == 2 and position["laid"] > 10:
            tried += 1
            assert set(sequences(position, is_folded=True)) == set(sequences(position, is_folded=False))
        if tried == 6:
            return
    raise AssertionError("too few positions to try")


def test_folding_counts_the_first_turn() -> None:
    position = table(phase="LAY", ships="N1 M1 L1", points=4, hands="B2 B2")
    assert len(list(sequences(position, is_folded=False))) > len(set(sequences(position, is_folded=False)))
    folded = list(sequences(position, is_folded=True))
    assert len(folded) == len(set(folded))


def test_folding_keeps_squares_that_only_the_last_card_has_opened() -> None:
    position = table(phase="LAY", ships="N1 M1 L1", hands="A1 A1 A1")
    position.play("lay a1 n2")
    kept = [position.box.texts[number] for number in choices(position, is_folded=True)]
    assert kept == ["lay a1 m3", "lay a1 n3", "lay done"]


def test_folding_leaves_other_decisions_alone() -> None:
    position = table(ships="L3", points=8, cards="L3 A1, L4 A1, M4 A1")
    assert choices(position, is_folded=True) == choices(position, is_folded=False)


def winner_shares(bots: list[str], games: int) -> list[float]:
    box = game(len(bots))
    shares = [0.0] * len(bots)
    for seed in range(games):
        position = box.start(seed)
        players = [make_bot(name, box, seed * 10 + seat) for seat, name in enumerate(bots)]
        while not position.is_over:
            if position.is_chance:
                position.roll()
            else:
                seat = position.to_act
                position.play(players[seat].choose(position.view(seat), seat))
        for seat, share in enumerate(position.score or ()):
            shares[seat] += float(share)
    return shares


def test_the_judges_play_beats_random_play() -> None:
    shares = winner_shares(["random", "greedy", "random"], 20)
    assert shares[1] >= 19


def test_the_judges_games_have_the_usual_length() -> None:
    box = game(3)
    rounds = []
    for seed in range(60):
        position = box.start(seed)
        bots = [make_bot("greedy", box, seed * 10 + seat) for seat in range(3)]
        while not position.is_over:
            if position.is_chance:
                position.roll()
            else:
                seat = position.to_act
                position.play(bots[seat].choose(position.view(seat), seat))
        rounds.append(position["turns"] // 3 + 1)
    assert 7 <= sum(rounds) / len(rounds) <= 10
    assert max(rounds) < 30


def test_the_judge_takes_a_win_that_is_there() -> None:
    two = {0: "red I, green II"}
    cards = "C5 A1, C4 F2, B5 A1"
    sprint = table(phase="LAY", ships="C5", points=5, cards=cards, roses=two, hands="A1 K")
    played = []
    rng = np.array([7], np.uint64)
    room = np.zeros(sprint.box.game.actions.MOST_CHOICES, np.int32)
    while not sprint.is_over:
        action = int(judge.policy(sprint.box.constants, sprint.states, 0, rng, room))
        played.append(str(sprint.play(action)))
    assert played[-2:] == ["sail c4", "sail line"]


def test_estimates_share_one_win_and_favour_who_is_ahead() -> None:
    shares = np.zeros(5, np.int32)
    ahead = table(ships="C4 N1 M1", cards="C4 F2", roses={0: "red I, green II"})
    judge.estimate(ahead.box.constants, ahead.states, 0, shares)
    assert shares[0] > 0.8 * WIN
    assert 0.98 * WIN <= sum(shares[:3]) <= WIN
    duo = table(game(4, duo=True), ships="C4 N1 M1 L1", cards="C4 F2", roses={0: "red I, green II"})
    judge.estimate(duo.box.constants, duo.states, 0, shares)
    assert shares[0] == shares[2] > 0.8 * WIN
    assert shares[1] == shares[3] < 0.2 * WIN
    assert 0.98 * WIN <= shares[0] + shares[1] <= WIN
