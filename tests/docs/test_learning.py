"""The examples for researchers: each learns to beat a random player, and the notebook still says what it said."""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import cabotage

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "src" / "cabotage" / "research" / "examples"
NOTEBOOK = ROOT / "examples" / "notebooks" / "a-first-look-at-cape-horn.ipynb"


@pytest.mark.parametrize(
    ("example", "rounds", "games"),
    [("with_vector", 4, 300), ("with_gymnasium", 4, 300), ("with_pettingzoo", 5, 100)],
)
def test_a_learner_beats_a_random_player_through_each_interface(example: str, rounds: int, games: int) -> None:
    """A short version: the examples themselves play longer, and get better still."""
    shares = importlib.import_module(f"cabotage.research.examples.{example}").main(rounds, games)
    assert 0.4 < shares[0] < 0.58, "it begins as a random player"
    assert shares[-1] > 0.6


def test_a_learner_of_openspiel_comes_near_perfect_play() -> None:
    gains = importlib.import_module("cabotage.research.examples.with_openspiel").main(1, 100)
    assert gains[0] == pytest.approx(1 / 6), "it begins as a random player"
    assert gains[-1] < 0.03


@pytest.mark.parametrize(
    "example", ["with_vector", "with_gymnasium", "with_pettingzoo", "with_openspiel", "preferences"]
)
def test_an_example_fits_on_a_screen(example: str) -> None:
    assert len((EXAMPLES / f"{example}.py").read_text().splitlines()) < 60


def test_the_notebook_prints_what_it_shows() -> None:
    space: dict[str, Any] = {}
    for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile("".join(cell["source"]), str(NOTEBOOK), "exec"), space)
        [output] = cell["outputs"]
        assert printed.getvalue() == "".join(output["text"])


def test_the_citation_names_this_version() -> None:
    lines = (ROOT / "CITATION.cff").read_text("utf-8").splitlines()
    cited = dict(line.split(": ", 1) for line in lines if ": " in line and not line.startswith(" "))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert cited["version"] == project["version"] == cabotage.__version__
    assert cited["license"] == project["license"]
    required = {"cff-version", "message", "title", "authors:"}
    assert required <= {*cited, *(line for line in lines if line.endswith(":"))}
