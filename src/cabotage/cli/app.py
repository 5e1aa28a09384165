"""The commands and their options. Everything heavier than a word list is imported when a command runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

import cabotage
from cabotage.cli.groups import GroupedCommand
from cabotage.cli.language import Language, program_words, wish
from cabotage.server.settings import Settings

_say = program_words().say

VARIABLES = "CABOTAGE"  # CABOTAGE_DATABASE is --database
DEFAULTS = Settings("")
NETWORK, STORAGE, BOTS, NOTICES, LIMITS = (
    _say(f"help.group_{name}") for name in ("network", "storage", "bots", "notices", "limits")
)

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
    if context.invoked_subcommand is None:  # as `cabotage serve`, with its environment variables
        command: Any = context.command
        command.commands["serve"].main([], standalone_mode=False)


@app.command(
    "serve",
    cls=GroupedCommand,
    help=_say("help.serve"),
    epilog=_say("help.serve_variables"),
    context_settings={"auto_envvar_prefix": VARIABLES},
)
def _serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help=_say("help.host"), rich_help_panel=NETWORK)
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, metavar="N", help=_say("help.port"), show_default=False, rich_help_panel=NETWORK
        ),
    ] = None,
    host_name: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help=_say("help.host_name"), rich_help_panel=NETWORK)
    ] = None,
    origin: Annotated[
        list[str] | None, typer.Option(metavar="ORIGIN", help=_say("help.origin"), rich_help_panel=NETWORK)
    ] = None,
    proxy: Annotated[
        str, typer.Option(metavar="ADDRESSES", help=_say("help.proxy"), rich_help_panel=NETWORK)
    ] = "127.0.0.1,::1",
    no_lan: Annotated[bool, typer.Option("--no-lan", help=_say("help.no_lan"), rich_help_panel=NETWORK)] = False,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help=_say("help.database"), show_default=False, rich_help_panel=STORAGE),
    ] = None,
    disk_reserve: Annotated[
        int, typer.Option(min=0, metavar="MB", help=_say("help.disk_reserve"), rich_help_panel=STORAGE)
    ] = DEFAULTS.disk_reserve_mb,
    keep_finished: Annotated[
        float, typer.Option(min=0, metavar="DAYS", help=_say("help.keep_finished"), rich_help_panel=STORAGE)
    ] = DEFAULTS.keep_finished_days,
    keep_idle: Annotated[
        float, typer.Option(min=0, metavar="DAYS", help=_say("help.keep_idle"), rich_help_panel=STORAGE)
    ] = DEFAULTS.keep_idle_days,
    bot_processes: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help=_say("help.bot_processes"), show_default=False, rich_help_panel=BOTS),
    ] = None,
    hint_processes: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help=_say("help.hint_processes"), show_default=False, rich_help_panel=BOTS),
    ] = None,
    pause: Annotated[
        float, typer.Option(min=0, max=10, metavar="SECONDS", help=_say("help.pause"), rich_help_panel=BOTS)
    ] = DEFAULTS.pause_seconds,
    hint_iterations: Annotated[
        int, typer.Option(min=0, metavar="N", help=_say("help.hint_iterations"), rich_help_panel=BOTS)
    ] = DEFAULTS.hint_iterations,
    analysis_seconds: Annotated[
        float, typer.Option(min=1, max=60, metavar="SECONDS", help=_say("help.analysis_seconds"), rich_help_panel=BOTS)
    ] = DEFAULTS.analysis_seconds,
    no_warm: Annotated[bool, typer.Option("--no-warm", help=_say("help.no_warm"), rich_help_panel=BOTS)] = False,
    push_keys: Annotated[
        str, typer.Option(metavar="FILE", help=_say("help.push_keys"), rich_help_panel=NOTICES)
    ] = DEFAULTS.push_keys,
    push_contact: Annotated[
        str, typer.Option(metavar="ADDRESS", help=_say("help.push_contact"), rich_help_panel=NOTICES)
    ] = DEFAULTS.push_contact,
    push_private: Annotated[
        bool, typer.Option("--push-private", help=_say("help.push_private"), rich_help_panel=NOTICES)
    ] = False,
    smtp_host: Annotated[
        str, typer.Option(metavar="NAME", help=_say("help.smtp_host"), rich_help_panel=NOTICES)
    ] = DEFAULTS.smtp_host,
    smtp_port: Annotated[
        int, typer.Option(min=1, max=65535, metavar="N", help=_say("help.smtp_port"), rich_help_panel=NOTICES)
    ] = DEFAULTS.smtp_port,
    smtp_security: Annotated[
        str, typer.Option(metavar="starttls|tls|none", help=_say("help.smtp_security"), rich_help_panel=NOTICES)
    ] = DEFAULTS.smtp_security,
    smtp_user: Annotated[
        str, typer.Option(metavar="NAME", help=_say("help.smtp_user"), rich_help_panel=NOTICES)
    ] = DEFAULTS.smtp_user,
    smtp_password_file: Annotated[
        str, typer.Option(metavar="FILE", help=_say("help.smtp_password_file"), rich_help_panel=NOTICES)
    ] = DEFAULTS.smtp_password_file,
    mail_from: Annotated[
        str, typer.Option(metavar="ADDRESS", help=_say("help.mail_from"), rich_help_panel=NOTICES)
    ] = DEFAULTS.mail_from,
    public_address: Annotated[
        str, typer.Option(metavar="URL", help=_say("help.public_address"), rich_help_panel=NOTICES)
    ] = DEFAULTS.public_address,
    notice: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help=_say("help.notice"), rich_help_panel=NOTICES)
    ] = DEFAULTS.notice_seconds,
    person_units: Annotated[
        float, typer.Option(min=1, metavar="N", help=_say("help.person_units"), rich_help_panel=LIMITS)
    ] = DEFAULTS.person_units,
    address_units: Annotated[
        float, typer.Option(min=1, metavar="N", help=_say("help.address_units"), rich_help_panel=LIMITS)
    ] = DEFAULTS.address_units,
    newcomers: Annotated[
        float, typer.Option(min=1, metavar="N", help=_say("help.newcomers"), rich_help_panel=LIMITS)
    ] = DEFAULTS.newcomers_per_minute,
    greetings: Annotated[
        float, typer.Option(min=1, metavar="N", help=_say("help.greetings"), rich_help_panel=LIMITS)
    ] = DEFAULTS.greetings_per_minute,
    away: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help=_say("help.away"), rich_help_panel=LIMITS)
    ] = DEFAULTS.away_seconds,
    connections: Annotated[
        int, typer.Option(min=1, metavar="N", help=_say("help.connections"), rich_help_panel=LIMITS)
    ] = DEFAULTS.connections,
    connections_per_address: Annotated[
        int, typer.Option(min=1, metavar="N", help=_say("help.connections_per_address"), rich_help_panel=LIMITS)
    ] = DEFAULTS.connections_per_address,
    header_seconds: Annotated[
        float, typer.Option(min=0.1, metavar="SECONDS", help=_say("help.header_seconds"), rich_help_panel=LIMITS)
    ] = DEFAULTS.header_seconds,
    body_seconds: Annotated[
        float, typer.Option(min=0.1, metavar="SECONDS", help=_say("help.body_seconds"), rich_help_panel=LIMITS)
    ] = DEFAULTS.body_seconds,
    idle_seconds: Annotated[
        float, typer.Option(min=0.1, metavar="SECONDS", help=_say("help.idle_seconds"), rich_help_panel=LIMITS)
    ] = DEFAULTS.idle_seconds,
    no_limits: Annotated[
        bool, typer.Option("--no-limits", help=_say("help.no_limits"), rich_help_panel=LIMITS)
    ] = False,
    no_open: Annotated[bool, typer.Option("--no-open", help=_say("help.no_open"))] = False,
    log_level: Annotated[str, typer.Option(metavar="LEVEL", help=_say("help.log_level"))] = "warning",
    workers: Annotated[
        int, typer.Option(min=1, max=64, metavar="N", help=_say("help.serve_workers"), rich_help_panel=NETWORK)
    ] = 1,
    schema: Annotated[bool, typer.Option("--schema", help=_say("help.schema"))] = False,
    language: LanguageOption = None,
) -> None:
    from cabotage.cli.serve import ServeOptions, print_schema, serve

    if schema:
        print_schema()
        return
    settings = {
        "disk_reserve_mb": disk_reserve,
        "keep_finished_days": keep_finished,
        "keep_idle_days": keep_idle,
        "pause_seconds": pause,
        "hint_iterations": hint_iterations,
        "analysis_seconds": analysis_seconds,
        "is_warming": not no_warm,
        "host_names": tuple(host_name or ()),
        "origins": tuple(origin or ()),
        "can_open_network": not no_lan,
        "has_limits": not no_limits,
        "person_units": person_units,
        "address_units": address_units,
        "newcomers_per_minute": newcomers,
        "greetings_per_minute": greetings,
        "away_seconds": away,
        "push_keys": push_keys,
        "push_contact": push_contact,
        "push_private": push_private,
        "smtp_host": smtp_host,
        "smtp_port": smtp_port,
        "smtp_security": smtp_security,
        "smtp_user": smtp_user,
        "smtp_password_file": smtp_password_file,
        "mail_from": mail_from,
        "public_address": public_address,
        "notice_seconds": notice,
        "connections": connections,
        "connections_per_address": connections_per_address,
        "header_seconds": header_seconds,
        "body_seconds": body_seconds,
        "idle_seconds": idle_seconds,
        **({} if bot_processes is None else {"thinkers": bot_processes}),
        **({} if hint_processes is None else {"hinters": hint_processes}),
    }
    serve(ServeOptions(host, port, database, not no_open, proxy, log_level, workers, settings), language)


@app.command("keys", help=_say("help.keys"))
def _keys(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_say("help.keys_file"), show_default=False)],
    language: LanguageOption = None,
) -> None:
    from cabotage.cli.keys import create

    create(file, language)


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
    language: LanguageOption = None,
) -> None:
    from cabotage.cli.replay import ReplayOptions, replay

    replay(ReplayOptions(file, at, seat, quiet, language))


@app.command("analyse", help=_say("help.analyse"))
def _analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_say("help.file"), show_default=False)],
    out: Annotated[Path | None, typer.Option(metavar="FILE", help=_say("help.analyse_out"), show_default=False)] = None,
    as_json: Annotated[bool, typer.Option("--json", help=_say("help.analyse_json"))] = False,
    seconds: Annotated[
        float, typer.Option(min=1, max=3600, metavar="SECONDS", help=_say("help.analyse_seconds"))
    ] = 60.0,
    iterations: Annotated[
        int | None, typer.Option(min=1, max=100_000, metavar="N", help=_say("help.iterations"), show_default=False)
    ] = None,
    language: LanguageOption = None,
) -> None:
    from cabotage.cli.analyse import AnalyseOptions, run

    run(AnalyseOptions(file, out, as_json, seconds, iterations, language))


@app.command("puzzle", help=_say("help.puzzle"))
def _puzzle(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=_say("help.puzzle_game"))] = None,
    name: Annotated[str | None, typer.Option("--id", metavar="ID", help=_say("help.puzzle_id"))] = None,
    language: LanguageOption = None,
) -> None:
    from cabotage.cli.puzzle import solve

    solve(game, name, language)


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
    seed: Annotated[int | None, typer.Option(metavar="N", help=_say("help.arena_seed"))] = None,
    workers: Annotated[int | None, typer.Option(metavar="N", help=_say("help.workers"), show_default=False)] = None,
    is_plain: Annotated[bool, typer.Option("--plain", help=_say("help.arena_plain"))] = False,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help=_say("help.cluster"), show_default=False)
    ] = None,
    language: LanguageOption = None,
) -> int:
    from cabotage.cli.arena import ArenaOptions, arena

    is_adjusted = not is_plain
    return arena(
        ArenaOptions(game, bots, out, seats, option or [], games, seed, workers, cluster, language, is_adjusted)
    )


@app.command("train", help=_say("help.train"), epilog=_say("help.train_codes"))
def _train(
    game: Annotated[str, typer.Argument(metavar="GAME", help=_say("help.game"), show_default=False)],
    out: Annotated[Path | None, typer.Option(metavar="DIR", help=_say("help.train_out"), show_default=False)] = None,
    minutes: Annotated[
        float | None, typer.Option(metavar="N", help=_say("help.train_minutes"), show_default=False)
    ] = None,
    rounds: Annotated[int, typer.Option(metavar="N", help=_say("help.train_rounds"))] = 3,
    games: Annotated[str, typer.Option(metavar="N,N...", help=_say("help.train_games"))] = "20000,4000",
    iterations: Annotated[int, typer.Option(metavar="N", help=_say("help.train_iterations"))] = 0,
    matches: Annotated[int, typer.Option(metavar="N", help=_say("help.train_matches"))] = 150,
    think: Annotated[int, typer.Option(metavar="N", help=_say("help.train_think"))] = 300,
    seats: Annotated[int | None, typer.Option(metavar="N", help=_say("help.train_seats"), show_default=False)] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help=_say("help.train_option"))
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help=_say("help.train_seed"))] = 1,
    workers: Annotated[int | None, typer.Option(metavar="N", help=_say("help.workers"), show_default=False)] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help=_say("help.cluster"), show_default=False)
    ] = None,
    language: LanguageOption = None,
) -> int:
    from cabotage.cli.train import TrainOptions, run

    return run(
        TrainOptions(
            game, out, seats, option or [], seed, rounds, games, iterations, matches, think, minutes, workers, cluster,
            language,
        )
    )  # fmt: skip


@app.command("export", help=_say("help.export"))
def _export(
    sources: Annotated[
        list[str], typer.Argument(metavar="GAME|RECORD...", help=_say("help.export_sources"), show_default=False)
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help=_say("help.export_out"), show_default=False)],
    file_format: Annotated[
        Literal["parquet", "npz"], typer.Option("--format", metavar="parquet|npz", help=_say("help.export_format"))
    ] = "parquet",
    games: Annotated[int, typer.Option(min=1, metavar="N", help=_say("help.export_games"))] = 1000,
    policy: Annotated[
        Literal["random", "greedy"], typer.Option(metavar="random|greedy", help=_say("help.export_policy"))
    ] = "greedy",
    seats: Annotated[int | None, typer.Option(metavar="N", help=_say("help.seats"))] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help=_say("help.option"))
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help=_say("help.export_seed"))] = 1,
    threads: Annotated[int, typer.Option(min=1, metavar="N", help=_say("help.export_threads"))] = 1,
    language: LanguageOption = None,
) -> None:
    from cabotage.cli.export import ExportOptions, export

    export(ExportOptions(sources, out, file_format, games, policy, seats, option or [], seed, threads, language))


board = typer.Typer(rich_markup_mode=None, help=_say("help.board"), no_args_is_help=True)
app.add_typer(board, name="board")

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help=_say("help.game"), show_default=False)]
BoardFile = Annotated[Path, typer.Argument(metavar="FILE", help=_say("help.board_file"), show_default=False)]
KindOption = Annotated[str | None, typer.Option("--kind", metavar="OPTION", help=_say("help.board_kind"))]


@board.command("export", help=_say("help.board_export"))
def _board_export(
    game: GameArgument,
    file: BoardFile,
    kind: KindOption = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help=_say("help.board_name"))] = None,
    language: LanguageOption = None,
) -> None:
    from cabotage.cli.board import BoardOptions, export

    export(BoardOptions(game, file, kind, name, language=language))


@board.command("check", help=_say("help.board_check"))
def _board_check(game: GameArgument, file: BoardFile, kind: KindOption = None, language: LanguageOption = None) -> None:
    from cabotage.cli.board import BoardOptions, check

    check(BoardOptions(game, file, kind, language=language))


@board.command("report", help=_say("help.board_report"))
def _board_report(
    game: GameArgument,
    file: BoardFile,
    kind: KindOption = None,
    seats: Annotated[int | None, typer.Option(metavar="N", help=_say("help.seats"))] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help=_say("help.option"))
    ] = None,
    games: Annotated[int, typer.Option(min=1, metavar="N", help=_say("help.board_games"))] = 400,
    seed: Annotated[int, typer.Option(metavar="N", help=_say("help.arena_seed"))] = 1,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help=_say("help.board_out"))] = None,
    language: LanguageOption = None,
) -> None:
    from cabotage.cli.board import BoardOptions, report

    report(BoardOptions(game, file, kind, None, seats, tuple(option or ()), games, seed, out, language))
