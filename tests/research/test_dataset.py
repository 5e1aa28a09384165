"""Datasets: rows that repeat, that fit the games they come from, and a card that says what they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import cabotage
from cabotage.bots import make_bot
from cabotage.core.box import Box
from cabotage.core.errors import OptionError, RecordError
from cabotage.core.game import Game
from cabotage.core.vector import Batch
from cabotage.research import dataset
from cabotage.research.dataset import Rows, export, generate, masks, read
from tests.settings import each_registered_game


@pytest.fixture(scope="module")
def box() -> Box:
    return cabotage.load("calypso", seats=3)


def assert_equal(one: Rows, other: Rows) -> None:
    for name in Rows._fields:
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), name)


def test_a_row_has_what_the_seat_saw_could_do_did_and_won(box: Box, tmp_path: Path) -> None:
    written = generate(box, tmp_path / "set", 40, seed=3, policy="greedy")
    rows = read(tmp_path / "set")
    assert [path.name for path in written.files] == ["data-00000.parquet"]
    assert (written.games, written.rows) == (40, len(rows.action))
    assert rows.game[0] == 0
    assert rows.game[-1] == 39
    offered = masks(rows, box.action_count)
    assert offered[np.arange(len(rows.action)), rows.action].all()
    for game in range(40):
        of_game = rows.game == game
        assert rows.step[of_game].tolist() == list(range(of_game.sum()))
        shares = {int(seat): float(share) for seat, share in zip(rows.seat[of_game], rows.result[of_game], strict=True)}
        assert sum(shares.values()) == pytest.approx(1) or len(shares) < box.seats


def test_rows_are_the_same_for_any_number_of_threads_files_and_in_both_formats(
    box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    generate(box, tmp_path / "one", 30, seed=5)
    generate(box, tmp_path / "two", 30, seed=5, threads=2, format="npz")
    monkeypatch.setattr(dataset, "LANES", 7)
    generate(box, tmp_path / "three", 30, seed=5)
    assert_equal(read(tmp_path / "one"), read(tmp_path / "two"))
    assert_equal(read(tmp_path / "one"), read(tmp_path / "three"))
    generate(box, tmp_path / "other", 30, seed=6)
    assert read(tmp_path / "other").action.tolist() != read(tmp_path / "one").action.tolist()


def test_more_games_fill_more_files(box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "GAMES_PER_FILE", 8)
    written = generate(box, tmp_path / "set", 20, format="npz")
    assert [path.name for path in written.files] == ["data-00000.npz", "data-00001.npz", "data-00002.npz"]
    assert sorted(set(read(tmp_path / "set").game.tolist())) == list(range(20))


def test_your_own_policy_may_choose(box: Box, tmp_path: Path) -> None:
    def lowest(batch: Batch) -> NDArray[np.int64]:
        bits = np.unpackbits(batch.mask.view(np.uint8), axis=1, bitorder="little")
        lowest_bits: NDArray[np.int64] = bits.argmax(axis=1)
        return lowest_bits

    generate(box, tmp_path / "set", 4, policy=lowest)
    rows = read(tmp_path / "set")
    assert rows.action.tolist() == masks(rows, box.action_count).argmax(axis=1).tolist()
    assert "lowest" in (tmp_path / "set" / "README.md").read_text()


@each_registered_game
def test_records_become_the_rows_that_the_game_had(game: Game, tmp_path: Path) -> None:
    box = Box(game, game.seats[0])
    position, bot = box.start(seed=1), make_bot("greedy", box, seed=2)
    seen, chosen, seats = [], [], []
    while not position.is_over:
        seat = position.to_act
        seen.append(position.observation(seat))
        seats.append(seat)
        chosen.append(bot.choose(position.view(seat), seat))
        position.play(chosen[-1])
        position.roll()
    position.record().save(tmp_path / "game.json")
    export([tmp_path / "game.json"], tmp_path / "set", "npz")
    rows = read(tmp_path / "set")
    assert rows.action.tolist() == chosen
    assert rows.seat.tolist() == seats
    np.testing.assert_array_equal(rows.observation, np.array(seen))
    score = position.score
    assert score is not None
    assert rows.result.tolist() == pytest.approx([float(score[seat]) for seat in seats])
    assert masks(rows, box.action_count)[np.arange(len(chosen)), chosen].all()


def test_the_card_says_what_is_there_and_how_it_was_made(box: Box, tmp_path: Path) -> None:
    generate(box, tmp_path / "set", 10, seed=3, policy="greedy")
    card = (tmp_path / "set" / "README.md").read_text("utf-8")
    assert card.startswith("# Decisions of Calypso\n")
    for said in ("rules version 1", "policy `greedy`", "seed 3", f"Cabotage {cabotage.__version__}", "`phase` | 0-11"):
        assert said in card
    assert all(f"| `{name}` |" in card for name in Rows._fields)


def test_what_cannot_be_written_or_does_not_fit_is_refused(box: Box, tmp_path: Path) -> None:
    generate(box, tmp_path / "set", 1, format="npz")
    with pytest.raises(OptionError, match="this folder is not empty"):
        generate(box, tmp_path / "set", 1)
    with pytest.raises(OptionError, match="unknown format 'csv'"):
        generate(box, tmp_path / "new", 1, format="csv")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="at least one game"):
        generate(box, tmp_path / "new", 0)
    box.start(seed=1).record().save(tmp_path / "begun.json")
    with pytest.raises(RecordError, match="is not over"):
        export([tmp_path / "begun.json"], tmp_path / "new", "npz")
    position = box.start(seed=1)
    while not position.is_over:
        position.play(position.legal[0])
        position.roll()
    position.record().save(tmp_path / "whole.json")
    cabotage.load("calypso", seats=2).start(seed=1).record().save(tmp_path / "other.json")
    with pytest.raises(RecordError, match=r"other\.json: .* export them separately"):
        export([tmp_path / "whole.json", tmp_path / "other.json"], tmp_path / "newer", "npz")
