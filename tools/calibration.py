"""Do the chances of an analysis come true? The tables and diagrams of docs/reference/calibration.md.

    python tools/calibration.py play FOLDER GAME [--players mate] [--games 2000] [--minutes 14]    or go on playing
    python tools/calibration.py keep FOLDER     into benchmarks/calibration.json
    python tools/calibration.py write           the page from there
    python tools/calibration.py check           fail if it is stale

Bots of one kind play against each other. At some of their decisions the chances of all seats are predicted with all
cards open: by the game's estimate, and by the playouts of an analysis.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import cabotage
from cabotage.analysis.calibration import FILE, Bin, Predictions
from cabotage.analysis.valuing import values_of
from cabotage.bots import make_bot
from cabotage.core.contract import WIN
from cabotage.core.position import Position
from cabotage.games import GAMES, find

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.sections import commit, filled, update

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "benchmarks" / "calibration.json"
PAGE = ROOT / "docs" / "reference" / "calibration.md"
PICTURES = PAGE.with_suffix("")
SEATS, GAMES_WANTED, MINUTES = 3, 2_000, 14.0
FIRST_SEED = 700_000  # of games that nothing was fitted to
SAMPLED = 8  # decisions of each game, on average
PLAYOUTS = 64
PREDICTORS = {"estimate": "estimate", "values": f"{PLAYOUTS} playouts"}
LINES = ("estimate", "values")
SIZE, MARGIN = 220, 26


def play(folder: Path, game: str, players: str, games: int, minutes: float) -> None:
    """Play as many games as the time allows; started again, it goes on."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game}-{players}.jsonl"
    done = len(path.read_text().splitlines()) if path.exists() else 0
    end = time.monotonic() + 60 * minutes
    length = 200.0  # decisions of a game, learnt as games are played
    with path.open("a") as file:
        while done < games and time.monotonic() < end:
            positions, shares, decisions = one_game(game, players, FIRST_SEED + done, SAMPLED / length)
            length += 0.2 * (decisions - length)
            file.write(json.dumps({"seed": FIRST_SEED + done, "shares": shares, "positions": positions}) + "\n")
            file.flush()
            done += 1


def one_game(name: str, players: str, seed: int, sampled: float) -> tuple[list[Any], list[float], int]:
    """The predictions at some decisions of one game, its result, and how many decisions it had."""
    box = cabotage.load(name, seats=SEATS)
    rng = Random(seed)
    bots = [make_bot(players, box, seed * SEATS + seat) for seat in range(SEATS)]
    values = values_of(box, PLAYOUTS, box.game.judge.SEARCH.luck.horizon)
    position = box.start(seed=seed)
    found, decisions = [], 0
    while not position.is_over:
        if rng.random() < sampled:
            chances = values.of(position.states, seed * 1000 + decisions)
            predicted = (estimated(position), chances.tolist())
            found.append([[round(chance, 4) for chance in chances] for chances in predicted])
        decisions += 1
        position.play(bots[position.to_act].choose(position.view(position.to_act), position.to_act))
        position.roll()
    return found, [round(float(share), 6) for share in position.score or ()], decisions


def estimated(position: Position) -> list[float]:
    """Every seat's chance by the game's own estimate of the full state, which bots never see."""
    out = np.zeros(position.box.seats, np.int32)
    position.box.game.judge.estimate(position.box.constants, position.states, 0, out)
    return [float(chance) for chance in out / WIN]


def keep(folder: Path) -> None:
    """Copy the figures of all games played so far."""
    kept: list[dict[str, Any]] = []
    for game in GAMES:
        for path in sorted(folder.glob(f"{game}-*.jsonl")):
            lines = [json.loads(line) for line in path.read_text().splitlines()]
            predictors = {name: figures(lines, place) for place, name in enumerate(PREDICTORS)}
            players = path.stem.removeprefix(f"{game}-")
            positions = sum(len(line["positions"]) for line in lines)
            kept.append(
                {"game": game, "players": players, "games": len(lines), "positions": positions, "commit": commit()}
                | {"predictors": predictors}
            )
    KEPT.write_text(json.dumps(kept, indent=1) + "\n")


