"""Plays games with bots and writes what the server would send to web/fixtures/, to look at boards without a server.

    python tools/scenes.py                       every game, in French and English
    python tools/scenes.py calypso --seed 3      one game, with other draws

A fixture is a list of views of one seat, each with the steps since the one before, as the live socket sends them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cabotage
from cabotage.bots import make_bot
from cabotage.core.contract import OVER
from cabotage.core.words import LANGUAGES
from cabotage.games import GAMES
from cabotage.tables.projection import rendered

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.event import Event
    from cabotage.core.game import Game, Option
    from cabotage.core.position import Position
    from cabotage.core.words import Words

FOLDER = Path(__file__).resolve().parent.parent / "web" / "fixtures"
NAMES = ("Anna", "Boreas", "Corsair", "Doris", "Esteban", "Fanny", "Gaspard", "Hector")
STEPS_SHOWN = 40
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
    for language in LANGUAGES:
        write(f"games.{language}", {"games": [card(game, language) for game in GAMES.values()]})
    for game_id in chosen.games:
        for number, options in enumerate(VARIANTS.get(game_id, ({},))):
            for language in LANGUAGES:
                name = f"{game_id}{number or ''}"
                demo = DemoGame(game_id, options, chosen.seed, language)
                write(f"{name}.{language}", demo.views())
                write(f"{name}.record.{language}", json.loads(demo.position.record().text()))


def write(name: str, content: Any) -> None:
    path = FOLDER / f"{name}.json"
    path.write_text(json.dumps(content, ensure_ascii=False), "utf-8")
    print(f"{path.name}: {path.stat().st_size // 1024} kB")


class DemoGame:
    """One game among bots, as a person in seat 0 would see it."""

    def __init__(self, game_id: str, options: dict[str, Any], seed: int, language: str) -> None:
        self.box: Box = cabotage.load(game_id, **options)
        self.words: Words = self.box.game.words(language).naming(lambda seat: NAMES[seat])
        self.position: Position = self.box.start(seed=seed)
        self.seed = seed
        self.viewer = 0

    def views(self) -> list[dict[str, Any]]:
        bot = make_bot("greedy", self.box, seed=self.seed)
        views, steps = [self.view([])], []
        while not self.position.is_over:
            seat = self.position.to_act
            steps.append(self.step(self.position.play(bot.choose(self.position.view(seat), seat))))
            while self.position.is_chance:
                steps.append(self.step(self.position.roll_once()))
            if self.position.to_act in (self.viewer, OVER):
                views.append(self.view(steps[-STEPS_SHOWN:]))
                steps = []
        if len(views) > MOST_VIEWS:
            views = views[: MOST_VIEWS // 2] + views[-MOST_VIEWS // 2 :]
        return views

    def step(self, event: Event) -> dict[str, Any]:
        story = event.story(self.viewer)
        return {
            "seq": len(self.position.history),
            "kind": "drawn" if event.actor < 0 else "chosen",
            "actor": event.actor,
            "choice": None,
            "story": [self.words.tell(message) for message in story],
            "now": [self.words.tell_now(message) for message in story],
            "scene": self.scene(),
        }

    def view(self, steps: list[dict[str, Any]]) -> dict[str, Any]:
        scene = self.scene()
        seq = len(self.position.history)
        return {
            "table": "fixture",
            "game": self.box.game.id,
            "seq": seq,
            "at": seq,
            "viewer": self.viewer,
            "mine": [self.viewer],
            "to_act": self.position.to_act,
            "seats": [self.seat(seat) for seat in range(self.box.seats)],
            "scene": scene,
            "steps": steps,
            "story": [
                {"seq": step["seq"], "kind": step["kind"], "seat": step["actor"], "text": text}
                for step in steps
                for text in step["story"]
            ],
            "choices": [self.choice(choice) for choice in self.position.choices(self.viewer)],
            "not_offered": rendered(self.position.not_offered(self.viewer), self.words),
            "can_undo": False,
            "clock": None,
            "result": self.result(steps),
            "options": self.box.options,
            "phase": scene.get("phase", ""),
            "commitment": "0" * 64,
            "nonces": [],
            "greetings": [{"id": "hello", "text": "Hello!"}, {"id": "well_played", "text": "Well played!"}],
        }

    def seat(self, seat: int) -> dict[str, Any]:
        is_mine = seat == self.viewer
        return {
            "seat": seat,
            "kind": "person" if is_mine else "bot",
            "name": NAMES[seat],
            "rank": None if is_mine else "captain",
            "is_mine": is_mine,
            "is_here": True,
            "is_taken_over": False,
        }

    def choice(self, choice: dict[str, Any]) -> dict[str, Any]:
        return {**rendered(choice, self.words), "text": self.words.tell(choice["text"])}

    def scene(self) -> dict[str, Any]:
        """As the server sends it, with messages rendered."""
        scene: dict[str, Any] = rendered(self.position.scene(self.viewer), self.words)
        return scene

    def result(self, steps: list[dict[str, Any]]) -> dict[str, Any] | None:
        score = self.position.score
        if score is None:
            return None
        return {
            "places": list(self.position.places),
            "score": [float(share) for share in score],
            "winners": [seat for seat, share in enumerate(score) if share == max(score) and share > 0],
            "text": steps[-1]["story"] if steps else [],
        }


def card(game: Game, language: str) -> dict[str, Any]:
    """A game as the harbour shows it."""
    words = game.words(language)
    return {
        "id": game.id,
        "name": game.names[language],
        "seats": {"least": game.seats[0], "most": game.seats[-1], "usual": game.default_seats},
        "minutes": list(game.minutes),
        "age": game.age,
        "goal": words.say("rules.goal"),
        "authors": game.authors,
        "publisher": game.publisher,
        "ranks": [{"id": "cabin_boy", "name": "Cabin boy"}, {"id": "captain", "name": "Captain"}],
        "options": [option_card(option, words) for option in game.options],
        "boards": [],
    }


def option_card(option: Option, words: Words) -> dict[str, Any]:
    is_flag = isinstance(option.default, bool)
    named = {value: f"option.{option.name}_{str(value).lower()}" for value in option.values}
    return {
        "name": option.name,
        "text": words.say(f"option.{option.name}"),
        "help": "",
        "kind": "flag" if is_flag else "board" if option.takes_files else "choice",
        "default": option.default,
        "values": [
            {"value": value, "text": words.say(key) if key in words else str(value)} for value, key in named.items()
        ],
    }


if __name__ == "__main__":
    main()
