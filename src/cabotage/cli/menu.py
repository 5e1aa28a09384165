"""What is offered to a person: shown so that it fits the screen, and understood when typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.core.contract import Scene
    from cabotage.core.words import Words

MOST_SENTENCES = 20  # more are shown by their notation only
MOST_NUMBERED = 60  # more are shown by the forms of their notation
MOST_VARIANTS = 12  # of one word in a form
GAP = "   "


@dataclass(frozen=True)
class Offer:
    """One choice: its number in the rules, how it is written, what it means."""

    number: int
    notation: str
    sentence: str


class Menu:
    """The choices of one decision, numbered from 1 for the person."""

    def __init__(self, choices: Sequence[Scene], game_words: Words, words: Words) -> None:
        self.words = words
        self.offers = [
            Offer(choice["id"], choice["notation"], _sentence(choice["text"], game_words)) for choice in choices
        ]

    def show(self, width: int, rows: int) -> str:
        """As much as fits: sentences one a line, or in columns, or the notation, or only its forms."""
        count = len(self.offers)
        if count <= MOST_SENTENCES:
            if count <= rows:
                return self.show_all(width)
            packed = _columns(self._numbered([offer.sentence for offer in self.offers]), width)
            if len(packed) <= rows:
                return "\n".join(packed)
        if count <= MOST_NUMBERED:
            return "\n".join(_columns(self._numbered([offer.notation for offer in self.offers]), width))
        return "\n".join(
            [f"  {form}" for form in forms([offer.notation for offer in self.offers])]
            + [self.words.say("menu.many", count=count, sample=self.offers[0].notation)]
        )

    def show_all(self, width: int) -> str:
        """All of them, one a line, with their notation if there is room."""
        lines = self._numbered([offer.sentence for offer in self.offers])
        longest = max(map(len, lines))
        notation = max(len(offer.notation) for offer in self.offers)
        if longest + len(GAP) + notation > width:
            return "\n".join(lines)
        return "\n".join(
            f"{line:<{longest}}{GAP}{offer.notation}" for line, offer in zip(lines, self.offers, strict=True)
        )

    def find(self, typed: str) -> Offer | None:
        """The choice meant by its number in the list, its notation, or its sentence."""
        text = tidy(typed)
        if not text and len(self.offers) == 1:
            return self.offers[0]
        if text.isascii() and text.isdigit():
            index = int(text) if len(text) < 10 else 0
            return self.offers[index - 1] if 1 <= index <= len(self.offers) else None
        return next((offer for offer in self.offers if text in (offer.notation, tidy(offer.sentence))), None)

    def refuse(self, typed: str, is_notation: bool) -> str:
        """Why that is no choice, and what would be."""
        text = tidy(typed)
        count, sample = len(self.offers), self.offers[0].notation
        if not text:
            return self.words.say("refused.nothing", count=count, sample=sample)
        if text.isascii() and text.isdigit():
            return self.words.say("refused.number", number=text[:12], count=count)
        if is_notation:
            return self.words.say("refused.not_offered", typed=text)
        close = get_close_matches(text, [offer.notation for offer in self.offers], n=1)
        if close:
            return self.words.say("refused.close", typed=_short(typed), close=close[0])
        return self.words.say("refused.unknown", typed=_short(typed), sample=sample)

    def _numbered(self, texts: Sequence[str]) -> list[str]:
        digits = len(str(len(texts)))
        return [f"{number:>{digits + 1}}  {text}" for number, text in enumerate(texts, 1)]


def forms(notations: Sequence[str]) -> list[str]:
    """The shapes that many notations have in common: `name 1-6 red|blue`."""
    shapes: dict[tuple[str, int], list[list[str]]] = {}
    for notation in notations:
        parts = notation.split()
        shapes.setdefault((parts[0], len(parts)), []).append(parts)
    return [
        " ".join(_variants(list(dict.fromkeys(column))) for column in zip(*rows, strict=True))
        for rows in shapes.values()
    ]


def _variants(texts: Sequence[str]) -> str:
    if len(texts) > 2 and all(text.isdigit() for text in texts):
        numbers = sorted(map(int, texts))
        if numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"{numbers[0]}-{numbers[-1]}"
    shown = texts if len(texts) <= MOST_VARIANTS else [*texts[: MOST_VARIANTS - 1], "..."]
    return "|".join(shown)


def tidy(text: str) -> str:
    """As notations are written: lower case, single spaces."""
    return " ".join(text.lower().split())


def _short(typed: str) -> str:
    text = " ".join(typed.split())
    return text if len(text) <= 40 else text[:37] + "..."


def _sentence(message: Scene, words: Words) -> str:
    return words.say(message["key"], **message.get("values", {}))


def _columns(cells: Sequence[str], width: int) -> list[str]:
    """The cells in as many columns as fit, read downwards."""
    wide = max(map(len, cells)) + len(GAP)
    across = max(1, (width + len(GAP)) // wide)
    rows = -(-len(cells) // across)
    return ["".join(cell.ljust(wide) for cell in cells[row::rows]).rstrip() for row in range(rows)]
