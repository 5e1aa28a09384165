"""Bots that are classes in Python: they play in processes of their own, the same games every time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import cabotage
from cabotage.arena import ArenaError, Tournament
from cabotage.bots import Bot, make_bot, process
from cabotage.bots.greedy_bot import GreedyBot
from cabotage.bots.program_bot import ProgramBot
from cabotage.bots.python_bot import PythonBot
from cabotage.core.box import Box
from cabotage.core.contract import View
from cabotage.core.errors import BotCrashed, BotFailed, BotNotOffered, BotSlow, OptionError
from cabotage.core.position import Position


class Greedy(GreedyBot):
    """As ours, but under a name of its own."""


class Historian(Bot):
    """Counts what its seat has seen, and knows nothing of the others."""

    wants_history = True

    def choose(self, view: View, seat: int) -> int:
        assert self.history is not None
        assert self.history.viewer == seat
        print("whatever a bot prints is no answer")
        offered = self.offered(self.sample(view, seat))
        return int(offered[len(self.history.seen) % len(offered)])


@pytest.fixture(autouse=True)
def _processes_start_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without compilation, which changes no choice; not in this process, which may import more games."""
    monkeypatch.setitem(process.SETTINGS, "NUMBA_DISABLE_JIT", "1")


@pytest.fixture(scope="module")
def box() -> Box:
    return cabotage.load("calypso", seats=3)


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module `rogue` that can be imported; the test writes it."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path / "rogue.py"


def rogue(module: Path, body: str, name: str = "rogue:Rogue") -> tuple[Position, Bot]:
    """A bot that does this in `choose`."""
    module.write_text(
        "import os, sys, time\nfrom cabotage.bots import Bot\n"
        "class Rogue(Bot):\n    def choose(self, view, seat):\n" + f"        {body}\n"
    )
    position = cabotage.load("calypso", seats=2).start(seed=1)
    return position, make_bot(name, position.box, seed=1)


def test_a_class_makes_the_choices_it_would_make_here(box: Box) -> None:
    position = box.start(seed=3)
    here = Greedy(box, seed=9)
    with make_bot(Greedy, box, seed=9) as there:
        for _ in range(8):
            seat = position.to_act
            chosen = there.choose(position.view(seat), seat)
            assert chosen == here.choose(position.view(seat), seat)
            position.play(chosen)
            position.roll()
        assert isinstance(there, PythonBot)
        assert there.command == "tests.bots.test_python_bot:Greedy"


def test_classes_and_their_names_give_the_same_tournament_with_any_number_of_workers(box: Box) -> None:
    one = Tournament(box, [Greedy, Historian, "random"], games=3, seed=5).play()
    two = Tournament(box, [f"{__name__}:Greedy", f"{__name__}:Historian", "random"], games=3, seed=5).play(workers=2)
    assert one.figures["failures"] == []
    assert one.games == two.games
    assert one.games[0].seating == [f"{__name__}:Greedy", f"{__name__}:Historian", "random"]


def test_without_a_seed_nobody_can_guess_it_and_a_resumed_tournament_keeps_it(box: Box, tmp_path: Path) -> None:
    tournament = Tournament(box, [Greedy, "random"], games=3)
    other = Tournament(box, [Greedy, "random"], games=3)
    assert tournament.seed.bit_length() > 100
    assert other.seed != tournament.seed
    assert Tournament(box, ["greedy", "random"]).seed == 1
    played = tournament.play(tmp_path / "out").games
    assert (tmp_path / "out" / "arena.json").stat().st_mode & 0o777 == 0o600
    assert other.play(tmp_path / "out").games == played
    assert other.seed == tournament.seed


