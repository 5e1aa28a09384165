"""The time of a bot's move tells nothing about what it holds: in worlds that differ only there, it is the same."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cabotage
from cabotage.bots import RANKS, make_bot
from cabotage.core.position import Position
from cabotage.server.bots.pace import HEADROOM, Pace
from cabotage.server.bots.pool import Pool
from tests.server.fixtures import Visitor, harbour

VIEWER, BOT = 0, 1
PAIRS = 30
PAUSE_SECONDS = 0.3
HIDING = ("captn_clever", "smugglers", "cape_horn")


def test_all_moves_of_a_kind_take_the_same_time() -> None:
    box, pace = cabotage.load("smugglers", seats=2), Pace(PAUSE_SECONDS)
    pace.wait_seconds(box, "captain", 0.5, 0.45)  # the longest so far
    for thought in (0.0001, 0.1, 0.29, 0.31, 0.44, 0.45 * HEADROOM):
        for seconds in (thought, min(0.9, thought + 0.2)):  # perhaps the machine was busy
            assert seconds + pace.wait_seconds(box, "captain", seconds, thought) == pytest.approx(0.9)
    assert 0.01 + pace.wait_seconds(box, "sailor", 0.01, 0.01) == pytest.approx(PAUSE_SECONDS)  # another kind


def test_a_busy_machine_is_answered_by_multiples_of_the_same_time() -> None:
    box, pace = cabotage.load("smugglers", seats=2), Pace(PAUSE_SECONDS)
    for seconds, until in ((0.31, 0.6), (0.59, 0.6), (5.0, 5.1)):
        assert seconds + pace.wait_seconds(box, "mate", seconds, 0.2) == pytest.approx(until)


def test_without_a_pause_times_are_alike_too() -> None:
    box, pace = cabotage.load("smugglers", seats=2), Pace(0.0)
    assert {round(t + pace.wait_seconds(box, "sailor", t, t), 6) for t in (0.0, 0.003, 0.02, 0.049)} == {0.05}


def test_where_all_know_the_same_a_bot_moves_as_soon_as_people_can_follow() -> None:
    box, pace = cabotage.load("calypso", seats=2), Pace(PAUSE_SECONDS)
    assert pace.wait_seconds(box, "captain", 0.1, 0.1) == pytest.approx(0.2)
    assert pace.wait_seconds(box, "captain", 0.7, 0.7) == 0.0


def worlds(game: str, seed: int = 1) -> Iterator[tuple[Position, Position]]:
    """Positions where the bot has to act, in two worlds that the viewer cannot tell apart."""
    box, rng = cabotage.load(game, seats=3 if game == "cape_horn" else 2), random.Random(seed)
    found = 0
    while found < PAIRS:
        position = box.start(seed=rng.getrandbits(30))
        for _ in range(rng.randrange(4, 60)):
            if position.is_over:
                break
            position.play(int(rng.choice(position.legal.numbers)))
            position.roll()
        if position.is_over or position.to_act != BOT:
            continue
        other = box.resample(position.view(VIEWER), VIEWER, rng.getrandbits(30))
        if other.to_act == BOT and other.view(BOT).tobytes() != position.view(BOT).tobytes():
            found += 1
            yield position, other


@pytest.mark.quiet
@pytest.mark.parametrize("game", HIDING)
@pytest.mark.parametrize("rank", RANKS)
def test_real_bots_move_at_the_same_time_in_both_worlds(game: str, rank: str) -> None:
    """Only while the longest thought of a kind is being found may a move come earlier than the next ones."""
    pace, times = Pace(PAUSE_SECONDS), []
    thoughts: list[tuple[float, float]] = []
    for pair in worlds(game):
        bot = make_bot(rank, pair[0].box, seed=1)
        took = [_thought(bot, position) for position in pair]
        thoughts.append((took[0], took[1]))
        times.append([t + pace.wait_seconds(pair[0].box, rank, t, t) for t in took])
    learnt = len(times) // 3
    apart = [pair for pair in times[learnt:] if pair[0] != pytest.approx(pair[1])]
    raw = statistics.median(abs(one - two) for one, two in thoughts)
    print(f"{game} {rank}: thoughts differ by {raw * 1000:.1f} ms, moves come after {times[-1][0]:.2f} s")
    assert apart == []


def _thought(bot: Any, position: Position) -> float:
    view = position.view(BOT)
    bot.choose(view, BOT)  # loads what is needed
    began = time.thread_time()
    bot.choose(view, BOT)
    return time.thread_time() - began


def test_a_spectator_cannot_tell_how_long_an_opponents_bot_thought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a server whose bots think much longer with some cargo than with other."""
    thoughts = iter([0.02, 0.3] * 50)
    run = Pool.run

    async def slow(self: Pool, work: Any, *arguments: Any) -> Any:
        import asyncio

        found = await run(self, work, *arguments)
        seconds = next(thoughts)
        await asyncio.sleep(seconds)
        return found[0], seconds

    with harbour(f"sqlite:///{tmp_path / 't.db'}", pause_seconds=0.4) as port, port.visitor() as anna:
        table = anna.open("smugglers", ("me", "bot:sailor"))["table"]
        answer_seconds(anna, table, 2)  # the first one loads what is needed
        monkeypatch.setattr(Pool, "run", slow)
        _, *took = answer_seconds(anna, table, 9)  # the bot may have begun before
    quick, long = took[::2], took[1::2]
    assert abs(statistics.median(quick) - statistics.median(long)) < 0.14  # half of what the thoughts differ by
    assert min(took) > 0.39


def answer_seconds(visitor: Visitor, table: str, count: int) -> list[float]:
    """From one move of the bot, or of this person, to the bot's next one."""
    took: list[float] = []
    with visitor.live(table) as wire:
        view = wire.hear("view")
        while len(took) < count:
            if view["to_act"] == VIEWER:
                wire.say(type="choose", seq=view["seq"], seat=VIEWER, choice=view["choices"][0]["id"])
                view = wire.hear("view")
                continue
            began = time.monotonic()
            view = wire.hear("view")
            took.append(time.monotonic() - began)
            assert view["to_act"] >= 0
    return took
