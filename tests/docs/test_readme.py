"""What the README shows is what happens."""

import doctest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_example_of_the_readme_gives_what_it_shows() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 15
    assert failed == 0


def test_the_example_of_an_evaluation_gives_what_it_shows() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "reference" / "evaluation.md"), module_relative=False)
    assert tried >= 8
    assert failed == 0
