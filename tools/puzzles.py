"""Finds puzzles: positions of games among bots in which one choice is clearly best. See docs/how-to/puzzles.md.

`python tools/puzzles.py find GAME --minutes 5` plays games and appends what it finds to build/puzzles/GAME.jsonl;
started again, it goes on with the next game. `python tools/puzzles.py write GAME` selects a varied set and writes it
beside the game's rules.

Everything is judged from what the seat to act sees on the table, without memory: a solver has not seen the game. Each
choice is followed in the same sampled states with the same dice, and a search judges what the next seat to act sees.
A choice that is clearly behind is not followed any further. All is done twice, with independent samples: the first
time selects, the second time confirms and gives the figures, so that no lucky sample makes a puzzle.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from cabotage.bots import make_bot
from cabotage.bots.bounds import SURE
from cabotage.bots.evaluation import hint
from cabotage.bots.search import Budget, search
from cabotage.core.box import Box
from cabotage.core.contract import WIN, View
from cabotage.core.game import Game
from cabotage.core.position import Position
from cabotage.core.puzzle import EQUAL, MARGIN, PERMILLE
from cabotage.games import find

PLAYERS = ("cabin_boy", "sailor", "mate", "captain@1000")  # of the games: positions as people reach them
WEAK = ("greedy", "cabin_boy", "sailor")  # who must not always find the best choice
ATTEMPTS = 4  # of each of them
SCREENED = 0.2  # of the decisions
SCREEN_ITERATIONS = 3000
LEAST_VISITS = 20
BATCH, MOST_SAMPLES = 12, 288  # of each choice
ERRORS = 4.0  # standard errors of the difference by which a choice must be behind
LEAST_ERROR = 0.004  # a few equal samples do not prove certainty
MOST_OPEN = 0.5  # of the choices may be undecided after two batches
MOST_CHOICES = 80
PER_GAME = 3  # puzzles of one game
WANTED = 24
ENOUGH = 2 * WANTED  # to select from
MOST_OF_A_PHASE = 14  # found before only other phases are looked at
POOL = Path("build/puzzles")


class Weighed(NamedTuple):
    """Every choice with its samples, and those that are as good as the best."""

    samples: dict[int, list[float]]
    right: tuple[int, ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("find", "write"))
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--iterations", type=int, default=100, help="of the search after each choice")
    parser.add_argument("--choices", type=int, default=MOST_CHOICES, help="at most, in a puzzle")
    parser.add_argument("--screened", type=float, default=SCREENED, help="the part of the decisions to look at")
    parser.add_argument("--per-game", type=int, default=PER_GAME, help="puzzles, at most, of one game")
    given = parser.parse_args()
    game = find(given.game)
    if given.task == "write":
        write(game)
    else:
        look_for_puzzles(game, given)


def look_for_puzzles(game: Game, given: argparse.Namespace) -> None:
    """Play one game after the other until the time is over."""
    POOL.mkdir(parents=True, exist_ok=True)
    path = POOL / f"{game.id}.jsonl"
    done = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    seed = 1 + max((each["seed"] for each in done), default=0)
    phases = Counter(puzzle["phase"] for each in done for puzzle in each["puzzles"])
    boxes = [Box(game, seats, {}) for seats in game.seats]
    end = time.process_time() + 60 * given.minutes
    while time.process_time() < end and sum(phases.values()) < ENOUGH:
        found = list(islice(puzzles_of(boxes[seed % len(boxes)], seed, given, phases), given.per_game))
        with path.open("a") as file:
            file.write(json.dumps({"seed": seed, "iterations": given.iterations, "puzzles": found}) + "\n")
        for each in found:
            print(seed, each["seats"], each["phase"], len(each["choices"]), each["found"], flush=True)
        seed += 1


def puzzles_of(box: Box, seed: int, given: argparse.Namespace, phases: Counter[str]) -> Iterator[dict[str, Any]]:
    """The puzzles of one game, of phases that are not frequent yet."""
    rng = Random(f"{box.game.id} {seed}")
    players = [make_bot(rng.choice(PLAYERS), box, seed * box.seats + seat) for seat in range(box.seats)]
    position = box.start(seed=seed)
    while not position.is_over:
        seat = position.to_act
        view = position.view(seat)
        is_screened = rng.random() < given.screened and 1 < len(position.legal) <= given.choices
        if is_screened and phases[position.scene(seat)["phase"]] < MOST_OF_A_PHASE:
            puzzle = puzzle_at(position, seat, rng.getrandbits(30), given.iterations)
            if puzzle:
                phases[puzzle["phase"]] += 1
                yield {"seed": seed, **puzzle}
        position.play(players[seat].choose(view, seat))
        position.roll()


def puzzle_at(position: Position, seat: int, seed: int, iterations: int) -> dict[str, Any] | None:
    """This position as a puzzle, if it is one."""
    box = position.box
    visible = View(position.view(seat).copy())
    box.game.resample.unremember(box.constants, visible, 0, seat)
    best = promising(box, visible, seat, seed)
    if best is None:
        return None
    found = share_that_finds(box, visible, seat, best, seed)
    if found == 1:
        return None
    details = {each["id"] for each in position.choices(seat) if each.get("is_detail")}
    numbers = position.legal.numbers.tolist()
    first = weigh(box, visible, seat, numbers, 2 * seed, iterations)
    if first is None or best not in first.right or len(set(first.right) - details) != 1:
        return None
    second = weigh(box, visible, seat, numbers, 2 * seed + 1, iterations)
    if second is None or second.right != first.right:
        return None
    digest = hashlib.sha256(json.dumps([box.game.id, box.seats, position.history]).encode()).hexdigest()
    return {
        "id": digest[:6],
        "seats": box.seats,
        "seat": seat,
        "phase": position.scene(seat)["phase"],
        "found": round(found, 2),
        "right": list(second.right),
        "choices": [[number, *permille(samples)] for number, samples in second.samples.items()],
        "events": list(position.history),
    }


def promising(box: Box, visible: View, seat: int, seed: int) -> int | None:
    """The choice that a short search finds much better than the others that it tries."""
    tried = hint(box, visible, seat, Budget(iterations=SCREEN_ITERATIONS), seed).choices
    worths = sorted((-each.chances[seat].value, each.number) for each in tried if each.visits >= LEAST_VISITS)
    if not worths or (len(worths) > 1 and worths[1][0] - worths[0][0] < MARGIN):
        return None
    return worths[0][1]


def share_that_finds(box: Box, visible: View, seat: int, best: int, seed: int) -> float:
    """How often weak bots choose this."""
    chosen = [make_bot(name, box, seed + k).choose(visible, seat) for name in WEAK for k in range(ATTEMPTS)]
    return chosen.count(best) / len(chosen)


def weigh(box: Box, visible: View, seat: int, numbers: Sequence[int], seed: int, iterations: int) -> Weighed | None:
    """Sample every choice until it is clear which are as good as the best; None if that is not clear."""
    samples: dict[int, list[float]] = {number: [] for number in numbers}
    undecided = list(numbers)
    for taken in range(0, MOST_SAMPLES, BATCH):
        for sample in range(taken, taken + BATCH):
            start = box.resample(visible, seat, seed * MOST_SAMPLES + sample)
            for number in undecided:
                samples[number].append(worth(start, number, seat, seed * MOST_SAMPLES + sample, iterations))
        best = max(undecided, key=lambda number: sum(samples[number]))
        undecided = [each for each in undecided if each == best or not is_behind(samples[each], samples[best])]
        if taken == BATCH and len(undecided) > max(2, MOST_OPEN * len(numbers)):
            return None
        if undecided == [best] and taken >= 2 * BATCH:
            break
    top = float(np.mean(samples[best]))
    if any(top - float(np.mean(samples[each])) >= EQUAL for each in undecided):
        return None
    if not all(is_behind(samples[each], samples[best]) for each in numbers if each not in undecided):
        return None
    return Weighed(samples, tuple(undecided))


def worth(start: Position, number: int, seat: int, seed: int, iterations: int) -> float:
    """The share of the win that this seat can expect after a choice, as the next seat to act sees it."""
    position = start.copy()
    position.play(number)
    position.roll()
    box = position.box
    if position.is_over:
        return box.shares(position.states)[seat] / WIN
    actor = position.to_act
    if len(position.legal) == 1:
        return worth(position, position.legal[0].number, seat, seed, iterations)
    result = search(box, position.view(actor), actor, Budget(iterations=iterations), seed)
    return result.choices[0].values[seat]


def is_behind(samples: Sequence[float], best: Sequence[float]) -> bool:
    """Whether a choice is worse than the best, by the margin and far beyond the error of the paired samples."""
    less = np.subtract(best[: len(samples)], samples)
    error = max(LEAST_ERROR, float(less.std(ddof=1)) / len(less) ** 0.5)
    return bool(less.mean() > max(MARGIN, ERRORS * error))


def permille(samples: Sequence[float]) -> list[int]:
    """The mean with its 95 % bounds."""
    mean = float(np.mean(samples))
    error = max(LEAST_ERROR, float(np.std(samples, ddof=1)) / len(samples) ** 0.5)
    bounds = (mean, max(0.0, mean - SURE * error), min(1.0, mean + SURE * error))
    return [round(each * PERMILLE) for each in bounds]


def write(game: Game) -> None:
    """Select varied puzzles and write them, one per line."""
    pool = [json.loads(line) for line in (POOL / f"{game.id}.jsonl").read_text().splitlines()]
    chosen = varied([puzzle for each in pool for puzzle in each["puzzles"]])
    commit = subprocess.run(["git", "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True, check=True)
    made = {
        "commit": commit.stdout.strip(),
        "games": len(pool),
        "iterations": sorted({each["iterations"] for each in pool}),
        "margin": MARGIN,
        "errors": ERRORS,
        "samples": [BATCH, MOST_SAMPLES],
    }
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in chosen)
    head = json.dumps({"rules_version": game.version, "made": made})
    target = game.folder / "puzzles.json"
    target.write_text(head[:-1] + ', "puzzles": [\n' + lines + "\n]}\n")
    print(f"{target}: {len(chosen)} of {sum(len(each['puzzles']) for each in pool)}, {target.stat().st_size} bytes")
    print(Counter(each["phase"] for each in chosen), Counter(each["seats"] for each in chosen))


def varied(pool: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """One after the other, what is rarest so far: its phase first, then its seats and how hard it is."""
    left, chosen = list(pool), list[Mapping[str, Any]]()
    while left and len(chosen) < WANTED:

        def rarity(puzzle: Mapping[str, Any]) -> tuple[float, ...]:
            alike = [each for each in chosen if each["phase"] == puzzle["phase"]]
            same = sum(each["seats"] == puzzle["seats"] for each in alike)
            return len(alike), same, -margin_of(puzzle)

        chosen.append(min(left, key=rarity))
        left.remove(chosen[-1])
    return chosen


def margin_of(puzzle: Mapping[str, Any]) -> int:
    """By how much the best choice is ahead of the best other one."""
    values: dict[int, int] = {number: value for number, value, _, _ in puzzle["choices"]}
    others = [value for number, value in values.items() if number not in puzzle["right"]]
    return max(values.values()) - max(others)


if __name__ == "__main__":
    main()
