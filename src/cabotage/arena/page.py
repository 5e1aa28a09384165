"""report.html: a self-contained page with a light and a dark theme, for wide and narrow screens."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from cabotage.arena.errors import WORDS
from cabotage.arena.plots import plots
from cabotage.core.words import Words

FAILURES_SHOWN = 20
LABELS = {
    "standings": "relative",
    "ratings": "rating",
    "seats": "by_seat",
    "length": "turns",
    "branching": "offered",
    "chances": "chance",
    "points": "points",
}
HALF_WAY, LATE = 5, 8  # of ten parts of a game

CSS = """
:root { color-scheme: light dark; --ink: #1b2733; --soft: #5a6b7b; --page: #fdfdfb; --rule: #d8dee4; --mark: #0b5d8a }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e9ee; --soft: #9fb0bf; --page: #131a21; --rule: #33404c; --mark: #7cc4ee }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 46rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink);
       font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem; overflow-wrap: anywhere }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .4rem; color: var(--mark) }
p { margin: .4rem 0; color: var(--soft) }
figure { margin: .8rem 0; max-width: 36rem }
svg { width: 100%; height: auto; display: block; color: var(--ink) }
svg text { font-family: system-ui, sans-serif !important }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; margin: .6rem 0 }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap }
th:first-child, td:first-child { text-align: left; padding-left: 0 }
td.text { text-align: left; white-space: normal; overflow-wrap: anywhere }
th { color: var(--soft); font-weight: 500; font-size: .85rem; white-space: normal; vertical-align: bottom }
code { font-size: .9rem; overflow-wrap: anywhere; color: var(--ink) }
"""


class Page:
    """The parts of the page in one language."""

    def __init__(self, figures: Mapping[str, Any], language: str) -> None:
        self.figures = figures
        self.words = Words.load(WORDS, language)
        self.plots = self.drawn()

    def drawn(self) -> dict[str, str]:
        """The plots by name."""
        return plots(self.figures, self.words)

    def say(self, key: str, **values: Any) -> str:
        return escape(self.words.say(f"page.{key}", **values), quote=False)

    def number(self, value: float | None, digits: int = 2) -> str:
        return "–" if value is None else self.words.number(value, f".{digits}f")

    def span(self, ends: Sequence[float] | None, digits: int = 2) -> str:
        return "–" if ends is None else "–".join(self.number(end, digits) for end in ends)

    def percent(self, value: float) -> str:
        return self.words.number(value, ".0%")

    def plot(self, name: str) -> str:
        """A plot, with a label for screen readers; its numbers are in the tables."""
        if name not in self.plots:
            return ""
        label = escape(self.words.say(f"plot.{LABELS[name]}"))
        return f'<figure role="img" aria-label="{label}">{self.plots[name]}</figure>'

    def table(self, titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        head = "".join(f'<th scope="col">{title}</th>' for title in titles)
        body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>\n" for row in rows)
        return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>'

    def section(self, key: str, *parts: str) -> str:
        return "\n".join([f"<h2>{self.say(key)}</h2>", *filter(None, parts)])

    def paragraph(self, key: str, **values: Any) -> str:
        return f"<p>{self.say(key, **values)}</p>"

    def head(self) -> str:
        settings = self.figures["settings"]
        options = ", ".join(_options(settings)) or self.words.say("page.usual")
        return "\n".join(
            [
                f"<h1>{escape(self.title())}</h1>",
                self.paragraph(
                    "summary",
                    games=self.figures["games"],
                    rounds=self.figures["rounds"],
                    seats=settings["seats"],
                    seed=settings["seed"],
                    version=settings["versions"]["cabotage"],
                ),
                self.paragraph("options", options=options),
                "" if self.plots else self.paragraph("no_plots"),
            ]
        )

    def title(self) -> str:
        from cabotage.games import find

        settings = self.figures["settings"]
        name = find(settings["game"]).names[self.words.language]
        return self.words.say("page.title", game=name, line_up=", ".join(settings["line_up"]))

    def standings(self) -> str:
        is_together = self.figures["is_cooperative"]
        titles = ["bot", "seats_held", "games", "share", *([] if is_together else ["relative"]), "interval"]
        is_adjusted = not is_together and self.figures["settings"]["is_adjusted"]
        titles += ["adjusted", "interval"] if is_adjusted else []
        titles += [] if is_together else ["rating", "interval"]
        rows = []
        for bot in self.figures["bots"]:
            row = [escape(bot["bot"]), str(bot["seats"]), str(bot["games"]), self.number(bot["share"], 3)]
            row += [] if is_together else [self.number(bot["relative"])]
            row += [self.span(bot["relative_interval"])]
            if is_adjusted:
                row += [self.number(bot["adjusted"]), self.span(bot["adjusted_interval"])]
            if not is_together:
                row += [self.number(bot["rating"]["mu"], 1), self.span(bot["rating"]["interval"], 1)]
            rows.append(row)
        return self.section(
            "standings",
            self.paragraph("standings_note_together" if is_together else "standings_note"),
            self.adjustment() if is_adjusted else "",
            self.plot("standings"),
            self.table([self.say(title) for title in titles], rows),
            self.plot("ratings"),
            self.thinking(),
        )

    def adjustment(self) -> str:
        """What the adjusted shares are, and how many games they save."""
        saved = [bot["fewer_games"] for bot in self.figures["bots"] if bot["fewer_games"] is not None]
        return self.paragraph("adjusted_note", times=self.number(min(saved), 1) if saved else "–")

    def thinking(self) -> str:
        rows = [
            [
                escape(bot["bot"]),
                str(bot["decisions"]),
                self.number(bot["ms_per_decision"], 3),
                self.number(bot["longest_ms"], 3),
                str(bot["failures"]),
            ]
            for bot in self.figures["bots"]
        ]
        return self.table([self.say(title) for title in ("bot", "decisions", "ms", "longest", "failures")], rows)

    def seats(self) -> str:
        rows = [
            [str(row["order"] + 1), self.number(row["share"], 3), self.number(row["relative"]),
             self.span(row["relative_interval"])]
            for row in self.figures["seats"]
        ]  # fmt: skip
        titles = [self.say(title) for title in ("order", "share", "relative", "interval")]
        return self.section("by_seat", self.paragraph("by_seat_note"), self.plot("seats"), self.table(titles, rows))

    def length(self) -> str:
        length = self.figures["length"]
        columns = ("mean", "median", "tenth", "ninetieth", "least", "most")
        rows = [
            [self.say(kind), *(self.number(length[kind][column], 1 if column == "mean" else 0) for column in columns)]
            for kind in ("turns", "decisions", "steps")
        ]
        by_seat = " / ".join(self.number(each, 1) for each in length["decisions_by_seat"])
        return self.section(
            "length",
            self.paragraph("length_note"),
            self.plot("length"),
            self.table([self.say("measure"), *(self.say(column) for column in columns)], rows),
            self.paragraph("per_turn", decisions=self.number(length["decisions_per_turn"]), by_seat=by_seat),
        )

    def branching(self) -> str:
        figures = self.figures["branching"]
        note = self.paragraph(
            "branching_note", mean=self.number(figures["mean"], 1), median=figures["median"], most=figures["most"]
        )
        return self.section("branching", note, self.plot("branching"))

    def course(self) -> str:
        leads = self.figures["course"]["winner_leads"]
        leading = {"early": self.percent(leads[HALF_WAY]), "late": self.percent(leads[LATE])}
        return self.section(
            "course",
            self.paragraph("course_note"),
            self.plot("chances"),
            "" if self.figures["is_cooperative"] else self.paragraph("winner_leads", **leading),
            self.plot("points"),
        )

    def failed(self) -> str:
        failures = self.figures["failures"]
        if not failures:
            return ""
        rows = [
            [
                str(one["game"]),
                str(one["seat"]),
                f"|{escape(one['bot'])}",
                f"|{escape(one['reason'][self.words.language])}",
            ]
            for one in failures[:FAILURES_SHOWN]
        ]
        more = len(failures) - FAILURES_SHOWN
        titles = [self.say(title) for title in ("game", "seat", "bot", "reason")]
        return self.section(
            "failed",
            self.paragraph("failed_note"),
            self.table(titles, rows),
            self.paragraph("more", count=more) if more > 0 else "",
        )

    def reproduce(self) -> str:
        return self.section("reproduce", f"<p><code>{escape(command(self.figures['settings']))}</code></p>")

    def whole(self) -> str:
        parts = [self.head(), self.standings()]
        if self.figures["seats"]:
            parts += [self.seats(), self.length(), self.branching(), self.course()]
        parts += [self.failed(), self.reproduce()]
        return document(self.title(), self.words.language, "\n".join(filter(None, parts)))


def document(title: str, language: str, body: str) -> str:
    """A whole page, complete in itself."""
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{CSS}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def page(figures: Mapping[str, Any], language: str) -> str:
    """The page in this language."""
    return Page(figures, language).whole()


def command(settings: Mapping[str, Any]) -> str:
    """The command that plays the same games."""
    words = ["cabotage", "arena", settings["game"], "--bots", ",".join(settings["line_up"])]
    words += ["--seats", str(settings["seats"]), "--games", str(settings["games"]), "--seed", str(settings["seed"])]
    for option in _options(settings):
        words += ["--option", option]
    words += [] if settings["is_adjusted"] else ["--plain"]
    return shlex.join([*words, "--out", "DIR"])


def _options(settings: Mapping[str, Any]) -> list[str]:
    """The options that differ from their defaults, as typed."""
    from cabotage.games import find

    changed = []
    for option in find(settings["game"]).options:
        value = settings["options"][option.name]
        value = value["name"] if isinstance(value, Mapping) else value
        if value != option.default:
            changed.append(f"{option.name}={str(value).lower()}")
    return changed


def _cell(text: str) -> str:
    """A cell: numbers are aligned right; a text, marked by a leading bar, left."""
    return f'<td class="text">{text[1:]}</td>' if text.startswith("|") else f"<td>{text}</td>"
