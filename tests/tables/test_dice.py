"""Fair dice: promised beforehand, exact odds, and nobody can foresee or bend them."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter

import numpy as np
import pytest

from cabotage.core.chance import Dice
from cabotage.tables import Kind, Table, Tables, dice
from cabotage.tables.dice import FairDice
from tests.tables.fixtures import play_on

SEED = bytes(range(32))


def test_the_promise_is_the_sha256_of_the_seed() -> None:
    assert dice.commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_a_draw_can_be_recomputed_with_three_lines_of_any_language() -> None:
    """Written out here as docs/explanation/fair-dice.md tells it."""
    digest = hashlib.sha256(b"what was fixed").digest()
    for step in range(50):
        message = step.to_bytes(8, "big") + (0).to_bytes(4, "big") + digest
        word = int.from_bytes(hmac.new(SEED, message, "sha256").digest(), "big") % 6
        assert dice.draw(SEED, digest, step, [1, 2, 3]) == [0, 1, 1, 2, 2, 2][word]


async def test_a_tables_own_position_cannot_be_rolled(here: Tables) -> None:
    table = await here.open("toy", ["me", "here"], "anna")
    position = table.state.position.copy()
    while not position.is_chance:
        position.play(position.legal[0])
    with pytest.raises(NotImplementedError):
        position.roll()


def test_draws_fall_by_their_weights() -> None:
    fallen = Counter(dice.draw(SEED, b"x" * 32, step, [1, 2, 3, 4]) for step in range(20_000))
    for index, weight in enumerate([1, 2, 3, 4]):
        assert abs(fallen[index] - 2000 * weight) < 4 * (2000 * weight) ** 0.5  # four standard deviations


def test_words_that_would_bend_the_odds_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With words of 3 bits and a total of 3, the words 6 and 7 are one too many for fairness."""
    words = iter([7, 6, 5])
    monkeypatch.setattr(dice, "_WORD", 8)
    monkeypatch.setattr("cabotage.tables.dice.hmac.digest", lambda *_: next(words).to_bytes(32, "big"))
    assert dice.draw(SEED, b"", 0, [1, 1, 1]) == 5 % 3
    assert next(words, None) is None


def test_dice_follow_the_history_of_their_position() -> None:
    history: list[int] = []
    rolled = FairDice(SEED, b"h" * 32, 0, history)
    first = [rolled.pick(np.array([1] * 1000)) for _ in range(3)]
    assert len(set(first)) == 1  # nothing has happened in between
    history.append(7)
    other = rolled.pick(np.array([1] * 1000))
    assert other != first[0]
    assert other == FairDice(SEED, b"h" * 32, 0, [7]).pick(np.array([1] * 1000))
    assert other != FairDice(SEED, b"h" * 32, 0, [8]).pick(np.array([1] * 1000))


def test_a_copy_of_a_position_gets_dice_that_foretell_nothing() -> None:
    fair = FairDice(SEED, b"h" * 32, 0, [])
    assert type(fair.fork()) is Dice
    assert SEED.hex() not in repr(fair)


async def test_a_seat_may_add_to_the_dice_before_the_first_draw(here: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "new_seed", lambda: SEED)
    drawn = []
    for nonce in ("one", "two", "one"):
        table = await here.open("toy", ["me", "friend"], "anna", nonce="mine")
        assert [row.kind for row in table.rows] == [Kind.OPENED, Kind.SAT]
        await table.sit(1, "ben", nonce=nonce)
        assert table.seen_by(1)["nonces"] == [{"seat": 0, "nonce": "mine"}, {"seat": 1, "nonce": nonce}]
        drawn.append([row.value for row in table.rows if row.kind is Kind.DRAWN])
    assert drawn[0] == drawn[2] != drawn[1]


async def test_the_promise_is_shown_from_the_start_and_the_seed_only_at_the_end(tables: Tables) -> None:
    table = await tables.open("toy", ["me", "here", "friend"], "anna")
    seed = await tables.log.seed(table.id)
    assert table.seen_by(0)["commitment"] == hashlib.sha256(seed).hexdigest()
    await table.sit(2, "ben")
    while table.status != "over":
        for viewer in range(-1, 3):
            assert seed.hex() not in json.dumps(table.seen_by(viewer)) + table.record(viewer)
            assert table.seen_by(viewer)["revealed_seed"] is table.seen_by(viewer)["digest"] is None
        assert seed.hex() not in json.dumps([row.value for row in table.rows])
        await play_on(table, table.seq, most=1)
    assert bytes.fromhex(table.seen_by(-1)["revealed_seed"] or "") == seed


def holders(table: Table, seed: bytes) -> list[str]:
    """Everything that hangs on a table's position, by name, that holds the seed."""
    position = table.state.position
    return [name for name, value in vars(position.dice).items() if value == seed]


async def test_the_position_that_views_are_made_of_has_no_seed(here: Tables) -> None:
    table = await play_on(await here.open("toy", ["me", "here"], "anna"), most=2)
    assert holders(table, await here.log.seed(table.id)) == []
