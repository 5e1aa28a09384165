"""A whole training in small: rounds in a folder, stopped anywhere and resumed, with a page for each round."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cabotage.bots.network import Network, load
from cabotage.games import find
from cabotage.training import positions
from cabotage.training.errors import TrainingError
from cabotage.training.file import write_json
from cabotage.training.rounds import NETWORK, REPORT, folder_of
from cabotage.training.settings import Plan
from cabotage.training.training import Trained, so_far, train
from cabotage.training.watching import Watcher

CALYPSO = find("calypso")
SMALL: Mapping[str, Any] = {"seats": 3, "rounds": 2, "games": (500, 250), "matches": 6, "think": 10}


class Stopping(Watcher):
    """Ctrl-C after so many steps of a stage of the second round."""

    def __init__(self, stage: str, steps: int) -> None:
        self._stage, self._left, self._round = stage, steps, 0
        self._is_stage = False

    def begin_round(self, number: int, rounds: int) -> None:
        self._round = number

    def begin(self, stage: str, total: int, done: int = 0) -> None:
        self._is_stage = self._round == 1 and stage == self._stage

    def advance(self, done: int, note: str = "") -> None:
        self._left -= self._is_stage
        if self._is_stage and self._left <= 0:
            raise KeyboardInterrupt

    def learned(self, epoch: int, held_loss: float) -> None:
        self.advance(epoch)


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    return Plan(CALYPSO, tmp_path_factory.mktemp("whole"), **SMALL)


@pytest.fixture(scope="module")
def trained(plan: Plan) -> Trained:
    return train(plan)


def network(folder: Path) -> Network:
    return load(CALYPSO, folder / NETWORK).network


def is_same(one: Network, other: Network) -> bool:
    return all(map(np.array_equal, one, other))


def test_each_round_leaves_a_network_a_report_and_a_page(plan: Plan, trained: Trained) -> None:
    assert [told["round"] for told in trained.rounds] == [0, 1]
    assert [told["games"] for told in trained.rounds] == [500, 250]
    assert [list(told["wins"]) for told in trained.rounds] == [["captain"], ["best", "captain"]]
    for number, told in enumerate(trained.rounds):
        folder = folder_of(plan, number)
        assert {"network.npz", "report.json", "report.html"} <= {path.name for path in folder.iterdir()}
        for won in told["wins"].values():
            assert won["games"] == 6
            low, high = won["relative_interval"]
            assert low <= won["relative"] <= high
    assert trained.page == folder_of(plan, 1) / "report.html"


def test_the_best_network_says_where_it_comes_from(plan: Plan, trained: Trained) -> None:
    assert trained.network == plan.out / NETWORK
    about = load(CALYPSO, trained.network).about
    kept = [told["round"] for told in trained.rounds if told["is_kept"]][-1]
    assert about == load(CALYPSO, folder_of(plan, kept) / NETWORK).about
    assert about["rounds"] == kept + 1
    assert about["games"] == (500, 750)[kept]
    assert (about["seed"], about["seats"]) == (1, 3)
    assert about["hours"] >= 0


def test_what_was_searched_for_is_learned_from_the_last_rounds(plan: Plan, trained: Trained) -> None:
    kept = [positions.load(path).length for path in sorted(plan.out.glob("round-*/positions/*.npz"))]
    assert len(kept) == 3
    assert [told["positions"] for told in trained.rounds] == [sum(kept[:2]), sum(kept)]


def page(path: Path | None) -> str:
    assert path is not None
    return re.sub(r"\s+", " ", path.read_text("utf-8"))


def test_the_page_tells_losses_calibration_and_wins_with_intervals(plan: Plan, trained: Trained) -> None:
    text = page(so_far(plan).page)
    assert "<h1>Calypso: round 2 of training</h1>" in text
    for title in ("Wins", "Strength by round", "On held-out games", "Calibration", "Reproduce this training"):
        assert f"<h2>{title}</h2>" in text
    last = trained.rounds[-1]
    for measure in ("loss", "brier"):
        low, high = last["network"][measure]["interval"]
        assert f"<td>{last['network'][measure]['mean']:.3f}</td><td>{low:.3f}–{high:.3f}</td>" in text
    chance, result, count = last["network"]["calibration"][0]
    assert f"<td>{chance:.3f}</td><td>{result:.3f}</td><td>{count}</td>" in text
    low, high = last["wins"]["best"]["relative_interval"]
    assert f"<td>{last['wins']['best']['relative']:.2f}</td><td>{low:.2f}–{high:.2f}</td>" in text
    assert "cabotage train calypso --seed 1 --rounds 2 --games 500,250 --iterations 0 --think 10 --seats 3" in text
    assert text.count("<svg") == 3
    assert "http" not in text.replace("http://www.w3.org", ""), "one file, without anything from elsewhere"


def test_the_page_speaks_french(plan: Plan, trained: Trained) -> None:
    text = page(so_far(plan, "fr").page)
    assert '<html lang="fr"' in text
    assert "manche 2 de l’entraînement" in text
    for title in ("Victoires", "Force par manche", "Sur des parties mises de côté", "Calibrage"):
        assert f"<h2>{title}</h2>" in text
    loss = f"{trained.rounds[-1]['network']['loss']['mean']:.3f}".replace(".", ",")
    assert f"<td>{loss}</td>" in text


@pytest.mark.parametrize(
    ("stage", "steps"), [("positions", 1), ("learning", 2), ("against_best", 2), ("against_captain", 4)]
)
def test_a_stopped_training_resumes_with_the_same_networks(
    plan: Plan, trained: Trained, tmp_path: Path, stage: str, steps: int
) -> None:
    other = Plan(CALYPSO, tmp_path, **SMALL)
    with pytest.raises(KeyboardInterrupt):
        train(other, Stopping(stage, steps))
    assert (folder_of(other, 0) / REPORT).exists()
    assert not (folder_of(other, 1) / REPORT).exists()
    again = train(other)
    assert len(again.rounds) == 2
    for number in range(2):
        assert is_same(network(folder_of(plan, number)), network(folder_of(other, number)))
        assert again.rounds[number]["losses"] == trained.rounds[number]["losses"]


def test_what_is_done_is_not_done_again(plan: Plan, trained: Trained) -> None:
    before = {path: path.stat().st_mtime_ns for path in plan.out.rglob("*.npz")}
    again = train(plan)
    assert again.rounds == trained.rounds
    assert {path: path.stat().st_mtime_ns for path in plan.out.rglob("*.npz")} == before


def test_two_processes_learn_the_same(plan: Plan, trained: Trained, tmp_path: Path) -> None:
    other = Plan(CALYPSO, tmp_path, **{**SMALL, "rounds": 1}, workers=2)
    train(other)
    assert is_same(network(folder_of(plan, 0)), network(folder_of(other, 0)))


def test_time_ends_a_round_early_but_not_before_a_whole_rotation(tmp_path: Path) -> None:
    short = Plan(CALYPSO, tmp_path, **{**SMALL, "rounds": 1, "games": (1_000_000,), "matches": 999}, minutes=0.05)
    [told] = train(short).rounds
    assert 250 <= told["games"] < 1_000_000
    assert len(told["losses"]) < 30
    assert 3 <= told["wins"]["captain"]["games"] < 999


def test_no_time_is_left_for_another_round(plan: Plan, trained: Trained, tmp_path: Path) -> None:
    shutil.copytree(plan.out, tmp_path / "copy", ignore=shutil.ignore_patterns("round-01"))
    other = Plan(CALYPSO, tmp_path / "copy", **SMALL, minutes=0.1)
    write_json(folder_of(other, 0) / "seconds.json", 1000.0)
    assert [told["round"] for told in train(other).rounds] == [0]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"seed": 2}, "this training was begun with seed = 1, not 2"),
        ({"seats": 4}, "this training was begun with seats = 3, not 4"),
        ({"options": {"children": True}}, 'this training was begun with options = {}, not {"children": true}'),
        ({"options": {"mode": "coop"}}, "strength can only be measured where seats compete"),
    ],
)
def test_another_training_in_the_same_folder_is_refused(
    plan: Plan, trained: Trained, changes: dict[str, Any], says: str
) -> None:
    with pytest.raises(TrainingError) as refused:
        train(Plan(CALYPSO, plan.out, **{**SMALL, **changes}))
    assert says in str(refused.value)
    assert refused.value.code == "training/refused"


def test_changed_rules_are_refused(plan: Plan, trained: Trained, tmp_path: Path) -> None:
    other = Plan(CALYPSO, tmp_path, **SMALL)
    other.begin()
    written = json.loads((tmp_path / "training.json").read_text())
    write_json(tmp_path / "training.json", {**written, "sources": "0123"})
    with pytest.raises(TrainingError, match="rules or bots have changed since this training was begun"):
        train(other)


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(TrainingError, match="is not the folder of a training"):
        train(Plan(CALYPSO, tmp_path, **SMALL))
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_two_trainings_do_not_share_a_folder(tmp_path: Path) -> None:
    class Second(Watcher):
        def begin_round(self, number: int, rounds: int) -> None:
            train(Plan(CALYPSO, tmp_path, **SMALL))

    with pytest.raises(TrainingError, match="another training is running in this folder"):
        train(Plan(CALYPSO, tmp_path, **SMALL), Second())


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"rounds": 0}, "rounds must be 1 to 100, not 0"),
        ({"games": (0,)}, "games must be 1 to 1000000000, not 0"),
        ({"games": ()}, "games must be 1 to 1000000000, not -"),
        ({"minutes": 0}, "--minutes must be greater than 0, not 0"),
        ({"minutes": float("nan")}, "--minutes must be greater than 0, not nan"),
        ({"workers": 0}, "workers must be 1 to 10000, not 0"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(tmp_path: Path, changes: dict[str, Any], says: str) -> None:
    with pytest.raises(TrainingError) as refused:
        Plan(CALYPSO, tmp_path, **{**SMALL, **changes})
    assert says in str(refused.value)


def test_without_jax_the_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "optax", None)
    with pytest.raises(TrainingError, match=r"pip install 'cabotage\[train\]'"):
        train(Plan(CALYPSO, tmp_path / "new", **SMALL))
    assert not (tmp_path / "new").exists()
