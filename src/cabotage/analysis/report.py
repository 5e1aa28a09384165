"""The analysis of a game as one self-contained HTML page, and as a few sentences."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

import cabotage
from cabotage.analysis.account import WHOLE
from cabotage.analysis.errors import WORDS
from cabotage.arena.page import CSS
from cabotage.arena.plots import COLOURS
from cabotage.core.words import Words, sentence
from cabotage.games import find

if TYPE_CHECKING:
    from cabotage.analysis.account import Account, Analysis
    from cabotage.analysis.decision import Decision

TURNING_POINTS, ERRORS_SHOWN = 8, 20
NEUTRAL = 0.02  # less luck than this is none
WIDTH, HEIGHT, MARGIN = 640, 240, 34


class Report:
    """The parts of the report in one language."""

    def __init__(self, analysis: Analysis, language: str) -> None:
        self.analysis = analysis
        self.words = Words.load(WORDS, language)
        game = find(analysis.record.game)
        self.game_words = analysis.record.naming(game.words(language))
        self.names = [self.game_words.names(seat) for seat in range(analysis.record.seats)]
        self.title = self.words.say("report.title", game=game.names[language])
        self.stories = self._stories()

    def _stories(self) -> list[str]:
        """What happened at each event, with all cards open as far as the story tells it to that event's player."""
        record = self.analysis.record
        stories = []
        for _, event in record.steps(find(record.game)):
            if event is not None:
                messages = event.story(event.actor)
                stories.append(" ".join(map(self.game_words.tell, messages)) or str(event))
        return stories

    def say(self, key: str, **values: object) -> str:
        return escape(self.words.say(f"report.{key}", **values), quote=False)

    def percent(self, share: float, is_signed: bool = False) -> str:
        text = self.words.number(share, "+.1%" if is_signed else ".1%")
        return text.replace("-", "−")

    def sentences(self) -> list[str]:
        """For each player: how lucky they were, and their most costly choice."""
        return [sentence(self._sentence(account)) for account in self.analysis.accounts]

    def _sentence(self, account: Account) -> str:
        luck = account.luck / WHOLE
        key = "even" if abs(luck) < NEUTRAL else "lucky" if luck > 0 else "unlucky"
        text = self.words.say(f"summary.{key}", who=self.names[account.seat], luck=self.percent(abs(luck)))
        mine = [error for error in self.analysis.errors if error.seat == account.seat]
        if not mine:
            return f"{text} {self.words.say('summary.no_error')}"
        error = mine[0]
        choices = {"chosen": self.choice(error, error.chosen), "best": self.choice(error, error.best)}
        return f"{text} {self.words.say('summary.worst', at=error.at + 1, cost=self.percent(error.cost), **choices)}"

    def choice(self, decision: Decision, number: int) -> str:
        """A choice as people read it."""
        return self.game_words.text(decision.texts[number])

    def table(self, titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        head = "".join(f'<th scope="col">{title}</th>' for title in titles)
        body = "".join(f"<tr>{''.join(row)}</tr>\n" for row in rows)
        return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>'

    def accounts(self) -> str:
        rows = []
        for account in self.analysis.accounts:
            parts = [account.start, account.luck, account.skill, account.gifts, account.result]
            shares = [self.percent(part / WHOLE, 0 < at < 4) for at, part in enumerate(parts)]
            errors = " / ".join(map(str, account.errors.values()))
            colour = COLOURS[account.seat % len(COLOURS)]
            name = f'<td><b style="color:{colour}">●</b> {escape(self.names[account.seat])}</td>'
            rows.append([name, *(f"<td>{share}</td>" for share in shares), f"<td>{errors}</td>"])
        titles = [self.say(each) for each in ("player", "start", "luck", "skill", "gifts", "result", "errors")]
        noise = max(account.noise for account in self.analysis.accounts) / WHOLE
        notes = [self.say("terms"), self.say("noise", noise=self.percent(noise))]
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
            for name, account in zip(self.names, self.analysis.accounts, strict=True)
        )
        label = escape(self.words.say("report.chances_label", ends=ends))
        drawing = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{"".join(lines)}</svg>'
        return f"<p>{self.say('chances_note')}</p><figure>{drawing}</figure>"

    def turning_points(self) -> str:
        moments, errors = self.analysis.moments, {error.at for error in self.analysis.errors}
        choices = {decision.at for decision in self.analysis.decisions} - errors  # what changes there is noise
        changes = [
            (max(map(abs, change)), at, change)
            for at, change in enumerate(
                [b - a for a, b in zip(before.chances, after.chances, strict=True)]
                for before, after in pairwise(moments)
            )
            if at not in choices
        ]
        largest = sorted(sorted(changes, reverse=True)[:TURNING_POINTS], key=lambda each: each[1])
        rows = []
        for _, at, change in largest:
            cells = [f"<td>{at + 1}</td>", f'<td class="text">{escape(self.stories[at])}</td>']
            for seat in (change.index(max(change)), change.index(min(change))):
                text = f"{escape(self.names[seat])} {self.percent(change[seat] / WHOLE, True)}"
                cells.append(f'<td class="text">{text}</td>')
            rows.append(cells)
        titles = [self.say(each) for each in ("event", "happened", "gained", "lost")]
        return f"<p>{self.say('turning_note')}</p>" + self.table(titles, rows)

    def errors(self) -> str:
        rows = [
            [
                f"<td>{error.at + 1}</td>",
                f'<td class="text">{escape(self.names[error.seat])}</td>',
                f'<td class="text">{escape(self.words.say(f"verdict.{error.verdict}"))}</td>',
                f'<td class="text">{escape(self.choice(error, error.chosen))}</td>',
                f'<td class="text">{escape(self.choice(error, error.best))}</td>',
                f"<td>{self.percent(error.cost)} ± {self.percent(error.noise)}</td>",
            ]
            for error in self.analysis.errors[:ERRORS_SHOWN]
        ]
        if not rows:
            return f"<p>{self.say('none')}</p>"
        return self.table([self.say(each) for each in ("event", "player", "verdict", "chosen", "best", "cost")], rows)

    def html(self) -> str:
        """The whole page."""
        effort = self.analysis.effort
        made = self.say("effort", playouts=effort.playouts, iterations=effort.iterations, version=cabotage.__version__)
        sentences = "".join(f"<p>{escape(text)}</p>" for text in self.sentences())
        parts = [
            f"<h1>{escape(self.title)}</h1>", f"<p>{self.say('lead')}</p>", self.accounts(), sentences,
            f"<h2>{self.say('chances')}</h2>", self.chart(),
            f"<h2>{self.say('turning')}</h2>", self.turning_points(),
            f"<h2>{self.say('mistakes')}</h2>", self.errors(),
            f"<p><small>{made}</small></p>",
        ]  # fmt: skip
        return (
            f'<!doctype html>\n<html lang="{self.words.language}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(self.title)}</title>\n<style>{CSS}</style>\n</head>\n<body>\n"
            + "\n".join(parts)
            + "\n</body>\n</html>\n"
        )
