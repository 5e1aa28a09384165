"""Capt'n Clever as text: the sea chart with its islands and places, and everybody's treasures below.

(5)    an island; (5★) with a captain on it; its treasure is named under it
4-7    a free place, by the names of its two islands; x after it where another one crosses
★4-7★  a boat, in line from shore to shore
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.games.captn_clever.chart import HEIGHT, WIDTH

if TYPE_CHECKING:
    from cabotage.core.words import Words
    from cabotage.games.captn_clever.scene import Island, Place, Player, Scene

COLUMNS = 2  # for each centimetre to the right; one row for each downwards
MARGIN = 1
MARKS = "★●■▲"


class Canvas:
    """Rows of letters that are written over one another."""

    def __init__(self, columns: int, rows: int) -> None:
        self.rows = [[" "] * columns for _ in range(rows)]

    def write(self, column: int, row: int, text: str) -> None:
        """Put a text with its middle here."""
        start = column - len(text) // 2
        for at, letter in enumerate(text, start):
            if 0 <= row < len(self.rows) and 0 <= at < len(self.rows[row]):
                self.rows[row][at] = letter

    def line(self, one: tuple[int, int], other: tuple[int, int], letter: str) -> None:
        steps = max(abs(one[0] - other[0]) // 2, abs(one[1] - other[1]))
        for step in range(steps + 1):
            column = round(one[0] + (other[0] - one[0]) * step / steps)
            row = round(one[1] + (other[1] - one[1]) * step / steps)
            self.rows[row][column] = letter

    def lines(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.rows]


def draw(scene: Scene, words: Words) -> str:
    """The whole table."""
    lines = [_heading(scene, words), "", *_chart(scene, words), ""]
    lines += [_player(scene, words, player) for player in scene["players"]]
    keeping = scene["keeping"]
    if keeping and keeping["cards"]:
        cards = ", ".join(words.say(f"short.{card}") for card in keeping["cards"])
        lines.append(words.say("drawing.keeping", who={"seat": keeping["seat"]}, cards=cards))
    lines += [words.tell(hint) for hint in scene["hints"]]
    return "\n".join(line.rstrip() for line in lines)


def _heading(scene: Scene, words: Words) -> str:
    if scene["phase"] == "over":
        return words.say("drawing.over")
    values: dict[str, Any] = {"round": scene["round"], "who": {"seat": scene["turn"]}}
    if scene["receiver"] is None:
        return words.tell({"key": "drawing.round", "values": values})
    values["who"] = {"seat": scene["receiver"]}
    values["keeper"] = {"seat": scene["giver"]}
    return words.tell({"key": "drawing.choosing", "values": values})


def _chart(scene: Scene, words: Words) -> list[str]:
    canvas = Canvas(COLUMNS * (WIDTH + 2 * MARGIN) + 1, HEIGHT + 1)
    spots = {island["island"]: _spot(island) for island in scene["islands"]}
    for place in scene["places"]:
        if place["boat"] is not None:
            one, other = (spots[island] for island in place["islands"])
            canvas.line(one, other, "·")
    for place in scene["places"]:
        mark = "" if place["boat"] is None else MARKS[place["boat"]]
        if place["blocked_by"] is None and not (place["crosses"] and not mark and place["crosses"] < place["place"]):
            name = place["place"]
            if place["crosses"] and not mark:
                name = f"{name}x{place['crosses']}"
            canvas.write(*_spot(place), f"{mark}{name}{mark}")
    for island in scene["islands"]:
        column, row = spots[island["island"]]
        captains = "".join(
            MARKS[player["seat"]] for player in scene["players"] if player["captain"] == island["island"]
        )
        canvas.write(column, row, f"({island['island']}{captains})")
        canvas.write(column, row + 1, words.say(f"short.{island['treasure']}"))
    return _trimmed(canvas.lines())


def _trimmed(lines: list[str]) -> list[str]:
    """Without empty lines above and below."""
    filled = [at for at, line in enumerate(lines) if line]
    return lines[filled[0] : filled[-1] + 1]


def _spot(thing: Island | Place) -> tuple[int, int]:
    """Column and row of an island or a place."""
    return round(COLUMNS * (thing["x"] + MARGIN)), round(thing["y"])


def _player(scene: Scene, words: Words, player: Player) -> str:
    number = player["seat"]
    name = words.tell({"key": "drawing.seat", "values": {"who": {"seat": number}, "colour": _colour(player)}})
    parts = [f"{MARKS[number]} {name}", words.say("drawing.treasures", count=player["treasures"], goal=scene["target"])]
    if player["found"]:
        cards = ", ".join(words.say(f"short.{card}") for card in player["found"])
        parts.append(words.say("drawing.found", cards=cards))
    elif player["last"]:
        parts.append(words.say("drawing.last", treasure={"key": f"treasure.{player['last']}"}))
    if player["target"]:
        island = next(island["island"] for island in scene["islands"] if island["treasure"] == player["target"])
        target = {"key": f"treasure.{player['target']}"}
        parts.append(words.say("drawing.target", treasure=target, island=island))
    return ", ".join(parts)


def _colour(player: Player) -> dict[str, str]:
    return {"key": f"colour.{player['colour']}"}
