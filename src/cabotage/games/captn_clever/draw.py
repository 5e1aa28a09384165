"""Capt'n Clever as text: the sea chart with its islands and places, and everybody's treasures below.

(5)    an island; (5★) with a captain on it; its treasure is named under it
4-7    a free place, by the names of its two islands; x after it where others cross
★4-7★  a boat, in line from shore to shore
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.message import message
from cabotage.games.captn_clever.chart import HEIGHT, WIDTH

if TYPE_CHECKING:
    from cabotage.core.words import Words
    from cabotage.games.captn_clever.scene import Island, Place, Player, Scene

COLUMNS = 2  # for each centimetre to the right; one row for each downwards
MARGIN = 1
MARKS = "★●■▲"
Spot = tuple[int, int]  # column and row


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

    def fit(self, spot: Spot, ends: tuple[Spot, Spot], text: str) -> None:
        """Put a text here, or on the way to one of the ends where there is room for it."""
        spots = [spot, *(_between(*ends, twentieths / 20) for twentieths in (9, 11, 8, 12, 7, 13, 6, 14))]
        self.write(*next((each for each in spots if self._is_free(*each, len(text))), spot), text)

    def _is_free(self, column: int, row: int, width: int) -> bool:
        start = column - width // 2
        return start >= 0 and not "".join(self.rows[row][max(0, start - 1) : start + width + 1]).strip(" ·")

    def line(self, one: Spot, other: Spot, letter: str) -> None:
        steps = max(abs(one[0] - other[0]) // 2, abs(one[1] - other[1]), 1)
        for step in range(steps + 1):
            column, row = _between(one, other, step / steps)
            self.rows[row][column] = letter

    def lines(self) -> list[str]:
        """Without empty lines above and below."""
        lines = ["".join(row).rstrip() for row in self.rows]
        filled = [at for at, line in enumerate(lines) if line]
        return lines[filled[0] : filled[-1] + 1]


def _between(one: Spot, other: Spot, share: float) -> Spot:
    return round(one[0] + (other[0] - one[0]) * share), round(one[1] + (other[1] - one[1]) * share)


def draw(scene: Scene, words: Words) -> str:
    """The whole table."""
    lines = [_heading(scene, words), "", *_chart(scene, words), *_crossings(scene, words), ""]
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
    if scene["receiver"] is None:
        return words.tell(message("drawing.round", round=scene["round"], who={"seat": scene["turn"]}))
    giver, receiver = {"seat": scene["giver"]}, {"seat": scene["receiver"]}
    return words.tell(message("drawing.choosing", round=scene["round"], keeper=giver, who=receiver))


def _chart(scene: Scene, words: Words) -> list[str]:
    canvas = Canvas(COLUMNS * (WIDTH + 2 * MARGIN) + 1, HEIGHT + 2)
    spots = {island["island"]: _spot(island) for island in scene["islands"]}
    for place in scene["places"]:
        if place["boat"] is not None:
            one, other = (spots[island] for island in place["islands"])
            canvas.line(one, other, "·")
    crossings = {place["place"]: place["crosses"] for place in scene["places"]}
    labels = []
    for place in scene["places"]:
        name, crosses = place["place"], place["crosses"]
        is_pair = len(crosses) == 1 and crossings[crosses[0]] == [name]  # at one point, so with one label
        if place["boat"] is not None:
            mark = MARKS[place["boat"]]
            canvas.write(*_spot(place), f"{mark}{name}{mark}")
        elif not place["blocked_by"] and not (is_pair and crosses[0] < name):
            labels.append((place, f"{name}x{crosses[0]}" if is_pair else f"{name}x" if crosses else name))
    for island in scene["islands"]:
        column, row = spots[island["island"]]
        captains = "".join(
            MARKS[player["seat"]] for player in scene["players"] if player["captain"] == island["island"]
        )
        canvas.write(column, row, f"({island['island']}{captains})")
        canvas.write(column, row + 1, words.say(f"short.{island['treasure']}"))
    for place, label in labels:
        first, second = place["islands"]
        canvas.fit(_spot(place), (spots[first], spots[second]), label)
    return canvas.lines()


def _crossings(scene: Scene, words: Words) -> list[str]:
    """A line for each place that crosses several others, as the chart cannot show which."""
    places = [place for place in scene["places"] if len(place["crosses"]) > 1]
    return [words.say("drawing.crosses", place=each["place"], others=", ".join(each["crosses"])) for each in places]


def _spot(thing: Island | Place) -> Spot:
    """Column and row of an island or a place."""
    return round(COLUMNS * (thing["x"] + MARGIN)), round(thing["y"])


def _player(scene: Scene, words: Words, player: Player) -> str:
    number = player["seat"]
    name = words.tell(message("drawing.seat", who={"seat": number}, colour=message(f"colour.{player['colour']}")))
    parts = [f"{MARKS[number]} {name}", words.say("drawing.treasures", count=player["treasures"], goal=scene["target"])]
    if player["found"]:
        cards = ", ".join(words.say(f"short.{card}") for card in player["found"])
        parts.append(words.say("drawing.found", cards=cards))
    elif player["last"]:
        parts.append(words.say("drawing.last", treasure={"key": f"treasure.{player['last']}"}))
    if player["sought"]:
        island = next(island["island"] for island in scene["islands"] if island["treasure"] == player["sought"])
        target = {"key": f"treasure.{player['sought']}"}
        parts.append(words.say("drawing.target", treasure=target, island=island))
    return ", ".join(parts)
