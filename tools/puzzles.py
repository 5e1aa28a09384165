"""Finds puzzles: positions of games among bots in which one choice is clearly best. See docs/how-to/puzzles.md.

`python tools/puzzles.py find GAME --minutes 5` plays games and appends what it finds to build/puzzles/GAME.jsonl;
started again, it goes on with the next game. `python tools/puzzles.py write GAME` selects a varied set and writes it
beside the game's rules. `python tools/puzzles.py again GAME` confirms the puzzles of that file once more, for a new
set: those that are still clear are appended to build/puzzles too.

Everything is judged from what the seat to act sees on the table, without memory: a solver has not seen the game. Each
choice is followed in the same sampled states with the same dice, and a search judges what the next seat to act sees.
A choice that is clearly behind is not followed any further. All is done twice, with independent samples: the first
time selects with short searches, the second time confirms with longer ones and gives the figures, so that no lucky
sample makes a puzzle.
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
from cabotage.core.puzzle import MARGIN, PERMILLE, Puzzle, deed
from cabotage.games import find

PLAYERS = ("cabin_boy", "sailor", "mate", "captain@1000")  # of the games: positions as people reach them
WEAK = ("greedy", "cabin_boy", "sailor")  # who must not always find the best choice
ATTEMPTS = 4  # of each of them
SCREENED = 0.2  # of the decisions
SCREEN_ITERATIONS = 3000
LEAST_VISITS = 20
BATCH, MOST_SAMPLES = 12, 480  # of each choice
CONFIRMING = 4  # times as many iterations, the second time
ERRORS = 4.0  # standard errors of the difference by which a choice must be behind
LEAST_ERROR = 0.004  # a few equal samples do not prove certainty
MOST_OPEN = 0.5  # of the choices may be undecided after two batches
MOST_CHOICES = 80
PER_GAME = 3  # puzzles of one game
LEAST, WANTED = 20, 24
ENOUGH = 3 * WANTED  # to select from
MOST_OF_A_PHASE = 18  # found before only other phases are looked at
MOST_PLAIN = 8  # puzzles with two choices that are selected; more only up to the least number
POOL = Path("build/puzzles")


class Weighed(NamedTuple):
    """Every choice with its samples; the best, and those that are the same to the rules."""

    samples: dict[int, list[float]]
    right: tuple[int, ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("find", "again", "write"))
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--iterations", type=int, default=100, help="of the search after each choice")
    parser.add_argument("--phases", help="kinds of decision to look at, with commas between them; all if left out")
    parser.add_argument("--least", type=int, default=2, help="choices, at least, in a puzzle")
    parser.add_argument("--choices", type=int, default=MOST_CHOICES, help="at most, in a puzzle")
    parser.add_argument("--screened", type=float, default=SCREENED, help="the part of the decisions to look at")
    parser.add_argument("--easy", action="store_true", help="also puzzles that weak bots always find")
    parser.add_argument("--per-game", type=int, default=PER_GAME, help="puzzles, at most, of one game")
    given = parser.parse_args()
    game = find(given.game)
    POOL.mkdir(parents=True, exist_ok=True)
    if given.task == "write":
        write(game)
    elif given.task == "again":
        confirm_again(game, given)
    else:
        look_for_puzzles(game, given)


def pool_of(game: Game) -> list[dict[str, Any]]:
    """A row for each game played: its seed, and the puzzles found. The first row may stand for many games."""
    path = POOL / f"{game.id}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def keep(game: Game, **row: Any) -> None:
    with (POOL / f"{game.id}.jsonl").open("a") as file:
        file.write(json.dumps(row) + "\n")


def confirm_again(game: Game, given: argparse.Namespace) -> None:
    """Weigh the puzzles of the game's file once more; those that are still clear go into the pool."""
    written = json.loads((game.folder / "puzzles.json").read_text())
    games = written["made"]["games"]
    if not pool_of(game):
        keep(game, seed=games, games=games, puzzles=[])
    judged = {each.get("again") for each in pool_of(game)}
    end = time.process_time() + 60 * given.minutes
    for each in written["puzzles"]:
        if each["id"] in judged or time.process_time() > end:
            continue
        puzzle = Puzzle.of(game, each)
        position, seat = puzzle.position(), puzzle.seat
        weighed = weigh(position, seen_by(position, seat), seat, int(puzzle.id, 16), CONFIRMING * given.iterations)
        is_clear = weighed is not None and set(weighed.right) == puzzle.right
        clear = [{**each, "choices": figures(weighed)}] if weighed and is_clear else []
        keep(game, seed=games, games=0, again=puzzle.id, iterations=given.iterations, puzzles=clear)
        print(puzzle.id, puzzle.phase, "clear" if is_clear else "not clear", flush=True)


