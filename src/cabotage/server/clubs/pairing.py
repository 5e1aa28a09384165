"""Who meets whom in the next round, and at which seat. Pure: players are numbers, nothing is stored here.

Nobody meets the same people again while that can be avoided, seats rotate, and byes go round.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

System = Literal["swiss", "round_robin"]
Player = int

PAIR = 2
AGAIN = 1_000_000  # the cost of meeting again outweighs every difference of points
TRIES = 12  # from different beginnings, until nobody meets again


@dataclass(frozen=True)
class Round:
    """Tables with the players in the order of their seats, None for a bot; and players who have a bye."""

    tables: tuple[tuple[Player | None, ...], ...]
    byes: tuple[Player, ...] = ()


@dataclass(frozen=True)
class Rules:
    """How a tournament is paired."""

    system: System
    seats: int  # of a table
    least: int  # with which the game can be played
    has_bots: bool  # fill tables with bots; otherwise tables may be smaller, and somebody may have a bye


def pair(
    rules: Rules,
    players: Sequence[Player],
    past: Sequence[Round] = (),
    points: Mapping[Player, float] | None = None,
    absent: frozenset[Player] = frozenset(),
) -> Round:
    """The next round after these. `players` are all of the tournament, in a fixed order."""
    present = [player for player in players if player not in absent]
    if rules.system == "round_robin" and rules.seats == PAIR:
        groups, byes = _circle(players, len(past), absent, rules.has_bots)
    else:
        ranks = _ranked(present, points or {}) if rules.system == "swiss" else present
        sizes = table_sizes(len(present), rules)
        byes = _byes(ranks, len(present) - sum(sizes), past)
        groups = _grouped([player for player in ranks if player not in byes], sizes, past, rules.system)
    counts = _seat_counts(past)
    seats = rules.seats if rules.has_bots else 0
    return Round(tuple(_seated(group, max(seats, len(group)), counts) for group in groups), tuple(byes))


def table_sizes(count: int, rules: Rules) -> list[int]:
    """How many people sit at each table: as few byes as possible, then as few tables, of about the same size."""
    least = 1 if rules.has_bots else rules.least
    best: tuple[int, int] | None = None
    for tables in range(1, count // least + 1):
        byes = max(0, count - tables * rules.seats)
        if best is None or byes < best[0]:
            best = byes, tables
    if best is None:
        return []
    byes, tables = best
    size, larger = divmod(count - byes, tables)
    return [size + 1] * larger + [size] * (tables - larger)


def meetings(past: Sequence[Round]) -> Counter[frozenset[Player]]:
    """How often each two players have met."""
    return Counter(
        frozenset(two)
        for one in past
        for table in one.tables
        for two in combinations([player for player in table if player is not None], PAIR)
    )


def _ranked(players: Sequence[Player], points: Mapping[Player, float]) -> list[Player]:
    order = {player: place for place, player in enumerate(players)}
    return sorted(players, key=lambda player: (-points.get(player, 0.0), order[player]))


def _byes(ranked: Sequence[Player], count: int, past: Sequence[Round]) -> list[Player]:
    """Those who have had the fewest byes; of these the last."""
    had = Counter(player for one in past for player in one.byes)
    last = {player: place for place, player in enumerate(ranked)}
    return sorted(ranked, key=lambda player: (had[player], -last[player]))[:count]


def _circle(
    players: Sequence[Player], index: int, absent: frozenset[Player], has_bots: bool
) -> tuple[list[list[Player]], list[Player]]:
    """The circle method: in n - 1 rounds everybody meets everybody once. Without a partner: a bot, or a bye."""
    ring: list[Player | None] = [*players, *([None] if len(players) % PAIR else [])]
    turns = index % (len(ring) - 1)
    ring = [ring[0], *ring[len(ring) - turns :], *ring[1 : len(ring) - turns]]
    half = len(ring) // PAIR
    groups: list[list[Player]] = []
    byes: list[Player] = []
    for two in zip(ring[:half], reversed(ring[half:]), strict=True):
        here = [player for player in two if player is not None and player not in absent]
        if len(here) == PAIR or (here and has_bots):
            groups.append(here)
        else:
            byes.extend(here)
    return groups, byes


def _grouped(
    ranked: Sequence[Player], sizes: Sequence[int], past: Sequence[Round], system: System
) -> list[list[Player]]:
    """Neighbours in the ranking together, as far as they have not met: improved by exchanging two players."""
    met = meetings(past)
    place = {player: index for index, player in enumerate(ranked)}

    def cost(one: Player, other: Player) -> int:
        gap = place[one] - place[other] if system == "swiss" else 0
        return AGAIN * met[frozenset((one, other))] ** 2 + gap * gap

    costs = {one: {other: cost(one, other) for other in ranked} for one in ranked}
    rng, best, least = random.Random(len(past)), [list(ranked)], -1
    for attempt in range(TRIES):
        order = list(ranked)
        if attempt:
            rng.shuffle(order)
        tables = _improved(_cut(order, sizes), costs)
        total = sum(costs[one][other] for table in tables for one, other in combinations(table, PAIR))
        if least < 0 or total < least:
            best, least = tables, total
        if least < AGAIN:
            break
    return best


def _cut(order: Sequence[Player], sizes: Sequence[int]) -> list[list[Player]]:
    ends = [sum(sizes[: index + 1]) for index in range(len(sizes))]
    return [list(order[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


def _improved(tables: list[list[Player]], costs: Mapping[Player, Mapping[Player, int]]) -> list[list[Player]]:
    """Exchange two players of different tables as long as that makes it cheaper."""
    is_better = True
    while is_better:
        is_better = False
        for one, other in combinations(tables, PAIR):
            for i in range(len(one)):
                for j in range(len(other)):
                    before = _share(one[i], one, costs) + _share(other[j], other, costs)
                    one[i], other[j] = other[j], one[i]
                    if _share(one[i], one, costs) + _share(other[j], other, costs) < before:
                        is_better = True
                    else:
                        one[i], other[j] = other[j], one[i]
    return tables


def _share(player: Player, table: Sequence[Player], costs: Mapping[Player, Mapping[Player, int]]) -> int:
    row = costs[player]
    return sum(row[other] for other in table)  # with oneself it is 0


def _seat_counts(past: Sequence[Round]) -> Counter[tuple[Player, int]]:
    """How often each player has sat at each seat."""
    return Counter(
        (player, seat)
        for one in past
        for table in one.tables
        for seat, player in enumerate(table)
        if player is not None
    )


def _seated(group: Sequence[Player], seats: int, counts: Mapping[tuple[Player, int], int]) -> tuple[Player | None, ...]:
    """The order in which everybody sits where they have sat least: the best of all, by sets of seats already given."""
    people: list[Player | None] = [*group, *([None] * (seats - len(group)))]
    best: dict[int, tuple[int, tuple[Player | None, ...]]] = {0: (0, ())}  # by who is placed, as bits
    for seat in range(seats):
        longer: dict[int, tuple[int, tuple[Player | None, ...]]] = {}
        for placed, (cost, order) in best.items():
            for index, player in enumerate(people):
                if placed >> index & 1:
                    continue
                had = 0 if player is None else counts.get((player, seat), 0)
                total, key = cost + had * had, placed | 1 << index
                if key not in longer or total < longer[key][0]:
                    longer[key] = total, (*order, player)
        best = longer
    return best[(1 << seats) - 1][1]
