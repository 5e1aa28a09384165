"""Two servers on one PostgreSQL, killed in turn while their bots think: the other resumes, no move is lost."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import httpx

from tests.faults.server import Killable, Player, await_moves, check, newcomer, opened
from tests.server.fixtures import PLAIN

BOTS = ("bot:mate", "bot:mate")
RESUME_SECONDS = 30.0  # the lease of a dead server, the next look at what is due, and one thought
START_SECONDS = 120.0
PAUSE = "3"  # seconds; the games must last until the end of the test


def view(server: Killable, table: str) -> dict[str, Any]:
    shown: dict[str, Any] = httpx.get(f"{server.address}/api/tables/{table}", timeout=60, verify=PLAIN).json()
    return shown


def resumes(server: Killable, tables: list[str], seconds: float) -> None:
    """Every table gets on, seen from this server."""
    before = {table: view(server, table)["seq"] for table in tables}
    until = time.monotonic() + seconds
    waiting = set(tables)
    while waiting:
        assert time.monotonic() < until, [view(server, table)["status"] for table in waiting]
        waiting = {table for table in waiting if view(server, table)["seq"] <= before[table] + 1}
        time.sleep(0.05)


def test_bots_of_a_killed_server_play_on_at_the_other(postgres_url: str) -> None:
    servers = [Killable(postgres_url, PAUSE) for _ in range(2)]
    try:
        token = newcomer(servers[0])
        tables = [opened(server, token, "smugglers", BOTS) for server in servers for _ in range(2)]
        moves: dict[str, dict[int, str]] = {table: {} for table in tables}
        resumes(servers[0], tables, START_SECONDS)  # everything is loaded
        for dying in (0, 1):
            living = servers[1 - dying]
            table = opened(living, token, "calypso", ("me", "here"))
            moves[table] = {}
            player = Player(living.address, dying, token, table, moves[table])
            player.start()
            await_moves(moves, 2, [player])
            servers[dying].kill()  # its bots were thinking, or about to move
            servers[dying] = living  # until it is replaced
            player.join(START_SECONDS)
            assert (player.failure, player.is_over) == (None, True)
            resumes(living, tables, RESUME_SECONDS)
            servers[dying] = Killable(postgres_url, PAUSE)
            asyncio.run(check(postgres_url, moves))
    finally:
        for server in set(servers):
            server.kill()
