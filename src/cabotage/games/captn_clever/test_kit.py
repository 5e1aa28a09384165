"""Tables of Capt'n Clever for its tests, and words to read what stands on them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import cabotage
from cabotage.core.box import Box
from cabotage.core.errors import BoardError
from cabotage.core.event import Event
from cabotage.core.position import Position
from cabotage.games.captn_clever import GAME
from cabotage.games.captn_clever.actions import place_name, place_number
from cabotage.games.captn_clever.state import Phase
from tests.reading import by_seat, offered

ALL = "123456789"
NAMES = ("none", "crown", "pearl", "goblet", "compass", "chest", "ring", "spyglass", "lamp", "mask")


def text_of(name: str = "archipelago") -> str:
    """The file of one of our boards."""
    return (GAME.folder / "boards" / f"{name}.toml").read_text("utf-8")


# The archipelago with two more places, which cross several others (example 23).
CROSSED = "".join(line for line in text_of().splitlines(True) if not line.startswith("crossings")).replace(
    "places = [\n",
    'places = [\n  { islands = [1, 8], colour = "pink" },\n  { islands = [4, 6], colour = "pink" },\n',
)


@lru_cache(maxsize=64)
def game(seats: int = 3, **options: Any) -> Box:
    return cabotage.load("captn_clever", seats=seats, **options)


def random_board(seed: int) -> dict[str, Any]:
    """Islands, places and colours of a board, all at random; connected, but perhaps without room for four boats."""
    rng = random.Random(seed)
    points = rng.sample([(x, y) for x in range(0, 401) for y in range(0, 201)], 9)
    islands = [{"number": at + 1, "x": x / 10, "y": y / 10} for at, (x, y) in enumerate(points)]
    order = rng.sample(range(1, 10), 9)
    tree = [{order[at], rng.choice(order[:at])} for at in range(1, 9)]
    spare = [{one, other} for one, other in combinations(range(1, 10), 2) if {one, other} not in tree]
    ends = tree + rng.sample(spare, rng.randint(0, len(spare)))
    names = rng.sample(("white", "pink", "red", "turquoise", "or rose", "#12"), 3)
    places = [{"islands": sorted(pair), "colour": rng.choice(names)} for pair in ends]
    return {"islands": islands, "places": rng.sample(places, len(places))}


def random_box(seed: int) -> Box:
    """A random board with random options; another board if there is no room for four boats (CLV-63)."""
    rng = random.Random(seed)
    seats = rng.randint(2, 4)
    options = {option.name: rng.choice(option.values) for option in GAME.options if option.name != "board"}
    while True:
        data = random_board(rng.randrange(1 << 30))
        try:
            return cabotage.load("captn_clever", seats=seats, **options, board={"name": "random", "data": data})
        except BoardError as error:
            if "four boats need 2" not in str(error):
                raise


def cards(text: str) -> int:
    """A set of cards or islands, written like "258"."""
    return sum(1 << int(card) for card in text)


def places(text: str) -> list[int]:
    """Places written like "2-3 6-9", to the length of the field."""
    numbers = [place_number(*map(int, name.split("-"))) for name in text.split()]
    return numbers + [0] * (4 - len(numbers))


def islands(text: str) -> list[int]:
    return list(map(int, text)) + [0] * (4 - len(text))


def table(
    caps: str,
    boats: str,
    targets: str = "",
    found: Sequence[str] = (),
    box: Box | None = None,
    **fields: Any,
) -> Position:
    """Seat 0 to move; captains like "762", boats like "2-3 6-9 1-4", targets like "918".

    Every seat is given a target that none of the examples reaches by chance: its own island.
    """
    box = box or game(len(caps))
    seats = box.seats
    easy = box.options["easy"]
    sought = list(map(int, targets or caps))
    piles = [*found, *[""] * (seats - len(found))]
    held = [0] * 4
    knowers = [15] * 4
    for seat in range(seats):
        keeper = (seat - 1) % seats
        knowers[seat] = 1 << seat | (0 if easy else 1 << keeper)
        held[keeper] = 0 if easy else cards(ALL) - cards(piles[seat]) - (1 << sought[seat])
    usual: dict[str, Any] = {
        "phase": "TURN",
        "captain": islands(caps),
        "boat": places(boats),
        "target": sought + [0] * (4 - seats),
        "knowers": knowers,
        "held": held,
        "found": [cards(pile) for pile in piles] + [0] * (4 - seats),
        "treasures": [len(pile) for pile in piles] + [0] * (4 - seats),
        "last": [int(pile[-1:] or 0) for pile in piles] + [0] * (4 - seats),
    }
    return box.position(**(usual | fields))


def captains_with(position: Position, boat: str) -> str:
    """What the captain may do together with this boat move: "14", "s" for staying; "" if it is not offered."""
    ends = [text.split()[0].removeprefix("captain=") for text in offered(position) if text.endswith(f" boat={boat}")]
    return "".join("s" if end == "stay" else end for end in ends)


def boats_with(position: Position, captain: str) -> list[str]:
    """What the boat may do while the captain goes to this island or stays."""
    first = f"captain={captain} boat="
    return [text.removeprefix(first) for text in offered(position) if text.startswith(first)]


def boats(position: Position) -> str:
    return " ".join(place_name(int(place)) for place in position["boat"] if place)


def pile(position: Position, seat: int) -> str:
    """The cards this seat has found, ascending."""
    return members(by_seat(position, "found")[seat])


def members(cards: int) -> str:
    return "".join(card for card in ALL if cards >> int(card) & 1)


def stands(position: Position) -> tuple[str, int]:
    """What happens next, and who or what has to act."""
    return Phase(position["phase"]).name, position.to_act


def put(position: Position, *pieces: str) -> None:
    """Place captains ("5") and boats ("4-8") one after the other."""
    for piece in pieces:
        position.play(f"place {'boat' if '-' in piece else 'captain'}={piece}")


def turn(position: Position, text: str) -> Event:
    """Play a turn and the event that says whether the captain has found the treasure."""
    event = position.play(text)
    if position["phase"] == Phase.ARRIVE:
        position.roll_once()
    return event


def known(position: Position, viewer: int) -> list[int | None]:
    """The targets as this viewer knows them."""
    seen = position.view(viewer)["target"][0][: position.box.seats]
    return [None if number == -128 else int(number) for number in seen]


def imagined(position: Position, viewer: int, seat: int, times: int = 200) -> str:
    """The targets of a seat that a viewer takes to be possible, found by sampling."""
    view = position.view(viewer)
    worlds = (position.box.resample(view, viewer, seed) for seed in range(times))
    return "".join(sorted({str(by_seat(world, "target")[seat]) for world in worlds}))
