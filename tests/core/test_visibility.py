"""Views show each viewer what they may see, and hide the rest."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cabotage.core.contract import HIDDEN, SPECTATOR, State, batch
from cabotage.core.schema import BY_ALL, BY_NONE, BY_OWNER, Field, Schema, by
from cabotage.core.visibility import ALWAYS, NEVER, Visibility

SCHEMA = Schema(
    Field("turn", (), BY_ALL, ""),
    Field("who", (2,), BY_ALL, "masks"),
    Field("hand", (8, 2), BY_OWNER, ""),
    Field("target", (2, 3), by("who"), ""),
    Field("tide", (2,), BY_NONE, ""),
    Field("past", (2,), BY_ALL.from_memory(), ""),
    Field("helped", (), BY_ALL.from_memory(shown_if="help"), ""),
    Field("mine", (8,), BY_OWNER.from_memory(), ""),
    Field("last", (), BY_ALL, ""),
)
BOX = np.dtype([("help", np.int16)])


def visibility(help_: int = 0) -> Visibility:
    box = np.zeros(1, BOX)
    box["help"] = help_
    return Visibility(SCHEMA, box)


def states(who: tuple[int, int] = (0b011, 0b10000000)) -> State:
    filled = State(batch(SCHEMA.dtype))
    values: dict[str, Any] = {
        "turn": 5,
        "who": who,
        "hand": [[10 * seat, 10 * seat + 1] for seat in range(8)],
        "target": [[1, 2, 3], [4, 5, 6]],
        "tide": [7, 8],
        "past": [9, 300],
        "helped": 11,
        "mine": list(range(20, 28)),
        "last": -3,
    }
    for name, value in values.items():
        SCHEMA.write(filled, name, value)
    return filled


def seen(seat: int, **kwargs: Any) -> dict[str, Any]:
    return SCHEMA.read(visibility().view(states(**kwargs), seat))


@pytest.mark.parametrize("seat", range(SPECTATOR, 8))
def test_what_all_may_see_is_seen_by_all(seat: int) -> None:
    view = seen(seat)
    assert (view["turn"], view["who"], view["last"]) == (5, [3, 128], -3)


@pytest.mark.parametrize("seat", range(8))
def test_an_owner_sees_their_row_and_no_other(seat: int) -> None:
    expected = [[HIDDEN, HIDDEN]] * 8
    expected[seat] = [10 * seat, 10 * seat + 1]
    assert seen(seat)["hand"] == expected


def test_a_spectator_owns_nothing() -> None:
    assert seen(SPECTATOR)["hand"] == [[HIDDEN, HIDDEN]] * 8


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        (0, [[1, 2, 3], [HIDDEN] * 3]),
        (1, [[1, 2, 3], [HIDDEN] * 3]),
        (2, [[HIDDEN] * 3, [HIDDEN] * 3]),
        (7, [[HIDDEN] * 3, [4, 5, 6]]),
        (SPECTATOR, [[HIDDEN] * 3, [HIDDEN] * 3]),
    ],
)
def test_a_mask_shows_each_row_to_the_seats_whose_bits_are_set(seat: int, expected: list[list[int]]) -> None:
    assert seen(seat)["target"] == expected


def test_a_spectator_sees_no_row_even_if_every_bit_is_set() -> None:
    assert seen(SPECTATOR, who=(255, 255))["target"] == [[HIDDEN] * 3] * 2


@pytest.mark.parametrize("seat", range(SPECTATOR, 8))
def test_what_nobody_may_see_is_hidden_from_every_viewer(seat: int) -> None:
    assert seen(seat)["tide"] == [HIDDEN, HIDDEN]


def test_a_view_has_what_is_remembered_but_a_glance_has_not() -> None:
    view = visibility().view(states(), 3)
    assert SCHEMA.read(view)["past"] == [9, 300]
    assert SCHEMA.read(view)["mine"][3] == 23
    glance = visibility().glance(view).fields
    assert glance["past"] == [HIDDEN, HIDDEN]
    assert glance["mine"] == [HIDDEN] * 8
    assert glance["hand"][3] == [30, 31]


@pytest.mark.parametrize(("help_", "expected"), [(0, HIDDEN), (1, 11)])
def test_the_box_may_let_what_is_remembered_lie_open(help_: int, expected: int) -> None:
    walled = visibility(help_)
    view = walled.view(states(), 0)
    assert SCHEMA.read(view)["helped"] == 11
    assert walled.glance(view).fields["helped"] == expected


def test_a_glance_shows_nothing_that_the_view_hides() -> None:
    glance = visibility().glance(visibility().view(states(), 2)).fields
    assert glance["target"] == [[HIDDEN] * 3] * 2
    assert glance["tide"] == [HIDDEN, HIDDEN]
    assert glance["turn"] == 5


def test_who_may_read_a_cell_of_a_state_is_as_in_views() -> None:
    hand = [NEVER] * 2 + [ALWAYS] * 2 + [NEVER] * 12
    target = [1] * 3 + [2] * 3  # the cells of the masks
    mine = [NEVER, ALWAYS] + [NEVER] * 6
    expected = [ALWAYS, ALWAYS, ALWAYS, *hand, *target, NEVER, NEVER, ALWAYS, ALWAYS, ALWAYS, *mine, ALWAYS]
    assert visibility().access(1).tolist() == expected


def test_making_a_view_leaves_the_state_alone() -> None:
    state = states()
    before = state.tobytes()
    view = visibility().view(state, 0)
    view["turn"] = 99
    assert state.tobytes() == before


def test_a_mask_without_axes_covers_one_cell() -> None:
    schema = Schema(Field("who", (), BY_ALL, ""), Field("card", (), by("who"), ""))
    state = State(batch(schema.dtype))
    schema.write(state, "who", 0b100)
    schema.write(state, "card", 6)
    walled = Visibility(schema, np.zeros(1, BOX))
    assert [schema.read(walled.view(state, seat))["card"] for seat in range(4)] == [HIDDEN, HIDDEN, 6, HIDDEN]


def test_the_fields_of_a_glance_are_plain_numbers_and_lists() -> None:
    glance = visibility().seen(states().tobytes(), 1)
    assert glance.fields == {
        "turn": 5,
        "who": [3, 128],
        "hand": [[HIDDEN] * 2, [10, 11], *[[HIDDEN] * 2] * 6],
        "target": [[1, 2, 3], [HIDDEN] * 3],
        "tide": [HIDDEN, HIDDEN],
        "past": [HIDDEN, HIDDEN],
        "helped": HIDDEN,
        "mine": [HIDDEN] * 8,
        "last": -3,
    }
    assert {type(glance.fields["turn"]), type(glance.fields["hand"][1][0])} == {int}
    assert SCHEMA.read(glance.records) == glance.fields


@pytest.mark.parametrize("seat", range(SPECTATOR, 8))
@pytest.mark.parametrize("who", [(0b011, 0b10000000), (255, 255), (0, 0)])
def test_glances_of_bytes_are_those_of_compiled_code(seat: int, who: tuple[int, int]) -> None:
    walled, state = visibility(), states(who=who)
    view = walled.view(state, seat)
    assert walled.seen(state.tobytes(), seat).content == walled.glance(view).content
    assert walled.seen(state.tobytes(), seat, with_memory=True).content == view.tobytes()


def test_a_state_is_looked_at_once_until_it_changes() -> None:
    seen_by, state = visibility().seen, states()
    first = seen_by(state.tobytes(), 1)
    assert seen_by(state.tobytes(), 1) is first
    assert seen_by(state.tobytes(), 2) is not first
    state["turn"] = 6
    assert (seen_by(state.tobytes(), 1).fields["turn"], first.fields["turn"]) == (6, 5)
