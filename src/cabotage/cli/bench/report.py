"""`cabotage bench`: the speed of rules, search, start and server, as tables or JSON."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import cabotage
from cabotage.cli.bench.batches import measure_batches
from cabotage.cli.bench.machine import describe_machine
from cabotage.cli.bench.rules import measure
from cabotage.cli.bench.search import measure_search
from cabotage.cli.bench.server import measure_response
from cabotage.cli.bench.start import measure_start
from cabotage.cli.language import Language, program_words
from cabotage.games import GAMES, find

if TYPE_CHECKING:
    from rich.table import Table

    from cabotage.core.game import Game
    from cabotage.core.words import Words

RULES = (
    ("steps", "steps_per_second", ".2f", 1e-6),
    ("spread", "steps_per_second_spread", ".0%", 1),
    ("games", "games_per_second", ".1f", 1e-3),
    ("mean", "mean_steps", ".1f", 1),
    ("copy", "copy_ns", ".1f", 1),
    ("legal", "legal_ns", ".1f", 1),
    ("apply", "apply_ns", ".1f", 1),
    ("view", "view_ns", ".1f", 1),
)
BATCHES = (
    ("dense", "dense_decisions_per_second", ".2f", 1e-6),
    ("indices", "index_decisions_per_second", ".2f", 1e-6),
    ("two_threads", "two_thread_speedup", ".2f", 1),
    ("position", "position_steps_per_second", ".0f", 1e-3),
)
SEARCH = (
    ("iterations", "iterations_per_second", ",.0f"),
    ("admiral", "admiral_iterations_per_second", ",.0f"),
    ("two_cores", "two_core_speedup", ".2f"),
    ("evaluation", "evaluation_ns", ",.0f"),
)
SERVER = (
    ("move", "move_ms", ".1f"),
    ("move_95", "move_ms_95", ".1f"),
)
MOVES_PER_SECOND = 100  # roughly what a server answers
START = (
    ("first", "first_compile_seconds", ".2f"),
    ("cached", "cached_seconds", ".2f"),
    ("bot", "cached_bot_seconds", ".2f"),
    ("process", "cached_process_seconds", ".2f"),
)


def bench(names: str | None, seconds: float, as_json: bool, language: Language | None) -> None:
    """Measure and print."""
    words = program_words(language)
    games = [find(name.strip()) for name in names.split(",")] if names else list(GAMES.values())
    report = _measure(games, seconds, words)
    if as_json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        _show(report, words)


def _measure(games: list[Game], seconds: float, words: Words) -> dict[str, Any]:
    rules: dict[str, dict[str, Any]] = {}
    batches: dict[str, Any] = {}
    start: dict[str, Any] = {}
    search: dict[str, Any] = {}
    server: dict[str, Any] = {}
    for game in games:
        rules[game.id] = {}
        for seats in game.seats_for({option.name: option.default for option in game.options}):
            _notice(words.say("bench.measuring", game=game.names[words.language], seats=seats))
            rules[game.id][str(seats)] = measure(cabotage.load(game.id, seats), seconds)
        _notice(words.say("bench.batching", game=game.names[words.language]))
        batches[game.id] = measure_batches(game, 2 * seconds)
        _notice(words.say("bench.starting", game=game.names[words.language]))
        start[game.id] = measure_start(game.id, words)
        _notice(words.say("bench.thinking", game=game.names[words.language]))
        search[game.id] = measure_search(game, 2 * seconds)
        _notice(words.say("bench.serving", game=game.names[words.language]))
        moves = max(10, int(MOVES_PER_SECOND * seconds))
        server[game.id] = measure_response(game.id, game.default_seats, moves, words)
    measured = {"rules": rules, "batches": batches, "search": search, "start": start, "server": server}
    return measured | {"machine": describe_machine()}


def _notice(sentence: str) -> None:
    if sys.stderr.isatty():
        print(sentence, file=sys.stderr)


def _show(report: dict[str, Any], words: Words) -> None:
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    rules = _table(words, "bench.rules", ("game", "seats", *(word for word, _, _, _ in RULES)))
    for game, by_seats in report["rules"].items():
        for seats, figures in by_seats.items():
            rules.add_row(game, seats, *(words.number(figures[key] * unit, form) for _, key, form, unit in RULES))
    batches = _table(words, "bench.batches", ("game", *(word for word, _, _, _ in BATCHES)))
    for game, figures in report["batches"].items():
        batches.add_row(game, *(words.number(figures[key] * unit, form) for _, key, form, unit in BATCHES))
    search = _table(words, "bench.search", ("game", *(word for word, _, _ in SEARCH)))
    for game, figures in report["search"].items():
        search.add_row(game, *(words.number(figures[key], form) for _, key, form in SEARCH))
    start = _table(words, "bench.start", ("game", *(word for word, _, _ in START)))
    for game, figures in report["start"].items():
        start.add_row(game, *(words.number(figures[key], form) + " s" for _, key, form in START))
    server = _table(words, "bench.server", ("game", *(word for word, _, _ in SERVER)))
    for game, figures in report["server"].items():
        server.add_row(game, *(words.number(figures[key], form) + " ms" for _, key, form in SERVER))
    console.print(rules)
    console.print(batches)
    console.print(search)
    console.print(start)
    console.print(server)
    console.print(", ".join(f"{name} {value}" for name, value in report["machine"].items() if value is not None))


def _table(words: Words, title: str, columns: tuple[str, ...]) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(title=words.say(title), title_justify="left", title_style="bold", box=SIMPLE_HEAD, padding=(0, 0))
    for column in columns:
        is_name = column == "game"
        table.add_column(words.say(f"bench.{column}"), justify="left" if is_name else "right", no_wrap=is_name)
    return table
