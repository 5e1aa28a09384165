"""`cabotage bench`: figures that can be read by people and by programs."""

from __future__ import annotations

import json

import pytest

from cabotage.cli.bench import rules, start
from cabotage.cli.language import program_words
from cabotage.games import GAMES
from tests.cli.terminal import Terminal

RULES = {
    "steps_per_second", "steps_per_second_spread", "games_per_second", "mean_steps",
    "copy_ns", "legal_ns", "apply_ns", "view_ns",
}  # fmt: skip


STARTS = [(20.25, 20.5, 21.75), (0.75, 1.0, 1.5), (0.5, 0.625, 1.25), (0.625, 1.125, 1.75)]  # in seconds; see `_run`


def test_json_is_one_object_with_all_figures(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    starts = iter(STARTS)
    monkeypatch.setattr(start, "_run", lambda *_: next(starts))
    assert terminal.run("bench", "--json", "--seconds", "0.05", "--games", "calypso") == 0
    report = json.loads(terminal.out)
    assert set(report) == {"rules", "batches", "search", "start", "server", "machine"}
    assert set(report["rules"]["calypso"]) == {"2", "3", "4", "5", "6"}
    for figures in report["rules"]["calypso"].values():
        assert set(figures) == RULES
        assert figures["steps_per_second"] > 100_000
        assert 0 <= figures["steps_per_second_spread"] < 1
        assert figures["steps_per_second"] / figures["games_per_second"] == pytest.approx(
            figures["mean_steps"], rel=0.5
        )
        assert 0 < figures["copy_ns"] < figures["view_ns"]
        assert figures["legal_ns"] > 0
    batches = report["batches"]["calypso"]
    assert batches["dense_decisions_per_second"] > 10_000
    assert batches["index_decisions_per_second"] > 10_000
    assert 0.1 < batches["two_thread_speedup"] < 6
    assert batches["position_steps_per_second"] > 1000
    rates = {"iterations_per_second", "admiral_iterations_per_second"}
    assert set(report["search"]["calypso"]) == {*rates, "two_core_speedup", "evaluation_ns"}
    assert all(report["search"]["calypso"][rate] > 1000 for rate in rates)
    assert 0.3 < report["search"]["calypso"]["two_core_speedup"] < 4
    assert 100 < report["search"]["calypso"]["evaluation_ns"] < 100_000
    assert 0 < report["server"]["calypso"]["move_ms"] < report["server"]["calypso"]["move_ms_95"] < 1000
    assert report["start"]["calypso"] == {
        "first_compile_seconds": 20.25,
        "first_compile_bot_seconds": 20.5,
        "first_compile_process_seconds": 21.75,
        "cached_seconds": 0.5,
        "cached_bot_seconds": 0.625,
        "cached_process_seconds": 1.25,
    }
    assert {"cpu", "cores", "python", "numba", "numpy", "commit"} <= set(report["machine"])


@pytest.mark.quiet  # compiles a game from nothing
def test_the_first_start_compiles_and_later_ones_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "CACHED_RUNS", 1)
    found = start.measure_start("calypso", program_words(None))
    assert 0 < found["cached_seconds"] < found["first_compile_seconds"] < found["first_compile_process_seconds"]
    assert found["cached_seconds"] <= found["cached_bot_seconds"] < found["cached_process_seconds"]


@pytest.mark.parametrize(
    "games", ["calypso", pytest.param(",".join(GAMES), marks=pytest.mark.quiet)], ids=["one", "all"]
)
def test_people_get_tables(terminal: Terminal, monkeypatch: pytest.MonkeyPatch, games: str) -> None:
    """Of one game whose loops the last test has compiled, or of all: that takes a minute for each."""
    monkeypatch.setattr(start, "_run", lambda *_: (0.25, 0.5, 0.75))
    monkeypatch.setattr("cabotage.cli.bench.report.measure_response", lambda *_: {"move_ms": 4.5, "move_ms_95": 9.0})
    assert terminal.run("bench", "--seconds", "0.01", "--language", "fr", "--games", games) == 0
    assert "M étapes/s" in terminal.out
    assert "masques denses" in terminal.out
    assert "0,25 s" in terminal.out
    assert "4,5 ms" in terminal.out
    assert max(map(len, terminal.out.splitlines())) <= 80
    assert "…" not in terminal.out


def test_a_start_that_fails_says_why(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "CHILD", "raise SystemExit('no wind')")
    assert terminal.run("bench", "--seconds", "0.01") == 2
    assert terminal.err.endswith("the startup measurement failed: no wind [cli/usage]\n")


def test_one_interrupted_try_does_not_look_like_enough_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A microsecond a piece, but the very first call is interrupted for a second."""
    clock = [0.0]
    interruptions = [1.0]

    def work(count: int) -> None:
        clock[0] += count * 1e-6 + (interruptions.pop() if interruptions else 0.0)

    monkeypatch.setattr(rules, "perf_counter", lambda: clock[0])
    assert rules._enough(work, 0.005) == pytest.approx(5000, rel=0.01)
