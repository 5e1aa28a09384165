"""Golden games in OpenSpiel's format: everything OpenSpiel can ask of a game's last steps.

`pytest --update-playthroughs` writes them again. Long lines and tensors are cut, with a hash of the whole.
"""

from __future__ import annotations

import hashlib
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

from tests.research.openspiel_games import each_short_game, last_steps

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).with_name("playthroughs")
STEPS = 8
LONGEST = 160
CELLS = set(" ◯◉")
flags.FLAGS.mark_as_parsed()  # OpenSpiel reads an option of its command line


@each_short_game
def test_a_playthrough_is_as_it_was(name: str, is_updating: bool) -> None:
    lines = generate_playthrough.playthrough_lines(str(last_steps(name, STEPS)), seed=1)
    text = "\n".join(shortened(lines)) + "\n"
    path = FOLDER / f"{name.partition('(')[0]}.txt"
    if is_updating:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


def shortened(lines: list[str]) -> Iterator[str]:
    """Lines that people can read, which still change whenever the whole does."""
    for is_tensor, group in groupby(lines, lambda line: bool(line) and set(line) <= CELLS):
        if is_tensor:
            rows = list(group)
            yield f"... {len(rows)} rows, {digest(rows)}"
            continue
        for line in group:
            is_long = len(line) > LONGEST
            yield f"{line[:LONGEST]} ... {len(line)} characters, {digest([line])}" if is_long else line


def digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
