"""A scene of Cape Horn as text: the chart with its winds as arrows, and every player's log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.games.cape_horn.story import ARROWS

if TYPE_CHECKING:
    from cabotage.core.words import Words
    from cabotage.games.cape_horn.scene import Card, Chart, Player, Scene, Wind

WIDTH = 5
MARGIN = 3
WATER = {"1": "·", "2": "~", "3": "'"}
SHAPES = {"red": "◆", "green": "●", "yellow": "▲"}
BOTH_WAYS = {"↑↓": "↕", "←→": "↔", "↖↘": "⤡", "↗↙": "⤢"}
TRACK = 8
SHIPS = "①②③④⑤"


def draw(scene: Scene, words: Words) -> str:
    """The whole table."""
    chart = scene["chart"]
    columns = range(len(chart["rows"][0]))
    lines = [_headline(scene, words), "", " " * MARGIN + "".join(_letter(c).center(WIDTH) for c in columns)]
    if any(square[1:] == "1" for square in chart["line"]):  # the edge of the chart
        lines.append(" " * MARGIN + "".join(_edge(chart, column, 0, " ") for column in columns))
    for row in range(len(chart["rows"])):
        cells = [_cell(scene, f"{_letter(column)}{row + 1}", row, column) for column in columns]
        if row == 0:
            cells = _titled(chart, words, cells)
        lines.append(f"{row + 1:>{MARGIN - 1}} " + "".join(cell[0] for cell in cells))
        lines.append(" " * MARGIN + "".join(cell[1] for cell in cells))
    lines += ["", _legend(scene, words), ""]
    lines += [_player(scene, words, player) for player in scene["players"]]
    lines += [_hand(chart, words, player) for player in scene["players"] if player["hand"]]
    return "\n".join(line.rstrip() for line in lines)


def _titled(chart: Chart, words: Words, cells: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The name of the game where there is no sea at the upper left."""
    free = len(chart["rows"][0]) - len(chart["rows"][0].lstrip("-="))
    title = words.say("drawing.title").center(free * WIDTH)
    below = "".join(cell[1] for cell in cells[:free])
    return [(title, below), *cells[free:]] if len(title) == free * WIDTH else cells


def _edge(chart: Chart, column: int, row: int, fill: str) -> str:
    """The northern edge of a square: the line, or what lies there."""
    return ("═" if f"{_letter(column)}{row + 1}" in chart["line"] else fill) * WIDTH


def _letter(column: int) -> str:
    return chr(ord("A") + column)


def _headline(scene: Scene, words: Words) -> str:
    if scene["turn"] is None:
        return words.tell({"key": "drawing.before"})
    values = {"round": scene["round"], "who": {"seat": scene["turn"]}, "stock": scene["stock"]}
    return words.tell({"key": "drawing.over" if scene["phase"] == "over" else "drawing.round", "values": values})


def _cell(scene: Scene, square: str, row: int, column: int) -> tuple[str, str]:
    """Two lines of one square: the arrows of its card with the price of going there; kind, station and ships."""
    sign = scene["chart"]["rows"][row][column]
    if sign not in WATER:
        fill = "▒" if sign == "#" else " "
        return fill * WIDTH, _edge(scene["chart"], column, row + 1, fill)
    card = next((card for card in scene["cards"] if card["square"] == square), None)
    ships = "".join(SHIPS[player["seat"]] for player in scene["players"] if player["ship"] == square)
    station = next((s for s in scene["chart"]["stations"] if s["square"] == square), None)
    shape = SHAPES[station["colour"]] if station else ""
    if card is None:
        below = f"{shape}{station['zone']}" if station else ""
        return f" {WATER[sign]:^4}", f" {below:^4}"
    label = card["kind"].upper() + ("+" if card["below"] else "") + shape + ships
    if len(label) > WIDTH:
        label = card["kind"].upper() + shape + "*"  # a fleet: the lines below say who
    return _mark(scene, square) + f"{_winds(scene, card):4}", f" {label:4}" if len(label) < WIDTH else label


