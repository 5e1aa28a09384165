"""Views hold what a viewer knows, no more; and a resample is a state that the view does not rule out."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from cabotage.core.contract import HIDDEN, SPECTATOR, State
from cabotage.core.game import Game
from cabotage.core.schema import Sight
from tests.settings import each_game
from tests.walks import moments, step, viewers

RESAMPLES = 3


@each_game
def test_a_view_of_a_view_is_the_same_view(game: Game) -> None:
    for position in moments(game):
        for viewer in viewers(position.box):
            view = position.view(viewer)
            assert position.box.visibility.view(State(view), viewer).tobytes() == view.tobytes()


@each_game
def test_a_view_has_what_the_schema_says_and_nothing_else(game: Game) -> None:
    for position in moments(game):
        for viewer in viewers(position.box):
            view = position.view(viewer)
            for name, field in position.box.schema.fields.items():
                truth, shown = np.asarray(position[name]), view[name][0]
                if field.seen.sight is Sight.ALL:
                    assert (shown == truth).all(), name
                elif field.seen.sight is Sight.NONE:
                    assert (shown == HIDDEN).all(), name
                elif field.seen.sight is Sight.OWNER:
                    for owner in range(field.shape[0]):
                        assert (shown[owner] == (truth[owner] if owner == viewer else HIDDEN)).all(), name
                else:
                    assert_masked(np.asarray(position[field.seen.mask]), truth, shown, viewer, name)


def assert_masked(mask: Any, truth: Any, shown: Any, viewer: int, name: str) -> None:
    """Cell by cell: the truth where the viewer's bit is set."""
    cells = max(1, mask.size)
    rows = zip(mask.reshape(cells), truth.reshape(cells, -1), shown.reshape(cells, -1), strict=True)
    for bits, real, seen in rows:
        is_seen = viewer != SPECTATOR and int(bits) >> viewer & 1
        assert (seen == (real if is_seen else HIDDEN)).all(), name


@each_game
def test_a_glance_leaves_out_what_is_only_remembered(game: Game) -> None:
    for position in moments(game):
        box = position.box
        for viewer in viewers(box):
            view = position.view(viewer)
            glance = box.visibility.glance(view).records
            assert box.visibility.seen(position.states.tobytes(), viewer).records.tobytes() == glance.tobytes()
            for name, field in box.schema.fields.items():
                is_shown = not field.seen.is_memory or (field.seen.shown_if and box.constants[field.seen.shown_if][0])
                is_there = is_shown and not field.seen.is_apart
                assert (glance[name] == (view[name] if is_there else HIDDEN)).all(), name


@each_game
def test_who_sees_the_same_is_shown_and_told_the_same(game: Game) -> None:
    """Otherwise viewers could not share an update."""
    declared: Any = game.scene
    for position in moments(game):
        if position.is_over or not declared.IS_SHARED:
            continue
        event = step(position, random.Random(0))
        told: dict[Any, Any] = {}
        for viewer in viewers(position.box):
            before, after = event.glances(viewer)
            seen = before.content, event.seen_by(viewer), after.content
            shown = {**position.scene(viewer), "viewer": None}, event.story(viewer)
            assert told.setdefault(seen, shown) == shown


@each_game
def test_the_view_of_a_resample_is_the_view_it_was_made_from(game: Game) -> None:
    for position in moments(game):
        for viewer in viewers(position.box):
            view = position.view(viewer)
            for seed in range(RESAMPLES):
                other = position.box.resample(view, viewer, seed)
                if other.view(viewer).tobytes() == view.tobytes():
                    continue
                wanted, found = position.box.schema.read(view), position.box.schema.read(other.view(viewer))
                differing = {name: (wanted[name], found[name]) for name in wanted if wanted[name] != found[name]}
                raise AssertionError(f"{position!r}, viewer {viewer}: (view, view of the resample) {differing}")


@each_game
def test_a_resample_has_nothing_hidden_in_it(game: Game) -> None:
    for position in moments(game):
        for viewer in viewers(position.box):
            fields = position.box.resample(position.view(viewer), viewer, 1).fields
            for name, value in fields.items():
                assert HIDDEN not in np.asarray(value), f"viewer {viewer}: {name} of the resample is hidden"


@each_game
def test_resampling_leaves_the_view_as_it_was(game: Game) -> None:
    for position in moments(game):
        view = position.view(0)
        before = view.tobytes()
        position.box.resample(view, 0, 1)
        assert view.tobytes() == before


@each_game
def test_who_acts_is_the_same_in_every_resample(game: Game) -> None:
    for position in moments(game):
        for viewer in viewers(position.box):
            other = position.box.resample(position.view(viewer), viewer, 2)
            assert other.to_act == position.to_act, f"{position!r}, viewer {viewer}"


@each_game
def test_the_seat_to_act_is_offered_the_same_in_every_resample(game: Game) -> None:
    decisions = 0
    for position in moments(game):
        seat = position.to_act
        if seat < 0:
            continue
        decisions += 1
        for seed in range(RESAMPLES):
            other = position.box.resample(position.view(seat), seat, seed)
            assert list(other.legal.numbers) == list(position.legal.numbers), f"{position!r}"
            absent = [game.rules.absent(p.box.constants, p.states, 0) for p in (position, other)]
            assert absent[0] == absent[1], f"{position!r}: for an absent seat {absent}"
    assert decisions > 10


@each_game
def test_a_seat_sees_what_it_chose_itself(game: Game) -> None:
    for position in moments(game):
        seat = position.to_act
        for choice in position.legal:
            seen = game.rules.seen(position.box.constants, position.states, 0, choice.number, seat)
            assert seen == choice.number, str(choice)


@each_game
def test_a_glance_of_a_state_is_the_glance_of_its_view(game: Game) -> None:
    for position in moments(game):
        visibility, content = position.box.visibility, position.states.tobytes()
        for viewer in viewers(position.box):
            view = position.view(viewer)
            assert visibility.seen(content, viewer).content == visibility.glance(view).content
            assert visibility.seen(content, viewer, with_memory=True).content == view.tobytes()
