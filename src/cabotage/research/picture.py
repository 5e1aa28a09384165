"""The text of a board as a picture, for `render_mode="rgb_array"`: letters on a grid, signs as small shapes."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from cabotage.core.box import per_box

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.box import Box

    Point = tuple[float, float]

MORE_COLUMNS, MORE_ROWS = 6, 3  # room for lines that are longer than those of the games looked at
LOOKED_AT = 30
CELL_WIDTH, CELL_HEIGHT = 9, 18
MARGIN = 12
SEA, INK, FAINT = (16, 42, 67), (240, 235, 220), (92, 129, 160)
FAINT_SIGNS = "·.'-|/\\_:▒═"
COLOURS = {  # of words, and of the signs of seats
    "red": (239, 98, 98),
    "blue": (98, 166, 239),
    "yellow": (245, 210, 80),
    "green": (110, 205, 120),
    "★": (110, 205, 120),
    "●": (98, 166, 239),
    "■": (239, 98, 98),
    "▲": (245, 210, 80),
    "◆": (222, 150, 240),
}
ARROWS: dict[str, Point] = {"←": (-1, 0), "↑": (0, -1), "↓": (0, 1), "↘": (1, 1), "↙": (-1, 1)}
CIRCLED = "①②③④⑤⑥⑦⑧⑨"


def picture(box: Box, text: str) -> NDArray[np.uint8]:
    """The lines of this text; height, width, and red, green and blue of each point."""
    columns, rows = size_of(box)
    image = Image.new("RGB", (columns * CELL_WIDTH + 2 * MARGIN, rows * CELL_HEIGHT + 2 * MARGIN), SEA)
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(text.splitlines()[:rows]):
        colours = _colours(line)
        for column, sign in enumerate(line[:columns]):
            if sign != " ":
                x, y = MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT
                _draw(draw, sign, x + CELL_WIDTH / 2, y + CELL_HEIGHT / 2, colours[column])
    return np.asarray(image, np.uint8).copy()


@per_box
def size_of(box: Box) -> tuple[int, int]:
    """Columns and rows: the same for all pictures of a box, so that they make a film."""
    texts = [str(position).splitlines() for position in box.positions(LOOKED_AT, seed=0)]
    columns = max(len(line) for text in texts for line in text)
    return columns + MORE_COLUMNS, max(map(len, texts)) + MORE_ROWS


def _colours(line: str) -> list[tuple[int, int, int]]:
    """The colour of each letter: words for colours have their own."""
    colours = [FAINT if sign in FAINT_SIGNS else INK for sign in line]
    for word, colour in COLOURS.items():
        at = line.find(word)
        while at >= 0:
            colours[at : at + len(word)] = [colour] * len(word)
            at = line.find(word, at + len(word))
    return colours


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _draw(draw: ImageDraw.ImageDraw, sign: str, x: float, y: float, colour: tuple[int, int, int]) -> None:
    """Draw a sign around this point. Pillow's font has letters only, so other signs are shapes."""
    r = CELL_WIDTH / 2
    box = (x - r, y - r, x + r, y + r)
    if sign in "●•":
        draw.ellipse(box if sign == "●" else (x - 2, y - 2, x + 2, y + 2), fill=colour)
    elif sign == "○" or sign in CIRCLED:
        draw.ellipse(box, outline=colour)
        if sign != "○":
            draw.text((x, y), str(1 + CIRCLED.index(sign)), colour, _font(8), anchor="mm")
    elif sign in "■□▣▒":
        draw.rectangle(box, fill=colour if sign == "■" else None, outline=colour)
        if sign == "▣":
            draw.rectangle((x - r / 2, y - r / 2, x + r / 2, y + r / 2), fill=colour)
    elif sign in "▲▽◆★":
        draw.polygon(_corners(sign, x, y, r), fill=None if sign == "▽" else colour, outline=colour)
    elif sign in ARROWS:
        _arrow(draw, x, y, ARROWS[sign], colour)
    elif sign in "↔↕":
        for step in ((1, 0), (-1, 0)) if sign == "↔" else ((0, 1), (0, -1)):
            _arrow(draw, x, y, step, colour)
    elif sign == "═":
        draw.line((x - r, y - 1, x + r, y - 1), colour)
        draw.line((x - r, y + 2, x + r, y + 2), colour)
    else:
        draw.text((x, y + CELL_HEIGHT / 4), sign, colour, _font(13), anchor="ms")


def _corners(sign: str, x: float, y: float, r: float) -> list[Point]:
    if sign == "★":
        reach = [(r * 1.2 if k % 2 == 0 else r / 2, pi * k / 5 - pi / 2) for k in range(10)]
        return [(x + length * cos(angle), y + length * sin(angle)) for length, angle in reach]
    shapes: dict[str, list[Point]] = {
        "▲": [(-1, 1), (1, 1), (0, -1)],
        "▽": [(-1, -1), (1, -1), (0, 1)],
        "◆": [(-1, 0), (0, -1.2), (1, 0), (0, 1.2)],
    }
    return [(x + r * across, y + r * down) for across, down in shapes[sign]]


def _arrow(draw: ImageDraw.ImageDraw, x: float, y: float, step: Point, colour: tuple[int, int, int]) -> None:
    """A line through the point with a head at its end."""
    across, down = (part * 4 for part in step)
    end = (x + across, y + down)
    draw.line((x - across, y - down, *end), colour)
    for side in (1, -1):
        draw.line((*end, end[0] - across / 2 + side * down / 2, end[1] - down / 2 - side * across / 2), colour)
