"""The commands and their options. Everything heavier than a word list is imported when a command runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

import cabotage
from cabotage.cli.language import Language, program_words, wish

_say = program_words().say

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

LanguageOption = Annotated[
    Language | None, typer.Option("--language", metavar="en|fr", callback=wish, help=_say("help.language"))
]


@app.callback(invoke_without_command=True, help=_say("help.cabotage"))
def _cabotage(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help=_say("help.version"))] = False,
) -> None:
    if version:
        typer.echo(f"cabotage {cabotage.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from cabotage.cli.serve import ServeOptions, serve

        serve(ServeOptions(), None)


@app.command("serve", help=_say("help.serve"))
def _serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help=_say("help.host"))] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, metavar="N", help=_say("help.port"), show_default=False)
    ] = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help=_say("help.database"), show_default=False)] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help=_say("help.no_open"))] = False,
    pause: Annotated[float, typer.Option(min=0, max=10, metavar="SECONDS", help=_say("help.pause"))] = 0.7,
    origin: Annotated[list[str] | None, typer.Option(metavar="ORIGIN", help=_say("help.origin"))] = None,
    proxy: Annotated[str, typer.Option(metavar="ADDRESSES", help=_say("help.proxy"))] = "127.0.0.1,::1",
    log_level: Annotated[str, typer.Option(metavar="LEVEL", help=_say("help.log_level"))] = "warning",
    no_warm: Annotated[bool, typer.Option("--no-warm", help=_say("help.no_warm"))] = False,
    workers: Annotated[int, typer.Option(min=1, max=64, metavar="N", help=_say("help.serve_workers"))] = 1,
    schema: Annotated[bool, typer.Option("--schema", help=_say("help.schema"))] = False,
    language: LanguageOption = None,
) -> None:
    from cabotage.cli.serve import ServeOptions, print_schema, serve

    if schema:
        print_schema()
        return
    serve(
        ServeOptions(
            host, port, database, not no_open, pause, tuple(origin or ()), proxy, log_level, not no_warm, workers
        ),
        language,
    )


@app.command("games", help=_say("help.games"))
def _games(
    as_json: Annotated[bool, typer.Option("--json", help=_say("help.json"))] = False,
    language: LanguageOption = None,
) -> None:
    from cabotage.cli.games import show

    show(as_json, language)


@app.command("play", help=_say("help.play"), epilog=_say("help.play_codes"))
def _play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=_say("help.game"), show_default=False)] = None,
    seats: Annotated[int | None, typer.Option(metavar="N", help=_say("help.seats"))] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help=_say("help.option"))
    ] = None,
    bots: Annotated[str, typer.Option(metavar="NAMES", help=_say("help.bots"))] = "mate",
    people: Annotated[int, typer.Option(metavar="N", help=_say("help.people"))] = 1,
    name: Annotated[list[str] | None, typer.Option(metavar="NAME", help=_say("help.name"))] = None,
    order: Annotated[
        Literal["lot", "listed"] | None, typer.Option(metavar="lot|listed", help=_say("help.order"))
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help=_say("help.seed"))] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help=_say("help.save"))] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help=_say("help.resume"))] = None,
    boards: Annotated[bool, typer.Option("--boards", help=_say("help.boards"))] = False,
    language: LanguageOption = None,
) -> int:
    from cabotage.cli.play import PlayOptions, play

    names = name or []
    return play(
        PlayOptions(game, seats, option or [], bots, people, names, order, seed, save, resume, language, boards)
    )


@app.command("replay", help=_say("help.replay"))
def _replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_say("help.file"), show_default=False)],
    at: Annotated[int | None, typer.Option(metavar="N", help=_say("help.at"))] = None,
    seat: Annotated[int | None, typer.Option(metavar="N", help=_say("help.seat"))] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help=_say("help.quiet"))] = False,
    analyse: Annotated[bool, typer.Option("--analyse", "--analyze", help=_say("help.analyse"))] = False,
    iterations: Annotated[int | None, typer.Option(min=1, metavar="N", help=_say("help.iterations"))] = None,
    language: LanguageOption = None,
) -> None:
    from cabotage.cli.replay import ReplayOptions, replay

    replay(ReplayOptions(file, at, seat, quiet, analyse, iterations, language))


@app.command("verify", help=_say("help.verify"))
def _verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_say("help.file"), show_default=False)],
    language: LanguageOption = None,
) -> None:
    from cabotage.cli.verify import check

    check(file, language)


@app.command("bench", help=_say("help.bench"))
def _bench(
    as_json: Annotated[bool, typer.Option("--json", help=_say("help.json"))] = False,
    games: Annotated[str | None, typer.Option(metavar="NAMES", help=_say("help.bench_games"))] = None,
    seconds: Annotated[float, typer.Option(min=0.01, metavar="SECONDS", help=_say("help.seconds"))] = 1.0,
    language: LanguageOption = None,
) -> None:
    from cabotage.cli.bench.report import bench

    bench(games, seconds, as_json, language)


@app.command("arena", help=_say("help.arena"), epilog=_say("help.arena_codes"))
def _arena(
    game: Annotated[str, typer.Argument(metavar="GAME", help=_say("help.game"), show_default=False)],
    bots: Annotated[str, typer.Option(metavar="NAMES", help=_say("help.arena_bots"), show_default=False)],
    out: Annotated[Path, typer.Option(metavar="DIR", help=_say("help.out"), show_default=False)],
    seats: Annotated[int | None, typer.Option(metavar="N", help=_say("help.seats"))] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help=_say("help.option"))
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", help=_say("help.arena_games"))] = 1000,
    seed: Annotated[int, typer.Option(metavar="N", help=_say("help.arena_seed"))] = 1,
    workers: Annotated[int | None, typer.Option(metavar="N", help=_say("help.workers"), show_default=False)] = None,
    language: LanguageOption = None,
) -> int:
    from cabotage.cli.arena import ArenaOptions, arena

    return arena(ArenaOptions(game, bots, out, seats, option or [], games, seed, workers, language))
