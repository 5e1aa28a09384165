"""What is offered, compared with a plain search over all ways field by field, written for this test alone."""

from __future__ import annotations

from typing import Any

import pytest

from cabotage.core.box import Box
from cabotage.games.smugglers.actions import field_names
from cabotage.games.smugglers.state import Phase
from cabotage.games.smugglers.test_kit import game

POSITIONS = 1500


def tables(box: Box) -> dict[str, set[str]]:
    """Who is next to whom, by the words of "Components"."""
    near: dict[str, set[str]] = {name: set() for name in field_names(box)}
    for s in range(15):
        pairs = [(f"{ring}{s}", f"{ring}{(s + 1) % 15}") for ring in "IMO"]
        pairs += [(f"I{s}", f"M{s}"), (f"M{s}", f"O{s}")]
        pairs += [(f"H{s // 3}", f"O{s}")] if s % 3 == 0 else []
        for one, other in pairs:
            near[one].add(other)
            near[other].add(one)
    return near


class Plain:
    """One position in words."""

    def __init__(self, box: Box, state: Any) -> None:
        names = field_names(box)
        self.near = tables(box)
        seat = int(state["turn"])
        boats = [names[field] for field in state["boat"][: box.seats]]
        self.start = boats[seat]
        self.others = set(boats) - {self.start}
        self.reefs = {names[field] for field in state["reef"] if field >= 0}
        self.goods = {names[field] for field in state["at"] if field >= 0}
        lit_rings = "IMOH" if int(box.constants["lit_harbours"][0]) else "IMO"
        sector = int(state["beam"])
        self.lit = {f"{ring}{sector}" for ring in lit_rings if ring != "H"}
        if "H" in lit_rings and sector % 3 == 0:
            self.lit.add(f"H{sector // 3}")
        self.pips = int(state["pips"])
        self.stack = 4 - int(state["drawn"][int(self.start[1:])]) if self.start[0] == "H" else 0

    def ways(self) -> set[str]:
        found: set[str] = set()
        self._row([self.start], found)
        return found

    def _row(self, path: list[str], found: set[str]) -> None:
        """Every way that begins like this."""
        if len(path) > self.pips:
            return
        for field in self.near[path[-1]]:
            if field in self.lit or field in self.reefs or field == self.start:
                continue
            if field in self.others:
                for other in self.near[field]:
                    is_sea = other[0] != "H" and other not in self.reefs and other not in self.others
                    if is_sea or other == path[-1]:
                        self._offer(f"push {field}>{other}", field, found)
            else:
                self._offer(f"go {field}", field, found)
                self._row([*path, field], found)

    def _offer(self, way: str, field: str, found: set[str]) -> None:
        found.add(way.lower())
        if field in self.goods:
            found.add(f"{way}+take".lower())

    def lays(self, victim: str) -> set[str]:
        """Where the good of a boat may fall."""
        closed = self.reefs | self.goods | self.others | {self.start}
        around = {victim}
        while True:
            around |= {other for field in around for other in self.near[field]}
            allowed = {field for field in around if field[0] != "H"} - closed
            if allowed:
                return {f"lay {field}".lower() for field in allowed}


@pytest.mark.rule("SMG-31", "SMG-33", "SMG-36", "SMG-41", "SMG-42")
@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (4, {}), (4, {"extra_reefs": 3}), (3, {"lit_harbours": True}), (4, {"mild": True, "target_points": 10})],
)
def test_exactly_the_ways_of_a_plain_search_are_offered(seats: int, options: dict[str, Any]) -> None:
    box = game(seats, **options)
    names = field_names(box)
    phases = {Phase.SAIL: 0, Phase.SAIL_ON: 0, Phase.LAY: 0, Phase.LAY_PUSHED: 0}
    for position in box.positions(POSITIONS, seed=seats):
        phase = Phase(position["phase"])
        if phase not in phases:
            continue
        phases[phase] += 1
        plain = Plain(box, position.states[0])
        texts = [str(choice) for choice in position.legal]
        if phase in (Phase.LAY, Phase.LAY_PUSHED):
            order = [(position["turn"] + k) % seats for k in range(seats)]
            victim = next(seat for seat in order if position["caught"] >> seat & 1)
            expected = plain.lays(names[position["boat"][victim]])
        else:
            expected = plain.ways() | {"load" if phase == Phase.SAIL_ON and plain.stack else "stay"}
            if phase == Phase.SAIL and plain.start in plain.goods - plain.lit:
                expected.add("stay+take")
        assert set(texts) == expected
        assert len(texts) == len(expected) >= 2
        assert list(position.legal.numbers) == sorted(position.legal.numbers)
    assert phases[Phase.SAIL] > POSITIONS // 2
    assert phases[Phase.LAY] > 0
