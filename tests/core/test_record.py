"""Records that were altered are refused, with the event at which they stop making sense."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cabotage
from cabotage.core.box import Box
from cabotage.core.errors import CabotageError, RecordError
from cabotage.core.position import Position
from cabotage.core.record import Record, RecordWriter
from tests.toy import GAME
from tests.walks import walk


def finished() -> Position:
    *_, end = walk(Box(GAME, 2, {"rounds": 1}), 3)
    return end


@pytest.fixture
def data() -> dict[str, Any]:
    """A good record of a finished toy game, as JSON."""
    loaded: dict[str, Any] = json.loads(Record.of(finished()).text())
    return loaded


def replay(data: dict[str, Any]) -> Position:
    return Record.parse(json.dumps(data)).replay(GAME)


def first(data: dict[str, Any], kind: str) -> int:
    return next(at for at, event in enumerate(data["events"]) if kind in event)


def test_the_record_of_these_tests_is_good(data: dict[str, Any]) -> None:
    assert replay(data) == finished()
    assert len(data["events"]) > 6


def test_a_draw_that_was_not_possible_is_refused(data: dict[str, Any]) -> None:
    data["events"][1] = dict(data["events"][0])
    with pytest.raises(RecordError, match=r"^event 1: 'card \d+' cannot be drawn now"):
        replay(data)


def test_a_choice_that_was_not_offered_is_refused(data: dict[str, Any]) -> None:
    at = first(data, "chosen")
    data["events"][at] |= {"chosen": (data["events"][at]["chosen"] + 5) % 12}
    with pytest.raises(RecordError, match=f"^event {at}: "):
        replay(data)


def test_a_number_that_does_not_exist_is_refused(data: dict[str, Any]) -> None:
    data["events"][2] |= {"drawn": 999}
    with pytest.raises(RecordError, match=r"^event 2: choice numbers in toy are 0 to 38, not 999"):
        replay(data)


def test_a_choice_by_another_seat_is_refused(data: dict[str, Any]) -> None:
    at = first(data, "chosen")
    data["events"][at] |= {"seat": 1}
    with pytest.raises(RecordError, match=f"^event {at}: recorded for seat 1, but next to act is seat 0"):
        replay(data)


def test_a_draw_where_a_seat_had_to_choose_is_refused(data: dict[str, Any]) -> None:
    at = first(data, "chosen")
    del data["events"][at]
    with pytest.raises(RecordError, match=f"^event {at}: recorded for chance, but next to act is seat 0"):
        replay(data)


def test_a_text_that_is_not_the_number_s_is_refused(data: dict[str, Any]) -> None:
    data["events"][0] |= {"text": "card 99"}
    with pytest.raises(RecordError, match=r"^event 0: number \d+ means 'card \d+', not 'card 99'"):
        replay(data)


def test_events_after_the_end_are_refused(data: dict[str, Any]) -> None:
    data["events"].append(data["events"][-1])
    with pytest.raises(RecordError, match=f"^event {len(data['events']) - 1}: .*nobody, the game is over"):
        replay(data)


def test_another_result_is_refused(data: dict[str, Any]) -> None:
    data["result"] = data["result"][::-1]
    with pytest.raises(RecordError, match="the result is"):
        replay(data)


def test_a_result_of_an_unfinished_game_is_refused(data: dict[str, Any]) -> None:
    del data["events"][-1]
    with pytest.raises(RecordError, match="replaying gives None"):
        replay(data)


def test_part_of_a_record_is_replayed_without_asking_for_the_result(data: dict[str, Any]) -> None:
    data["result"] = ["1", "1"]
    assert len(Record.parse(json.dumps(data)).replay(GAME, until=4).history) == 4


def test_what_one_player_knew_of_a_running_game_is_no_record_and_is_told_so(data: dict[str, Any]) -> None:
    data["format"] = "cabotage-partial-record"
    with pytest.raises(RecordError, match="saved during the game"):
        replay(data)


def test_other_rules_are_refused(data: dict[str, Any]) -> None:
    data["rules_version"] = 2
    with pytest.raises(RecordError, match="played with rules version 2 of toy; this program has version 3"):
        replay(data)


def test_a_record_is_replayed_by_the_rules_it_was_played_by_if_they_are_kept(data: dict[str, Any]) -> None:
    newer = replace(GAME, version=4, older={3: GAME.package})
    position = Record.parse(json.dumps(data)).replay(newer)
    assert position.box.game is GAME
    assert position.is_over
    data["rules_version"] = 2
    with pytest.raises(RecordError, match="played with rules version 2 of toy; this program has version 4"):
        Record.parse(json.dumps(data)).replay(newer)


def test_former_rules_are_known_by_the_id_of_their_game_and_by_a_label_of_their_own() -> None:
    former = replace(GAME, package="tests.toy.version_2", version=2, former="toy")
    assert (former.id, former.label) == ("toy", "toy_2")
    assert (GAME.id, GAME.label) == ("toy", "toy")


def test_a_record_of_another_game_is_refused(data: dict[str, Any]) -> None:
    data["game"] = "calypso"
    with pytest.raises(RecordError, match="calypso"):
        replay(data)


def test_another_format_version_is_refused(data: dict[str, Any]) -> None:
    data["format_version"] = 2
    with pytest.raises(RecordError, match="unsupported format version 2; this program reads version 1"):
        replay(data)


@pytest.mark.parametrize("text", ["", "{", "nonsense", "\x00"])
def test_what_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match=r"^not JSON"):
        Record.parse(text)


@pytest.mark.parametrize("text", ["[]", "3", "null", "{}", '{"format": "pgn"}', '"cabotage-record"'])
def test_json_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="not a game record"):
        Record.parse(text)


@pytest.mark.parametrize("key", ["game", "rules_version", "seats", "options", "events"])
def test_a_record_without_one_of_its_keys_is_refused(data: dict[str, Any], key: str) -> None:
    del data[key]
    with pytest.raises(RecordError, match=f"missing or malformed.*{key}"):
        replay(data)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seats", "many"),
        ("seats", None),
        ("options", 5),
        ("options", "rounds"),
        ("events", 7),
        ("events", [3]),
        ("events", ["drawn"]),
        ("events", [{}]),
        ("events", [{"drawn": "x", "text": ""}]),
        ("events", [{"drawn": 1}]),
        ("events", [{"chosen": 1, "text": ""}]),
        ("result", 3),
        ("origin", 3),
        ("origin", {"no such field": 1}),
        ("origin", {"phase": [[1]]}),
    ],
)
def test_a_misshapen_record_is_refused_by_an_error_of_ours(data: dict[str, Any], key: str, value: Any) -> None:
    data[key] = value
    with pytest.raises(CabotageError):
        replay(data)


@pytest.mark.parametrize(("key", "value"), [("seats", 9), ("options", {"rounds": 7}), ("options", {"x": 1})])
def test_a_record_of_what_cannot_be_played_is_refused_by_an_error_of_ours(
    data: dict[str, Any], key: str, value: Any
) -> None:
    data[key] = value
    with pytest.raises(CabotageError):
        replay(data)


def test_a_record_is_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    record = Record.of(finished())
    record.save(path)
    assert Record.load(path).text() == record.text()
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_file_that_cannot_be_loaded_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"nowhere\.json: cannot be read"):
        Record.load(tmp_path / "nowhere.json")
    (tmp_path / "bad.json").write_text("{", "utf-8")
    with pytest.raises(RecordError, match=r"bad\.json: not JSON"):
        Record.load(tmp_path / "bad.json")
    (tmp_path / "picture.json").write_bytes(b"\xff\xfe")
    with pytest.raises(RecordError, match=r"picture\.json: cannot be read"):
        Record.load(tmp_path / "picture.json")


def test_the_text_has_one_event_a_line() -> None:
    end = finished()
    lines = Record.of(end).text().splitlines()
    assert sum('"drawn"' in line or '"chosen"' in line for line in lines) == len(end.history)


def test_steps_go_through_all_positions_with_what_happened() -> None:
    end = finished()
    steps = [(len(position.history), event) for position, event in Record.of(end).steps(GAME)]
    assert [count for count, _ in steps] == list(range(len(end.history) + 1))
    assert steps[0][1] is None
    assert [event.number for _, event in steps[1:] if event] == end.history


def test_a_record_that_begins_at_a_position_set_up_by_hand_needs_trust() -> None:
    position = cabotage.load("calypso", seats=2).position(
        phase="DIE", ring="SRNGMBY", top="RRBBYG", score=[3, 2, 0, 0, 0, 0]
    )
    position.roll("die 1")
    text = position.record().text()
    with pytest.raises(RecordError, match="custom position"):
        Record.parse(text)
    trusted = cabotage.replay(Record.parse(text, is_trusted=True))
    assert trusted == position


def test_a_writer_saves_a_running_game_byte_for_byte_and_never_replays_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = Box(GAME, 2, {"rounds": 1}).first(3)
    writer = RecordWriter(position, position.roll())
    while not position.is_over:
        writer.add([position.play(position.legal[0]), *position.roll()])
        Record.of(position).save(tmp_path / "replayed")
        with monkeypatch.context() as context:
            context.setattr(Position, "play", None)
            context.setattr(Position, "roll", None)
            writer.save(tmp_path / "written")
        assert (tmp_path / "written").read_bytes() == (tmp_path / "replayed").read_bytes()
    assert Record.load(tmp_path / "written").result is not None
