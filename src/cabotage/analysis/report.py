"""The analysis of a game as one self-contained HTML page, and as a few sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

import cabotage
from cabotage.analysis.account import WHOLE
from cabotage.analysis.calibration import measured
from cabotage.analysis.telling import Telling
from cabotage.arena.page import CSS
from cabotage.arena.plots import COLOURS

if TYPE_CHECKING:
    from cabotage.analysis.account import Analysis
    from cabotage.analysis.telling import ChoiceTold
    from cabotage.core.statistic import Statistic

ERRORS_SHOWN = 20
WIDTH, HEIGHT, MARGIN = 640, 240, 34
BAR = 80  # the longest one

Line = list[tuple[int, float]]  # events so far, and a value


class Report:
    """The parts of the report in one language."""

    def __init__(self, analysis: Analysis, language: str) -> None:
        self.analysis = analysis
        self.telling = Telling(analysis, language)
        self.words = self.telling.words
        self.names = [escape(name) for name in self.telling.names]
        self.percent = self.telling.percent

    def say(self, key: str, **values: object) -> str:
        return escape(self.words.say(f"report.{key}", **values), quote=False)

    def table(self, titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        head = "".join(f'<th scope="col">{title}</th>' for title in titles)
        body = "".join(f"<tr>{''.join(row)}</tr>\n" for row in rows)
        return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>'

    def accounts(self) -> str:
        rows = []
        for account in self.analysis.accounts:
            parts = [account.start, account.draws, account.rest, account.skill, account.gifts, account.result]
            shares = [self.percent(part / WHOLE, 0 < at < 5) for at, part in enumerate((*parts, account.adjusted))]
            errors = " / ".join(map(str, account.errors.values()))
            name = f'<td><b style="color:{colour_of(account.seat)}">●</b> {self.names[account.seat]}</td>'
            rows.append([name, *(f"<td>{share}</td>" for share in shares), f"<td>{errors}</td>"])
        titles = [
            self.say(each)
            for each in ("player", "start", "draws", "rest", "skill", "gifts", "result", "adjusted", "errors")
        ]
        skill = max(account.noise for account in self.analysis.accounts) / WHOLE
        draws = max(account.draws_noise for account in self.analysis.accounts) / WHOLE
        notes = [self.say("terms"), self.say("noise", skill=self.percent(skill), draws=self.percent(draws))]
        return self.table(titles, rows) + "".join(f"<p>{note}</p>" for note in notes)

    def chart(self) -> str:
        """The chances of all seats as lines, with a text for those who cannot see them."""
        moments = self.analysis.moments
        lines = [
            [(moment.seq, min(1.0, max(0.0, moment.chances[seat] / WHOLE))) for moment in moments]
            for seat in range(self.analysis.record.seats)
        ]
        ends = ", ".join(
            f"{name} {self.percent(account.result / WHOLE)}"
            for name, account in zip(self.telling.names, self.analysis.accounts, strict=True)
        )
        marks = {share: self.words.number(share, ".0%") for share in (0.0, 0.5, 1.0)}
        drawing = drawn(lines, marks, self.words.say("report.chances_label", ends=ends))
        return f"<p>{self.say('chances_note')} {self.calibration()}</p>{drawing}"

    def statistics(self) -> str:
        """What the game's players talk about, in numbers and bars; the first figure also over time."""
        found = self.telling.statistics
        if not found:
            return ""
        titles = [escape(self.telling.game_words.say(each.key)) for each in found]
        rows = [
            [f"<td>{name}</td>", *(bar(each.values[seat], max(each.values), seat) for each in found)]
            for seat, name in enumerate(self.names)
        ]
        main, last = found[0], self.analysis.moments[-1].seq
        least, most = (edge(value for _, values in main.course for value in values) for edge in (min, max))
        height = max(1, most - least)
        lines = [[(at, (value - least) / height) for at, value in steps(main, seat, last)] for seat in range(len(rows))]
        ends = ", ".join(f"{name} {value}" for name, value in zip(self.telling.names, main.values, strict=True))
        label = self.words.say("report.course_label", figure=self.telling.game_words.say(main.key), ends=ends)
        drawing = drawn(lines, {0.0: str(least), 1.0: str(least + height)}, label)
        course = self.say("course", figure=self.telling.game_words.say(main.key))
        table = self.table([self.say("player"), *titles], rows)
        return f"<h2>{self.say('statistics')}</h2>{table}<p>{course}</p>{drawing}"

    def calibration(self) -> str:
        """How far such chances were off in games of bots."""
        found = measured(self.analysis.record.game)
        return self.say("calibration", games=found.games, error=self.percent(found.error)) if found else ""

    def turning_points(self) -> str:
        rows = []
        for point in self.telling.turning_points:
            cells = [f"<td>{point.at + 1}</td>", f'<td class="text">{escape(point.story)}</td>']
            for seat in (point.gained, point.lost):
                text = f"{self.names[seat]} {self.percent(point.changes[seat] / WHOLE, True)}"
                cells.append(f"<td>{text}</td>")
            rows.append(cells)
        titles = [self.say(each) for each in ("event", "happened", "gained", "lost")]
        return f"<p>{self.say('turning_note')}</p>" + self.table(titles, rows)

    def errors(self) -> str:
        rows = [
            [
                f"<td>{mistake.turn}</td>",
                f"<td>{self.names[mistake.decision.seat]}</td>",
                f"<td>{escape(self.words.say(f'verdict.{mistake.decision.verdict}'))}</td>",
                self.choice(mistake.chosen),
                self.choice(mistake.best),
                f"<td>{self.percent(mistake.decision.cost)} ± {self.percent(mistake.decision.noise)}</td>",
            ]
            for mistake in self.telling.mistakes[:ERRORS_SHOWN]
        ]
        if not rows:
            return f"<p>{self.say('none')}</p>"
        return self.table([self.say(each) for each in ("turn", "player", "verdict", "chosen", "best", "cost")], rows)

    def choice(self, told: ChoiceTold) -> str:
        return f'<td class="text">{escape(told.text)}<br><small>{escape(told.reason)}</small></td>'

    def html(self) -> str:
        """The whole page."""
        effort = self.analysis.effort
        made = self.say(
            "effort",
            playouts=effort.playouts,
            iterations=effort.iterations,
            samples=effort.samples,
            version=cabotage.__version__,
        )
        sentences = "".join(f"<p>{escape(text)}</p>" for text in self.telling.sentences())
        parts = [
            f"<h1>{escape(self.telling.title)}</h1>", f"<p>{self.say('lead')}</p>", self.accounts(), sentences,
            f"<h2>{self.say('chances')}</h2>", self.chart(),
            self.statistics(),
            f"<h2>{self.say('turning')}</h2>", self.turning_points(),
            f"<h2>{self.say('mistakes')}</h2>", self.errors(),
            f"<p><small>{made}</small></p>",
        ]  # fmt: skip
        return (
            f'<!doctype html>\n<html lang="{self.words.language}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(self.telling.title)}</title>\n<style>{CSS}</style>\n</head>\n<body>\n"
            + "\n".join(parts)
            + "\n</body>\n</html>\n"
        )


