"""Smugglers' Island as text: the sea from above, each field with its name and, below it, what is on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.core.words import Words
    from cabotage.games.smugglers.scene import Field, Good, Player, Point, Scene

WIDTH = 76
HEIGHT_OF_WIDTH = 0.43  # a letter is about twice as high as wide
BEAM_STEPS = 12


class Canvas:
    """Lines of letters; what is written later hides what was there."""

    def __init__(self, points: list[Point]) -> None:
        self.left = min(x for x, _ in points)
        self.top = min(y for _, y in points)
        span = max(x for x, _ in points) - self.left
        self.across = (WIDTH - 8) / span if span else 1.0
        self.down = self.across * HEIGHT_OF_WIDTH
        height = round((max(y for _, y in points) - self.top) * self.down) + 2
        self.rows = [[" "] * WIDTH for _ in range(height)]

    def write(self, point: Point, text: str, line: int = 0) -> None:
        """Put the middle of the text at a point of the board, or so many lines below it."""
        row = round((point[1] - self.top) * self.down) + line
        first = round((point[0] - self.left) * self.across) + 4 - len(text) // 2
        for at, letter in enumerate(text):
            if 0 <= first + at < WIDTH:
                self.rows[row][first + at] = letter

    def lines(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.rows]


def draw(scene: Scene, words: Words) -> str:
    """The sea, then who has what."""
    canvas = Canvas([field["at"] for field in scene["fields"]] + [scene["lighthouse"]])
    _draw_water(scene, canvas)
    for field in scene["fields"]:
        name = field["name"].lower()
        canvas.write(field["at"], f"*{name}*" if field["is_lit"] else name)
        canvas.write(field["at"], _content(scene, words, field), 1)
    canvas.write(scene["lighthouse"], "(#)")
    lines = [_heading(scene, words), "", *canvas.lines(), "", words.say("drawing.legend"), ""]
    lines += [_player(scene, words, player) for player in scene["players"]]
    lines.append(_stacks(scene, words))
    adrift = [_adrift(words, good) for good in scene["goods"] if good["home"].startswith("field")]
    if adrift:
        lines.append(f"{words.say('drawing.floating')} {', '.join(adrift)}")
    return "\n".join(line.rstrip() for line in lines)


def _draw_water(scene: Scene, canvas: Canvas) -> None:
    """A dot half-way between neighbours, and the beam from the lighthouse outwards."""
    places = {field["name"]: field["at"] for field in scene["fields"]}
    for field in scene["fields"]:
        for name in field["next"]:
            canvas.write(_between(field["at"], places[name], 0.5), "·")
    for field in scene["fields"]:
        if field["is_lit"]:
            for step in range(1, BEAM_STEPS):
                canvas.write(_between(scene["lighthouse"], field["at"], step / BEAM_STEPS), ":")


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def _content(scene: Scene, words: Words, field: Field) -> str:
    if field["is_reef"]:
        return "^^^"
    floating = _good(scene, f"field {field['name']}")
    adrift = f"~{_mark(words, floating)}~" if floating else ""
    for boat in scene["players"]:
        if boat["field"] == field["name"]:
            cargo = _good(scene, f"boat {boat['seat']}")
            load = _mark(words, cargo) if cargo else ""
            return f"[{boat['seat'] + 1}{load}{'!' if boat['is_warned'] else ''}]{adrift[:-1]}"
    if adrift:
        return adrift
    for island in scene["islands"]:
        if island["harbour"] == field["name"]:
            return words.say(f"mark.{island['island']}") * int(island["stack"])
    return ""


def _good(scene: Scene, home: str) -> Good | None:
    return next((good for good in scene["goods"] if good["home"] == home), None)


def _mark(words: Words, good: Good) -> str:
    return words.say(f"mark.{good['origin']}")


def _heading(scene: Scene, words: Words) -> str:
    parts = [words.tell({"key": "drawing.round", "values": {"round": scene["round"], "who": {"seat": scene["turn"]}}})]
    if scene["dice"]:
        yellow = {"key": f"yellow.{scene['dice']['yellow']}"}
        parts.append(words.say("drawing.dice", yellow=yellow, white=scene["dice"]["white"]))
    if scene["phase"] == "sail_on":
        parts.append(words.say("drawing.pips", pips=scene["pips"]))
    return " · ".join(parts)


def _player(scene: Scene, words: Words, player: Player) -> str:
    where = words.say("drawing.at", field=player["field"]) if player["field"] else words.say("drawing.nowhere")
    cargo = _cargo(scene, words, _good(scene, f"boat {player['seat']}"))
    warned = f", {words.say('drawing.warned')}" if player["is_warned"] else ""
    who, points, target = {"seat": player["seat"]}, player["score"], scene["target"]
    text = words.say("drawing.player", who=who, points=points, target=target, where=where, cargo=cargo + warned)
    return f"{'>' if player['seat'] == scene['turn'] else ' '} {text}"


def _cargo(scene: Scene, words: Words, good: Good | None) -> str:
    if good is None:
        return words.say("drawing.empty")
    goods = words.say(f"goods.{good['origin']}")
    if good["dest"] is None:
        return words.say("drawing.carries", goods=goods)
    harbour = scene["islands"][good["dest"]]["harbour"]
    return words.say("drawing.carries_known", goods=goods, harbour=harbour, points=good["points"])


def _adrift(words: Words, good: Good) -> str:
    goods, field = words.say(f"goods.{good['origin']}"), good["home"].removeprefix("field ")
    return words.say("drawing.adrift", field=field, mark=_mark(words, good), goods=goods)


def _stacks(scene: Scene, words: Words) -> str:
    parts = [
        words.say(
            "drawing.stack",
            harbour=island["harbour"],
            mark=words.say(f"mark.{island['island']}"),
            goods=words.say(f"goods.{island['island']}"),
            count=island["stack"],
        )
        for island in scene["islands"]
    ]
    return f"{words.say('drawing.stacks')} {', '.join(parts)}"
