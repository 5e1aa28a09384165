"""What a longer search gains: the last table of docs/reference/strength.md.

`python tools/longer.py GAME [--positions 120] [--strong 1000000] [--budgets 500 2000]` lets a captain play against
greedy bots. At some of its decisions a much longer search evaluates each choice, and so what the choices of the greedy
bot and of shorter searches cost. All get the same view. The best of noisy values looks better than it is, so costs tend
to be overestimated.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

import numpy as np

import cabotage
from cabotage.bots import make_bot
from cabotage.bots.bounds import SURE
from cabotage.bots.search import Budget, search
from cabotage.core.box import Box
from cabotage.core.contract import View

SEATS = 3
SAMPLED = 0.1  # of the captain's decisions: neighbours are alike
PLAYING = "captain@500"
FIRST_SEED = 700_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--positions", type=int, default=120)
    parser.add_argument("--strong", type=int, default=1_000_000)
    parser.add_argument("--budgets", type=int, nargs="*", default=[500, 2000, 16_000, 60_000])
    given = parser.parse_args()
    box = cabotage.load(given.game, seats=SEATS)
    counts: list[int] = []
    losses = np.array(
        [
            lost(box, view, seat, given.strong, given.budgets, number)
            for number, (view, seat) in enumerate(decisions(box, given.positions, counts))
        ]
    )
    a_game = float(np.mean(counts))
    print(f"{given.game}: {len(losses)} decisions, {a_game:.1f} per game, judged by {given.strong:,} iterations\n")
    print("| bot | differs | cost per decision, % of a win | cost per game, times the fair share |")
    print("|---|---|---|---|")
    for name, column in zip(["greedy", *(f"captain@{each}" for each in given.budgets)], losses.T, strict=True):
        mean, spread = column.mean(), SURE * column.std() / np.sqrt(len(column))
        share = f"{SEATS * a_game * mean:.2f} (± {SEATS * a_game * spread:.2f})"
        print(f"| {name} | {(column != 0).mean():.0%} | {100 * mean:.2f} (± {100 * spread:.2f}) | {share} |")


def decisions(box: Box, wanted: int, counts: list[int]) -> Iterator[tuple[View, int]]:
    """Some of a captain's decisions, with its seat; `counts` gets their number in each game."""
    rng = Random(FIRST_SEED)
    found = 0
    while found < wanted:
        seed = FIRST_SEED + len(counts)
        seat = len(counts) % SEATS
        captain, greedy = make_bot(PLAYING, box, seed), make_bot("greedy", box, seed)
        position = box.start(seed=seed)
        counts.append(0)
        while not position.is_over:
            actor = position.to_act
            view = position.view(actor)
            if actor == seat and len(position.legal) > 1:
                counts[-1] += 1
                if found < wanted and rng.random() < SAMPLED:
                    found += 1
                    yield view, seat
            position.play((captain if actor == seat else greedy).choose(view, actor))
            position.roll()


def lost(box: Box, view: View, seat: int, strong: int, budgets: list[int], number: int) -> list[float]:
    """How much less than the best choice the greedy one and that of each budget are worth."""
    best, *others = search(box, view, seat, Budget(iterations=strong), 2 * number).choices
    worth = {choice.number: choice.values[seat] for choice in (best, *others)}
    chosen = [make_bot("greedy", box, number).choose(view, seat)]
    chosen += [search(box, view, seat, Budget(iterations=each), 2 * number + 1).choices[0].number for each in budgets]
    least = min(worth.values())  # for choices that even the long search did not try
    return [0.0 if each == best.number else worth[best.number] - worth.get(each, least) for each in chosen]


if __name__ == "__main__":
    main()
