"""The analysis of a game as one self-contained HTML page, and as a few sentences."""

from __future__ import annotations

from collections.abc import Sequence
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

ERRORS_SHOWN = 20
WIDTH, HEIGHT, MARGIN = 640, 240, 34


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
            shares = [self.percent(part / WHOLE, 0 < at < 5) for at, part in enumerate(parts)]
            errors = " / ".join(map(str, account.errors.values()))
            colour = COLOURS[account.seat % len(COLOURS)]
            name = f'<td><b style="color:{colour}">●</b> {self.names[account.seat]}</td>'
            rows.append([name, *(f"<td>{share}</td>" for share in shares), f"<td>{errors}</td>"])
        titles = [self.say(each) for each in ("player", "start", "draws", "rest", "skill", "gifts", "result", "errors")]
        skill = max(account.noise for account in self.analysis.accounts) / WHOLE
        draws = max(account.draws_noise for account in self.analysis.accounts) / WHOLE
        notes = [self.say("terms"), self.say("noise", skill=self.percent(skill), draws=self.percent(draws))]
        return self.table(titles, rows) + "".join(f"<p>{note}</p>" for note in notes)

    def chart(self) -> str:
        """The chances of all seats as lines, with a text for those who cannot see them."""
        moments = self.analysis.moments
        last = max(1, moments[-1].seq)
        inner_width, inner_height = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN

        def at(seq: int, share: int) -> str:
            down = HEIGHT - MARGIN - inner_height * min(1.0, max(0.0, share / WHOLE))
            return f"{MARGIN + inner_width * seq / last:.1f},{down:.1f}"

        lines = []
        for share in (0, WHOLE // 2, WHOLE):
            x, y = at(0, share).split(",")
            lines.append(f'<line x1="{x}" x2="{WIDTH - MARGIN}" y1="{y}" y2="{y}" stroke="currentColor" opacity=".2"/>')
            lines.append(f'<text x="2" y="{float(y) + 4}" fill="currentColor" font-size="11">')
            lines.append(f"{self.words.number(share / WHOLE, '.0%')}</text>")
        for seat in range(self.analysis.record.seats):
            points = " ".join(at(moment.seq, moment.chances[seat]) for moment in moments)
            colour = COLOURS[seat % len(COLOURS)]
            lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        ends = ", ".join(
            f"{name} {self.percent(account.result / WHOLE)}"
            for name, account in zip(self.telling.names, self.analysis.accounts, strict=True)
        )
        label = escape(self.words.say("report.chances_label", ends=ends))
        drawing = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{"".join(lines)}</svg>'
        return f"<p>{self.say('chances_note')} {self.calibration()}</p><figure>{drawing}</figure>"

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
