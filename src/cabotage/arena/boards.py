"""Two boards compared: how the same greedy bots play on each, as figures and as one HTML page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cabotage.arena.page import Page, document
from cabotage.arena.plots import seat_plot
from cabotage.arena.tournament import Tournament

if TYPE_CHECKING:
    from cabotage.arena.result import GameResult
    from cabotage.core.box import Box

BOT: Literal["greedy"] = "greedy"
LANES = 256
PLACES_SHOWN = 40
BETWEEN = re.compile(r"[>+]")  # between parts of a notation that belong together
JOINING = {"to", "beyond"}  # they say what the next part is


def compare(standard: Box, changed: Box, games: int = 400, seed: int = 1, workers: int = 1) -> dict[str, Any]:
    """Figures of both boards, with the same bots and the same seed."""
    return {
        "game": standard.game.id,
        "seats": standard.seats,
        "boards": [_names(standard), _names(changed)],
        "measured": [measure(box, games, seed, workers) for box in (standard, changed)],
    }


def measure(box: Box, games: int, seed: int, workers: int = 1) -> dict[str, Any]:
    """What greedy bots do on this board."""
    results = Tournament(box, [BOT], games=games, seed=seed).play(workers=workers)
    figures = results.figures
    return {
        "games": figures["games"],
        "settings": figures["settings"],
        "is_cooperative": figures["is_cooperative"],
        "won": figures["bots"][0]["share"],
        "seats": figures["seats"],
        "length": figures["length"],
        "branching": figures["branching"],
        "winner_leads": figures["course"]["winner_leads"],
        "lead_changes": fmean(map(lead_changes, results.games)),
        "use": use(box, games, seed),
    }


def lead_changes(game: GameResult) -> int:
    """How often another seat led than before, at the moments that the course of a game records."""
    leading = [{seat for seat, place in enumerate(places) if place == 1} for places in game.course.places]
    last, changes = leading[0], 0
    for now in leading[1:]:
        is_change = last.isdisjoint(now)
        changes += is_change
        last = now if is_change else last & now  # a tie is no change, but what follows it may be one
    return changes


def use(box: Box, games: int, seed: int) -> dict[str, float]:
    """How often each part of a choice is chosen per game: a tile, an island, a square, a card, with what is done."""
    vector = box.vector(min(LANES, games), seed, mask="indices")
    batch, left = vector.reset(), games
    counts = np.zeros(box.action_count, np.int64)
    while left > 0:
        actions = vector.choose(BOT)
        np.add.at(counts, actions[batch.game < games], 1)
        is_wanted = batch.game < games
        batch = vector.step(actions)
        left -= int((batch.done & is_wanted).sum())
    used: Counter[str] = Counter()
    for number in np.flatnonzero(counts):
        for part in parts_of(box.texts[number]):
            used[part] += int(counts[number])
    return {part: times / games for part, times in used.items()}


def parts_of(notation: str) -> list[str]:
    """What is chosen, each part with its verb: `lay a1 i6` is `lay a1` and `lay i6`; `roll` stays as it is."""
    verb, *words = notation.replace("=", "= ").split()
    parts: list[str] = []
    joined = verb.removesuffix("=")
    for word in words:
        if word.endswith("="):
            verb = joined = word[:-1]
        elif word in JOINING:
            joined = f"{verb} {word}"
        else:
            parts += (f"{joined} {part}" for part in BETWEEN.split(word))
    return parts or [verb]


def write(figures: Mapping[str, Any], path: Path, language: str) -> Path:
    """Write the page."""
    path.write_text(BoardPage(figures, language).whole(), "utf-8")
    return path


class BoardPage(Page):
    """The comparison in one language."""

    def __init__(self, figures: Mapping[str, Any], language: str) -> None:
        super().__init__(figures, language)
        self.both: Sequence[Mapping[str, Any]] = figures["measured"]

    def drawn(self) -> dict[str, str]:
        """The shares of the seats on both boards."""
        if self.figures["measured"][0]["is_cooperative"]:
            return {}
        rows = [
            (
                f"{board}: {self.words.say('plot.order', order=row['order'] + 1)}",
                row["relative"],
                row["relative_interval"],
            )
            for board, measured in zip(self.figures["boards"], self.figures["measured"], strict=True)
            for row in measured["seats"]
        ]
        return seat_plot(rows, self.words)

    def title(self) -> str:
        from cabotage.games import find

        name = find(self.figures["game"]).names[self.words.language]
        first, second = self.figures["boards"]
        return self.words.say("board.title", game=name, first=first, second=second)

    def whole(self) -> str:
        settings = self.both[0]["settings"]
        counts = {"games": self.both[0]["games"], "seats": self.figures["seats"], "seed": settings["seed"]}
        summary = self.words.say("board.summary", version=settings["versions"]["cabotage"], **counts)
        parts = [f"<h1>{escape(self.title())}</h1>", f"<p>{escape(summary)}</p>"]
        parts += [self.overview(), self.by_seat(), self.places()]
        return document(self.title(), self.words.language, "\n".join(parts))

    def overview(self) -> str:
        rows = [
            [self.word("turns"), *(self.number(one["length"]["turns"]["mean"], 1) for one in self.both)],
            [self.word("decisions"), *(self.number(one["length"]["decisions"]["mean"], 1) for one in self.both)],
            [self.word("per_turn"), *(self.number(one["length"]["decisions_per_turn"]) for one in self.both)],
            [self.word("choices"), *(self.number(one["branching"]["mean"], 1) for one in self.both)],
        ]
        if self.both[0]["is_cooperative"]:
            rows.append([self.word("won"), *(self.percent(one["won"]) for one in self.both)])
        else:
            rows.append([self.word("lead_changes"), *(self.number(one["lead_changes"], 1) for one in self.both)])
            rows.append([self.word("half_way"), *(self.percent(one["winner_leads"][5]) for one in self.both)])
            rows.append([self.word("advantage"), *(self.number(_spread(one["seats"])) for one in self.both)])
        return self.titled("overview", "overview_note", self.table(self.heads("measure"), rows))

    def by_seat(self) -> str:
        if self.both[0]["is_cooperative"]:
            return ""
        rows = [
            [str(order), *(f"{self.number(row['relative'])} ({self.span(row['relative_interval'])})" for row in pair)]
            for order, pair in enumerate(zip(*(one["seats"] for one in self.both), strict=True), 1)
        ]
        return self.titled("seats", "seats_note", self.plot("seats"), self.table(self.heads("order"), rows))

    def places(self) -> str:
        first, second = (one["use"] for one in self.both)
        words = sorted(first | second, key=lambda word: (-abs(first.get(word, 0) - second.get(word, 0)), word))
        rows = [
            [f"<code>{escape(word)}</code>", *(self.number(use.get(word, 0.0)) for use in (first, second))]
            for word in words[:PLACES_SHOWN]
        ]
        return self.titled("use", "use_note", self.table(self.heads("part"), rows))

    def heads(self, first: str) -> list[str]:
        return [self.word(first), *(escape(board) for board in self.figures["boards"])]

    def titled(self, key: str, note: str, *parts: str) -> str:
        return "\n".join([f"<h2>{self.word(key)}</h2>", f"<p>{self.word(note)}</p>", *filter(None, parts)])

    def word(self, key: str) -> str:
        return escape(self.words.say(f"board.{key}"), quote=False)


def _spread(seats: Sequence[Mapping[str, Any]]) -> float:
    """The best seat's share less the worst one's, in fair shares."""
    shares = [row["relative"] for row in seats]
    return float(max(shares) - min(shares))


def _names(box: Box) -> str:
    return ", ".join(board.name for board in box.boards.values())
