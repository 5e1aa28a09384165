"""A minute of slow and half-open clients: other people's moves go on."""

from __future__ import annotations

import asyncio
import contextlib
import statistics
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from cabotage.games import find
from tests.faults.soundness import sound_rows
from tests.server import attack
from tests.server.fixtures import Visitor
from tests.soak.conftest import Report
from tests.soak.scale import FACTOR

SECONDS = 60
LEAST_SECONDS = 3.0
CLIENTS = 80  # of each kind
DRIP_SECONDS = 0.5
SLOWEST_SECONDS = 5.0  # of a move, on a machine that does other things

HALF_HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
HALF_BODY = b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"
ASK = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = (
    b"GET /api/tables/unknown/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)

PATIENT = attack.ELSEWHERE._replace(pause_seconds=0.06)  # a minute within the budget of one person

pytestmark = pytest.mark.soak


async def drip(address: str, first: bytes, then: bytes, is_reading: bool = True) -> None:
    """A connection that sends this, then that every half second. A closed one is opened again."""
    parts = urlsplit(address)
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
            if not is_reading:
                writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(first)
            while not reader.at_eof():
                await asyncio.sleep(DRIP_SECONDS)
                writer.write(then)
                await asyncio.wait_for(writer.drain(), 60)
            writer.close()
        await asyncio.sleep(DRIP_SECONDS)


async def slow_clients(address: str) -> None:
    """All kinds at once; the first kind is connected and silent."""
    kinds = ((b"", b""), (HALF_HEAD, b"a"), (HALF_BODY, b" "), (UPGRADE, b""), (ASK, ASK, False))
    await asyncio.gather(*(drip(address, *kind) for kind in kinds * CLIENTS))


def test_moves_go_on_beside_slow_clients(tmp_path: Path, report: Report) -> None:
    seconds = max(LEAST_SECONDS, SECONDS * FACTOR)
    with (
        attack.server(tmp_path) as address,
        httpx.Client(base_url=address, timeout=60, trust_env=False, headers=PATIENT.headers) as client,
    ):
        player = attack.Player(Visitor(address, client), PATIENT)
        calm = player.play(LEAST_SECONDS)
        with attack.attacking(address, slow_clients):
            took = player.play(seconds)
    asyncio.run(sound_rows(f"sqlite:///{tmp_path / 't.db'}", find))
    assert max(took) < SLOWEST_SECONDS, f"of {len(took)} moves, one took {max(took):.1f} seconds"
    report(
        clients=5 * CLIENTS,
        moves=len(took),
        median_ms=round(statistics.median(took) * 1000),
        slowest_ms=round(max(took) * 1000),
        calm_median_ms=round(statistics.median(calm) * 1000),
    )