def test_games_with_a_bot_that_could_remember_share_no_draws(box: Box) -> None:
    ours = Tournament(box, ["greedy", "random"], games=3, seed=5).play().games
    theirs = Tournament(box, [Greedy, "random"], games=3, seed=5).play().games
    assert [game.decisions for game in ours] != [game.decisions for game in theirs]


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        ("return 99999", BotNotOffered, "rogue:Rogue: chose 99999, which is not one of the"),
        ("return 'no such choice'", BotNotOffered, "rogue:Rogue: chose 'no such choice'"),
        ("raise KeyError('treasure')", BotCrashed, "exited with code 1 instead of answering"),
        ("return None", BotCrashed, "TypeError"),
        ("os._exit(7)", BotCrashed, "exited with code 7"),
        ("time.sleep(60)", BotSlow, "no answer within 0.5 s"),
        ("while True: print('x' * 1000)", BotSlow, "no answer within 0.5 s"),
    ],
)
def test_whatever_goes_wrong_in_a_bot_is_one_clear_error(
    module: Path, body: str, kind: type[BotFailed], said: str
) -> None:
    position, bot = rogue(module, body, "rogue:Rogue@0.5")
    with bot, pytest.raises(kind) as caught:
        bot.choose(position.view(position.to_act), position.to_act)
    assert said in str(caught.value)


def test_a_traceback_is_quoted(module: Path) -> None:
    position, bot = rogue(module, "raise KeyError('treasure')")
    with bot, pytest.raises(BotCrashed) as caught:
        bot.choose(position.view(position.to_act), position.to_act)
    assert str(caught.value).endswith("raise KeyError('treasure') / KeyError: 'treasure'")
    assert "rogue.py" in caught.value.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere:Bot", "No module named 'nowhere'"),
        ("rogue:Nobody", "module 'rogue' has no attribute 'Nobody'"),
        ("rogue:os", "rogue:os is not a subclass of cabotage.bots.Bot"),
    ],
)
def test_a_bot_that_is_not_there_is_refused_before_the_game(module: Path, name: str, said: str) -> None:
    with pytest.raises(BotCrashed, match=said):
        rogue(module, "pass", name)


@pytest.mark.parametrize("name", [":Bot", "module:", "module:Bot@soon", "module:Bot@0", "module:no name"])
def test_a_misspelt_name_is_explained(box: Box, name: str) -> None:
    with pytest.raises(OptionError, match="MODULE:CLASS"):
        make_bot(name, box)


def test_a_class_that_another_process_cannot_import_is_refused(box: Box) -> None:
    class Local(Bot):
        def choose(self, view: View, seat: int) -> int:
            return 0

    with pytest.raises(OptionError, match="is defined inside a function"):
        Tournament(box, [Local, "random"])
    with pytest.raises(ArenaError, match="bots must be a list of names, classes"):
        Tournament(box, [int, "random"])  # type: ignore[list-item]
    script = (
        "import cabotage\nfrom cabotage.bots import Bot, make_bot\n"
        "class Mine(Bot):\n    choose = None\n"
        "try: make_bot(Mine, cabotage.load('calypso'))\n"
        "except cabotage.core.errors.OptionError as error: print(error)\n"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said.startswith("Mine is defined in a notebook or a console")


SCRIPT = """
    import sys
    import cabotage
    from cabotage.arena import Tournament
    from cabotage.bots import Bot, serve

    class Last(Bot):
        def choose(self, view, seat):
            print("thinking")
            return int(self.offered(self.sample(view, seat))[-1])

    if __name__ == "__main__":
        if sys.argv[1:] == ["serve"]:
            serve(Last)
        else:
            games = Tournament(cabotage.load("calypso", seats=2), [Last, "random"], games=2, seed=1).play().games
            print(games[0].seating, [game.failure for game in games])
"""


def test_a_class_in_the_script_that_runs_is_found_by_its_file(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(dedent(SCRIPT))
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "['script.py:Last', 'random'] [None, None]\n"


def test_serve_makes_a_script_a_program(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(dedent(SCRIPT))
    position = cabotage.load("calypso", seats=2).start(seed=1)
    command = f"{sys.executable} {tmp_path / 'script.py'} serve"
    with ProgramBot(position.box, command, start_seconds=60).ready() as bot:
        seat = position.to_act
        assert bot.choose(position.view(seat), seat) == position.legal[-1].number
        assert bot.name == "Last"
