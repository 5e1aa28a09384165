"""The plots of a report as inline SVG, in the colours of the page; equal figures give equal bytes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cabotage.core.words import Words

INK = "#010203"  # stands for the colour of the page's text, light or dark
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#7f7f7f")
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    **dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), INK),
}
WIDTH_INCHES = 5.6
DECIMAL = re.compile(r">(\D?\d+)\.(\d+)<")  # a number on an axis
BARS = 24  # in a histogram, at most


def plots(figures: Mapping[str, Any], words: Words) -> dict[str, str]:
    """SVG by name; empty if matplotlib is not installed."""
    return {name: localised(drawn, words) for name, drawn in _plots(figures, words).items()}


def localised(drawn: str, words: Words) -> str:
    """A plot with the decimal sign of the language."""
    return DECIMAL.sub(r">\1,\2<", drawn) if words.language == "fr" else drawn


def seat_plot(rows: Sequence[tuple[str, float, Any]], words: Words) -> dict[str, str]:
    """The shares of seats under any names, as the plot "seats"; empty if matplotlib is not installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return {}
    drawn = svg("seats", rows_height(rows), lambda axes: dots(axes, rows, words.say("plot.relative"), 1.0))
    return {"seats": localised(drawn, words)}


def _plots(figures: Mapping[str, Any], words: Words) -> dict[str, str]:
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return {}
    bots = figures["bots"]
    made = {"standings": _standings(figures, words)}
    if bots[0]["rating"]:
        rows = [(row["bot"], row["rating"]["mu"], row["rating"]["interval"]) for row in bots]
        made["ratings"] = svg("ratings", rows_height(rows), lambda axes: dots(axes, rows, words.say("plot.rating")))
    if figures["seats"]:
        made["seats"] = _seats(figures, words)
        made["length"] = _histogram("length", figures["length"]["turns_histogram"], words, "turns", "games")
        made["branching"] = _histogram("branching", figures["branching"]["histogram"], words, "offered", "decisions")
        course = figures["course"]
        for name, up in (("chances", "chance"), ("points", "points")):
            if course[name]:  # in the order of the standings, so that each bot keeps its colour
                by_bot = {row["bot"]: course[name][row["bot"]] for row in bots if row["bot"] in course[name]}
                made[name] = _lines(name, course["at"], by_bot, words, up)
    return made


def _standings(figures: Mapping[str, Any], words: Words) -> str:
    rows = [(row["bot"], row["relative"], row["relative_interval"]) for row in figures["bots"]]
    title = words.say("plot.won" if figures["is_cooperative"] else "plot.relative")
    mark = None if figures["is_cooperative"] else 1.0
    return svg("standings", rows_height(rows), lambda axes: dots(axes, rows, title, mark))


def _seats(figures: Mapping[str, Any], words: Words) -> str:
    rows = [
        (words.say("plot.order", order=row["order"] + 1), row["relative"], row["relative_interval"])
        for row in figures["seats"]
    ]
    title = words.say("plot.won" if figures["is_cooperative"] else "plot.relative")
    mark = None if figures["is_cooperative"] else 1.0
    return svg("seats", rows_height(rows), lambda axes: dots(axes, rows, title, mark))


def rows_height(rows: Sequence[Any]) -> float:
    return 0.9 + 0.36 * len(rows)


def dots(axes: Axes, rows: Sequence[tuple[str, float, Any]], title: str, mark: float | None = None) -> None:
    """A line for each row: the value as a dot, the interval as a bar."""
    for at, (_, value, interval) in enumerate(rows):
        colour = COLOURS[at % len(COLOURS)]
        if interval:
            axes.plot(interval, [at, at], color=colour, linewidth=3, solid_capstyle="round", alpha=0.5)
        axes.plot([value], [at], "o", color=colour)
    if mark is not None:
        axes.axvline(mark, color=INK, linewidth=0.8, linestyle=":")
        axes.set_xlim(left=min(0.0, axes.get_xlim()[0]), right=max(2.0 * mark, axes.get_xlim()[1]))
    axes.set_yticks(range(len(rows)), [name if len(name) < 28 else f"{name[:25]}..." for name, _, _ in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel(title)


def _histogram(name: str, counts: Sequence[Sequence[int]], words: Words, across: str, up: str) -> str:
    def draw(axes: Axes) -> None:
        values, times = zip(*counts, strict=True)
        span = values[-1] - values[0] + 1
        width = -(-span // BARS)
        edges = [values[0] + width * bar - 0.5 for bar in range(-(-span // width) + 1)]
        axes.hist(values, bins=edges, weights=times, color=COLOURS[0], rwidth=0.9)
        axes.set_xlabel(words.say(f"plot.{across}"))
        axes.set_ylabel(words.say(f"plot.{up}"))

    return svg(name, 2.6, draw)


def _lines(name: str, at: Sequence[float], by_bot: Mapping[str, Sequence[float]], words: Words, up: str) -> str:
    def draw(axes: Axes) -> None:
        for colour, (bot, values) in zip(COLOURS * len(by_bot), by_bot.items(), strict=False):
            axes.plot([100 * moment for moment in at], values, color=colour, label=bot, marker=".")
        axes.set_xlabel(f"{words.say('plot.progress')} (%)")
        axes.set_ylabel(words.say(f"plot.{up}"))
        axes.set_ylim(bottom=0)
        axes.legend(frameon=False, labelcolor=INK)

    return svg(name, 2.9, draw)


def svg(name: str, height_inches: float, draw: Any) -> str:
    """What this function draws on axes, for a page: its name is unique there."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({**STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(WIDTH_INCHES, height_inches), layout="constrained")
        draw(figure.add_subplot())
        text = StringIO()
        nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(text, format="svg", transparent=True, metadata=nothing)
    return _inline(name, text.getvalue())


def _inline(name: str, text: str) -> str:
    """The SVG without file headers, with ids unique on the page and the page's text colour."""
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    text = re.sub(r'\s(?:xmlns(?::\w+)?|version)="[^"]*"', "", text).replace("xlink:href", "href")
    text = re.sub(r'\bid="', f'id="{name}-', text)
    text = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", text)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*pt"', r"\1", re.sub(r'(<svg[^>]*?) height="[^"]*pt"', r"\1", text))
    return text.replace(INK, "currentColor").strip()
