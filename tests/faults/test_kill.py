"""Killed at random moments, the log has every move that was acknowledged, none twice, and play goes on."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

from cabotage.tables import Kind
from tests.faults.player import GAMES
from tests.faults.soundness import sound_rows
from tests.tables.fixtures import any_game

ROUNDS = 6
MOST_LINES = 60
ROOT = Path(__file__).parents[2]
Moves = dict[str, dict[int, tuple[int, int]]]  # of each table: first row -> (last row, number chosen)


def play_and_kill(url: str, seed: int, ids: list[str], rng: random.Random) -> list[str]:
    """What it said before it was killed, in the middle of whatever it was doing."""
    command = [sys.executable, "-m", "tests.faults.player", url, str(seed), *ids]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}  # starts quickly
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True, env=environment) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(rng.randint(1, MOST_LINES))]  # on a slow machine later
        time.sleep(rng.uniform(0.0, 0.05))
        process.kill()
        said += process.stdout.readlines()
    assert process.returncode == -9
    return [line.rstrip("\n") for line in said if line.endswith("\n")]  # the last line may be torn


def note(said: list[str], ids: dict[int, str], moves: Moves) -> int:
    """Keep what was acknowledged; how many moves."""
    count = 0
    for line in said:
        match line.split():
            case ["opened", place, table]:
                ids[int(place)] = table
            case ["moved", table, first, last, number]:
                moves.setdefault(table, {})[int(first)] = (int(last), int(number))
                count += 1
            case _:
                raise AssertionError(line)
    return count


async def check(url: str, moves: Moves) -> None:
    """Every acknowledged move is there as it was, and the log is sound."""
    found, _ = await sound_rows(url, any_game)
    for table, of_table in moves.items():
        rows = found[table]
        for first, (last, number) in of_table.items():
            assert (rows[first].kind, rows[first].value) == (Kind.CHOSEN, number)
            assert all(row.kind in (Kind.DRAWN, Kind.ENDED) for row in rows[first + 1 : last + 1])
            assert len(rows) > last


async def test_a_killed_process_loses_no_acknowledged_move(url: str) -> None:
    rng = random.Random("kill")
    ids: dict[int, str] = {}
    moves: Moves = {}
    counts = []
    for number in range(ROUNDS):
        known = [ids[place] for place in range(len(GAMES))] if len(ids) == len(GAMES) else []
        said = play_and_kill(url, number, known, rng)
        counts.append(note(said, ids, moves))
        await check(url, moves)
    print("acknowledged moves before each kill:", counts)
    assert sum(counts) > 50
    assert sum(count > 0 for count in counts) >= 3
    assert any(len(of_table) > 5 for of_table in moves.values())
