"""Tournaments: the same games whatever happens on the way, and no bot can stop one."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cabotage
from cabotage.arena import ArenaError, Tournament, match
from cabotage.arena.result import GameResult
from cabotage.arena.store import Store
from cabotage.arena.stream import Stream
from cabotage.arena.tournament import DEFAULT_SEED
from cabotage.bots import make_bot
from cabotage.bots.bot import Bot
from cabotage.core.box import Box
from cabotage.core.contract import View
from cabotage.core.errors import CabotageError, OptionError

BOTS = ["greedy", "random"]


@pytest.fixture(scope="module")
def box() -> Box:
    return cabotage.load("calypso", seats=3)


def lines(folder: Path, name: str = "games.jsonl") -> list[bytes]:
    return (folder / name).read_bytes().splitlines(keepends=True)


def test_the_games_of_a_round_begin_at_the_same_table_with_everybody_moved_on(box: Box) -> None:
    played = Tournament(box, BOTS, games=6).play().games
    assert [game.seating.index("greedy") for game in played] == [0, 1, 2, 0, 1, 2]
    assert [game.round for game in played] == [0, 0, 0, 1, 1, 1]
    for game in played:
        assert sum(game.shares) == pytest.approx(1)
        assert sum(times for _, times in game.offered) == sum(game.decisions)
        assert game.course.chances[-1] == [round(share, 4) for share in game.shares]
        assert len(game.course.places) == len(game.course.chances) == 11


@pytest.mark.parametrize("game", ["cape_horn", "treasure_boots"])
def test_games_that_draw_who_begins_record_it(game: str) -> None:
    drawn = cabotage.load(game, seats=3)
    played = Tournament(drawn, ["random"], games=8).play().games
    firsts = []
    for number in range(8):
        position = drawn.first(0)
        position.dice = Stream(position, DEFAULT_SEED, number)
        position.roll_once()
        firsts.append(position["starter"])
    assert [one.first for one in played] == firsts
    assert len(set(firsts)) > 1


def test_one_and_two_workers_write_the_same_bytes(box: Box, tmp_path: Path) -> None:
    Tournament(box, BOTS, games=12, seed=5).play(tmp_path / "one")
    Tournament(box, BOTS, games=12, seed=5).play(tmp_path / "two", workers=2)
    assert len(lines(tmp_path / "one")) == 12
    for name in ("games.jsonl", "arena.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_another_seed_gives_other_games(box: Box) -> None:
    first, second = (Tournament(box, BOTS, games=6, seed=seed).play().games for seed in (1, 2))
    assert first != second


@pytest.mark.parametrize("torn", [b"", b'{"game":4,"rou', b"{"])
def test_a_killed_tournament_resumes_and_ends_with_the_same_bytes(box: Box, tmp_path: Path, torn: bytes) -> None:
    tournament = Tournament(box, BOTS, games=9)
    tournament.play(tmp_path / "whole")
    whole = lines(tmp_path / "whole")
    tournament.play(tmp_path / "killed")
    killed = tmp_path / "killed"
    (killed / "games.jsonl").write_bytes(b"".join(whole[:4]) + torn)
    (killed / "times.jsonl").write_bytes(b"".join(lines(killed, "times.jsonl")[:5]) + torn)
    watched: list[GameResult] = []
    results = tournament.play(killed, watch=watched.append)
    assert [game.game for game in watched] == [4, 5, 6, 7, 8]
    assert lines(killed) == whole
    assert [thinking.game for thinking in results.thinking] == list(range(9))
    assert len(lines(killed, "times.jsonl")) == 9


def test_more_games_are_added_to_those_that_are_there(box: Box, tmp_path: Path) -> None:
    Tournament(box, BOTS, games=3).play(tmp_path / "grown")
    Tournament(box, BOTS, games=9).play(tmp_path / "grown")
    Tournament(box, BOTS, games=9).play(tmp_path / "at_once")
    for name in ("games.jsonl", "arena.json"):
        assert (tmp_path / "grown" / name).read_bytes() == (tmp_path / "at_once" / name).read_bytes()
    with pytest.raises(ArenaError, match="this tournament has 9 games"):
        Tournament(box, BOTS, games=3).play(tmp_path / "grown")


def test_another_tournament_in_the_same_folder_is_refused_by_what_differs(box: Box, tmp_path: Path) -> None:
    Tournament(box, BOTS, games=3).play(tmp_path)
    before = lines(tmp_path)
    children = cabotage.load("calypso", seats=3, children=True)
    for other, reason in (
        (Tournament(box, BOTS, games=3, seed=2), "seed = 1, not 2"),
        (Tournament(box, ["random", "greedy"], games=3), "line_up = "),
        (Tournament(children, BOTS, games=3), "options.children = false, not true"),
        (Tournament(cabotage.load("calypso", seats=2), BOTS, games=3), "seats = 3, not 2"),
    ):
        with pytest.raises(ArenaError, match=reason):
            other.play(tmp_path)
    assert lines(tmp_path) == before


def test_changed_bots_are_other_bots(box: Box, tmp_path: Path) -> None:
    Tournament(box, BOTS, games=3).play(tmp_path)
    kept = json.loads((tmp_path / "arena.json").read_text("utf-8"))
    (tmp_path / "arena.json").write_text(json.dumps(kept | {"sources": "0123"}), "utf-8")
    with pytest.raises(ArenaError, match="rules or bots have changed"):
        Tournament(box, BOTS, games=3).play(tmp_path)


def test_a_damaged_line_is_named_and_nothing_is_lost(box: Box, tmp_path: Path) -> None:
    Tournament(box, BOTS, games=6).play(tmp_path)
    whole = lines(tmp_path)
    (tmp_path / "games.jsonl").write_bytes(b"".join([whole[0], b"rust\n", *whole[2:]]))
    with pytest.raises(ArenaError, match=r"games\.jsonl: line 2 is damaged"):
        Tournament(box, BOTS, games=6).play(tmp_path)
    assert lines(tmp_path)[2:] == whole[2:]


def test_two_arenas_do_not_write_into_one_folder(box: Box, tmp_path: Path) -> None:
    tournament = Tournament(box, BOTS, games=3)
    with (
        Store(tmp_path, tournament.settings(), tournament.matches),
        pytest.raises(ArenaError, match="another tournament is running"),
    ):
        tournament.play(tmp_path)


def test_an_unknown_bot_leaves_no_folder_behind(box: Box, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="unknown bot 'nobody'"):
        Tournament(box, ["nobody"], games=3).play(tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_results_so_far_cover_complete_rounds(box: Box, tmp_path: Path) -> None:
    Tournament(box, BOTS, games=6).play(tmp_path)
    longer = Tournament(box, BOTS, games=9)
    games = tmp_path / "games.jsonl"
    games.write_bytes(b"".join(games.read_bytes().splitlines(keepends=True)[:4]))
    so_far = longer.so_far(tmp_path)
    assert so_far is not None
    assert (so_far.figures["games"], len(so_far.games)) == (3, 3), "the game of a round that is not over is left out"
    games.write_bytes(b"")
    assert longer.so_far(tmp_path) is None


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"bots": "greedy,random"}, "bots must be a list of names"),
        ({"bots": [object(), "random"]}, "bots must be a list of names"),
        ({"games": 0}, "the number of games must be 1 to 1000000000"),
        ({"games": 10**30}, "the number of games must be 1 to 1000000000"),
    ],
)
def test_a_line_up_that_is_none_is_refused_at_once(box: Box, wish: dict[str, object], said: str) -> None:
    asked: dict[str, Any] = {"bots": BOTS, "games": 2, **wish}
    with pytest.raises(ArenaError, match=said):
        Tournament(box, **asked)


def test_fewer_than_one_worker_is_refused(box: Box) -> None:
    with pytest.raises(ArenaError, match="the number of workers must be at least 1, not 0"):
        Tournament(box, BOTS, games=6).play(workers=0)


@pytest.mark.parametrize("below", [".", "today", "this/week"])
def test_a_file_is_refused_as_a_folder(box: Box, tmp_path: Path, below: str) -> None:
    file = tmp_path / "games"
    file.write_text("mine")
    with pytest.raises(ArenaError, match="games is a file, not a folder"):
        Tournament(box, BOTS, games=2).play(file / below)
    assert file.read_text() == "mine"


def test_a_board_made_up_at_random_is_kept_for_all_games(tmp_path: Path) -> None:
    """Shown on the settings alone: this game takes long to compile."""
    first, second = (cabotage.load("treasure_boots", seats=2, arrangement="random") for _ in range(2))
    assert first.boards["arrangement"] != second.boards["arrangement"]
    begun, later = Tournament(first, BOTS, games=2), Tournament(second, BOTS, games=2)
    (tmp_path / "arena.json").write_text(json.dumps(begun.settings()), "utf-8")
    assert later.done(tmp_path) == 0
    assert later.settings() == begun.settings()


class Rogue(Bot):
    """Runs a given function at its third decision."""

    deed: Callable[[], int]

    def __init__(self, box: Box, deed: Callable[[], int]) -> None:
        super().__init__(box, 1)
        self.deed = deed
        self.asked = 0
        self.is_closed = False

    def choose(self, view: View, seat: int) -> int:
        self.asked += 1
        return self.deed() if self.asked == 3 else int(self.offered(self.sample(view, seat))[0])

    def close(self) -> None:
        self.is_closed = True
        raise RuntimeError("does not want to leave")


def crash() -> int:
    raise ZeroDivisionError("a hole in the hull")


def fail() -> int:
    raise CabotageError("move.over")


@pytest.mark.parametrize(
    ("deed", "code", "reason"),
    [
        (crash, "bot/crashed", "ZeroDivisionError: a hole in the hull"),
        (fail, "cabotage/error", "the game is over; no more choices can be made"),
        (lambda: -5, "move/notation", "choice numbers in calypso are 0 to"),
        (lambda: 10**6, "move/notation", "choice numbers in calypso are 0 to"),
        (lambda: None, "bot/crashed", "TypeError"),
    ],
)
def test_a_bot_that_fails_loses_and_the_others_share_the_win(
    box: Box, monkeypatch: pytest.MonkeyPatch, deed: Callable[[], int], code: str, reason: str
) -> None:
    rogues: list[Rogue] = []

    def hire_rogue(name: str, box: Box, seed: int | None = None) -> Bot:
        if name != "rogue":
            return make_bot(name, box, seed)
        rogues.append(Rogue(box, deed))
        return rogues[-1]

    monkeypatch.setattr(match, "make_bot", hire_rogue)
    monkeypatch.setattr("cabotage.arena.tournament.make_bot", hire_rogue)
    results = Tournament(box, ["rogue", "greedy"], games=3).play()
    assert len(results.games) == 3
    for seat, game in enumerate(results.games):
        assert game.failure is not None
        assert (game.failure.seat, game.failure.bot, game.failure.code) == (seat, "rogue", code)
        assert reason in game.failure.reason["en"]
        assert game.shares == [0.0 if other == seat else 0.5 for other in range(3)]
        assert game.places == [3 if other == seat else 1 for other in range(3)]
    [row] = [row for row in results.figures["bots"] if row["bot"] == "rogue"]
    assert (row["failures"], row["share"]) == (3, 0.0)
    assert [failure["bot"] for failure in results.figures["failures"]] == ["rogue"] * 3
    assert all(rogue.is_closed for rogue in rogues)


def test_a_choice_that_is_not_offered_is_not_played(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number of this game, but not one of those offered."""
    monkeypatch.setattr(match, "make_bot", lambda *_: Rogue(box, lambda: box.game.actions.ACTIONS))
    [game] = Tournament(box, ["greedy"], games=1).play().games
    assert game.failure is not None
    assert game.failure.code == "move/not_offered"


