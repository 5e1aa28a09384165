"""Golden games in readable text, so that any change of the rules shows as a difference that a person can judge.

A file begins with what it was made from: game, seats, options, seed. All the rest follows from that. To add one, write
just this header and run `pytest --update-playthroughs`. Where random games are long, or a board is, the header may say
more, before the seed: `bots: greedy` (who chooses, instead of chance), `drawings: 8` (the board is drawn at every
eighth decision), `steps: 60` (where the game is broken off).
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cabotage.bots import make_bot
from cabotage.core.box import Box
from cabotage.core.contract import CHANCE, SPECTATOR
from cabotage.games import find
from tests.walks import step

if TYPE_CHECKING:
    from cabotage.core.event import Event
    from cabotage.core.position import Position

OFFERED_SHOWN = 4
NOTE = "# A golden game. Everything below the seed is generated: pytest --update-playthroughs"


@dataclass(frozen=True)
class Header:
    """What a playthrough is made from."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: int
    bots: str = ""
    drawings: int = 1
    steps: int = 0

    @staticmethod
    def parse(text: str) -> Header:
        values = {}
        for line in text.splitlines():
            name, colon, value = line.partition(":")
            if colon and not line.startswith("#"):
                values[name.strip()] = value.strip()
            if name == "seed":
                break
        return Header(
            values["game"],
            int(values["seats"]),
            json.loads(values["options"]),
            int(values["seed"]),
            values.get("bots", ""),
            int(values.get("drawings", 1)),
            int(values.get("steps", 0)),
        )

    def lines(self) -> list[str]:
        options = json.dumps(self.options)
        extra = [("bots", self.bots, ""), ("drawings", self.drawings, 1), ("steps", self.steps, 0)]
        more = [f"{name}: {value}" for name, value, usual in extra if value != usual]
        return [NOTE, f"game: {self.game}", f"seats: {self.seats}", f"options: {options}", *more, f"seed: {self.seed}"]


def write(header: Header) -> str:
    """The whole text of a playthrough."""
    box = Box(find(header.game), header.seats, header.options)
    position = box.first(header.seed)
    rng = random.Random(header.seed)
    players = [make_bot(header.bots, box, header.seed + seat) for seat in range(box.seats)] if header.bots else []
    lines = header.lines()
    decisions = 0
    while not position.is_over and (header.steps == 0 or len(position.history) < header.steps):
        seat = position.to_act
        if seat != CHANCE:
            lines += _decision(position, decisions % header.drawings == 0)
            decisions += 1
        if seat == CHANCE or not players:
            event = step(position, rng)
        else:
            event = position.play(players[seat].choose(position.view(seat), seat))
        lines += _happened(position, event)
    ended = "over" if position.is_over else "broken off"
    lines += ["", f"{ended} after {len(position.history)} steps", *_drawn(position, SPECTATOR)]
    lines.append(f"score {' '.join(map(str, position.score or ()))}, places {' '.join(map(str, position.places))}")
    lines.append(f"state {hashlib.sha256(position.states.tobytes()).hexdigest()[:16]}")
    return "\n".join(lines) + "\n"


def _decision(position: Position, is_drawn: bool) -> Iterator[str]:
    """What the seat to act is shown and offered."""
    seat, offered = position.to_act, position.legal
    few = ", ".join(offered[at].text for at in range(min(OFFERED_SHOWN, len(offered))))
    more = ", ..." if len(offered) > OFFERED_SHOWN else ""
    yield ""
    if is_drawn:
        yield from _drawn(position, seat)
    yield f"seat {seat} chooses between {len(offered)}: {few}{more}"


def _drawn(position: Position, viewer: int) -> Iterator[str]:
    for line in position.draw(viewer).splitlines():
        if line.strip():
            yield f"    | {line}"


def _happened(position: Position, event: Event) -> Iterator[str]:
    """The event by its notation, and what a spectator reads about it in both languages."""
    who = "chance" if event.actor == CHANCE else f"seat {event.actor}"
    yield f"{len(position.history):4} {who}: {event}"
    for message in event.story():
        for language in ("en", "fr"):
            yield f"       {language} {position.box.game.words(language).tell(message)}"