def look_for_puzzles(game: Game, given: argparse.Namespace) -> None:
    """Play one game after the other until the time is over."""
    done = pool_of(game)
    seed = 1 + max((each["seed"] for each in done), default=0)
    phases = Counter(puzzle["phase"] for each in done for puzzle in each["puzzles"])
    boxes = [Box(game, seats, {}) for seats in game.seats]
    end = time.process_time() + 60 * given.minutes
    while time.process_time() < end and sum(phases.values()) < ENOUGH:
        found = list(islice(puzzles_of(boxes[seed % len(boxes)], seed, given, phases), given.per_game))
        keep(game, seed=seed, iterations=given.iterations, puzzles=found)
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
        is_screened = rng.random() < given.screened and given.least <= len(position.legal) <= given.choices
        if is_screened and is_wanted(position.scene(seat)["phase"], given.phases, phases):
            puzzle = puzzle_at(position, seat, rng.getrandbits(30), given.iterations, given.easy)
            if puzzle:
                phases[puzzle["phase"]] += 1
                yield {"seed": seed, **puzzle}
        position.play(players[seat].choose(view, seat))
        position.roll()


def is_wanted(phase: str, wanted: str | None, phases: Counter[str]) -> bool:
    return phase in wanted.split(",") if wanted else phases[phase] < MOST_OF_A_PHASE


def seen_by(position: Position, seat: int) -> View:
    """What this seat sees on the table, without memory."""
    visible = View(position.view(seat).copy())
    position.box.game.resample.unremember(position.box.constants, visible, 0, seat)
    return visible


def puzzle_at(position: Position, seat: int, seed: int, iterations: int, is_easy: bool) -> dict[str, Any] | None:
    """This position as a puzzle, if it is one."""
    box = position.box
    visible = seen_by(position, seat)
    same = the_same(position, seat)
    best = promising(box, visible, seat, same, seed)
    if best is None:
        return None
    found = share_that_finds(box, visible, seat, same, best, seed)
    if found == 1 and not is_easy:
        return None
    first = weigh(position, visible, seat, 2 * seed, iterations)
    if first is None or {same[each] for each in first.right} != {best}:
        return None
    second = weigh(position, visible, seat, 2 * seed + 1, CONFIRMING * iterations)
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
        "choices": figures(second),
        "events": list(position.history),
    }


def the_same(position: Position, seat: int) -> dict[int, int]:
    """For each choice the first that is the same to somebody who has only the table before them."""
    first: dict[str, int] = {}
    scene = position.scene(seat)
    return {
        choice["id"]: first.setdefault(json.dumps(deed(choice, scene)), choice["id"])
        for choice in position.choices(seat)
    }


def promising(box: Box, visible: View, seat: int, same: Mapping[int, int], seed: int) -> int | None:
    """The choice that a short search finds much better than the others that it tries."""
    tried = hint(box, visible, seat, Budget(iterations=SCREEN_ITERATIONS), seed).choices
    worths: dict[int, float] = {}
    for each in tried:
        if each.visits >= LEAST_VISITS:
            number = same[each.number]
            worths[number] = max(worths.get(number, 0.0), each.chances[seat].value)
    ranked = sorted(worths, key=lambda number: -worths[number])
    if not ranked or (len(ranked) > 1 and worths[ranked[0]] - worths[ranked[1]] < MARGIN):
        return None
    return ranked[0]


