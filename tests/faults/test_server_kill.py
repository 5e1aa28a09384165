"""A server killed at random moments while five tables are played: no acknowledged move is lost or doubled."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time

import httpx
import pytest

from cabotage.core.record import Record
from cabotage.games import find
from cabotage.tables.verify import verify
from tests.faults.server import START_SECONDS, Killable, Player, await_moves, check, newcomer, opened
from tests.server.fixtures import PLAIN

TABLES = (
    ("calypso", ("me", "here")),
    ("calypso", ("me", "bot:greedy")),
    ("smugglers", ("me", "here")),
    ("captn_clever", ("me", "here")),
    ("calypso", ("me", "here", "here")),
)


@pytest.mark.parametrize("rounds", [2, pytest.param(8, marks=pytest.mark.quiet)])
def test_a_killed_server_loses_no_acknowledged_move(url: str, rounds: int) -> None:
    rng = random.Random("kill the server")
    server = Killable(url)
    token = newcomer(server)
    tables = [opened(server, token, game, seats) for game, seats in TABLES]
    moves: dict[str, dict[int, str]] = {table: {} for table in tables}
    counts = []
    for _ in range(rounds):
        players = [Player(server.address, place, token, table, moves[table]) for place, table in enumerate(tables)]
        for player in players:
            player.start()
        await_moves(moves, 6, players)
        time.sleep(rng.uniform(0.0, 0.5))
        server.kill()
        for player in players:
            player.join()
            assert player.failure is None, player.failure
        asyncio.run(check(url, moves))
        counts.append(sum(map(len, moves.values())))
        server = Killable(url)
    try:
        finish(server, token, tables[1], moves)
    finally:
        server.process.terminate()
        assert server.process.wait(10) == 0  # and it stops when it is asked to
        with contextlib.suppress(AttributeError):
            server.process.stdout.close()  # type: ignore[union-attr]
    asyncio.run(check(url, moves))
    assert counts == sorted(set(counts)), "every round got on"
    assert counts[-1] > 5 * len(counts)


def finish(server: Killable, token: str, table: str, moves: dict[str, dict[int, str]]) -> None:
    """After the last restart the table with the bot is played to its end: the bot goes on by itself."""
    last = Player(server.address, 9, token, table, moves[table])
    last.start()
    last.join(START_SECONDS)
    assert last.failure is None
    assert last.is_over
    text = httpx.get(f"{server.address}/api/tables/{table}/record", verify=PLAIN).text
    verify(Record.parse(text), find("calypso"))
