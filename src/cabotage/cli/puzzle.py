"""`cabotage puzzle`: one position, one question, and the chances of all choices."""

from __future__ import annotations

import time
from random import choice as any_of
from typing import TYPE_CHECKING

from cabotage.bots.evaluation import Chance
from cabotage.cli.hint import between
from cabotage.cli.language import Language, program_words
from cabotage.cli.menu import Menu, Offer
from cabotage.cli.prompt import question
from cabotage.cli.table import OTHER_LINES
from cabotage.cli.terminal import Terminal
from cabotage.core.puzzle import Puzzle, find_puzzle, of_the_day, puzzles
from cabotage.games import GAMES, find

if TYPE_CHECKING:
    from cabotage.core.words import Words

DAY_SECONDS = 24 * 60 * 60
SHOWN = 5  # of the answer, and the choice that was made


def solve(game: str | None, name: str | None, language: Language | None) -> None:
    """Ask for the best choice of a puzzle: this one, any of the game, or that of the day."""
    words, terminal = program_words(language), Terminal()
    puzzle = _wanted(game, name)
    game_words = puzzle.game.words(words.language)
    position = puzzle.position()
    drawing = position.draw(puzzle.seat, game_words)
    menu = Menu(position.choices(puzzle.seat), game_words, words)
    terminal.say(words.say("puzzle.head", game=puzzle.game.names[words.language], name=puzzle.id))
    terminal.show(drawing)
    terminal.show(menu.show(terminal.width, terminal.height - drawing.count("\n") - OTHER_LINES))
    who = words.say("player.person", number=puzzle.seat + 1)
    terminal.say(question(position.scene(puzzle.seat), game_words, words, who))
    offer = _ask(menu, terminal, words)
    terminal.skip()
    if offer is None:
        return
    terminal.say(words.say(f"puzzle.{puzzle.verdict(offer.number)}"), "bold")
    terminal.show("\n".join(_answer(puzzle, offer.number, menu, words)))


def _ask(menu: Menu, terminal: Terminal, words: Words) -> Offer | None:
    """The choice that is typed; None at an empty line and at the end of the input."""
    try:
        typed = terminal.ask(words.say("puzzle.ask"))
        while (offer := menu.find(typed)) is None and typed:
            typed = terminal.ask(words.say("puzzle.again", typed=typed))
    except EOFError:
        return None
    return offer


def _wanted(game: str | None, name: str | None) -> Puzzle:
    if game is None:
        return of_the_day(GAMES.values(), int(time.time()) // DAY_SECONDS)
    return find_puzzle(find(game), name) if name else any_of(list(puzzles(find(game)).values()))


def _answer(puzzle: Puzzle, chosen: int, menu: Menu, words: Words) -> list[str]:
    """The best choices and the one that was made, with their chances."""
    sentences = {offer.number: offer.sentence for offer in menu.offers}
    main = {offer.number for offer in menu.main} | {chosen}
    best = sorted((each for each in puzzle.choices if each.number in main), key=lambda each: -each.value)
    shown = [each for place, each in enumerate(best) if place < SHOWN or each.number == chosen]
    long = max(len(sentences[each.number]) for each in shown)
    return [
        f"{'>' if each.number == chosen else ' '} {sentences[each.number]:<{long}}  "
        + between(Chance(each.value, each.low, each.high), words)
        for each in shown
    ]
