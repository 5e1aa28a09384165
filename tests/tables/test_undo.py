"""Taking back is computed: nothing drawn, and nobody has learnt anything; whatever it answers tells nobody anything."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from cabotage.core.contract import CHANCE, HIDDEN, SPECTATOR
from cabotage.core.game import Game
from cabotage.core.schema import Sight
from cabotage.tables import Kind, Table, Tables
from cabotage.tables.errors import CannotUndo, NotStarted, Stale, TableOver
from tests.settings import each_registered_game
from tests.tables.fixtures import choose_one, play_on
from tests.toy import rules
from tests.toy.actions import CARDS
from tests.toy.state import Phase


async def boats(tables: Tables) -> Table:
    """A table at which the first seat has just made a choice that is open to all."""
    table = await tables.open("captn_clever", ["me", "here", "here"], "anna", name="Anna")
    await table.submit(0, table.seq, "place captain=1")
    return table


async def test_a_choice_can_be_taken_back_and_made_otherwise(tables: Tables) -> None:
    table = await boats(tables)
    before = table.state_at(table.seq - 1)
    assert table.seen_by(0)["can_undo"]
    move = await table.undo(0, table.seq)
    assert [(row.kind, row.seat, row.value) for row in table.rows[move.first_seq :]] == [
        (Kind.UNDONE, 0, {"choice": table.seq - 1})
    ]
    assert table.state.position == before.position
    assert table.to_act == 0
    await table.submit(0, table.seq, "place captain=2")


async def test_what_was_taken_back_stays_in_the_log_and_in_the_story(tables: Tables) -> None:
    table = await boats(tables)
    await table.undo(0, table.seq)
    kinds = [row.kind.value for row in table.rows[-2:]]
    assert kinds == ["chosen", "undone"]
    for language, sentence in (("en", "Anna undoes the last choice."), ("fr", "Anna annule son dernier choix.")):
        assert table.seen_by(1, language)["story"][-1]["text"] == sentence
    assert "place captain=1" not in table.record(1)


async def test_others_do_not_take_it_back(tables: Tables) -> None:
    table = await boats(tables)
    for viewer in (1, 2, SPECTATOR):
        assert not table.seen_by(viewer)["can_undo"]
    with pytest.raises(CannotUndo) as refused:
        await table.undo(1, table.seq)
    assert refused.value.code == "table/cannot_undo"


async def test_an_outdated_undo_is_stale(tables: Tables) -> None:
    table = await boats(tables)
    seq = table.seq
    while table.state.steps[-1].seat == 0:
        await choose_one(table, random.Random(1))
    with pytest.raises(Stale):
        await table.undo(0, seq)
    with pytest.raises(CannotUndo):
        await table.undo(0, table.seq)


@pytest.mark.parametrize(("memory_help", "can_undo"), [(False, False), (True, True)])
async def test_a_look_at_a_tile_is_not_taken_back_where_people_have_to_remember_it(
    here: Tables, memory_help: bool, can_undo: bool
) -> None:
    """The back of the tile is known, so nothing is drawn; but who had forgotten it has seen it again."""
    table = await here.open("calypso", ["me", "here"], "anna", {"memory_help": memory_help})
    rng = random.Random(1)
    while "mix nothing" not in table.state.position.legal:
        await choose_one(table, rng)
    seat = table.to_act
    assert seat is not None
    hollow = next(
        text.split()[1]
        for text in map(str, table.state.position.legal)
        if text.startswith("mix ") and text != "mix nothing"
    )
    await table.submit(seat, table.seq, f"mix {hollow}")  # from now on its back is known
    await table.submit(seat, table.seq, f"mix {hollow}")
    assert table.rows[-1].kind is Kind.CHOSEN
    assert table.seen_by(seat)["can_undo"] == can_undo


async def test_nothing_is_taken_back_after_a_draw(tables: Tables) -> None:
    table = await tables.open("toy", ["me", "here"], "anna")
    await table.submit(0, table.seq, "peek")
    assert table.rows[-1].kind is Kind.DRAWN
    with pytest.raises(CannotUndo):
        await table.undo(0, table.seq)


async def test_nothing_is_taken_back_before_the_beginning_or_after_the_end(tables: Tables) -> None:
    waiting = await tables.open("toy", ["me", "friend"], "anna")
    with pytest.raises(NotStarted):
        await waiting.undo(0, waiting.seq)
    over = await play_on(await tables.open("toy", ["me", "here"], "anna"))
    with pytest.raises(TableOver):
        await over.undo(0, over.seq)


async def test_a_card_from_a_hidden_hand_once_shown_stays_shown(here: Tables) -> None:
    """Cape Horn: laying a wind card shows one of a hidden hand; nothing is drawn before the move of the ship."""
    table = await here.open("cape_horn", ["me", "here", "here"], "anna")
    seat = table.to_act
    assert seat is not None
    laid = next(choice["id"] for choice in table.seen_by(seat)["choices"] if choice["kind"] == "lay")
    await table.submit(seat, table.seq, laid)
    assert table.rows[-1].kind is Kind.CHOSEN
    assert not table.can_undo(seat)


async def test_the_moves_after_it_can_be_taken_back_down_to_it(here: Tables) -> None:
    table = await here.open("cape_horn", ["me", "here", "here"], "anna")
    rng = random.Random(3)
    undone = 0
    for _ in range(200):
        seat = table.to_act
        if seat is None:
            break
        await choose_one(table, rng)
        if table.can_undo(seat):
            await table.undo(seat, table.seq)
            undone += 1
            await choose_one(table, rng)
    assert undone > 20


@each_registered_game
async def test_whatever_can_be_taken_back_has_told_nobody_anything(game: Game, here: Tables) -> None:
    """Checked the long way round: in every world that a viewer held for possible before, the same was offered.

    Worlds are made up from each other viewer's own view, which knows more than the public one that `may_undo` asks.
    """
    table = await here.open(game.id, ["me", *["here"] * (game.default_seats - 1)], "anna")
    rng = random.Random(f"undo {game.id}")
    allowed = refused = 0
    for _ in range(120):
        seat = table.to_act
        if seat is None:
            break
        before = table.state.position.copy()
        await choose_one(table, rng)
        if not table.can_undo(seat):
            refused += 1
            continue
        allowed += 1
        number = table.state.steps[-1].value
        assert table.state.steps[-1].seat == seat != CHANCE
        for viewer in range(SPECTATOR, game.default_seats):
            told = before.box.game.rules.seen(before.box.constants, before.states, 0, number, viewer)
            if viewer == seat or told == HIDDEN:
                continue
            after = table.state.position.view(viewer)
            for seed in range(8):
                world = before.box.resample(before.view(viewer), viewer, seed)
                assert world.to_act == seat
                assert number in world.legal
                world.play(number)
                assert np.array_equal(world.view(viewer), after)
    has_draws_only = {"calypso"}  # after nearly every choice of Calypso something is drawn
    assert refused > 0
    assert allowed > 10 or game.id in has_draws_only, (allowed, refused)


def plant(monkeypatch: pytest.MonkeyPatch, happen: Callable[[Any, int], None]) -> None:
    """Let every choice of the toy pass the turn on, without a draw, and do just this."""
    honest = rules.apply

    def apply(box: Any, states: Any, i: int, number: int) -> None:
        s = states[i]
        if s["phase"] != Phase.CHOOSE:
            honest(box, states, i, number)
            return
        happen(s, number)
        s["turn"] = 1 - s["turn"]

    monkeypatch.setattr(rules, "apply", apply)


def do_nothing(s: Any, number: int) -> None:
    pass


def point_at_a_card(s: Any, number: int) -> None:
    s["open"] = number % CARDS


def turn_the_tide(s: Any, number: int) -> None:
    s["tide"] = 1 - s["tide"]


@pytest.mark.parametrize(
    ("happen", "kind", "is_allowed"),
    [
        (do_nothing, "peek", True),  # offered to everybody, and all of it lies open
        (point_at_a_card, "play", False),  # changes nothing hidden, but only who holds the card can point at it
        (turn_the_tide, "peek", False),  # offered to everybody, but it changed something hidden
        (point_at_a_card, "hide", True),  # nobody saw which card
    ],
)
async def test_an_open_choice_must_be_free_and_change_only_what_is_open(
    here: Tables, monkeypatch: pytest.MonkeyPatch, happen: Any, kind: str, is_allowed: bool
) -> None:
    plant(monkeypatch, happen)
    table = await here.open("toy", ["me", "here"], "anna")
    # Seat 1 has been dealt a card before its first turn, so it can answer at once.
    choice = next(choice.text for choice in table.state.position.legal if choice.text.startswith(kind))
    await table.submit(0, table.seq, choice)
    assert table.rows[-1].kind is Kind.CHOSEN
    assert table.can_undo(0) == is_allowed


def test_hidden_fields_are_there_to_be_looked_at() -> None:
    """The law above would be empty if no game hid anything."""
    from cabotage.games import GAMES

    hiding = {
        game.id
        for game in GAMES.values()
        if any(field.seen.sight is not Sight.ALL for field in game.state.SCHEMA.fields.values())
    }
    assert {"cape_horn", "smugglers", "captn_clever"} <= hiding