def share_that_finds(box: Box, visible: View, seat: int, same: Mapping[int, int], best: int, seed: int) -> float:
    """How often weak bots choose this."""
    chosen = [same[make_bot(name, box, seed + k).choose(visible, seat)] for name in WEAK for k in range(ATTEMPTS)]
    return chosen.count(best) / len(chosen)


def weigh(position: Position, visible: View, seat: int, seed: int, iterations: int) -> Weighed | None:
    """Sample every choice until it is clear which are as good as the best; None if that is not clear."""
    same = the_same(position, seat)
    samples: dict[int, list[float]] = {number: [] for number in same.values()}
    undecided = list(samples)
    for taken in range(0, MOST_SAMPLES, BATCH):
        for sample in range(taken, taken + BATCH):
            start = position.box.resample(visible, seat, seed * MOST_SAMPLES + sample)
            for number in undecided:
                samples[number].append(worth(start, number, seat, seed * MOST_SAMPLES + sample, iterations))
        best = max(undecided, key=lambda number: sum(samples[number]))
        undecided = [each for each in undecided if each == best or not is_behind(samples[each], samples[best])]
        if taken == BATCH and len(undecided) > max(2, MOST_OPEN * len(samples)):
            return None
        if undecided == [best] and taken >= 2 * BATCH:
            break
    if undecided != [best] or not all(is_behind(samples[each], samples[best]) for each in samples if each != best):
        return None
    right = tuple(number for number in same if same[number] == best)
    return Weighed({number: samples[same[number]] for number in same}, right)


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
    """Whether a choice is worse by the margin, far beyond the error of the paired samples, with bounds of its own."""
    less = np.subtract(best[: len(samples)], samples)
    error = max(LEAST_ERROR, float(less.std(ddof=1)) / len(less) ** 0.5)
    if less.mean() <= max(MARGIN, ERRORS * error):
        return False
    mean, low, _ = permille(best)
    other, _, high = permille(samples)
    return high < low and mean - other >= MARGIN * PERMILLE


def figures(weighed: Weighed) -> list[list[int]]:
    return [[number, *permille(samples)] for number, samples in weighed.samples.items()]


def permille(samples: Sequence[float]) -> list[int]:
    """The mean with its 95 % bounds."""
    mean = float(np.mean(samples))
    error = max(LEAST_ERROR, float(np.std(samples, ddof=1)) / len(samples) ** 0.5)
    bounds = (mean, max(0.0, mean - SURE * error), min(1.0, mean + SURE * error))
    return [round(each * PERMILLE) for each in bounds]


def write(game: Game) -> None:
    """Select varied puzzles and write them, one per line."""
    pool = pool_of(game)
    chosen = varied([puzzle for each in pool for puzzle in each["puzzles"]])
    commit = subprocess.run(["git", "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True, check=True)
    made = {
        "commit": commit.stdout.strip(),
        "games": sum(each.get("games", 1) for each in pool),
        "iterations": sorted({CONFIRMING * each["iterations"] for each in pool if each["puzzles"]}),
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
    """One after the other, what is rarest so far: its phase first, then its seats and how clear it is."""
    left, chosen = list(pool), list[Mapping[str, Any]]()

    def is_too_plain(puzzle: Mapping[str, Any]) -> bool:
        return sum(len(each["choices"]) == 2 for each in [*chosen, puzzle]) > MOST_PLAIN and len(puzzle["choices"]) == 2

    def rarity(puzzle: Mapping[str, Any]) -> tuple[float, ...]:
        alike = [each for each in chosen if each["phase"] == puzzle["phase"]]
        same = sum(each["seats"] == puzzle["seats"] for each in alike)
        return is_too_plain(puzzle), len(alike), same, -margin_of(puzzle)

    while left and len(chosen) < WANTED:
        following = min(left, key=rarity)
        if is_too_plain(following) and len(chosen) >= LEAST:
            break
        chosen.append(following)
        left.remove(following)
    return chosen


def margin_of(puzzle: Mapping[str, Any]) -> int:
    """By how much the best choice is ahead of the best other one."""
    values: dict[int, int] = {number: value for number, value, _, _ in puzzle["choices"]}
    others = [value for number, value in values.items() if number not in puzzle["right"]]
    return max(values.values()) - max(others)


if __name__ == "__main__":
    main()
