"""Who knows what: hands are secret, everything else can be counted from what is visible."""

from __future__ import annotations

from collections import Counter

import pytest

from cabotage.core.contract import HIDDEN, SPECTATOR
from cabotage.games.cape_horn.test_kit import NET, SHIPS, game, hand, table


def test_a_view_hides_the_other_hands_and_the_pool_and_nothing_else() -> None:
    position = table(ships=SHIPS, cards=NET, hands=["A1 K", "A2 A2 B2", "S1"])
    for viewer in (0, 1, 2, SPECTATOR):
        view = position.view(viewer)
        assert (view["pool"][0] == HIDDEN).all()
        for seat in range(3):
            assert (view["hand"][0][seat] == HIDDEN).all() == (seat != viewer)
        for name in position.box.schema.fields:
            if name not in ("pool", "hand"):
                assert view[name][0].tolist() == position[name], name


@pytest.mark.rule("CAP-32")
def test_resampling_deals_the_unseen_cards_by_what_is_left_of_each_kind() -> None:
    hands = ["A1 K", "A2 A2 B2", "S1"]
    position = table(ships=SHIPS, cards=NET, hands=hands)
    unseen = {"A1": 16 - 1 - 1, "A2": 13, "F2": 10, "F3": 8, "D2": 11, "K": 10, "S1": 7, "B2": 7}
    trials = 3000
    drawn: Counter[str] = Counter()
    for seed in range(trials):
        imagined = position.box.resample(position.view(0), 0, seed)
        assert hand(imagined, 0) == "A1 K"
        drawn.update(hand(imagined, 1).split())
        pool = imagined["pool"]
        others = Counter(hand(imagined, 1).split() + hand(imagined, 2).split())
        assert {kind: int(pool[k]) + others[kind] for k, kind in enumerate(unseen)} == unseen
    for kind, left in unseen.items():
        expected = trials * 3 * left / sum(unseen.values())
        assert abs(drawn[kind] - expected) < 5 * expected**0.5, kind


def test_two_cards_of_an_unseen_hand_are_drawn_without_replacement() -> None:
    position = table(cards="A9 A1", hands=["A1", "K K"], pool=[0, 0, 0, 0, 0, 0, 0, 0], stock=0)
    box = game()
    view = position.view(0)
    view["laid"] = 87  # all but three cards lie on the board: a light breeze in the own hand, two tacking winds
    left = {0: 1, 5: 2}
    kinds = [kind for kind in range(8) for _ in range(int(box.constants["deck"][0, kind]) - left.get(kind, 0))]
    view["laid_kind"][0, :87] = kinds
    for seed in range(20):
        assert hand(box.resample(view, 0, seed), 1) == "K K"


@pytest.mark.rule("CAP-81")
def test_in_duo_both_own_hands_are_kept_when_resampling() -> None:
    box = game(4, duo=True)
    position = table(box, hands=["A1 K", "A2 A2 B2", "S1", "F3"])
    others = set()
    for seed in range(30):
        imagined = box.resample(position.view(2), 2, seed)
        assert (hand(imagined, 0), hand(imagined, 2)) == ("A1 K", "S1")
        others.add(hand(imagined, 1))
    assert len(others) > 5


def test_a_spectators_resample_deals_every_hand() -> None:
    position = table(ships=SHIPS, cards=NET, hands=["A1 K", "A2 A2 B2", "S1"])
    dealt = {hand(position.box.resample(position.view(), SPECTATOR, seed), 0) for seed in range(30)}
    assert len(dealt) > 5
    assert {len(cards.split()) for cards in dealt} == {2}
