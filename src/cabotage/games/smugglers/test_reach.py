"""What is offered, compared with a plain search over all ways field by field, written for this test alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cabotage.core.box import Box
from cabotage.games.smugglers.actions import field_names
from cabotage.games.smugglers.state import Phase
from cabotage.games.smugglers.test_kit import game

POSITIONS = 1500


def neighbours(box: Box) -> dict[str, set[str]]:
    """Who is next to whom, as the board file says."""
    data = box.boards["board"].data
    return {field["name"]: set(field["next"]) for field in (*data["harbours"], *data["sea"])}


def test_our_board_has_the_neighbours_of_components() -> None:
    near: dict[str, set[str]] = {name: set() for name in field_names(game())}
    for s in range(15):
        pairs = [(f"{ring}{s}", f"{ring}{(s + 1) % 15}") for ring in "IMO"]
        pairs += [(f"I{s}", f"M{s}"), (f"M{s}", f"O{s}")]
        pairs += [(f"H{s // 3}", f"O{s}")] if s % 3 == 0 else []
        for one, other in pairs:
            near[one].add(other)
            near[other].add(one)
    assert neighbours(game()) == near


class Plain:
    """One position in words."""

    def __init__(self, box: Box, state: Any) -> None:
        names = field_names(box)
        data = box.boards["board"].data
        self.near = neighbours(box)
        self.harbours = [harbour["name"] for harbour in data["harbours"]]
        self.can_take_after_push = box.options["push_ends"] == "movement"
        seat = int(state["turn"])
        boats = [names[field] for field in state["boat"][: box.seats]]
        self.start = boats[seat]
        self.others = set(boats) - {self.start}
        self.reefs = {names[field] for field in state["reef"] if field >= 0}
        self.goods = {names[field] for field in state["at"] if field >= 0}
        shone_on = (*data["sea"], *(data["harbours"] if box.options["lit_harbours"] else ()))
        self.lit = {field["name"] for field in shone_on if field["sector"] == int(state["beam"])}
        self.pips = int(state["pips"])
        is_in_harbour = self.start in self.harbours
        self.stack = 4 - int(state["drawn"][self.harbours.index(self.start)]) if is_in_harbour else 0

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
                    is_sea = other not in self.harbours and other not in self.reefs and other not in self.others
                    if is_sea or other == path[-1]:
                        self._offer(f"push {field}>{other}", field in self.goods and self.can_take_after_push, found)
            else:
                self._offer(f"go {field}", field in self.goods, found)
                if field not in self.harbours:
                    self._row([*path, field], found)

    def _offer(self, way: str, can_take: bool, found: set[str]) -> None:
        found.add(way.lower())
        if can_take:
            found.add(f"{way}+take".lower())

    def lays(self, victim: str) -> set[str]:
        """Where the good of a boat may fall."""
        closed = self.reefs | self.goods | self.others | {self.start}
        around = {victim}
        while True:
            around |= {other for field in around for other in self.near[field]}
            allowed = around - set(self.harbours) - closed
            if allowed:
                return {f"lay {field}".lower() for field in allowed}


def compare(box: Box, count: int, seed: int) -> Counter[Phase]:
    """Compare what is offered in positions of random games; returns how often each phase was met."""
    names = field_names(box)
    met: Counter[Phase] = Counter()
    for position in box.positions(count, seed=seed):
        phase = Phase(position["phase"])
        met[phase] += 1
        if phase not in (Phase.SAIL, Phase.SAIL_ON, Phase.LAY, Phase.LAY_PUSHED):
            continue
        plain = Plain(box, position.states[0])
        texts = [str(choice) for choice in position.legal]
        if phase in (Phase.LAY, Phase.LAY_PUSHED):
            order = [(position["turn"] + k) % box.seats for k in range(box.seats)]
            victim = next(seat for seat in order if position["caught"] >> seat & 1)
            expected = plain.lays(names[position["boat"][victim]])
        else:
            expected = plain.ways() | {"load" if phase == Phase.SAIL_ON and plain.stack else "stay"}
            if phase == Phase.SAIL and plain.start in plain.goods - plain.lit:
                expected.add("stay+take")
        assert set(texts) == expected, repr(position)
        assert len(texts) == len(expected) >= 2
        assert list(position.legal.numbers) == sorted(position.legal.numbers)
    return met


@pytest.mark.rule("SMG-31", "SMG-33", "SMG-36", "SMG-41", "SMG-42", "SMG-51", "SMG-74")
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (4, {}),
        (4, {"extra_reefs": 3}),
        (3, {"lit_harbours": True}),
        (4, {"mild": True, "target_points": 10, "push_ends": "movement"}),
    ],
)
def test_exactly_the_ways_of_a_plain_search_are_offered(seats: int, options: dict[str, Any]) -> None:
    met = compare(game(seats, **options), POSITIONS, seed=seats)
    assert met[Phase.SAIL] > POSITIONS // 2
    assert met[Phase.LAY] > 0
