"""Writes docs/environments/: one page for each game as an environment for learning, from the registry and its boxes.

python tools/environment_pages.py            write them
python tools/environment_pages.py --check    fail if one is stale
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import cabotage
from cabotage.core.box import Box
from cabotage.core.game import Game
from cabotage.core.observation import Slice
from cabotage.games import GAMES, find
from cabotage.research.gymnasium import name_of
from cabotage.research.openspiel.game import has_secrets
from cabotage.research.openspiel.game import name_of as spiel_name_of
from cabotage.research.openspiel.observer import LONGEST_TENSOR

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tools.game_pages import GENERATED, ROOT, players, stale_pages, wrapped, written

FOLDER = ROOT / "docs" / "environments"


def main(arguments: list[str]) -> int:
    """Write all pages, or print which are stale; the exit code is 1 if one is."""
    pages = {FOLDER / f"{game}.md": page(find(game)) for game in GAMES}
    return stale_pages(pages, is_checking=arguments == ["--check"])


def page(game: Game) -> list[str]:
    """One game: ids, seats, options, rewards, observation, actions, draws, version history."""
    box = cabotage.load(game.id)
    return [
        f"# {game.names['en']} as an environment",
        "",
        GENERATED,
        "",
        "How to use it: [train and study](../how-to/research.md), [OpenSpiel](../how-to/openspiel.md).",
        f"How to play it: [the game](../games/{game.id}.md).",
        "",
        "## Ids",
        "",
        *_ids(game),
        "",
        "## Seats",
        "",
        *_seats(game),
        "",
        "## Options",
        "",
        *_options(game),
        "",
        "## Rewards",
        "",
        *_rewards(game),
        "",
        "## Hidden information",
        "",
        *_secrets(game, box),
        "",
        "## Observation",
        "",
        *_observation(box),
        "",
        "## Actions",
        "",
        *_actions(box),
        "",
        "## Draws",
        "",
        *_draws(box),
        "",
        "## Version history",
        "",
        "A change of the rules that matters to a learner gets a new version, and so a new id. Of the",
        f"[rules](../../src/cabotage/games/{game.id}/RULES.md):",
        "",
        *_history(game),
    ]


def _ids(game: Game) -> Iterator[str]:
    yield from ("| interface | id |", "|---|---|")
    yield f'| Python | `cabotage.load("{game.id}")` |'
    yield f'| Gymnasium | `gymnasium.make("{name_of(game.id)}")` |'
    yield f'| PettingZoo | `cabotage.research.pettingzoo.env("{game.id}")`, named `{game.id}_v{game.version}` |'
    yield f'| OpenSpiel | `pyspiel.load_game("{spiel_name_of(game.id)}")` |'


def _seats(game: Game) -> Iterator[str]:
    yield from wrapped(f"{players(game)}. The default is {game.default_seats}. Agents are `seat_0` and so on.")
    yield ""
    yield from ("| seats | numbers in an observation |", "|---|---|")
    for seats in game.seats:
        yield f"| {seats} | {cabotage.load(game.id, seats).observer.size} |"


def _options(game: Game) -> Iterator[str]:
    yield f"What they mean: [options](../games/{game.id}.md#options). The first value is the default."
    yield ""
    yield from ("| option | values |", "|---|---|")
    for option in game.options:
        values = [f"`{written(value)}`" for value in sorted(option.values, key=lambda value: value != option.default)]
        shown = values if len(values) <= 8 else [values[0], f"{values[1]} to {values[-1]}"]
        yield f"| `{option.name}` | {', '.join([*shown, *(['a file'] if option.takes_files else [])])} |"


def _rewards(game: Game) -> Iterator[str]:
    text = (
        "The reward comes at the end of a game and is the share of the win: 1 for the winner, equal parts for those who"
    )
    text += " share the first place, 0 for the others."
    if game.cooperative:
        text += " In a co-operative game all get 1 or all get 0."
    if game.partners:
        text += " Partners both get the share of their team."
    yield from wrapped(text)


def _secrets(game: Game, box: Box) -> Iterator[str]:
    hidden = [field for field in box.schema.fields.values() if field.seen.sight.value != "all"]
    if not has_secrets(game):
        yield from wrapped("None: with perfect memory, every seat knows everything that was drawn.")
    else:
        yield from wrapped(f"Not known to all: {'; '.join(field.meaning for field in hidden)}.")
    yield ""
    tensor = "as text and as a tensor" if game.longest <= LONGEST_TENSOR else "as text"
    yield from wrapped(f"OpenSpiel gets information states {tensor}. A game has at most {game.longest:,} steps.")


def _observation(box: Box) -> Iterator[str]:
    yield from wrapped(
        f"With {box.seats} seats and default options: {box.observer.size} whole numbers (int16). Seats are counted "
        "from the observer, who is 0. A number that is hidden or absent is all zeros in a one-hot slice, and one below "
        "the least number elsewhere."
    )
    yield ""
    yield from ("| slice | numbers | shape | values | meaning |", "|---|---|---|---|---|")
    for part in box.observation_spec:
        yield _slice(part)


def _slice(part: Slice) -> str:
    shape = " × ".join(map(str, part.shape))
    values = f"one of {part.one_hot}" if part.one_hot else f"{part.low} to {part.high}"
    return f"| `{part.name}` | {part.slice.start} to {part.slice.stop - 1} | {shape} | {values} | {part.meaning} |"


def _actions(box: Box) -> Iterator[str]:
    yield from wrapped(
        f"{box.action_count:,} actions, of which a position offers at most {box.most_choices:,}. A mask says which."
    )
    yield ""
    yield from _notation(box, range(box.action_count))


def _draws(box: Box) -> Iterator[str]:
    actions = box.game.actions
    yield from wrapped(
        f"{actions.NUMBERS - actions.ACTIONS:,} outcomes, of which at most {box.most_outcomes} are possible at a time. "
        "Environments draw inside; OpenSpiel counts outcomes from 0."
    )
    yield ""
    yield from _notation(box, range(actions.ACTIONS, actions.NUMBERS))


def _notation(box: Box, numbers: range) -> Iterator[str]:
    """A row for each kind of number: those that follow each other and begin with the same word."""
    yield from ("| numbers | from | to |", "|---|---|---|")
    for _, group in groupby(numbers, key=lambda number: re.split(r"[ =]", box.texts[number])[0]):
        kind = list(group)
        span = str(kind[0]) if len(kind) == 1 else f"{kind[0]} to {kind[-1]}"
        yield f"| {span} | `{box.texts[kind[0]]}` | `{box.texts[kind[-1]]}` |"


def _history(game: Game) -> list[str]:
    """From RULES.md."""
    text = (game.folder / "RULES.md").read_text("utf-8")
    return text.partition("## Version history\n\n")[2].strip().splitlines()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