def figures(lines: list[dict[str, Any]], predictor: int) -> dict[str, Any]:
    rows = [(line["seed"], each[predictor], line["shares"]) for line in lines for each in line["positions"]]
    predictions = Predictions(*(np.array(column) for column in zip(*rows, strict=True)))
    return {
        "bins": [[each.size, round(each.predicted, 4), round(each.observed, 4)] for each in predictions.bins()],
        "brier": round(predictions.brier, 4),
        "error": round(predictions.calibration_error, 4),
        "interval": [round(end, 4) for end in predictions.interval(lambda each: each.calibration_error)],
    }


def table(kept: list[dict[str, Any]]) -> list[str]:
    lines = [
        "| game | players | games | predicted by | Brier score | calibration error (95%) |",
        "|---|---|---|---|---|---|",
    ]
    for row in kept:
        for name, found in row["predictors"].items():
            low, high = found["interval"]
            lines.append(
                f"| {find(row['game']).names['en']} | {row['players']} | {row['games']:,} | {PREDICTORS[name]} | "
                f"{found['brier']:.3f} | {found['error']:.3f} ({low:.3f}-{high:.3f}) |"
            )
    return lines


def title(row: dict[str, Any]) -> str:
    return f"{find(row['game']).names['en']}, {row['players']}"


def diagram(row: dict[str, Any]) -> list[str]:
    """What happened, upwards, by what was predicted, to the right: on the diagonal, chances come true."""
    inner = SIZE - 2 * MARGIN

    def at(each: Bin) -> str:
        return f"{MARGIN + inner * each.predicted:.1f},{SIZE - MARGIN - inner * each.observed:.1f}"

    bins = {name: [Bin(*each) for each in row["predictors"][name]["bins"]] for name in LINES}
    label = "; ".join(f"{each.predicted:.2f} predicted, {each.observed:.2f} happened" for each in bins["values"])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" font-family="sans-serif">',
        f"<title>{title(row)}: {label}</title>",
        f'<text x="{MARGIN}" y="16" font-size="12" fill="#777">{title(row)}</text>',
        f'<path d="M{MARGIN},{MARGIN}V{SIZE - MARGIN}H{SIZE - MARGIN}" stroke="#777" fill="none"/>',
        f'<path d="M{MARGIN},{SIZE - MARGIN}L{SIZE - MARGIN},{MARGIN}" stroke="#777" opacity=".3"/>',
    ]
    for name, colour, dash in (("estimate", "#b35900", "4 3"), ("values", "#0b6e99", "none")):
        points = " ".join(map(at, bins[name]))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
        )
    return [*parts, "</svg>"]


def write(is_check: bool) -> int:
    kept: list[dict[str, Any]] = json.loads(KEPT.read_text())
    pictures = {PICTURES / f"{row['game']}-{row['players']}.svg": "\n".join(diagram(row)) + "\n" for row in kept}
    links = [f"![{title(row)}]({PICTURES.name}/{row['game']}-{row['players']}.svg)" for row in kept]
    page = filled(PAGE.read_text("utf-8"), "calibration", [*table(kept), "", *links])
    errors = {row["game"]: {"games": row["games"], "error": row["predictors"]["values"]["error"]} for row in kept}
    report = {FILE: json.dumps(errors, indent=1) + "\n"}
    return update({PAGE: page, **pictures, **report}, "tools/calibration.py write", is_check)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["play", "keep", "write", "check"])
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("game", nargs="?", choices=GAMES)
    parser.add_argument("--players", default="mate")
    parser.add_argument("--games", type=int, default=GAMES_WANTED)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    given = parser.parse_args()
    if given.command == "play":
        play(given.folder, given.game, given.players, given.games, given.minutes)
    elif given.command == "keep":
        keep(given.folder)
    else:
        return write(given.command == "check")
    return 0


if __name__ == "__main__":
    sys.exit(main())
