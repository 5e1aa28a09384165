"""The choices of a person: shown to fit the screen, and found by what is typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.core.contract import Scene
    from cabotage.core.words import Words

MOST_SENTENCES = 20  # more are shown by their notation only
MOST_LABELLED = 60  # more are shown by the forms of their notation
MOST_VARIANTS = 12  # of one word in a form
GAP = "   "


@dataclass(frozen=True)
class Offer:
    """One choice: its number in the rules, its label to type, its notation, and its meaning."""

    number: int
    label: str
    notation: str
    sentence: str
    is_detail: bool = False


class Menu:
    """The choices of one decision. The label to type is the game's own, or a number."""

    def __init__(self, choices: Sequence[Scene], game_words: Words, words: Words) -> None:
        self.words = words
        self.has_own_labels = all("short" in choice for choice in choices)
        self.offers = [
            Offer(
                choice["id"],
                _sentence(choice["short"], game_words) if self.has_own_labels else str(number),
                choice["notation"],
                _sentence(choice["text"], game_words),
                self.has_own_labels and choice.get("is_detail", False),
            )
            for number, choice in enumerate(choices, 1)
        ]
        self.main = [offer for offer in self.offers if not offer.is_detail] or self.offers

    def show(self, width: int, rows: int) -> str:
        """As much as fits: sentences one a line, or in columns, or notations, or only their forms."""
        about_details = self._about_details()
        return "\n".join([*self._shown(width, rows - len(about_details)), *about_details])

    def _shown(self, width: int, rows: int) -> list[str]:
        count = len(self.main)
        sentences = [offer.sentence for offer in self.main]
        if count <= min(MOST_SENTENCES, rows):
            return self._sentences(self.main, width)
        if count <= MOST_SENTENCES:
            packed = _columns(self._labelled(sentences, self.main), width)
            if len(packed) <= rows:
                return packed
        notations = [offer.notation for offer in self.main]
        if count <= MOST_LABELLED:
            return _columns(self._labelled(sentences if self.has_own_labels else notations, self.main), width)
        shapes = [f"  {form}" for form in forms(notations)]
        return [*shapes, self.words.say("menu.many", count=count, sample=notations[0])]

    def _about_details(self) -> list[str]:
        """A line about choices that the list leaves out, with an example."""
        details = [offer for offer in self.offers if offer not in self.main]
        return [self.words.say("menu.more", count=len(details), sample=details[0].label)] if details else []

    def show_all(self, width: int) -> str:
        """All choices, one a line, with their notation if there is room."""
        return "\n".join(self._sentences(self.offers, width))

    def _sentences(self, offers: Sequence[Offer], width: int) -> list[str]:
        lines = self._labelled([offer.sentence for offer in offers], offers)
        longest = max(map(len, lines))
        notation = max(len(offer.notation) for offer in offers)
        if longest + len(GAP) + notation > width:
            return lines
        return [f"{line:<{longest}}{GAP}{offer.notation}" for line, offer in zip(lines, offers, strict=True)]

    def find(self, typed: str) -> Offer | None:
        """The choice with this label, notation or sentence."""
        text = tidy(typed)
        if not text and len(self.offers) == 1:
            return self.offers[0]
        if text.isascii() and text.isdigit() and not self.has_own_labels:
            text = text.lstrip("0")
        for offer in self.offers:
            if text in (tidy(offer.label), offer.notation, tidy(offer.sentence)):
                return offer
        return None

    def refuse(self, typed: str, is_notation: bool) -> str:
        """Why the text is not a choice, with an example of one."""
        text = tidy(typed)
        count, first = len(self.offers), self.main[0]
        sample = first.label if self.has_own_labels else first.notation
        if not text:
            key = "refused.nothing_labelled" if self.has_own_labels else "refused.nothing"
            return self.words.say(key, count=count, sample=sample)
        if text.isascii() and text.isdigit() and not self.has_own_labels:
            return self.words.say("refused.number", number=text[:12], count=count)
        if is_notation:
            return self.words.say("refused.not_offered", typed=text)
        close = get_close_matches(text, [offer.notation for offer in self.offers], n=1, cutoff=0.8)
        if close:
            return self.words.say("refused.close", typed=_short(typed), close=close[0])
        return self.words.say("refused.unknown", typed=_short(typed), sample=sample)

    def _labelled(self, texts: Sequence[str], offers: Sequence[Offer]) -> list[str]:
        wide = max(len(offer.label) for offer in offers)
        return [f" {offer.label:>{wide}}  {text}" for text, offer in zip(texts, offers, strict=True)]


def forms(notations: Sequence[str]) -> list[str]:
    """Forms that summarise many notations: `name 1-6 red|blue`."""
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
    """Lower case with single spaces, as in notations."""
    return " ".join(text.lower().split())


def _short(typed: str) -> str:
    text = " ".join(typed.split())
    return text if len(text) <= 40 else text[:37] + "..."


def _sentence(message: Scene, words: Words) -> str:
    return words.text(message)


def _columns(cells: Sequence[str], width: int) -> list[str]:
    """The cells in as many columns as fit, read downwards."""
    wide = max(map(len, cells)) + len(GAP)
    across = max(1, (width + len(GAP)) // wide)
    rows = -(-len(cells) // across)
    return ["".join(cell.ljust(wide) for cell in cells[row::rows]).rstrip() for row in range(rows)]
