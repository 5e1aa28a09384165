"""Shows that adjusted and plain shares agree on average, and how many fewer games an adjusted share needs: the tables
of docs/explanation/luck-and-skill.md.

    python tools/unbiased.py play FOLDER GAME [--even] [--games 9999] [--minutes 14]    play, or go on playing
    python tools/unbiased.py keep FOLDER                                                into benchmarks/luck.json
    python tools/unbiased.py write                                                      the tables from there
    python tools/unbiased.py check                                                      fail if they are stale

Two greedy bots and a random one play, so the line-up is far from even; or three greedy ones. The seeds were used for
nothing before, and the values are those of each game's `judge.py`, fixed beforehand.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from contextlib import suppress
from pathlib import Path
from statistics import fmean, stdev, variance
from typing import Any

import numpy as np

import cabotage
from cabotage.arena import Tournament
from cabotage.arena.adjustment import without_luck
from cabotage.arena.result import GameResult
from cabotage.bots.bounds import SURE
from cabotage.games import GAMES, find

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.sections import commit, filled, update

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "benchmarks" / "luck.json"
PAGE = ROOT / "docs" / "explanation" / "luck-and-skill.md"
LINE_UP, EVEN = ("greedy", "random", "greedy"), ("greedy", "greedy", "greedy")
SEED, EVEN_SEED = 20_260_801, 20_260_802
SAMPLES = 400  # of games, drawn with replacement for an interval
GAMES_WANTED, MINUTES = 9_999, 14.0


class Stopped(Exception):
    """The time is over; the games so far are in the folder."""


def play(folder: Path, game: str, is_even: bool, games: int, minutes: float) -> None:
    """Play as many games as the time allows; started again, it goes on."""
    end = time.monotonic() + 60 * minutes

    def watch(_: GameResult) -> None:
        if time.monotonic() > end:
            raise Stopped

    line_up, seed = (EVEN, EVEN_SEED) if is_even else (LINE_UP, SEED)
    tournament = Tournament(cabotage.load(game, seats=len(line_up)), line_up, games, seed)
    with suppress(Stopped):
        tournament.play(folder / (f"{game}-even" if is_even else game), watch=watch)


def keep(folder: Path) -> None:
    """Copy the figures of all games played so far, complete rounds only."""
    kept: dict[str, Any] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    for game in GAMES:
        for name, found_by in (("uneven", figures), ("even", even_figures)):
            results = played(folder / (f"{game}-even" if name == "even" else game))
            if not any(any(result.luck or ()) for result in results):
                continue  # not played, or its draws only reveal
            settings = find(game).judge.SEARCH.luck._asdict()
            kept.setdefault(game, {})[name] = {"luck": settings, "commit": commit(), **found_by(results)}
    KEPT.write_text(json.dumps(kept, indent=1) + "\n")


def played(folder: Path) -> list[GameResult]:
    """The games of complete rounds."""
    file = folder / "games.jsonl"
    results = [GameResult.parse(line) for line in file.read_text().splitlines()] if file.exists() else []
    return results[: len(results) // len(LINE_UP) * len(LINE_UP)]


def figures(results: list[GameResult]) -> dict[str, Any]:
    """For a greedy seat of each game and for the random one: plain and adjusted share of the win."""
    greedy, random = (_of_seats(results, after) for after in (1, 0))
    return {"games": len(results), "greedy": greedy, "random": random}


def even_figures(results: list[GameResult]) -> dict[str, Any]:
    """How many times fewer games the adjusted share of a seat needs, with an interval over drawn games."""
    plain = np.array([game.shares for game in results])
    luck = np.array([game.luck for game in results])
    fitted = np.array([without_luck(*columns) for columns in zip(plain.T.tolist(), luck.T.tolist(), strict=True)]).T
    rng = np.random.default_rng(EVEN_SEED)
    drawn = [rng.integers(len(results), size=len(results)) for _ in range(SAMPLES)]
    low, high = np.percentile([_ratio(plain[rows], fitted[rows]) for rows in drawn], (2.5, 97.5))
    all_taken = _ratio(plain, plain - luck)
    fewer = [round(float(times), 2) for times in (_ratio(plain, fitted), low, high)]
    return {"games": len(results), "fewer_games": fewer, "fewer_games_all_taken": round(all_taken, 2)}


def _ratio(plain: Any, adjusted: Any) -> float:
    return float(plain.var(axis=0).mean() / adjusted.var(axis=0).mean())


def _of_seats(results: list[GameResult], after: int) -> dict[str, Any]:
    """The figures of the seat so many places after the random one."""
    seats = [(game.seating.index("random") + after) % len(LINE_UP) for game in results]
    shares = [game.shares[seat] for game, seat in zip(results, seats, strict=True)]
    luck = [(game.luck or [])[seat] for game, seat in zip(results, seats, strict=True)]
    all_taken = [share - brought for share, brought in zip(shares, luck, strict=True)]
    fitted = without_luck(shares, luck)
    changed = [share - rest for share, rest in zip(_by_round(shares), _by_round(fitted), strict=True)]
    half = SURE * stdev(changed) / len(changed) ** 0.5  # games of a round share their dice
    spread = variance(shares)
    return {
        "plain": round(fmean(shares), 5),
        "adjusted": round(fmean(fitted), 5),
        "difference": [round(-fmean(changed) + end, 5) for end in (0.0, -half, half)],
        "fewer_games": _times(spread, fitted),
        "fewer_games_all_taken": _times(spread, all_taken),
    }


def _times(spread: float, adjusted: list[float]) -> float | None:
    """How many times fewer games; None if the plain share never varied, because a bot always lost."""
    return round(spread / variance(adjusted), 2) if spread else None


def _by_round(values: list[float]) -> list[float]:
    each = len(LINE_UP)
    return [fmean(values[at : at + each]) for at in range(0, len(values), each)]


def table() -> list[str]:
    kept: dict[str, Any] = json.loads(KEPT.read_text())
    lines = [
        "| game | seat | games | plain | adjusted | difference (95%) | fewer games | if all luck is taken |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for game in (each for each in GAMES if "uneven" in kept.get(each, {})):
        for bot in ("greedy", "random"):
            found = kept[game]["uneven"][bot]
            mean, low, high = found["difference"]
            shares = f"{found['plain']:.4f} | {found['adjusted']:.4f} | {mean:+.4f} ({low:+.4f} to {high:+.4f})"
            fewer = " | ".join(
                "–" if times is None else f"{times:.2f}"
                for times in (found["fewer_games"], found["fewer_games_all_taken"])
            )
            games = kept[game]["uneven"]["games"]
            lines.append(f"| {find(game).names['en']} | {bot} | {games:,} | {shares} | {fewer} |")
    return lines


def even_table() -> list[str]:
    kept: dict[str, Any] = json.loads(KEPT.read_text())
    lines = ["| game | games | fewer games (95%) | if all luck is taken |", "|---|---|---|---|"]
    for game in (each for each in GAMES if "even" in kept.get(each, {})):
        found = kept[game]["even"]
        times, low, high = found["fewer_games"]
        fewer = f"{times:.2f} ({low:.2f}-{high:.2f}) | {found['fewer_games_all_taken']:.2f}"
        lines.append(f"| {find(game).names['en']} | {found['games']:,} | {fewer} |")
    return lines


def write(is_check: bool) -> int:
    text = filled(filled(PAGE.read_text("utf-8"), "unbiased", table()), "even", even_table())
    return update({PAGE: text}, "tools/unbiased.py write", is_check)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["play", "keep", "write", "check"])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("game", nargs="?", choices=GAMES)
    parser.add_argument("--even", action="store_true", help="three greedy bots")
    parser.add_argument("--games", type=int, default=GAMES_WANTED)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    given = parser.parse_args()
    if given.command == "play":
        play(given.folder, given.game, given.even, given.games, given.minutes)
    elif given.command == "keep":
        keep(given.folder)
    else:
        return write(given.command == "check")
    return 0


if __name__ == "__main__":
    sys.exit(main())
