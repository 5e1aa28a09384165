"""report.html of each round: a self-contained page with what was learned and how strong it is."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cabotage.arena.page import document
from cabotage.core.words import Words
from cabotage.training.curves import curves
from cabotage.training.errors import WORDS
from cabotage.training.file import write_file
from cabotage.training.rounds import BEST, folder_of

if TYPE_CHECKING:
    from cabotage.training.settings import Plan

PAGE = "report.html"


def write_report(plan: Plan, reports: Sequence[dict[str, Any]], language: str) -> Path:
    """Write the page of the last round; return its path."""
    path = folder_of(plan, len(reports) - 1) / PAGE
    content = _Page(plan, reports, language).whole().encode()
    write_file(path, lambda file: file.write(content))
    return path


class _Page:
    """The page of one round in one language."""

    def __init__(self, plan: Plan, reports: Sequence[dict[str, Any]], language: str) -> None:
        self.plan, self.reports, self.last = plan, reports, reports[-1]
        self.words = Words.load(WORDS, language)
        self.curves = curves(reports, self.words)

    def whole(self) -> str:
        parts = [self.head(), self.wins(), self.strength(), self.quality(), self.calibration(), self.reproduce()]
        return document(self.title(), self.words.language, "\n".join(filter(None, parts)))

    def say(self, key: str, **values: Any) -> str:
        return escape(self.words.say(f"page.{key}", **values), quote=False)

    def number(self, value: float, digits: int = 3) -> str:
        return self.words.number(value, f".{digits}f")

    def span(self, ends: Sequence[float] | None, digits: int = 3) -> str:
        return "–" if ends is None else "–".join(self.number(end, digits) for end in ends)

    def section(self, key: str, *parts: str) -> str:
        return "\n".join([f"<h2>{self.say(key)}</h2>", f"<p>{self.say(f'{key}_note')}</p>", *filter(None, parts)])

    def plot(self, name: str) -> str:
        """A plot, with a label for screen readers; its numbers are in the tables."""
        if name not in self.curves:
            return ""
        label = escape(self.words.say(f"page.{name}"))
        return f'<figure role="img" aria-label="{label}">{self.curves[name]}</figure>'

    def table(self, titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        head = "".join(f'<th scope="col">{self.say(title)}</th>' for title in titles)
        body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in rows)
        return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>'

    def title(self) -> str:
        name = self.plan.game.names[self.words.language]
        return self.words.say("page.title", game=name, round=self.last["round"] + 1)

    def head(self) -> str:
        about = self.last["about"]
        summary = self.say(
            "summary",
            games=self.last["games"],
            positions=self.last["positions"],
            all_games=about["games"],
            minutes=self.number(about["hours"] * 60, 1),
            version=about["cabotage"],
            commit=about["commit"] or "–",
        )
        how = "policy" if self.last["round"] == 0 else "search" if self.last["iterations"] else "ahead"
        played = self.say(f"played_{how}", iterations=self.last["iterations"])
        kept = self.say("kept" if self.last["is_kept"] else "not_kept")
        lines = [summary, played, kept, *([] if self.curves else [self.say("no_plots")])]
        return "\n".join([f"<h1>{escape(self.title())}</h1>", *(f"<p>{line}</p>" for line in lines)])

    def wins(self) -> str:
        rows = [self._row(self.last, kind) for kind in self.last["wins"]]
        return self.section("wins", self.table(["against", "games", "relative", "interval", "ms"], rows))

    def _row(self, told: dict[str, Any], kind: str) -> list[str]:
        won = told["wins"][kind]
        others = self.say("best", others=won["seats"] - 1)
        others = others if kind == BEST else self.say("captain", others=won["seats"] - 1, name=won["against"])
        interval = self.span(won["relative_interval"], 2)
        return [
            others,
            str(won["games"]),
            self.number(won["relative"], 2),
            interval,
            self.number(won["ms_per_decision"], 1),
        ]

    def strength(self) -> str:
        """The strength curve: all rounds against captains."""
        rows = [
            [str(told["round"] + 1), str(told["about"]["games"]), self.number(told["about"]["hours"] * 60, 1),
             *self._row(told, "captain")[1:4], self.number(told["network"]["loss"]["mean"])]
            for told in self.reports
        ]  # fmt: skip
        titles = ["round", "all_games", "minutes", "games", "relative", "interval", "loss"]
        return self.section("strength", self.plot("strength"), self.table(titles, rows))

    def quality(self) -> str:
        rows = [
            [self.say(f"by_{name}"), *self._quality(self.last[name][measure] for measure in ("loss", "brier"))]
            for name in ("network", "estimate")
        ]
        count = self.say("held", positions=self.last["held_positions"], games=self.last["held_games"])
        table = self.table(["judge", "loss", "interval", "brier", "interval"], rows)
        return self.section("quality", f"<p>{count}</p>", table, self.plot("losses"))

    def _quality(self, measures: Any) -> list[str]:
        return [cell for each in measures for cell in (self.number(each["mean"]), self.span(each["interval"]))]

    def calibration(self) -> str:
        rows = [
            [self.number(chance), self.number(result), str(count)]
            for chance, result, count in self.last["network"]["calibration"]
        ]
        return self.section("calibration", self.plot("calibration"), self.table(["chance", "result", "count"], rows))

    def reproduce(self) -> str:
        return self.section("reproduce", f"<p><code>{escape(self.command())}</code></p>")

    def command(self) -> str:
        """The command that plays the same games and learns the same."""
        plan = self.plan
        words = ["cabotage", "train", plan.game.id, "--seed", str(plan.seed), "--rounds", str(len(self.reports))]
        words += ["--games", ",".join(str(told["games"]) for told in self.reports)]
        words += ["--iterations", str(plan.iterations), "--think", str(plan.think)]
        words += [] if plan.seats is None else ["--seats", str(plan.seats)]
        for name, value in plan.options.items():
            words += ["--option", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
        return shlex.join([*words, "--out", "DIR"])
