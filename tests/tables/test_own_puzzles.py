"""Decisions of a finished game that are made again: whose they were, and what their seat saw then."""

from __future__ import annotations

import random

import pytest

from cabotage.core.contract import CHANCE
from cabotage.core.game import Game
from cabotage.tables import Kind, Tables
from cabotage.tables.clock import Clock
from cabotage.tables.errors import StillRunning
from cabotage.tables.puzzle import at_decision, shown_again
from tests.settings import SHORT, each_registered_game
from tests.tables.fixtures import Hands, choose_one, play_on

DECISIONS, WORLDS = 12, 3
SECRETS = {"captn_clever", "smugglers", "cape_horn"}  # those of Treasure Boots are an option


async def test_what_a_bot_or_the_clock_chose_is_not_a_persons_own_choice(here: Tables, hands: Hands) -> None:
    options = {"capture_limit": 4}
    table = await here.open("calypso", ["me", "friend"], "anna", options, clock=Clock("seconds", 60))
    await table.sit(1, "ben")
    rng, made = random.Random(2), {"anna": list[int](), "ben": list[int]()}

    async def choose(most: int) -> None:
        for _ in range(most):
            seat = table.to_act
            assert seat is not None
            made["anna" if seat == 0 else "ben"].append(len(table.state.position.history))
            await choose_one(table, rng)

    await choose(2)
    hands.forward(60)
    assert len(await here.expire()) == 1, "the clock chose for somebody"
    await choose(2)
    await table.leave(0)
    await table.take_over(0, "greedy")
    while table.to_act == 0:
        await choose_one(table, rng)  # as the bot
    await table.come_back(0)
    await play_on(table)
    by = {who: table.reader.chosen_by(who) for who in made}
    for who, events in made.items():
        assert set(events) <= by[who]
    chosen = [at for at, row in enumerate(table.state.steps) if row.kind is Kind.CHOSEN]
    late = [row.seq + 1 for row in table.rows if row.kind is Kind.TIMED_OUT]
    bots = [at for at in chosen if at not in by["anna"] | by["ben"]]
    assert not by["anna"] & by["ben"]
    assert late[0] in {table.state.steps[at].seq for at in bots}
    assert len(bots) >= 2
    assert table.reader.chosen_by("carl") == frozenset()


async def test_a_decision_is_shown_again_only_when_the_game_is_over(here: Tables) -> None:
    table = await here.open("captn_clever", ["me", "here"], "anna", {"treasures": 5})
    await play_on(table, most=10)
    with pytest.raises(StillRunning):
        shown_again(table.reader, table.seq, 0, "en")


@each_registered_game
async def test_a_decision_shows_nothing_that_its_seat_did_not_know(here: Tables, game: Game) -> None:
    """Worlds that the seat could not tell apart then look the same now, and offer the same choices."""
    table = await here.open(game.id, ["me"] + ["here"] * (max(3, game.seats[0]) - 1), "anna", SHORT[game.id])
    await play_on(table, seed=3)
    reader, apart = table.reader, 0
    rows = reader.event_rows()
    decisions = [at for at, row in enumerate(table.state.steps) if row.kind is Kind.CHOSEN]
    for at in random.Random(1).sample(decisions, min(DECISIONS, len(decisions))):
        then = reader.state_at(rows[at])
        seat = then.position.to_act
        assert seat != CHANCE
        seen = shown_again(reader, rows[at], seat, "en")
        assert (seen["viewer"], seen["to_act"], seen["is_over"]) == (seat, seat, False)
        assert (seen["steps"], seen["story"], seen["revealed_seed"], seen["digest"]) == ([], [], None, None)
        assert len(seen["choices"]) == len(then.position.legal)
        for seed in range(WORLDS):
            other = then.copy()
            other.position = then.box.resample(then.position.view(seat), seat, seed)
            apart += bool((other.position.states != then.position.states).any())
            assert at_decision(other, seat, "en") == seen
    assert apart > 0 or game.id not in SECRETS
