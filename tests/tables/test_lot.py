"""Seats drawn by lot: when the game starts, by the fair dice, for everything that follows."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from cabotage.core.errors import RecordError
from cabotage.core.record import Record
from cabotage.tables import Log, Table, Tables, dice
from cabotage.tables.errors import NotYourTurn, SeatsError, SeatTaken, Unproven
from cabotage.tables.opening import fixed
from cabotage.tables.row import Kind
from cabotage.tables.verify import verify
from tests.tables.fixtures import Hands, any_game, play_on
from tests.toy import GAME as TOY

Drawn = Callable[[Sequence[int]], None]
SEATS = ["me", "friend", "bot:greedy"]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Sets what the dice will draw."""

    def draw(lot: Sequence[int]) -> None:
        monkeypatch.setattr("cabotage.tables.draft.fair_lot", lambda *_: list(lot))

    return draw


async def started(tables: Tables, **wishes: Any) -> Table:
    """Anna, Ben and a bot, as listed."""
    table = await tables.open("toy", SEATS, "anna", name="Anna", nonce="salt", order="lot", **wishes)
    await table.sit(1, "ben", "Ben", "pepper")
    return table


def row(table: Table, kind: Kind) -> Any:
    return next(row for row in table.rows if row.kind is kind).value


async def test_everybody_sits_where_the_lot_says(tables: Tables, drawn: Drawn) -> None:
    drawn([2, 0, 1])
    table = await tables.open("toy", SEATS, "anna", name="Anna", order="lot")
    assert [seat.holder for seat in table.state.seats] == ["anna", None, None]
    assert table.seen_by(0)["lot"] is None
    await table.leave(0)
    await table.sit(1, "ben", "Ben")
    assert row(table, Kind.STARTED) == {"lot": [2, 0, 1]}
    assert [seat.holder for seat in table.state.seats] == [None, "anna", "ben"]
    assert [seat.bot for seat in table.state.seats] == ["greedy", None, None]
    assert [seat.is_present for seat in table.state.seats] == [False, False, True]
    view = table.seen_by(1)
    assert [seat["name"] for seat in view["seats"]] == ["bot 1", "Anna", "Ben"]
    assert view["lot"] == [2, 0, 1]
    assert (table.to_act, table.bot_to_act) == (0, "greedy")


async def test_the_story_tells_the_order_once_and_calls_everybody_by_name(here: Tables, drawn: Drawn) -> None:
    drawn([2, 0, 1])
    table = await started(here, options={"memory_help": True})
    view = table.seen_by(0)
    told = [(line["seat"], line["text"]) for line in view["story"]][:4]
    assert told == [
        (1, "Anna sits down."),
        (2, "Ben sits down."),
        (-1, "Seats are drawn by lot: bot 1, Anna, Ben."),
        (-1, "The game begins."),
    ]
    assert [step["actor"] for step in view["steps"]][:3] == [1, 2, -1]
    french = [line["text"] for line in table.seen_by(0, "fr")["story"]]
    assert "Les places sont tirées au sort\u00a0: Robot 1, Anna, Ben." in french
    assert table.moments(0)[0]["story"] == ["Seats are drawn by lot: bot 1, Anna, Ben.", "The game begins."]


async def test_earlier_moments_number_the_seats_as_they_are_now(here: Tables, drawn: Drawn) -> None:
    drawn([2, 0, 1])
    table = await started(here, options={"memory_help": True})
    before = table.seen_by(1, at=1)
    assert (before["status"], before["scene"]) == ("waiting", {})
    assert [(seat["name"], seat["kind"]) for seat in before["seats"]] == [
        ("bot 1", "bot"),
        ("Anna", "person"),
        ("player 3", "open"),
    ]
    assert [line["text"] for line in before["story"]] == ["Anna sits down."]


async def test_the_log_alone_gives_the_same_seats(tables: Tables) -> None:
    table = await started(tables)
    await play_on(table, 1, most=5)
    await tables.log.keep(table.rows[:-2])  # a snapshot
    again = await Tables(tables.log, games=any_game).find(table.id)
    assert again.state.seats == table.state.seats
    assert again.state.lot == table.state.lot is not None
    assert again.state.digest == table.state.digest
    for viewer in range(-1, 3):
        assert again.seen_by(viewer)["story"] == table.seen_by(viewer)["story"]


async def test_two_servers_agree(url: str, hands: Hands) -> None:
    one, other = [Tables(await Log.open(url), hands, games=any_game) for _ in range(2)]
    table = await one.open("toy", SEATS, "anna", name="Anna", order="lot")
    far = await other.find(table.id)
    await far.sit(1, "ben", "Ben")
    await table.refresh()
    assert table.state.lot == far.state.lot is not None
    assert table.state.seats == far.state.seats
    await play_on(table, 2)
    await far.refresh()
    assert verify(Record.parse(far.record()), TOY).lot == table.state.lot
    for store in (one, other):
        await store.close()


async def test_who_waits_for_the_lot_keeps_their_own_seat(tables: Tables, drawn: Drawn) -> None:
    """Requests of people whose seat gets another number before their turn comes."""
    drawn([1, 0])
    table = await tables.open("toy", ["me", "friend"], "anna", order="lot")
    sitting = asyncio.create_task(table.sit(1, "ben"))
    leaving = asyncio.create_task(table.leave(0))
    choosing = asyncio.create_task(table.submit(0, 7, 0))  # a guess: ben, who now has number 0, is to act at row 7
    await asyncio.gather(sitting, leaving)
    assert [(seat.holder, seat.is_present) for seat in table.state.seats] == [("ben", True), ("anna", False)]
    assert (table.to_act, table.state.turn_seq) == (0, 7)
    with pytest.raises(NotYourTurn):
        await choosing


