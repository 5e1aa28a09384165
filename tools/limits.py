"""From which cost on a choice is an inaccuracy, a mistake or a blunder: src/cabotage/analysis/limits.json.

    python tools/limits.py play FOLDER GAME [--decisions 400] [--minutes 14]    measure, or go on measuring
    python tools/limits.py write FOLDER                                        write the limits of the games there

Weak bots play, and some of their decisions are judged as in an analysis. A limit is the cost that so many of a hundred
of these decisions reach: so the words mean the same in a game of small steps and in one of large swings.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from random import Random

import numpy as np

import cabotage
from cabotage.analysis import Effort
from cabotage.analysis.decision import judge
from cabotage.analysis.verdict import FILE, Limits
from cabotage.bots import make_bot
from cabotage.games import GAMES, find

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.sections import filled, update

PAGE = Path(__file__).parent.parent / "docs" / "explanation" / "luck-and-skill.md"
SEATS, PLAYER, SAMPLED, FIRST_SEED = 3, "cabin_boy", 0.2, 500_000
EFFORT = Effort(playouts=1, iterations=600, samples=64)
REACHED = Limits(inaccuracy=20, mistake=8, blunder=2)  # of a hundred decisions
LEAST = Limits(inaccuracy=0.01, mistake=0.025, blunder=0.05)  # in any game
MOST = Limits(inaccuracy=0.04, mistake=0.10, blunder=0.20)
FEWEST = 200  # decisions: with fewer, a blunder would be named by a handful
STEP = 0.005  # limits are rounded to this


def play(folder: Path, game: str, decisions: int, minutes: float) -> None:
    """Measure as many decisions as the time allows; started again, it goes on."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game}.jsonl"
    games = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    done, end = sum(len(costs) for costs in games), time.monotonic() + 60 * minutes
    with path.open("a") as file:
        while done < decisions and time.monotonic() < end:
            costs = costs_of(game, FIRST_SEED + len(games))
            games.append(costs)
            done += len(costs)
            file.write(json.dumps(costs) + "\n")
            file.flush()


def costs_of(name: str, seed: int) -> list[float]:
    """What some decisions of one game cost."""
    box, rng, costs = cabotage.load(name, seats=SEATS), Random(seed), []
    bots = [make_bot(PLAYER, box, seed * SEATS + seat) for seat in range(SEATS)]
    position = box.start(seed=seed)
    while not position.is_over:
        seat = position.to_act
        number = int(bots[seat].choose(position.view(seat), seat))
        if rng.random() < SAMPLED:
            costs.append(round(judge(box, position.states, 0, seat, number, EFFORT, rng.getrandbits(20)).cost, 5))
        position.play(number)
        position.roll()
    return costs


def write(folder: Path) -> None:
    known: dict[str, dict[str, float]] = json.loads(FILE.read_text("utf-8"))
    for game in (each for each in GAMES if (folder / f"{each}.jsonl").exists()):
        costs = [cost for line in (folder / f"{game}.jsonl").read_text().splitlines() for cost in json.loads(line)]
        if len(costs) < FEWEST:
            continue
        limits = Limits(*(limit(costs, *rule) for rule in zip(REACHED, LEAST, MOST, strict=True)))
        known[game] = {"decisions": len(costs), **limits._asdict()}
        print(game, known[game])
    found = {game: known[game] for game in GAMES if game in known}
    FILE.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    text = filled(PAGE.read_text("utf-8"), "limits", table(found))
    update({PAGE: text}, "tools/limits.py write", is_check=False)


def table(found: dict[str, dict[str, float]]) -> list[str]:
    lines = ["| game | inaccuracy | mistake | blunder | decisions measured |", "|---|---|---|---|---|"]
    for game, row in found.items():
        costs = " | ".join(f"{row[name]:.1%}" for name in Limits._fields)
        lines.append(f"| {find(game).names['en']} | {costs} | {row['decisions']:,} |")
    return lines


def limit(costs: list[float], reached: float, least: float, most: float) -> float:
    """The cost that so many of a hundred decisions reach."""
    cost = float(np.percentile(costs, 100 - reached))
    return round(min(most, max(least, STEP * round(cost / STEP))), 4)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["play", "write"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("game", nargs="?", choices=GAMES)
    parser.add_argument("--decisions", type=int, default=400)
    parser.add_argument("--minutes", type=float, default=14.0)
    given = parser.parse_args()
    if given.command == "play":
        play(given.folder, given.game, given.decisions, given.minutes)
    else:
        write(given.folder)


if __name__ == "__main__":
    main()
