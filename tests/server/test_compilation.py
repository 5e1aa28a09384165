"""Games are compiled elsewhere before they are played: one after the other, and what is asked for at once."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cabotage.games import GAMES
from cabotage.server.bots import compilation as module
from cabotage.server.bots.compilation import Compilation, alone, compile_game, is_compiled
from tests.server.fixtures import harbour

# Stands in for the compiler: notes what it was asked for, and goes on when it is let.
COMPILER = """
import sys, time, pathlib
folder = pathlib.Path({folder!r})
with (folder / "asked").open("a") as asked:
    asked.write(" ".join(sys.argv[1:]) + "\\n")
for step in ("rules", "bots"):
    while not (folder / f"{{sys.argv[1]}} {{step}}").exists():
        time.sleep(0.01)
    print(step, flush=True)
"""


class Compiler:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def has_done(self, game: str) -> None:
        """In an earlier life of the server."""
        (self._folder / f"{game} receipt").touch()

    def let(self, game: str, *steps: str) -> None:
        for step in steps:
            (self._folder / f"{game} {step}").touch()

    async def asked(self, count: int) -> list[str]:
        """What it was asked for, as soon as that were so many games."""
        file = self._folder / "asked"
        async with asyncio.timeout(60):
            while not file.exists() or len(lines := file.read_text().splitlines()) < count:
                await asyncio.sleep(0.01)
        return lines


@pytest.fixture
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compiler:
    monkeypatch.setattr(module, "COMPILE", COMPILER.format(folder=str(tmp_path)))
    monkeypatch.setattr(module, "compile_rules", lambda box: None)
    monkeypatch.setattr(module, "_receipt", lambda game: tmp_path / f"{game.id} receipt")
    return Compiler(tmp_path)


@pytest.fixture
async def compilation(compiler: Compiler) -> AsyncIterator[Compilation]:
    begun = Compilation()
    begun.start()
    yield begun
    await begun.close()


async def is_waiting(task: asyncio.Task[None]) -> bool:
    await asyncio.sleep(0.1)
    return not task.done()


async def test_one_game_after_the_other_is_compiled_behind_everything_else(
    compiler: Compiler, compilation: Compilation
) -> None:
    assert await compiler.asked(1) == ["calypso 5"]
    compiler.let("calypso", "rules", "bots")
    assert await compiler.asked(2) == ["calypso 5", "captn_clever 5"]


async def test_a_game_that_somebody_asks_for_does_not_wait_for_its_turn(
    compiler: Compiler, compilation: Compilation
) -> None:
    await compiler.asked(1)
    table = asyncio.create_task(compilation.ready("cape_horn"))
    assert await compiler.asked(2) == ["calypso 5", "cape_horn 0"]
    assert await is_waiting(table)
    compiler.let("cape_horn", "rules")
    async with asyncio.timeout(30):
        await table


async def test_people_play_while_bots_are_still_compiled(compiler: Compiler, compilation: Compilation) -> None:
    compiler.let("smugglers", "rules")
    async with asyncio.timeout(30):
        await compilation.ready("smugglers")
    bot = asyncio.create_task(compilation.bots_ready("smugglers"))
    assert await is_waiting(bot)
    compiler.let("smugglers", "bots")
    async with asyncio.timeout(30):
        await bot
    assert len([line for line in await compiler.asked(2) if line.startswith("smugglers")]) == 1


async def test_what_an_earlier_server_has_compiled_is_not_compiled_again(compiler: Compiler) -> None:
    for game in ("calypso", "captn_clever", "smugglers"):
        compiler.has_done(game)
    compilation = Compilation()
    compilation.start()
    async with asyncio.timeout(30):
        await compilation.bots_ready("smugglers")
        assert await compiler.asked(1) == ["cape_horn 5"]
    await compilation.close()


async def test_a_compiler_that_fails_keeps_nobody_waiting(
    compiler: Compiler, compilation: Compilation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "COMPILE", "raise SystemExit(3)")
    async with asyncio.timeout(30):
        await compilation.bots_ready("smugglers")
    assert not is_compiled(GAMES["smugglers"])


async def test_unknown_games_and_servers_that_do_not_warm_are_left_to_others(
    compiler: Compiler, compilation: Compilation
) -> None:
    async with asyncio.timeout(30):
        await compilation.ready("chess")
        await Compilation().bots_ready("calypso")
        assert await compiler.asked(1) == ["calypso 5"]


def test_all_that_a_table_and_its_bots_call_is_compiled_and_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "_receipt", lambda game: tmp_path / f"{game.id} receipt")
    assert not is_compiled(GAMES["calypso"])
    compile_game("calypso", 0)
    assert capsys.readouterr().out == "rules\n"
    assert is_compiled(GAMES["calypso"])


def test_two_servers_do_not_compile_the_same_at_once(tmp_path: Path) -> None:
    has_begun, order = threading.Event(), []

    def second() -> None:
        has_begun.set()
        with alone(tmp_path / "calypso", "rules"):
            order.append("second")

    with alone(tmp_path / "calypso", "rules"):
        thread = threading.Thread(target=second)
        thread.start()
        has_begun.wait(30)
        with alone(tmp_path / "calypso", "bots"):  # another part need not wait
            time.sleep(0.2)
        order.append("first")
    thread.join(30)
    assert order == ["first", "second"]


def test_a_bot_plays_at_a_server_that_warms(tmp_path: Path) -> None:
    with harbour(f"sqlite:///{tmp_path / 't.db'}", is_warming=True) as port, port.visitor() as anna:
        table = anna.open("calypso", ("me", "bot:mate"))["table"]
        assert anna.ask("GET", "/healthz")["status"] == "ok"
        view = anna.play(table, most=3)
        assert view["seq"] > 10