def test_a_bot_that_cannot_sit_down_loses_too(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str, box: Box, seed: int | None = None) -> Bot:
        if name == "late":
            raise OSError("missed the boat")
        return make_bot(name, box, seed)

    monkeypatch.setattr(match, "make_bot", refuse)
    monkeypatch.setattr(Tournament, "warm", lambda self: None)
    played = Tournament(box, ["late", "random"], games=3).play().games
    assert [game.shares for game in played] == [[0.0, 0.5, 0.5], [0.5, 0.0, 0.5], [0.5, 0.5, 0.0]]
    assert {game.failure.reason["fr"] for game in played if game.failure} == {"OSError: missed the boat"}


def test_if_all_play_as_one_all_lose_with_a_bot_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    together = cabotage.load("calypso", seats=2, mode="coop")
    monkeypatch.setattr(match, "make_bot", lambda *_: Rogue(together, crash))
    [game] = Tournament(together, ["greedy"], games=1).play().games
    assert (game.shares, game.places) == ([0.0, 0.0], [1, 1])


class Historian(Bot):
    """Keeps the history that it is given."""

    wants_history = True

    def choose(self, view: View, seat: int) -> int:
        assert self.history is not None
        assert self.history.viewer == seat
        self.lengths = [*getattr(self, "lengths", []), len(self.history.seen)]
        return int(self.offered(self.sample(view, seat))[0])


