"""A hint: the best choices and the chances after each, from what the person sees now."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING

from cabotage.bots.evaluation import Chance, Evaluation, hint
from cabotage.bots.ranks import best_budget
from cabotage.tables.projection import has_memory

if TYPE_CHECKING:
    from cabotage.cli.menu import Menu
    from cabotage.core.position import Position
    from cabotage.core.words import Words

SECONDS = 1.0
MOST_SHOWN = 3


def hint_lines(position: Position, seat: int, menu: Menu, names: list[str], words: Words) -> list[str]:
    """The best choices, then everyone's chances after the best."""
    budget = best_budget(position.box, seconds=SECONDS)
    evaluation = hint(position.box, position.view(seat), seat, budget, seed=len(position.history))
    offers = {offer.number: offer for offer in menu.offers}
    best = [(offers[choice.number], choice.chances[seat]) for choice in evaluation.choices[:MOST_SHOWN]]
    wide = max(len(offer.label) for offer, _ in best)
    long = max(len(offer.sentence) for offer, _ in best)
    lines = [f" {offer.label:>{wide}}  {offer.sentence:<{long}}  {between(chance, words)}" for offer, chance in best]
    told = position.box.game.words(words.language).naming(names.__getitem__)
    merits = [f" {'':>{wide}}  {told.tell(choice.merit)}" for choice in evaluation.choices[:MOST_SHOWN] if choice.merit]
    head = words.say("hint.head_memory" if has_memory(position.box) else "hint.head")
    each = [line for pair in zip(lines, merits, strict=True) for line in pair]
    return [head, *each, standing(evaluation, names, position.box.is_cooperative, words)]


def standing(evaluation: Evaluation, names: list[str], is_cooperative: bool, words: Words) -> str:
    """Everyone's chances in one line; one number in co-operative games."""
    if is_cooperative:
        return words.say("hint.together", chance=percent(evaluation.chances[0].value, words))
    each = (f"{name} {percent(chance.value, words)}" for name, chance in zip(names, evaluation.chances, strict=True))
    return words.say("hint.all", each=", ".join(each))


def between(chance: Chance, words: Words) -> str:
    """A chance with its bounds, in percent."""
    low, high = floor(100 * chance.low), ceil(100 * chance.high)
    return words.say("hint.between", chance=percent(chance.value, words), low=low, high=high)


def percent(value: float, words: Words) -> str:
    return words.say("hint.percent", number=round(100 * value))