def _mark(scene: Scene, square: str) -> str:
    """What it costs the player on turn to go there: • nothing, else the points."""
    if scene["turn"] is None or scene["phase"] not in ("lay", "move", "sprint"):
        return " "
    for end in scene["players"][scene["turn"]]["ends"]:
        if end["square"] == square:
            return str(end["price"]) if end["price"] else "•"
    return " "


def _winds(scene: Scene, card: Card) -> str:
    """The arrows of a card as it lies: straight ones side by side, bent ones as the common way and the last steps.

    Where that needs more than four signs, the first steps and an ellipsis.
    """
    wind = _wind(scene["chart"], card["kind"])
    paths = [[ARROWS[point] for point in path] for path in wind["paths"][card["zone"]]]
    firsts = _joined([path[0] for path in paths])
    if len(paths) > 1 and all(len(set(path)) == 1 for path in paths):
        return firsts
    has_common_way = all(path[:-1] == paths[0][:-1] for path in paths)
    text = "".join(paths[0][:-1]) + _joined([path[-1] for path in paths])
    return text if has_common_way and len(text) < WIDTH else f"{firsts[: WIDTH - 2]}…"


def _joined(arrows: list[str]) -> str:
    """Arrows in order, two opposite ones as one."""
    text = "".join(sorted(set(arrows), key="↙↓↘←→↖↑↗".index))
    for pair, both in BOTH_WAYS.items():
        if set(pair) <= set(text):
            text = both + "".join(arrow for arrow in text if arrow not in pair)
    return text


def _legend(scene: Scene, words: Words) -> str:
    parts = [words.say(f"drawing.{colour}", shape=shape) for colour, shape in SHAPES.items()]
    if scene["turn"] is not None and scene["phase"] in ("lay", "move", "sprint"):
        parts.append(words.say("drawing.prices"))
    return "   ".join(parts)


def _player(scene: Scene, words: Words, player: Player) -> str:
    sign = ">" if player["seat"] == scene["turn"] else " "
    points = "■" * player["points"] + "□" * (TRACK - player["points"])
    roses = " ".join(f"{zone}{SHAPES[colour] if colour else '-'}" for zone, colour in player["roses"].items())
    width = max(len(words.names(other["seat"])) for other in scene["players"])
    values = {
        "who": words.names(player["seat"]).ljust(width),
        "ship": SHIPS[player["seat"]],
        "square": player["ship"] or "--",
        "points": f"{points} {player['points']}",
        "cards": player["cards"],
        "roses": roses,
        "plan": _plan(words, player),
    }
    return f"{sign} {words.say('drawing.player', **values)}"


def _plan(words: Words, player: Player) -> str:
    if player["ship"] is None:
        return words.say("drawing.arrived")
    if player["may_finish"]:
        return words.say("drawing.may_finish", steps=player["steps_to_line"])
    if len(player["lacks"]["zones"]) == len(player["roses"]):
        return words.say("drawing.lacks_all")
    either = f" {words.say('drawing.or')} "
    colours = either.join(words.say(f"letter.{colour}") for colour in player["lacks"]["colours"])
    return words.say("drawing.lacks", colours=colours, zones=either.join(player["lacks"]["zones"]))


def _hand(chart: Chart, words: Words, player: Player) -> str:
    hand = player["hand"] or []
    counted = {kind: hand.count(kind) for kind in dict.fromkeys(hand)}
    cards = []
    for kind, count in counted.items():
        name = _wind(chart, kind)["name"]
        text = words.text(name)
        cards.append(f"{f'{count} × ' if count > 1 else ''}{kind.upper()} {text}")
    return words.say("drawing.hand", who={"seat": player["seat"]}, cards=", ".join(cards))


def _wind(chart: Chart, kind: str) -> Wind:
    return next(wind for wind in chart["winds"] if wind["kind"] == kind)
