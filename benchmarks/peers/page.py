"""The figures of all peers as a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from benchmarks.peers.figures import BATCH, COPY, LEGAL, RANDOM, SEARCH, STEP

NAMES = {"openspiel": "OpenSpiel", "pgx": "pgx", "pettingzoo": "PettingZoo", "rlcard": "RLCard"}


class Section(NamedTuple):
    """How figures of one kind are shown."""

    unit: str
    factor: float
    form: str
    told: str


SECTIONS = {
    RANDOM: Section("million steps/s", 1e-6, ".2f", "Whole random games, without Python in between."),
    BATCH: Section(
        "million decisions/s",
        1e-6,
        ".2f",
        "1,024 games at once, with observations and masks. Random choices count too.",
    ),
    STEP: Section("thousand steps/s", 1e-3, ".0f", "A call from Python for each choice, draw and list of actions."),
    COPY: Section("thousand copies/s", 1e-3, ".0f", "One position. Ours has a history and dice of its own."),
    LEGAL: Section("thousand lists/s", 1e-3, ".0f", "The legal actions of the same position, as Python's numbers."),
    SEARCH: Section(
        "thousand simulations/s",
        1e-3,
        ".1f",
        "OpenSpiel: MCTS in C++, or IS-MCTS for games with something hidden, with one random playout each.\n"
        "Ours: the captain's search, whose playouts follow the game's own policy.",
    ),
}
HEADER = """# Speed beside the field

Written by `make bench-peers`, which measures us and the peers one after the other on one core of one machine. A figure
is the median of seven repeats, by the time of the processor; the spread is the distance between the fastest and the
slowest, relative to the median. The games are not the same: compare sizes, not digits. "Ours / theirs" compares our
slowest and our fastest game with that of the peer.

Machine: {cpu}, {cores} cores, Python {python}. Commit {commit}.

"""


class Row(NamedTuple):
    """One figure."""

    peer: str
    game: str
    median: float
    spread: float

    @property
    def is_c(self) -> bool:
        """Whether this is Calypso in C, measured beside our own."""
        return " in C" in self.game

    @property
    def library(self) -> str:
        return "C" if self.is_c else NAMES.get(self.peer, "Cabotage")


def page(found: Mapping[str, Any], machine: Mapping[str, Any]) -> str:
    """The page in Markdown, from what was measured of each part: the name of a peer, and what of it."""
    parts = [HEADER.format(**machine), _versions(found)]
    for what, section in SECTIONS.items():
        rows = [
            Row(part.split()[0], figure["game"], figure["median"], figure["spread"])
            for part, measured in found.items()
            for figure in measured["figures"]
            if figure["what"] == what
        ]
        parts.append(f"\n## {what[0].upper()}{what[1:]}\n\n{section.told}\n\n")
        parts.append(f"| library | game | {section.unit} | spread | ours / theirs |\n|---|---|---|---|---|\n")
        for row in rows:
            shown = f"{row.median * section.factor:{section.form}} | {row.spread:.0%} | {_ratio(row, rows)}"
            parts.append(f"| {row.library} | {row.game} | {shown} |\n")
    return "".join(parts)


def _ratio(row: Row, rows: list[Row]) -> str:
    """Our slowest and fastest game compared with this one; with Calypso in C, our Calypso."""
    if row.is_c:
        return f"{next(other.median for other in rows if other.game.startswith('calypso,')) / row.median:.2f}"
    ours = [other.median / row.median for other in rows if other.peer == "ours" and not other.is_c]
    return "" if row.peer == "ours" or not ours else f"{_times(min(ours))} to {_times(max(ours))}"


def _times(ratio: float) -> str:
    """Two digits, as people write them: 0.065, 1.5, 12, 150."""
    return f"{float(f'{ratio:.2g}'):g}"


def _versions(found: Mapping[str, Any]) -> str:
    versions: dict[str, dict[str, str]] = {}
    for part, measured in found.items():
        versions.setdefault(NAMES.get(part.split()[0], "Cabotage"), {}).update(measured["versions"])
    lines = (", ".join(f"{name} {version}" for name, version in each.items()) for each in versions.values())
    return "".join(f"- {peer}: {line}\n" for peer, line in zip(versions, lines, strict=True))
