"""Opponents with a rank: each does what it is offered, repeats itself by its seed, and knows no more than its view."""

from __future__ import annotations

import pytest

import cabotage
from cabotage.bots import BOTS, RANKS, make_bot, title
from cabotage.bots.ranks import Rank, rank_named
from cabotage.bots.search_bot import SearchBot
from cabotage.core.box import Box
from cabotage.core.contract import CHANCE, View
from cabotage.core.errors import NotYourTurn, OptionError, PositionError
from cabotage.core.game import Game
from tests.bots.test_search import middle
from tests.settings import each_registered_game


def short(name: str) -> str:
    """The same bot, but quick: captains think for a second."""
    return f"{name}@60" if name in RANKS else name


@each_registered_game
@pytest.mark.parametrize("name", BOTS)
def test_two_worlds_that_look_alike_get_the_same_answer(game: Game, name: str) -> None:
    for seed in (5, 6, 7):
        position = middle(game, seed)
        seat = position.to_act
        other = position.box.resample(position.view(seat), seat, seed=9)
        here = make_bot(short(name), position.box, seed=1).choose(position.view(seat), seat)
        assert here in position.legal.numbers
        assert here == make_bot(short(name), other.box, seed=1).choose(other.view(seat), seat)


@pytest.mark.parametrize("name", RANKS)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    box = cabotage.load("calypso", seats=3)

    def game() -> list[str]:
        position = box.start(seed=2)
        bots = [make_bot(short(name), box, seed) for seed in range(3)]
        while not position.is_over:
            position.play(bots[position.to_act].choose(position.view(position.to_act), position.to_act))
            position.roll()
        return [str(event) for event in position.history]

    assert game() == game()


@pytest.mark.parametrize(
    ("name", "english", "french"),
    [
        ("cabin_boy", "cabin boy", "moussaillon"),
        ("sailor", "sailor", "matelot"),
        ("mate", "first mate", "second"),
        ("captain", "captain", "capitaine"),
        ("captain@2000", "captain@2000", "capitaine@2000"),
        ("admiral", "admiral", "amiral"),
        ("program:./mine", "program:./mine", "program:./mine"),
    ],
)
def test_ranks_have_a_name_in_both_languages(name: str, english: str, french: str) -> None:
    assert (title(name, "en"), title(name, "fr")) == (english, french)


@pytest.mark.parametrize("name", ["cabin boy", "Cabin-Boy", "moussaillon", "cabin_boy"])
def test_a_bot_is_made_by_any_name_of_its_rank(name: str) -> None:
    bot = make_bot(name, cabotage.load("calypso"), seed=1)
    assert isinstance(bot, SearchBot)
    assert bot.rank == Rank("cabin_boy")


def test_a_captain_uses_the_games_iterations_unless_limited() -> None:
    box = cabotage.load("treasure_boots", seats=3)
    captain, held = make_bot("captain", box, 1), make_bot("captain@500", box, 1)
    assert isinstance(captain, SearchBot)
    assert isinstance(held, SearchBot)
    assert captain.budget.iterations == box.game.judge.SEARCH.captain.iterations
    assert held.budget.iterations == 500


@pytest.mark.parametrize(
    "name",
    [
        "captain@",
        "captain@0",
        "captain@many",
        "captain@99999999999",
        pytest.param("captain@" + "9" * 5000, id="captain@ and more digits than Python reads"),
        "greedy@5",
        "commodore",
    ],
)
def test_a_wrong_name_is_refused(name: str) -> None:
    with pytest.raises(OptionError) as refusal:
        make_bot(name, cabotage.load("calypso"), seed=1)
    assert refusal.value.code == "game/option"


@each_registered_game
def test_lower_ranks_forget_more_and_search_less(game: Game) -> None:
    ranks = [rank_named(name).settings(Box(game)) for name in RANKS]
    forgotten = [rank.forgets_permille for rank in ranks]
    assert forgotten == sorted(forgotten, reverse=True)
    assert forgotten[-1] == 0
    iterations = [rank.iterations for rank in ranks[:4]]  # an admiral looks closer at each position
    assert iterations == sorted(set(iterations))
    assert [rank.is_learned for rank in ranks] == [False] * 4 + [True]


def test_a_cabin_boy_forgets_most_backs_and_a_captain_none() -> None:
    """Five backs are known; of a thousand each, the cabin boy keeps about twenty."""
    box = cabotage.load("calypso", seats=3)
    view = box.position(phase="GO_ON", ring="SRNGMBY", top="RRBBYG", back=[1, 2, 2, 3, 3, -1]).view(0)

    def kept(name: str) -> int:
        bot = make_bot(name, box, seed=4)
        assert isinstance(bot, SearchBot)
        return sum(int((bot.remembered(View(view), 0)["back"] >= 0).sum()) for _ in range(200))

    assert kept("captain") == 1000
    assert 8 <= kept("cabin_boy") <= 40


@pytest.mark.parametrize("name", ["captain@10", "admiral@10", "greedy", "random"])
def test_a_bot_that_is_shown_no_view_or_is_not_to_act_says_so(name: str) -> None:
    box = cabotage.load("smugglers", seats=3)
    position, bot = box.start(seed=1), make_bot(name, box, seed=1)
    for shown in (position, None, cabotage.load("calypso").start(seed=1).view(0)):
        with pytest.raises(PositionError, match="expected a view of smugglers"):
            bot.choose(shown, 0)  # type: ignore[arg-type]
    with pytest.raises(NotYourTurn, match="seat 2 has no choice to make"):
        bot.choose(position.view(2), 2)
    while position.to_act != CHANCE:  # until somebody forgets to let chance draw
        position.play(position.legal[0])
    with pytest.raises(NotYourTurn, match="seat -1 has no choice to make"):
        bot.choose(position.view(position.to_act), position.to_act)
