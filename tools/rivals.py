"""Our bots against OpenSpiel's search with the same time for each decision: the table of docs/how-to/openspiel.md.

    python tools/rivals.py play FOLDER GAME [--seconds 0.2] [--games 30] [--minutes 14]    play, or go on playing
    python tools/rivals.py keep FOLDER                                                     into benchmarks/rivals.json
    python tools/rivals.py write                                                           the table from there
    python tools/rivals.py check                                                           fail if it is stale

One admiral plays two of OpenSpiel's bots at three seats, which rotate over the same dice: IS-MCTS where something is
hidden, else MCTS. Both get views. Before the first game, the iterations of the one and the simulations of the other are
set so that each takes the given time of the processor for a decision; the table has the time that they took.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from statistics import fmean
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any

import cabotage
from cabotage.arena.interval import of_mean
from cabotage.bots import make_bot
from cabotage.games import GAMES, find
from cabotage.research.openspiel.bots import IsMctsBot, MctsBot
from cabotage.research.openspiel.game import has_secrets

if TYPE_CHECKING:
    from cabotage.bots.bot import Bot
    from cabotage.core.box import Box

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.sections import commit, filled, update

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "benchmarks" / "rivals.json"
PAGE = ROOT / "docs" / "how-to" / "openspiel.md"
RANK = "admiral"
SEATS, SEED = 3, 20_261_119
SECONDS, GAMES_WANTED, MINUTES = 0.2, 30, 14.0
TINY, FIRST = {"iterations": 10, "simulations": 2}, {"iterations": 10_000, "simulations": 200}


def play(folder: Path, game: str, seconds: float, games: int, minutes: float) -> None:
    """Play whole rounds as long as time allows; started again, it goes on."""
    folder.mkdir(parents=True, exist_ok=True)
    path, end = folder / f"{game}.json", monotonic() + 60 * minutes
    box = cabotage.load(game, seats=SEATS)
    kept: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {**budgets(box, seconds), "rounds": []}
    if kept["seconds"] != seconds:
        sys.exit(f"{path} was begun with {kept['seconds']} seconds; choose another folder")
    while len(kept["rounds"]) * SEATS < games and monotonic() < end:
        seed = SEED + len(kept["rounds"])
        kept["rounds"].append([one_game(box, seed, seat, kept) for seat in range(SEATS)])
        path.write_text(json.dumps(kept, indent=1) + "\n")


def budgets(box: Box, seconds: float) -> dict[str, Any]:
    """How many iterations and simulations take so long, from a game that does not count, in which both are short."""
    one_game(box, SEED - 1, 0, TINY)  # compiles
    took = one_game(box, SEED - 1, 0, FIRST)
    iterations = max(1, round(FIRST["iterations"] * seconds / took["our_seconds"]))
    simulations = max(2, round(FIRST["simulations"] * seconds / took["their_seconds"]))
    return {"seconds": seconds, "iterations": iterations, "simulations": simulations}


def theirs(box: Box, seed: int, simulations: int) -> IsMctsBot | MctsBot:
    bot = IsMctsBot(box, seed) if has_secrets(box.game) else MctsBot(box, seed)
    bot.simulations = simulations
    return bot


def one_game(box: Box, seed: int, ours: int, kept: dict[str, Any]) -> dict[str, Any]:
    """The admiral's share of the win at this seat, and the mean seconds of both sides where there was a choice."""
    bots = [theirs(box, seed * SEATS + seat, kept["simulations"]) for seat in range(SEATS)]
    admiral = make_bot(f"{RANK}@{kept['iterations']}", box, seed)
    position = box.start(seed=seed)
    took: tuple[list[float], list[float]] = ([], [])
    while not position.is_over:
        seat, began = position.to_act, process_time()
        bot: Bot = admiral if seat == ours else bots[seat]
        number = bot.choose(position.view(seat), seat)
        if len(position.legal) > 1:
            took[seat != ours].append(process_time() - began)
        position.play(number)
        position.roll()
    assert position.score is not None
    our_seconds, their_seconds = (round(fmean(each), 4) for each in took)
    return {"share": float(position.score[ours]), "our_seconds": our_seconds, "their_seconds": their_seconds}


def keep(folder: Path) -> None:
    """Copy the figures of all rounds played so far."""
    kept: dict[str, Any] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    for game in GAMES:
        path = folder / f"{game}.json"
        if not path.exists():
            continue
        found = json.loads(path.read_text())
        games = [each for of_round in found["rounds"] for each in of_round]
        shares = [fmean(each["share"] for each in of_round) for of_round in found["rounds"]]
        kept[game] = {
            "commit": commit(),
            "games": len(games),
            "iterations": found["iterations"],
            "simulations": found["simulations"],
            "our_seconds": round(fmean(each["our_seconds"] for each in games), 3),
            "their_seconds": round(fmean(each["their_seconds"] for each in games), 3),
            "relative": round(SEATS * fmean(shares), 2),
            "interval": [round(SEATS * end, 2) for end in of_mean(shares, 1.0) or (0.0, 1.0)],
        }
    KEPT.write_text(json.dumps(kept, indent=1) + "\n")


def table() -> list[str]:
    kept: dict[str, Any] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    lines = [
        "| game | search | iterations, seconds | simulations, seconds | games | times the fair share (95%) |",
        "|---|---|---|---|---|---|",
    ]
    for game in (each for each in GAMES if each in kept):
        found, (low, high) = kept[game], kept[game]["interval"]
        search = "IS-MCTS" if has_secrets(find(game)) else "MCTS"
        lines.append(
            f"| {find(game).names['en']} | {search} | {found['iterations']:,}, {found['our_seconds']:.2f} | "
            f"{found['simulations']:,}, {found['their_seconds']:.2f} | {found['games']} | "
            f"{found['relative']:.2f} ({low:.2f}-{high:.2f}) |"
        )
    return lines


def write(is_check: bool) -> int:
    return update({PAGE: filled(PAGE.read_text("utf-8"), "rivals", table())}, "tools/rivals.py write", is_check)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["play", "keep", "write", "check"])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("game", nargs="?", choices=GAMES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--games", type=int, default=GAMES_WANTED)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    given = parser.parse_args()
    if given.command == "play":
        play(given.folder, given.game, given.seconds, given.games, given.minutes)
    elif given.command == "keep":
        keep(given.folder)
    else:
        return write(given.command == "check")
    return 0


if __name__ == "__main__":
    sys.exit(main())
