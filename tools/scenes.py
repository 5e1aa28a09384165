"""Plays games with bots and writes what the server would send to web/fixtures/, to look at boards without a server.

    python tools/scenes.py                       every game, in French and English
    python tools/scenes.py calypso --seed 3      one game, with other draws

A fixture is a list of views of one seat, each with the steps since the one before, as the live socket sends them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import cabotage
from cabotage.bots import make_bot
from cabotage.core.words import LANGUAGES
from cabotage.games import GAMES
from cabotage.server.api.catalogue import games
from cabotage.server.language import greetings
from cabotage.tables import Log, Table, Tables, dice

FOLDER = Path(__file__).resolve().parent.parent / "web" / "fixtures"
NAMES = ("Anna", "Boreas", "Corsair", "Doris", "Esteban", "Fanny", "Gaspard", "Hector")
MOST_VIEWS = 60  # the first and the last ones are enough to look at
VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "calypso": ({}, {"mode": "coop"}, {"memory_help": True}, {"seats": 6}, {"seats": 4}),
    "captn_clever": (
        {},
        {"seats": 2},
        {"seats": 4, "board": "lagoon", "easy": True},
        {"seats": 4, "show_found": "all"},
    ),
    "smugglers": ({"seats": 3}, {"seats": 2}, {"seats": 4, "extra_reefs": 2, "mild": True}, {"lit_harbours": True}),
    "cape_horn": ({}, {"seats": 5}, {"seats": 4, "duo": True}),
    "treasure_boots": ({}, {"seats": 5}, {"seats": 8}),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    entropy = Random(chosen.seed)
    dice.new_seed = lambda: entropy.randbytes(dice.SEED_BYTES)
    asyncio.run(write_all(chosen.games))


async def write_all(chosen: list[str]) -> None:
    with TemporaryDirectory() as folder:
        tables = Tables(await Log.open(f"sqlite:///{folder}/demo.db"))
        for language in LANGUAGES:
            write(f"games.{language}", {"games": games(language)})
            for game in chosen:
                for number, options in enumerate(VARIANTS.get(game, ({},))):
                    views, table = await demo(tables, game, options, language)
                    write(f"{game}{number or ''}.{language}", views)
                    write(f"{game}{number or ''}.record.{language}", json.loads(table.record()))
        await tables.close()


def write(name: str, content: Any) -> None:
    path = FOLDER / f"{name}.json"
    path.write_text(json.dumps(content, ensure_ascii=False), "utf-8")
    print(f"{path.name}: {path.stat().st_size // 1024} kB")


async def demo(tables: Tables, game: str, chosen: dict[str, Any], language: str) -> tuple[list[dict[str, Any]], Table]:
    """A game of bots at a real table, as the person in seat 0 would see it."""
    box = cabotage.load(game, **chosen)
    bot = make_bot("greedy", box, seed=0)
    options = {name: value for name, value in chosen.items() if name != "seats"}
    seats = ["me", *["bot:captain"] * (box.seats - 1)]
    table = await tables.open(game, seats, opener="anna", options=options, name=NAMES[0])
    views, seen = [shown(table, language, None)], table.seq
    while (seat := table.to_act) is not None:
        await table.submit(seat, table.seq, bot.choose(table.view(seat), seat))
        if table.to_act in (0, None):
            views.append(shown(table, language, seen))
            seen = table.seq
    if len(views) > MOST_VIEWS:
        views = views[: MOST_VIEWS // 2] + views[-MOST_VIEWS // 2 :]
    return views, table


def shown(table: Table, language: str, since: int | None) -> dict[str, Any]:
    view = table.seen_by(0, language, since)
    seats = [
        {**seat, "name": name, "is_mine": seat["seat"] == 0, "is_here": True}
        for seat, name in zip(view["seats"], NAMES, strict=False)
    ]
    return {**view, "seats": seats, "mine": [0], "greetings": greetings(language)}


if __name__ == "__main__":
    main()
