"""What a person types for a choice: short, different for each, and the same wherever the choice comes up again."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import count

import pytest

from cabotage.cli.language import Language, program_words
from cabotage.cli.menu import Menu
from cabotage.games.smugglers import test_kit as smugglers
from tests.cli.terminal import Terminal

ENOUGH = 150  # questions in one game
LABELLED = ("calypso", "captn_clever", "smugglers", "cape_horn", "treasure_boots")


def anyhow(terminal: Terminal) -> Callable[[str], str]:
    """Random choices, so that all kinds come up; then the input ends."""
    rng = random.Random(1)
    asked = count()

    def answer(question: str) -> str:
        if next(asked) == ENOUGH:
            raise EOFError
        return rng.choice(terminal.menus[-1].offers).label if question.endswith("> ") else ""

    return answer


def clever_label(notation: str) -> str:
    """`captain=4 boat=2-5>4-7` is typed `4 2-5>4-7`; staying and keeping are left out, both together are 0."""
    cards = ["crown", "pearl", "goblet", "compass", "chest", "ring", "spyglass", "lamp", "mask"]
    kind, *rest = notation.split()
    if kind == "give":
        return str(cards.index(rest[0]) + 1)
    if kind == "place":
        return rest[0].partition("=")[2]
    captain, boat = (part.partition("=")[2] for part in (kind, *rest))
    return " ".join(part for part in (captain, boat) if part not in ("stay", "keep")) or "0"


def smugglers_label(notation: str, stay: str, load: str) -> str:
    """`go m7+take` is typed `m7+`."""
    typed = {"stay": stay, "stay+take": f"{stay}+", "load": load, "clockwise": "+", "counter-clockwise": "-"}
    return typed.get(notation) or notation.partition(" ")[2].replace("+take", "+")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", ["2", "4"])
def test_captn_clever_is_played_by_islands_and_places(terminal: Terminal, language: str, seats: str) -> None:
    for seed in "1", "2":
        start = ("play", "captn_clever", "--seats", seats, "--people", seats, "--seed", seed, "--language", language)
        terminal.run(*start, "--option", "treasures=5", answer=anyhow(terminal))
    shapes = set()
    for menu in terminal.menus:
        for offer in menu.offers:
            shapes.add(re.sub(r"[1-9]", "1", offer.label))
            assert offer.label == clever_label(offer.notation)
            assert menu.find(offer.label) is menu.find(offer.notation) is menu.find(offer.sentence) is offer
    both = {"1", "1-1", "1-1>1-1", "1 1-1>1-1"} if seats == "2" else {"1", "1-1", "1 1-1"}
    assert both <= shapes


def test_in_captn_clever_a_boat_laid_after_a_walk_is_a_detail(terminal: Terminal) -> None:
    terminal.run("play", "captn_clever", "--people", "3", "--seed", "1", answer=anyhow(terminal))
    details = [offer for menu in terminal.menus for offer in menu.offers if offer.is_detail]
    assert len(details) > 100
    for menu in terminal.menus:
        typed = {offer.label for offer in menu.offers}
        for offer in menu.offers:
            walk, _, boat = offer.label.partition(" ")
            assert offer.is_detail == (bool(boat) and walk in typed), offer


@pytest.mark.parametrize(("language", "stay", "load"), [("en", "s", "l"), ("fr", "r", "c")])
def test_smugglers_is_played_by_fields(terminal: Terminal, language: str, stay: str, load: str) -> None:
    for seed in "1", "2":
        options = ("--option", "extra_reefs=2", "--seed", seed, "--language", language)
        terminal.run("play", "smugglers", "--seats", "4", "--people", "4", *options, answer=anyhow(terminal))
    terminal.menus.append(after_a_delivery(Language(language)))
    kinds = set()
    for menu in terminal.menus:
        for offer in menu.offers:
            kinds.add(re.split(r"[ +]", offer.notation)[0])
            assert offer.label == smugglers_label(offer.notation, stay, load)
            assert menu.find(offer.label) is menu.find(offer.notation) is menu.find(offer.sentence) is offer
    assert kinds == {"stay", "go", "push", "load", "lay", "clockwise", "counter-clockwise", "reef", "harbour"}


def after_a_delivery(language: Language) -> Menu:
    """What random play hardly ever comes to: load here, or row on."""
    position = smugglers.table(smugglers.game(), "O2", beam=9, cargo="4>1", w=4)
    smugglers.play(position, "go H1")
    words = position.box.game.words(language)
    return Menu(position.choices(0), words, program_words(language))


@pytest.mark.parametrize("game", LABELLED)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_game_has_labels_of_its_own_that_mean_one_choice_each(
    terminal: Terminal, game: str, language: str
) -> None:
    terminal.run(
        "play", game, "--seats", "3", "--people", "3", "--seed", "2", "--language", language, answer=anyhow(terminal)
    )
    assert terminal.menus
    for menu in terminal.menus:
        labels = [offer.label for offer in menu.offers]
        assert menu.has_own_labels
        assert len(set(labels)) == len(labels)
