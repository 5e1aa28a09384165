"""Shows that shares adjusted for luck agree with plain ones on average: the table of docs/explanation/luck-and-skill.md.

    python tools/unbiased.py play FOLDER GAME [--games 9999] [--minutes 14]    play, or go on playing
    python tools/unbiased.py keep FOLDER                                       into benchmarks/luck.json
    python tools/unbiased.py write                                             the table from there
    python tools/unbiased.py check                                             fail if it is stale

Two greedy bots and a random one play, so the line-up is far from even. The seed was used for nothing before, and the
values are those of each game's `judge.py`, fixed beforehand.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import fmean, stdev, variance
from typing import Any

import cabotage
from cabotage.arena import Tournament
from cabotage.arena.result import GameResult
from cabotage.bots.bounds import SURE
from cabotage.games import GAMES, find

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "benchmarks" / "luck.json"
PAGE = ROOT / "docs" / "explanation" / "luck-and-skill.md"
BEGIN, END = "<!-- unbiased -->\n", "<!-- end of unbiased -->\n"
LINE_UP, OBSERVED = ("greedy", "random", "greedy"), "greedy"
SEED = 20_260_801
GAMES_WANTED, MINUTES = 9_999, 14.0


class Stopped(Exception):
    """The time is over; the games so far are in the folder."""


def play(folder: Path, game: str, games: int, minutes: float) -> None:
    """Play as many games as the time allows; started again, it goes on."""
    end = time.monotonic() + 60 * minutes

    def watch(_: GameResult) -> None:
        if time.monotonic() > end:
            raise Stopped

    tournament = Tournament(cabotage.load(game, seats=len(LINE_UP)), LINE_UP, games, SEED)
    try:
        tournament.play(folder / game, watch=watch)
    except Stopped:
        pass


def keep(folder: Path) -> None:
    """Copy the figures of all games played so far, complete rounds only."""
    kept: dict[str, Any] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    for game in GAMES:
        file = folder / game / "games.jsonl"
        if file.exists():
            results = [GameResult.parse(line) for line in file.read_text().splitlines()]
            settings = find(game).judge.SEARCH.luck
            kept[game] = {"playouts": settings.tries, "commit": _commit(), **figures(results)}
    KEPT.write_text(json.dumps(kept, indent=1) + "\n")


def figures(results: list[GameResult]) -> dict[str, Any]:
    """Plain and adjusted share of the greedy bots; a round is one observation, because its games share their dice."""
    each = len(LINE_UP)
    rounds = [results[at : at + each] for at in range(0, len(results) - each + 1, each)]
    plain = [fmean(_mean(game.shares, game) for game in games) for games in rounds]
    luck = [fmean(_mean(game.luck, game) for game in games) for games in rounds]
    adjusted = [share - brought for share, brought in zip(plain, luck, strict=True)]
    half = SURE * stdev(luck) / len(luck) ** 0.5
    return {
        "games": each * len(rounds),
        "plain": round(fmean(plain), 5),
        "adjusted": round(fmean(adjusted), 5),
        "difference": [round(fmean(luck) + end, 5) for end in (0.0, -half, half)],
        "fewer_games": round(variance(plain) / variance(adjusted), 2),
        "fewer_games_single": round(_ratio(results), 2),
    }


def _mean(values: list[float], game: GameResult) -> float:
    return fmean(value for value, bot in zip(values, game.seating, strict=True) if bot == OBSERVED)


def _ratio(results: list[GameResult]) -> float:
    """The same for single games, without the rotations that cancel much of the luck already."""
    plain = [_mean(game.shares, game) for game in results]
    luck = [_mean(game.luck, game) for game in results]
    return variance(plain) / variance([share - brought for share, brought in zip(plain, luck, strict=True)])


def table() -> list[str]:
    kept: dict[str, Any] = json.loads(KEPT.read_text())
    lines = [
        "| game | games | plain | adjusted | difference (95%) | fewer games: rounds | single games |",
        "|---|---|---|---|---|---|---|",
    ]
    for game in (each for each in GAMES if each in kept):
        found = kept[game]
        mean, low, high = found["difference"]
        lines.append(
            f"| {find(game).names['en']} | {found['games']:,} | {found['plain']:.4f} | {found['adjusted']:.4f} | "
            f"{mean:+.4f} ({low:+.4f} to {high:+.4f}) | {found['fewer_games']:.1f} | {found['fewer_games_single']:.1f} |"
        )
    return lines


def write(is_check: bool) -> int:
    text = PAGE.read_text()
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    new = before + BEGIN + "".join(f"{line}\n" for line in table()) + END + after
    if not is_check:
        PAGE.write_text(new)
    elif new != text:
        print(f"stale: {PAGE.name}; run `python tools/unbiased.py write`", file=sys.stderr)
        return 1
    return 0


def _commit() -> str:
    found = subprocess.run(["git", "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True, check=True)
    return found.stdout.strip()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["play", "keep", "write", "check"])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("game", nargs="?", choices=GAMES)
    parser.add_argument("--games", type=int, default=GAMES_WANTED)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    given = parser.parse_args()
    if given.command == "play":
        play(given.folder, given.game, given.games, given.minutes)
    elif given.command == "keep":
        keep(given.folder)
    else:
        return write(given.command == "check")
    return 0


if __name__ == "__main__":
    sys.exit(main())
