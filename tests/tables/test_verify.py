"""An honest record is verified; an altered one is named at the first event that is wrong."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cabotage.core.errors import RecordError
from cabotage.core.record import Record
from cabotage.tables import Tables, dice
from cabotage.tables.errors import NotOver, Unproven
from cabotage.tables.opening import fixed
from cabotage.tables.verify import read, verify
from tests.settings import each_registered_game
from tests.tables.fixtures import any_game, play_on
from tests.toy import GAME as TOY

Written = dict[str, Any]


@pytest.fixture
async def written(here: Tables) -> Written:
    """A finished game of the toy, as JSON."""
    table = await here.open("toy", ["me", "here", "friend"], "anna", nonce="salt")
    await table.sit(2, "ben", nonce="pepper")
    record: Written = json.loads((await play_on(table, 3)).record())
    return record


def verdict(written: Written) -> Any:
    return verify(Record.parse(json.dumps(written)), TOY)


def sealed(written: Written) -> Written:
    """With all digests computed anew, as a forger would."""
    proof = written["dice"]
    numbers = (written["game"], written["rules_version"], written["seats"], written["options"])
    digest = dice.head(fixed(*numbers, proof["commitment"], proof["nonces"], proof.get("from", 0)))
    for event in written["events"]:
        digest = dice.onward(digest, event["drawn"] if "drawn" in event else event["chosen"])
        event["digest"] = digest.hex()[: dice.SHOWN_DIGITS]
    return written


def choices(written: Written) -> list[int]:
    return [at for at, event in enumerate(written["events"]) if "chosen" in event]


def other_choice(written: Written, at: int) -> None:
    """Another choice that was offered then."""
    position = Record.parse(json.dumps(written)).replay(TOY, at)
    other = next(choice for choice in position.legal if choice.number != written["events"][at]["chosen"])
    written["events"][at] |= {"chosen": other.number, "text": other.text}


@each_registered_game
async def test_a_game_played_at_a_table_is_verified(game: Any, here: Tables) -> None:
    table = await here.open(game.id, ["me", *["here"] * (game.default_seats - 1)], "anna", nonce="salt")
    await play_on(table, 1)
    found = verify(Record.parse(table.record()), game)
    assert found.events == len(table.state.steps)
    assert found.draws == sum(step.seat < 0 for step in table.state.steps) > 3
    assert found.digest == table.seen_by(-1)["digest"]


@pytest.mark.parametrize("game", ["captn_clever", "cape_horn", "smugglers"])
async def test_a_game_with_choices_taken_back_is_verified(game: str, here: Tables) -> None:
    table = await here.open(game, ["me", "here", "here"], "anna")
    undone = 0
    while table.status != "over":
        seat = table.to_act
        assert seat is not None
        await play_on(table, table.seq, most=1)
        if table.can_undo(seat) and table.seq % 3 == 0:
            await table.undo(seat, table.seq)
            undone += 1
    assert undone > 10
    assert verify(Record.parse(table.record()), any_game(game)).draws > 3


def test_the_toy_is_verified(written: Written) -> None:
    assert verdict(written).events == len(written["events"])


def first_wrong(written: Written, code: str = "record/altered") -> str:
    with pytest.raises(Unproven) as refused:
        verdict(written)
    assert refused.value.code == code
    assert refused.value.sentence("fr") != str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize("which", [0, 1, -1])
def test_an_altered_choice_is_named(written: Written, which: int) -> None:
    at = choices(written)[which]
    other_choice(written, at)
    assert first_wrong(written).startswith(f"event {at}: this event or an earlier one was altered")


def test_an_altered_choice_is_found_by_the_next_draws_even_with_all_digests_forged(written: Written) -> None:
    at = choices(written)[0]
    other_choice(written, at)
    named = first_wrong(sealed(written), "record/draw")
    assert named.startswith("event ")
    assert int(named.split()[1].rstrip(":")) > at


def draws(written: Written) -> list[int]:
    """The draws that might have been others."""
    steps = Record.parse(json.dumps(written)).steps(TOY)
    count = len(written["events"])
    return [at for at, (position, _) in zip(range(count), steps, strict=False) if len(position.chances) > 1]


@pytest.mark.parametrize("is_sealed", [False, True])
@pytest.mark.parametrize("which", [0, 2, 5, -1])
def test_an_altered_draw_is_named(written: Written, which: int, is_sealed: bool) -> None:
    at = draws(written)[which]
    position = Record.parse(json.dumps(written)).replay(TOY, at)
    others = [outcome for outcome in position.chances if outcome.number != written["events"][at]["drawn"]]
    written["events"][at] |= {"drawn": others[0].number, "text": others[0].text}
    if is_sealed:
        written = sealed(written)
        assert first_wrong(written, "record/draw").startswith(f"event {at}: the dice gave ")
    else:
        assert first_wrong(written).startswith(f"event {at}: this event or an earlier one")


def swap(events: list[Any]) -> int:
    events[1], events[2] = events[2], events[1]
    return 1


def drop(events: list[Any]) -> int:
    del events[2]
    return 2


def drop_first(events: list[Any]) -> int:
    del events[0]
    return 0


def double(events: list[Any]) -> int:
    events.insert(4, dict(events[3]))
    return 4


def retext(events: list[Any]) -> int:
    events[6]["text"] = "peek at nothing"
    return 6


def undigest(events: list[Any]) -> int:
    del events[5]["digest"]
    return 5


@pytest.mark.parametrize("alter", [swap, drop, drop_first, double, retext, undigest])
def test_events_moved_removed_or_added_are_named(written: Written, alter: Callable[[list[Any]], int]) -> None:
    at = alter(written["events"])
    assert first_wrong(written).startswith(f"event {at}: ")


def test_missing_last_events_are_noticed(written: Written) -> None:
    del written["events"][-2:]
    assert first_wrong(written, "record/cut_off").startswith(
        f"events are missing after event {len(written['events']) - 1}:"
    )


def test_an_altered_seed_does_not_keep_the_promise(written: Written) -> None:
    written["dice"]["seed"] = "00" * 32
    assert first_wrong(written, "record/seed") == "the seed does not match the commitment made before the first draw"


def test_an_altered_seed_with_a_promise_to_match_is_found_at_the_first_event(written: Written) -> None:
    written["dice"] |= {"seed": "00" * 32, "commitment": hashlib.sha256(bytes(32)).hexdigest()}
    assert first_wrong(written).startswith("event 0: this event or an earlier one was altered")
    assert "the dice gave" in first_wrong(sealed(written), "record/draw")


@pytest.mark.parametrize("change", [{"seats": 2}, {"options": {"mode": "each", "rounds": 1, "memory_help": True}}])
def test_what_was_fixed_before_the_game_cannot_be_altered(written: Written, change: Written) -> None:
    assert first_wrong(written | change).startswith("event 0: ")


def test_an_altered_nonce_is_found(written: Written) -> None:
    written["dice"]["nonces"][0]["nonce"] = "sugar"
    assert first_wrong(written).startswith("event 0: ")


def test_draws_cannot_be_passed_off_as_those_of_another_game(written: Written) -> None:
    written["dice"]["from"] = 5
    assert first_wrong(written).startswith("event 0: ")
    assert "the dice gave" in first_wrong(sealed(written), "record/draw")
    written["dice"]["from"] = len(written["events"])  # then nothing is left to verify, and the verdict says so
    found = verdict(sealed(written))
    assert (found.draws, found.since) == (0, len(written["events"]))


def test_an_altered_result_is_found(written: Written) -> None:
    right = written["result"]
    written["result"] = [*right[1:], right[0]] if len(set(right)) > 1 else ["0", "0", "1"]
    assert first_wrong(written, "record/result").startswith("after the last event: the record says the result is")


@pytest.mark.parametrize(
    ("change", "code", "sentence"),
    [
        (None, "record/no_dice", "has no dice data"),
        ({"scheme": "loaded"}, "record/dice", "unknown dice scheme: 'loaded'"),
        ({"seed": None}, "record/running", "has not been revealed"),
        ({"seed": "xyz"}, "record/dice", "malformed dice data: seed"),
        ({"seed": 7}, "record/dice", "malformed dice data: seed"),
        ({"commitment": 7}, "record/dice", "malformed dice data: commitment"),
        ({"nonces": {}}, "record/dice", "malformed dice data: commitment, nonces"),
        ({"from": "0"}, "record/dice", "malformed dice data: commitment, nonces, from"),
    ],
)
def test_what_is_needed_to_verify_must_be_there(
    written: Written, change: Written | None, code: str, sentence: str
) -> None:
    written["dice"] = None if change is None else written["dice"] | change
    assert sentence in first_wrong(written, code)


def test_a_record_of_other_rules_is_refused(written: Written) -> None:
    written["rules_version"] = 2
    with pytest.raises(RecordError, match="played with rules version 2"):
        verdict(written)


async def test_what_one_viewer_knew_of_a_running_game_is_not_verified(here: Tables, tmp_path: Path) -> None:
    table = await here.open("toy", ["me", "here"], "anna")
    path = tmp_path / "running.json"
    path.write_text(table.record(0))
    with pytest.raises(NotOver, match="can be verified when the game is over") as refused:
        read(path)
    assert str(refused.value).startswith(f"{path}: ")
