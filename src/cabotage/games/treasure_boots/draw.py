"""Captain Treasure Boots as text: the chart with its islands, ports and ships, and a line for each ship below.

A square is three letters wide: an island shows its number and its token (11S), a port its letter in brackets, a
player's ship its number between angles, a privateer x and its slot.
"""

from __future__ import annotations

from string import ascii_letters, digits
from typing import TYPE_CHECKING

from cabotage.core.message import message

if TYPE_CHECKING:
    from cabotage.core.message import Message, SeatName
    from cabotage.core.words import Words
    from cabotage.games.treasure_boots.scene import Scene, Ship, Shot
    from cabotage.games.treasure_boots.story import TokenName

ARROWS = {"n": "^", "e": ">", "s": "v", "w": "<"}
WIDTH = 3
SEA, WITHIN_REACH, FOR_PEARLS = " . ", " + ", " * "
PORT_LETTERS = ascii_letters + digits + "#@"  # as many as ports


def draw(scene: Scene, words: Words) -> str:
    """The whole table."""
    return "\n".join(
        [
            _head(scene, words),
            "",
            *_chart(scene, words),
            "",
            *_ports(scene, words),
            *_ships(scene, words),
            "",
            *_foot(scene, words),
        ]
    )


def _head(scene: Scene, words: Words) -> str:
    if scene["phase"] == "over":
        return words.say("drawing.over")
    wind = scene["wind"]
    parts = [
        words.tell(message("drawing.round", round=scene["round"], who={"seat": scene["turn"]})),
        words.say("drawing.wind", wind={"key": f"wind.{wind}"}, arrow=ARROWS[wind]),
    ]
    if scene["dice"]:
        low, high = scene["dice"]
        parts.append(words.say("drawing.dice", low=low, high=high))
    return "   ".join(parts)


def _chart(scene: Scene, words: Words) -> list[str]:
    grid = scene["grid"]
    cells = [SEA] * (grid["rows"] * grid["columns"])
    for end in scene["reach"] or ():
        cells[end["square"]] = FOR_PEARLS if end["pearls"] else WITHIN_REACH
    for island in scene["islands"]:
        cells[island["square"]] = f"{island['number']:>2}{_letter(island['token'], words) or ' '}"
    for at, port in enumerate(scene["ports"]):
        cells[port["square"]] = f"[{_port_letter(at)}]"
    ports = {port["square"] for port in scene["ports"]}
    for ship in scene["ships"]:
        if ship["square"] is not None and ship["square"] not in ports:
            cells[ship["square"]] = _mark(ship)
    numbers = "".join(f"{grid['left'] + column:>{WIDTH}}" for column in range(grid["columns"]))
    lines = [" " * (WIDTH + 1) + numbers]
    for row in range(grid["rows"]):
        first = row * grid["columns"]
        line = "".join(cells[first : first + grid["columns"]])
        lines.append(f"{grid['top'] + row:>{WIDTH}}  {line}".rstrip())
    return lines


def _port_letter(at: int) -> str:
    return PORT_LETTERS[at]


def _mark(ship: Ship) -> str:
    return f"<{ship['seat'] + 1}>" if ship["seat"] is not None else ship["ship"].ljust(WIDTH)


def _ports(scene: Scene, words: Words) -> list[str]:
    """Every port with the ships in it, two ports a line."""
    entries = []
    for at, port in enumerate(scene["ports"]):
        inside = [_mark(ship).strip() for ship in scene["ships"] if ship["square"] == port["square"]]
        entries.append(f"[{_port_letter(at)}] {words.say('place.port', name=port['name'])} {' '.join(inside)}".rstrip())
    wide = max(map(len, entries), default=0) + 3
    return ["".join(entry.ljust(wide) for entry in entries[k : k + 3]).rstrip() for k in range(0, len(entries), 3)]


def _ships(scene: Scene, words: Words) -> list[str]:
    lines = [""]
    for ship in scene["ships"]:
        place = f"{ship['row']},{ship['column']}" if ship["square"] is not None else words.say("drawing.nowhere")
        hold, seat = hold_text(ship["hold"], words), ship["seat"]
        if seat is None:
            name = words.tell(message("ship.privateer", name=ship["ship"]))
            carries = words.say("drawing.privateer_hold", hold=hold, points=ship["points"])
        else:
            score = scene["players"][seat]["score"]
            name = words.tell(message("drawing.score", who={"seat": seat}, score=score, target=scene["target"]))
            carries = words.say("drawing.hold", hold=hold, points=ship["points"], worth=ship["worth"])
        lines.append(f"{_mark(ship)} {name} ({place})  {carries}")
    return lines


def hold_text(hold: dict[TokenName, int], words: Words) -> str:
    """S2 G1, or that there is nothing."""
    parts = [f"{_letter(token, words)}{count}" for token, count in hold.items() if count]
    return " ".join(parts) if parts else words.say("hold.empty")


def _letter(token: str | None, words: Words) -> str:
    return words.say(f"letter.{token}") if token else ""


def _foot(scene: Scene, words: Words) -> list[str]:
    lines = []
    if scene["reach"]:
        ship = next(ship for ship in scene["ships"] if ship["ship"] == scene["acting"])
        acting = words.say("drawing.acting", ship=_name(ship), points=ship["points"], pearls=ship["pearls"])
        lines.append(f"{acting}   {words.say('drawing.reach')}")
        if land := _land(scene, words):
            lines.append(words.say("drawing.land", places=", ".join(land)))
    if scene["shot"]:
        lines.append(_shot(scene, scene["shot"], words))
    lines.append(words.say("drawing.box", tokens=hold_text(scene["box"], words)))
    lines.append(words.say("drawing.bonus", points="/".join(map(str, scene["bonus"][1:]))))
    return lines


def _land(scene: Scene, words: Words) -> list[str]:
    """Islands and ports within reach, as they stand on the chart; a star for those that need pearls."""
    stars = {end["square"]: "*" if end["pearls"] else "" for end in scene["reach"] or ()}
    islands = {
        island["square"]: f"{island['number']}{_letter(island['token'], words)} ({island['row']},{island['column']})"
        for island in scene["islands"]
    }
    ports = {port["square"]: f"[{_port_letter(at)}]" for at, port in enumerate(scene["ports"])}
    return [f"{name}{stars[square]}" for square, name in sorted((islands | ports).items()) if square in stars]


def _shot(scene: Scene, shot: Shot, words: Words) -> str:
    by_name = {ship["ship"]: _name(ship) for ship in scene["ships"]}
    key = "drawing.shot_open" if shot["defence"] is None else "drawing.shot"
    ships = {"ship": by_name[shot["attacker"]], "other": by_name[shot["attacked"]]}
    return words.tell(message(key, **ships, attack=shot["attack"], defence=shot["defence"]))


def _name(ship: Ship) -> Message | SeatName:
    if ship["seat"] is not None:
        return {"seat": ship["seat"]}
    return message("ship.privateer", name=ship["ship"])