def test_a_bot_that_wants_it_gets_the_history_of_its_own_seat(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Bot] = []

    def hire(name: str, box: Box, seed: int | None = None) -> Bot:
        made.append(Historian(box, seed) if name == "random" else make_bot(name, box, seed))
        return made[-1]

    monkeypatch.setattr(match, "make_bot", hire)
    played = Tournament(box, ["greedy", "random"], games=3).play().games
    assert [game.failure for game in played] == [None] * 3
    assert {bot.history is None for bot in made if not isinstance(bot, Historian)} == {True}
    historians = [bot for bot in made if isinstance(bot, Historian)]
    assert all(bot.lengths == sorted(set(bot.lengths)) for bot in historians)
    assert sum(len(bot.lengths) for bot in historians) > 6


DIES = """
import os, sys
import cabotage
from cabotage.arena import ArenaError, Tournament, workers

if __name__ == "__main__":
    box = cabotage.load("calypso", seats=2)
    try:
        Tournament(box, ["random"], games=4).play(sys.argv[1], workers=2)
    except ArenaError as error:
        print(error)
else:  # a worker
    played = workers.Referee.play
    workers.Referee.play = lambda self: os._exit(9) if self.match.number == 2 else played(self)
"""


def test_a_worker_that_dies_ends_the_arena_with_a_sentence(tmp_path: Path) -> None:
    script = tmp_path / "dies.py"
    script.write_text(DIES, "utf-8")
    done = subprocess.run(
        [sys.executable, script, tmp_path / "out"], capture_output=True, text=True, timeout=60, check=True
    )
    assert "a worker process died during game 2; run the same command again to resume" in done.stdout
    assert [json.loads(line)["game"] for line in lines(tmp_path / "out")] in ([], [0], [0, 1])


