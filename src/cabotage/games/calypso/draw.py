"""Calypso as text: the ring of stones round the sand bed. A hollow shows its letter, and the colour that lies there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.games.calypso.actions import HOLLOWS

if TYPE_CHECKING:
    from cabotage.core.words import Words
    from cabotage.games.calypso.scene import Scene

# Where the seven stones stand, clockwise from the upper left: two above, one right, three below, one left.
STONE_WIDTH = 12
CELL_WIDTH = 11


def draw(scene: Scene, words: Words) -> str:
    """The whole table."""
    stones = [_stone(scene, words, at) for at in range(len(scene["ring"]))]
    cells = [_cell(scene, words, slot) for slot in range(len(HOLLOWS))]
    bed = ["".join(cells[row : row + 3]) for row in range(0, len(HOLLOWS), 3)]
    margin = " " * STONE_WIDTH
    width = 3 * CELL_WIDTH
    lines = [
        _headline(scene, words),
        "",
        margin + stones[0].center(width // 2) + stones[1].center(width - width // 2),
        margin + "." * width,
        margin + bed[0],
        stones[6].ljust(STONE_WIDTH) + bed[1] + "  " + stones[2],
        margin + bed[2],
        margin + "'" * width,
        margin + "".join(stone.center(CELL_WIDTH) for stone in (stones[5], stones[4], stones[3])),
        "",
        _fish(scene, words),
    ]
    if scene["sought"]:
        lines.append(words.say("drawing.find", colour=words.say(f"colour.{scene['sought']}").upper()))
    return "\n".join(line.rstrip() for line in lines)


def _headline(scene: Scene, words: Words) -> str:
    if scene["phase"] == "over":
        return words.say("drawing.over")
    return words.tell({"key": "drawing.round", "values": {"round": scene["round"], "who": {"seat": scene["turn"]}}})


def _stone(scene: Scene, words: Words, at: int) -> str:
    stone = scene["ring"][at]
    name = "?" if stone is None else words.say(f"stone.{stone}")
    return f"<{name}>" if at == scene["calypso"] else name


def _cell(scene: Scene, words: Words, slot: int) -> str:
    tile = scene["hollows"][slot]
    if tile is None:
        return HOLLOWS[slot].center(CELL_WIDTH)
    number = f"{tile['number']} " if tile["number"] else ""
    colour = "?" if tile["colour"] is None else words.say(f"colour.{tile['colour']}")
    corner = "/" + words.say(f"colour.{tile['corner']}")[0] if tile["corner"] else ""
    return f"{HOLLOWS[slot]}:{number}{colour}{corner}".center(CELL_WIDTH)


def _fish(scene: Scene, words: Words) -> str:
    fish = scene["fish"]
    if "saved" in fish:
        return words.tell({"key": "drawing.together", "values": {**fish, "goal": scene["target"]}})
    parts = [
        words.say("drawing.scores", who={"seat": player["seat"]}, score=player["score"], goal=scene["target"])
        for player in scene["players"]
    ]
    return "   ".join([*parts, words.say("drawing.net", fish=fish["net"])])
