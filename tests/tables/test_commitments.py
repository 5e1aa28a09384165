"""Dice promised before their table is there: for one table, for an hour, by whichever worker."""

from __future__ import annotations

import asyncio
import hashlib

import pytest
from sqlalchemy import select

from cabotage.core.record import Record
from cabotage.tables import Log, Tables
from cabotage.tables.errors import UnknownCommitment
from cabotage.tables.schema import PROMISES
from cabotage.tables.verify import verify
from tests.tables.fixtures import Hands, any_game, play_on
from tests.toy import GAME as TOY

SEATS = ["me", "here"]


async def kept(tables: Tables) -> list[str]:
    """The promises that are still to be kept."""
    return await tables.log.database.read(
        lambda connection: list(connection.execute(select(PROMISES.c.commitment)).scalars())
    )


async def test_a_table_throws_the_dice_that_were_promised(tables: Tables) -> None:
    promised = await tables.commitments.make()
    table = await tables.open("toy", SEATS, "anna", nonce="pebble", commitment=promised)
    assert table.seen_by(0)["commitment"] == promised
    await play_on(table, 3)
    shown = table.seen_by(-1)
    assert hashlib.sha256(bytes.fromhex(shown["revealed_seed"] or "")).hexdigest() == promised
    assert verify(Record.parse(table.record()), TOY).digest == shown["digest"]


async def test_the_same_promise_and_nonce_give_the_same_dice_to_everybody_who_opens_a_table(tables: Tables) -> None:
    """What is drawn follows from the promise and the nonce: nothing is added after the nonce is known."""
    promised = await tables.commitments.make()
    seed = await tables.commitments.seed(promised)
    table = await tables.open("toy", SEATS, "anna", nonce="pebble", commitment=promised)
    assert table._seed == seed
    assert await kept(tables) == []


async def test_a_promise_is_for_one_table(tables: Tables) -> None:
    promised = await tables.commitments.make()
    opened = await asyncio.gather(
        *(tables.open("toy", SEATS, "anna", commitment=promised) for _ in range(5)), return_exceptions=True
    )
    refused = [one for one in opened if isinstance(one, UnknownCommitment)]
    assert len(refused) == 4
    assert len(await tables.log.summaries()) == 1
    assert str(refused[0]) == (
        "this commitment is invalid: it was already used, expired after 60 minutes, or never existed; request a new one"
    )


async def test_a_table_that_cannot_be_opened_leaves_the_promise(tables: Tables) -> None:
    promised = await tables.commitments.make()
    with pytest.raises(Exception, match="2 to 3 seats"):
        await tables.open("toy", ["me"] + ["here"] * 5, "anna", commitment=promised)
    assert await kept(tables) == [promised]


async def test_a_promise_is_forgotten_after_an_hour(tables: Tables, hands: Hands) -> None:
    old = await tables.commitments.make()
    hands.forward(59 * 60)
    new = await tables.commitments.make()
    hands.forward(2 * 60)
    with pytest.raises(UnknownCommitment):
        await tables.open("toy", SEATS, "anna", commitment=old)
    newest = await tables.commitments.make()
    assert sorted(await kept(tables)) == sorted([new, newest])


@pytest.mark.parametrize("text", ["", "0" * 64, "x" * 100, "\x00", 7])
async def test_what_nobody_promised_is_refused(here: Tables, text: str) -> None:
    with pytest.raises(UnknownCommitment):
        await here.open("toy", SEATS, "anna", commitment=text)


async def test_another_worker_keeps_what_one_has_promised(url: str, hands: Hands) -> None:
    one = Tables(await Log.open(url), now=hands, games=any_game)
    other = Tables(await Log.open(url), now=hands, games=any_game)
    promised = await one.commitments.make()
    table = await other.open("toy", SEATS, "anna", commitment=promised)
    assert table.state.opening.commitment == promised
    with pytest.raises(UnknownCommitment):
        await one.open("toy", SEATS, "anna", commitment=promised)
    await one.close()
    await other.close()
