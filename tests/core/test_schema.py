"""Fields of a state: nothing without a visibility, and readable ways to write and read them."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from cabotage.core.contract import HIDDEN
from cabotage.core.errors import PositionError
from cabotage.core.schema import BY_ALL, BY_OWNER, Field, Schema, by


class Fish(IntEnum):
    COD = 0
    EEL = 1
    RAY = 2


SCHEMA = Schema(
    Field("turn", (), BY_ALL, "the seat on turn"),
    Field("caught", (), BY_ALL, "the last one", Fish),
    Field("pond", (3,), BY_ALL, "what swims there", Fish),
    Field("grid", (2, 2), BY_ALL, "numbers", None),
    Field("lives", (), BY_ALL, "those of a cat, or -1", within=range(-1, 10)),
)


def written(name: str, value: Any) -> Any:
    record = np.zeros(1, SCHEMA.dtype)
    SCHEMA.write(record, name, value)
    return SCHEMA.read(record)[name]


def test_a_field_without_a_visibility_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="seen"):
        Field("secret", (), meaning="whatever")  # type: ignore[call-arg]


def test_two_fields_of_the_same_name_are_refused() -> None:
    with pytest.raises(ValueError, match="same name"):
        Schema(Field("a", (), BY_ALL, ""), Field("a", (2,), BY_ALL, ""))


def test_a_field_by_owner_needs_an_axis_of_seats() -> None:
    with pytest.raises(ValueError, match="hand: BY_OWNER needs a first axis"):
        Schema(Field("hand", (), BY_OWNER, ""))


def test_a_field_by_mask_needs_that_mask() -> None:
    with pytest.raises(ValueError, match="must begin with that of the mask 'who'"):
        Schema(Field("hand", (3,), by("who"), ""))


@pytest.mark.parametrize("shape", [(), (2,), (4, 3), (2, 3)])
def test_a_field_by_mask_has_a_shape_that_begins_like_the_mask(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="hand: its shape must begin"):
        Schema(Field("who", (3,), BY_ALL, ""), Field("hand", shape, by("who"), ""))


@pytest.mark.parametrize("shape", [(3,), (3, 5), (3, 2, 2)])
def test_a_mask_may_hide_whole_rows(shape: tuple[int, ...]) -> None:
    schema = Schema(Field("who", (3,), BY_ALL, ""), Field("hand", shape, by("who"), ""))
    assert schema.dtype["hand"].shape == shape


def test_a_blank_record_is_hidden_through_and_through() -> None:
    blank = SCHEMA.blank()
    assert SCHEMA.read(blank) == {
        "turn": HIDDEN,
        "caught": HIDDEN,
        "pond": [HIDDEN] * 3,
        "grid": [[HIDDEN] * 2] * 2,
        "lives": HIDDEN,
    }


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("turn", 3, 3),
        ("turn", True, 1),
        ("caught", "eel", 1),
        ("caught", "RAY", 2),
        ("caught", Fish.RAY, 2),
        ("pond", "CER", [0, 1, 2]),
        ("pond", "rrc", [2, 2, 0]),
        ("pond", "ray cod eel", [2, 0, 1]),
        ("pond", (2, 1, 0), [2, 1, 0]),
        ("pond", 1, [1, 1, 1]),
        ("grid", [[1, 2], [3, 4]], [[1, 2], [3, 4]]),
        ("grid", np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]]),
        ("turn", -32768, -32768),
        ("lives", -1, -1),
        ("lives", 9, 9),
    ],
)
def test_a_field_is_written_by_numbers_or_by_names(name: str, value: Any, expected: Any) -> None:
    assert written(name, value) == expected


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("trun", 1, "unknown field 'trun'; fields are turn, caught, pond, grid, lives"),
        ("turn", [1, 2], r"turn: expected whole numbers of shape \(\)"),
        ("turn", 1.5, "turn: expected whole numbers"),
        ("turn", "eel", "turn: expected whole numbers"),
        ("turn", 40000, "turn: .*32767.*40000"),
        ("turn", -32769, "turn: .*-32768.*-32769"),
        ("caught", 3, "caught: .*0.*2.*3"),
        ("caught", -1, "caught: .*0.*2.*-1"),
        ("lives", 10, "lives: .*-1.*9.*10"),
        ("lives", -2, "lives: .*-1.*9.*-2"),
        ("pond", [1, 2], r"pond: expected whole numbers of shape \(3,\)"),
        ("pond", "CE", r"pond: expected whole numbers of shape \(3,\)"),
        ("pond", "cod tuna", "pond: unknown value 'cod tuna'; expected one of cod, eel, ray"),
        ("grid", [1, 2], r"grid: expected whole numbers of shape \(2, 2\)"),
        ("turn", None, "turn: expected whole numbers"),
    ],
)
def test_what_does_not_fit_a_field_is_refused_with_the_reason(name: str, value: Any, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        written(name, value)


@pytest.mark.parametrize(("name", "value"), [("grid", [[1, 2], [3]]), ("pond", [1, [2], 3]), ("pond", ["ray", 0, 1])])
def test_a_ragged_list_is_refused_like_any_other_wrong_shape(name: str, value: Any) -> None:
    with pytest.raises(PositionError, match=name):
        written(name, value)


def test_a_name_that_is_several_names_is_refused_where_one_is_meant() -> None:
    with pytest.raises(PositionError, match="caught"):
        written("caught", "eel ray")


def test_an_empty_text_is_refused() -> None:
    with pytest.raises(PositionError, match="caught"):
        written("caught", "")
