"""The data card of a dataset: what is in it and how it was made, as Markdown."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cabotage

if TYPE_CHECKING:
    from cabotage.core.box import Box

MEANINGS = {
    "observation": "what the seat observed: {observation} whole numbers, int16 (bytes in Parquet), in the slices below",
    "mask": "which of the {actions} actions were offered, as bits, the lowest bit of the first byte first",
    "action": "the action that was chosen",
    "result": "the share of the win that the seat had at the end, 0 to 1",
    "seat": "the seat that chose, from 0",
    "game": "the number of the game, from 0",
    "step": "how many decisions the game had before this one",
}


@dataclass(frozen=True)
class Facts:
    """Where the rows come from."""

    policy: str = ""
    seed: int | None = None
    records: int = 0


def card(
    box: Box, facts: Facts, columns: Iterable[str], games: int, rows: int, files: Sequence[Any], wins: Sequence[float]
) -> str:
    """The text of README.md."""
    game = box.game
    options = json.dumps({name: box.options[name] for name in box.options}, ensure_ascii=False)
    origin = (
        f"{facts.records} records of games"
        if facts.records
        else f"games played by the policy `{facts.policy}` at all seats, seed {facts.seed}"
    )
    sizes = {"observation": box.observer.size, "actions": box.action_count}
    lines = [
        f"# Decisions of {game.names['en']}",
        "",
        f"{rows} decisions of {games} games, in {files[0]} files (`{files[1]}`).",
        "",
        "| | |",
        "|---|---|",
        f"| game | `{game.id}`, rules version {game.version} |",
        f"| seats | {box.seats} |",
        f"| options | `{options}` |",
        f"| made from | {origin} |",
        f"| made with | Cabotage {cabotage.__version__} |",
        f"| mean share of the win by seat | {', '.join(f'{share:.3f}' for share in wins)} |",
        "",
        "Observations are made from views: they have only what the seat could know. There are no personal data.",
        "",
        "## Columns",
        "",
        "| column | meaning |",
        "|---|---|",
        *(f"| `{name}` | {MEANINGS[name].format(**sizes)} |" for name in columns),
        "",
        "## Slices of an observation",
        "",
        "| slice | cells | one-hot | numbers | meaning |",
        "|---|---|---|---|---|",
        *(
            f"| `{part.name}` | {part.slice.start}-{part.slice.stop - 1} | {part.one_hot or ''} "
            f"| {part.low} to {part.high} | {part.meaning} |"
            for part in box.observation_spec
        ),
        "",
    ]
    return "\n".join(lines)
