"""`cabotage board`: export a board of ours, check one of yours, and compare the two."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from cabotage.cli.arena import cores
from cabotage.cli.errors import FileError, UsageError
from cabotage.cli.language import Language, program_words
from cabotage.cli.play import read_options
from cabotage.cli.terminal import Terminal
from cabotage.core.box import Box
from cabotage.core.errors import CabotageError, SeatsError
from cabotage.core.game import Game, Option
from cabotage.games import find


@dataclass(frozen=True)
class BoardOptions:
    """The options of the command line."""

    game: str
    file: Path
    kind: str | None  # the option of the game that takes the board
    name: str | None = None  # of one of our boards
    seats: int | None = None
    options: tuple[str, ...] = ()
    games: int = 400
    seed: int = 1
    out: Path | None = None
    language: Language | None = None


def export(given: BoardOptions) -> None:
    """Write one of our boards to a new file."""
    words = program_words(given.language)
    game, option = _found(given)
    own = {str(value): game.folder / "boards" / f"{value}.toml" for value in option.values}
    own = {name: path for name, path in own.items() if path.is_file()}
    name = given.name or (str(option.default) if str(option.default) in own else next(iter(own), ""))
    if name not in own:
        raise UsageError(words.say("board.unknown", name=repr(name), known=", ".join(own)))
    try:
        with given.file.open("x", encoding="utf-8") as file:
            file.write(own[name].read_text("utf-8"))
    except FileExistsError:
        raise FileError(words.say("board.exists", path=given.file)) from None
    play = f"cabotage play {game.id} --option {option.name}={given.file}"
    Terminal().say(words.say("board.exported", path=given.file, play=play))


def check(given: BoardOptions) -> None:
    """Say that a board can be played, and with how many seats; otherwise raise what is wrong."""
    words = program_words(given.language)
    game, option = _found(given)
    least, most = game.seats[0], game.seats[-1]
    fits: list[int] = []
    failure: CabotageError | None = None
    for seats in range(least, most + 1):
        try:
            Box(game, seats, {option.name: str(given.file)})
            fits.append(seats)
        except SeatsError:
            continue
        except CabotageError as error:
            failure = failure or error
    if not fits and failure is not None:
        raise failure
    counts = ", ".join(map(str, fits))
    Terminal().say(words.say("board.valid", path=given.file, game=game.names[words.language], seats=counts))
    if failure is not None:
        Terminal().say(words.say("board.some_seats", reason=failure))


def report(given: BoardOptions) -> None:
    """Compare a board with ours on one page."""
    from cabotage.arena.boards import compare, write

    words = program_words(given.language)
    game, option = _found(given)
    options = read_options(list(given.options), words)
    standard = Box(game, given.seats, options)
    changed = Box(game, standard.seats, options | {option.name: str(given.file)})
    out = given.out or given.file.with_suffix(".html")
    if not out.parent.is_dir() or not os.access(out.parent, os.W_OK):
        raise FileError(words.say("refused.folder", path=out.parent))
    terminal = Terminal()
    terminal.say(words.say("board.playing", games=given.games, game=game.names[words.language]))
    figures = compare(standard, changed, given.games, given.seed, cores())
    terminal.say(words.say("arena.report", path=write(figures, out, words.language)))


def _found(given: BoardOptions) -> tuple[Game, Option]:
    """The game, and its option that takes this kind of board; by default its first one."""
    game = find(given.game)
    kinds = {option.name: option for option in game.options if option.takes_files}
    if given.kind is not None and given.kind not in kinds:
        known = ", ".join(kinds)
        raise UsageError(program_words(given.language).say("board.kind", name=repr(given.kind), known=known))
    return game, kinds[given.kind] if given.kind is not None else next(iter(kinds.values()))