def test_plain_games_are_the_same_without_their_luck(box: Box, tmp_path: Path) -> None:
    adjusted = Tournament(box, BOTS, games=3)
    plain = Tournament(box, BOTS, games=3, is_adjusted=False)
    first, second = adjusted.play(), plain.play(tmp_path, workers=2)
    assert [game.shares for game in first.games] == [game.shares for game in second.games]
    assert all(any(game.luck or ()) for game in first.games)
    assert all(game.luck is None for game in second.games)
    assert "adjusted for luck" in first.report(tmp_path / "adjusted").read_text("utf-8")
    assert "adjusted for luck" not in second.report(tmp_path).read_text("utf-8")
    with pytest.raises(ArenaError, match="is_adjusted"):
        adjusted.play(tmp_path)


def test_the_luck_of_draws_is_zero_on_average(box: Box) -> None:
    """Greedy and random bots: far from what the values assume, and their luck is still nothing but luck."""
    games = Tournament(box, ["greedy", "random", "greedy"], games=150, seed=77).play().games
    luck = np.array([game.luck for game in games])
    errors = luck.std(axis=0, ddof=1) / len(games) ** 0.5
    assert (errors > 0.01).all(), "there is luck"
    assert (np.abs(luck.mean(axis=0)) < 4 * errors).all()