def drawn(lines: Sequence[Line], marks: Mapping[float, str], label: str) -> str:
    """A line for each seat, from 0 to 1 over the events of the game; marks are the numbers at the left."""
    last = max(1, *(line[-1][0] for line in lines))
    width, height = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN

    def down(share: float) -> float:
        return HEIGHT - MARGIN - height * share

    parts = []
    for share, text in marks.items():
        y = down(share)
        rule = f'x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y:.1f}" y2="{y:.1f}"'
        parts.append(f'<line {rule} stroke="currentColor" opacity=".2"/>')
        parts.append(f'<text x="2" y="{y + 4:.1f}" fill="currentColor" font-size="11">{text}</text>')
    for seat, line in enumerate(lines):
        points = " ".join(f"{MARGIN + width * at / last:.1f},{down(share):.1f}" for at, share in line)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour_of(seat)}" stroke-width="2"/>')
    name = escape(label)
    return f'<figure><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{name}">{"".join(parts)}</svg></figure>'


def bar(value: int, most: int, seat: int) -> str:
    """A cell with a number and a bar of its length."""
    length = round(BAR * max(0, value) / max(1, most))
    drawing = f'<rect width="{length}" height="6" fill="{colour_of(seat)}"/>'
    return f'<td>{value}<br><svg viewBox="0 0 {BAR} 6" width="{BAR}" height="6" aria-hidden="true">{drawing}</svg></td>'


def steps(statistic: Statistic, seat: int, last: int) -> Line:
    """The course of one seat as a line that rises where its value changes, to the end of the game."""
    line: Line = [(0, statistic.course[0][1][seat])]
    for at, values in statistic.course[1:]:
        if values[seat] != line[-1][1]:
            line += [(at, line[-1][1]), (at, values[seat])]
    return [*line, (last, line[-1][1])]


def colour_of(seat: int) -> str:
    return COLOURS[seat % len(COLOURS)]
