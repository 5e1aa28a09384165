"""Every example of the README and of docs/ gives the output that it shows."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    path for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))] if ">>> " in path.read_text("utf-8")
]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_example_gives_what_it_shows(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried > 0
    assert failed == 0


def test_the_readme_and_the_tutorial_have_examples() -> None:
    assert {"README.md", "program.md", "evaluation.md"} <= {page.name for page in PAGES}