async def test_seats_to_sit_at_are_numbered_as_listed(tables: Tables, drawn: Drawn) -> None:
    drawn([2, 0, 1])
    table = await started(tables)
    before = table.seq
    await table.sit(1, "ben")  # has that seat already
    assert table.seq == before
    with pytest.raises(SeatTaken):
        await table.sit(1, "carl")


async def test_partners_stay_partners(here: Tables) -> None:
    for _ in range(8):
        seats = ["me", "friend", "here", "friend"]
        table = await here.open("cape_horn", seats, "anna", {"duo": True}, order="lot")
        await table.sit(1, "ben")
        await table.sit(3, "ben")
        holders = [seat.holder for seat in table.state.seats]
        assert holders in (["anna", "ben"] * 2, ["ben", "anna"] * 2)


async def test_as_listed_a_table_is_stored_as_ever(here: Tables) -> None:
    table = await here.open("toy", ["me", "here"], "anna")
    assert "order" not in table.rows[0].value
    assert row(table, Kind.STARTED) is None
    with pytest.raises(SeatsError, match="the order must be one of lot, listed, not 'youngest'"):
        await here.open("toy", ["me", "here"], "anna", order="youngest")


async def test_one_seat_needs_no_lot(here: Tables) -> None:
    table = await here.open("toy", ["me"], "anna", {"mode": "together"}, order="lot")
    assert table.seen_by(0)["lot"] is None


async def test_a_game_that_is_played_on_keeps_its_seats(here: Tables) -> None:
    table = await play_on(await started(here), 4)
    fork = await here.fork(table.id, 8, ["here", "me", "bot:greedy"], "carl")
    assert fork.state.lot is None
    assert [seat.kind for seat in fork.state.seats] == ["here", "me", "bot:greedy"]
    kept = await here.keep(Record.parse(table.record()), "carl")
    assert Record.parse(kept.record()).lot == table.state.lot


def test_the_fair_dice_draw_all_orders_about_equally_often() -> None:
    head = dice.head({"game": "toy"})
    counts = Counter(
        tuple(dice.fair_lot((0, 1, 2), seed.to_bytes(dice.SEED_BYTES, "big"), head)) for seed in range(6000)
    )
    assert len(counts) == 6
    assert all(abs(count - 1000) < 120 for count in counts.values()), counts  # four standard deviations


def test_the_lot_and_the_first_draw_are_independent() -> None:
    """Both are drawn after no event; the digest in between makes the difference."""
    pairs: Counter[tuple[int, int]] = Counter()
    for number in range(4000):
        seed, head = number.to_bytes(dice.SEED_BYTES, "big"), dice.head({"game": "toy"})
        lot = dice.fair_lot((0, 1), seed, head)
        pairs[lot[0], dice.draw(seed, dice.onward_all(head, lot), 0, [1, 1])] += 1
    assert len(pairs) == 4
    assert all(abs(count - 1000) < 110 for count in pairs.values()), pairs


# Verification


@pytest.fixture
async def written(here: Tables) -> dict[str, Any]:
    """A finished game whose seats were drawn, as JSON."""
    record: dict[str, Any] = json.loads((await play_on(await started(here), 3)).record())
    return record


def refused(written: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(Unproven) as error:
        verify(Record.parse(json.dumps(written)), TOY)
    assert error.value.sentence("fr") != str(error.value)
    return error.value.code, str(error.value)


def sealed(written: dict[str, Any]) -> dict[str, Any]:
    """With all digests computed anew, as a forger would."""
    proof = written["dice"]
    game = (written["game"], written["rules_version"], written["seats"], written["options"])
    digest = dice.head(fixed(*game, proof["commitment"], proof["nonces"], 0))
    digest = dice.onward_all(digest, written.get("lot", []))
    for event in written["events"]:
        digest = dice.onward(digest, event["drawn"] if "drawn" in event else event["chosen"])
        event["digest"] = digest.hex()[: dice.SHOWN_DIGITS]
    return written


def test_the_record_contains_the_lot_and_it_is_verified(written: dict[str, Any]) -> None:
    assert sorted(written["lot"]) == [0, 1, 2]
    assert [nonce["seat"] for nonce in written["dice"]["nonces"]] == [0, 1]  # as listed
    assert verify(Record.parse(json.dumps(written)), TOY).lot == tuple(written["lot"])


def test_another_lot_is_found_even_with_all_digests_forged(written: dict[str, Any]) -> None:
    first, second, third = written["lot"]
    written["lot"] = [second, first, third]
    right = f"{first + 1} {second + 1} {third + 1}"
    expected = f"the dice seated the players in the order {right} of the list, not {second + 1} {first + 1} {third + 1}"
    assert refused(written) == ("record/lot", expected)
    assert refused(sealed(written)) == ("record/lot", expected)


def test_a_lot_that_was_removed_is_found(written: dict[str, Any]) -> None:
    del written["lot"]
    assert refused(written)[0] == "record/altered"
    assert refused(sealed(written))[0] == "record/draw"


@pytest.mark.parametrize("lot", [[0, 1], [0, 0, 1], "012", [0, 1, 3], [0.0, 1, 2]])
def test_a_lot_that_does_not_name_every_seat_is_refused(written: dict[str, Any], lot: Any) -> None:
    with pytest.raises(RecordError, match="lot"):
        Record.parse(json.dumps(written | {"lot": lot}))


async def test_a_running_game_shows_the_lot_in_its_record(here: Tables, drawn: Drawn) -> None:
    drawn([2, 0, 1])
    table = await started(here)
    assert json.loads(table.record(0))["lot"] == [2, 0, 1]
