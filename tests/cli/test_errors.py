"""Whatever is wrong: one line on standard error, its code in brackets, exit code 2, no traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import NOTICE, Terminal, run_process

REFUSED = [
    (["play", "chess"], "game/unknown"),
    (["play"], "cli/usage"),
    (["play", "calypso", "--seats", "9"], "game/seats"),
    (["play", "calypso", "--seats", "1"], "game/seats"),
    (["play", "calypso", "--seats", "7", "--option", "mode=coop"], "game/seats"),
    (["play", "calypso", "--seats", "many"], "cli/usage"),
    (["play", "calypso", "-o", "seats=4"], "game/option"),
    (["play", "calypso", "--option", "wind=strong"], "game/option"),
    (["play", "calypso", "--option", "mode=war"], "game/option"),
    (["play", "calypso", "--option", "mode"], "game/option"),
    (["play", "calypso", "--option", "mode=coop", "--option", "mode=coop"], "game/option"),
    (["play", "calypso", "--option", "board=nowhere.toml"], "board/invalid"),
    (["play", "calypso", "--bots", "genius"], "game/option"),
    (["play", "calypso", "--bots", "greedy,greedy,greedy"], "cli/usage"),
    (["play", "calypso", "--people", "4", "--seats", "3"], "cli/usage"),
    (["play", "calypso", "--people", "-1"], "cli/usage"),
    (["play", "calypso", "--name", "Ann", "--name", "Ben"], "cli/usage"),
    (["play", "calypso", "--people", "2", "--name", "Ann", "--name", "Ann"], "cli/usage"),
    (["play", "calypso", "--language", "de"], "cli/usage"),
    (["play", "calypso", "--save", "/nowhere/at/all.json"], "cli/file"),
    (["play", "--resume", "/nowhere.json"], "record/invalid"),
    (["play", "--resume", "/nowhere.json", "--seats", "3"], "cli/usage"),
    (["keys"], "cli/usage"),
    (["keys", "/nowhere/at/all.pem"], "cli/file"),
    (["serve", "--push-keys", "/nowhere.pem", "--port", "0", "--no-open"], "server/notices"),
    (["serve", "--smtp-host", "localhost", "--port", "0", "--no-open"], "server/notices"),
    (["replay", "/nowhere.json"], "record/invalid"),
    (["replay", "/"], "record/invalid"),
    (["replay"], "cli/usage"),
    (["bench", "--games", "chess"], "game/unknown"),
    (["bench", "--seconds", "0"], "cli/usage"),
    (["sail"], "cli/usage"),
    (["--sail"], "cli/usage"),
]


@pytest.mark.parametrize(
    ("arguments", "code"), REFUSED, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
@pytest.mark.parametrize("language", ["en_US.UTF-8", "fr_FR.UTF-8"])
def test_one_line_with_its_code(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: str, language: str
) -> None:
    monkeypatch.setenv("LANG", language)
    assert terminal.run(*arguments) == 2
    assert terminal.err.startswith("cabotage: ")
    assert terminal.err.endswith(f" [{code}]\n")
    assert terminal.err.count("\n") == 1
    assert terminal.out == ""


@pytest.mark.parametrize(
    ("arguments", "english", "french"),
    [
        (
            ["sail"],
            "unknown command sail; see cabotage --help",
            "commande inconnue : sail ; cabotage --help en donne la liste",
        ),
        (
            ["arna"],
            "unknown command arna; see cabotage --help; did you mean arena?",
            "commande inconnue : arna ; cabotage --help en donne la liste ; vouliez-vous dire arena ?",
        ),
        (["play", "-z"], "unknown option -z", "option inconnue : -z"),
        (
            ["arena", "calypso", "--gmes", "3"],
            "unknown option --gmes; did you mean --games?",
            "option inconnue : --gmes ; vouliez-vous dire --games ?",
        ),
        (["arena"], "missing GAME; see --help", "argument manquant : GAME ; voir --help"),
        (
            ["arena", "calypso", "--bots", "greedy"],
            "missing --out; see --help",
            "argument manquant : --out ; voir --help",
        ),
        (
            ["play", "calypso", "--seats", "many"],
            "invalid value for --seats; expected N",
            "valeur incorrecte pour --seats ; attendu : N",
        ),
        (
            ["bench", "--seconds", "0"],
            "invalid value for --seconds; expected SECONDS, at least 0.01",
            "valeur incorrecte pour --seconds ; attendu : SECONDS, au moins 0,01",
        ),
        (
            ["serve", "--port", "99999"],
            "invalid value for --port; expected N from 0 to 65535",
            "valeur incorrecte pour --port ; attendu : N de 0 à 65535",
        ),
        (
            ["games", "--language", "de"],
            "invalid value for --language; expected en|fr",
            "valeur incorrecte pour --language ; attendu : en|fr",
        ),
        (["bench", "--games"], "--games needs a value", "--games demande une valeur"),
        (["games", "--json=3"], "--json takes no value", "--json ne prend pas de valeur"),
        (["games", "all", "five"], "too many arguments: all five", "arguments en trop : all five"),
    ],
)
def test_invalid_arguments_are_explained_in_both_languages(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, arguments: list[str], english: str, french: str
) -> None:
    for locale, sentence in (("en_US.UTF-8", english), ("fr_FR.UTF-8", french)):
        monkeypatch.setenv("LANG", locale)
        assert terminal.run(*arguments) == 2
        assert terminal.err.replace("\u00a0", " ") == f"cabotage: {sentence} [cli/usage]\n"


def test_a_real_process_says_the_same() -> None:
    done = run_process("play", "calypso", "--seats", "9")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "cabotage: calypso needs 2 to 6 seats, not 9 [game/seats]\n"


@pytest.mark.parametrize(
    ("language", "seats", "sentence"),
    [
        ("en", "1", "calypso needs 2 to 6 seats (1 to 6 with mode=coop), not 1"),
        ("fr", "1", "calypso : 2 à 6 joueurs ; avec mode=coop, 1 à 6 ; reçu : 1"),
        ("en", "0", "calypso needs 2 to 6 seats, not 0"),
    ],
)
def test_an_option_that_would_allow_that_many_seats_is_named(
    terminal: Terminal, language: str, seats: str, sentence: str
) -> None:
    assert terminal.run("play", "calypso", "--seats", seats, "--language", language) == 2
    assert terminal.err.replace("\u00a0", " ") == f"cabotage: {sentence} [game/seats]\n"


@pytest.mark.parametrize("value", ["4", "3", "many", ""])
def test_seats_are_no_option_of_the_game(terminal: Terminal, value: str) -> None:
    assert terminal.run("play", "calypso", "-o", f"seats={value}") == 2
    assert terminal.err.startswith("cabotage: calypso has no option 'seats'; its options are mode, ")
    assert terminal.err.endswith(" [game/option]\n")
    assert terminal.err.count("\n") == 1


def test_binary_rubbish_is_refused_as_a_record(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "rubbish"
    path.write_bytes(bytes(range(256)))
    assert terminal.run("replay", str(path)) == 2
    assert terminal.err.count("\n") == 1


def test_binary_rubbish_on_standard_input_is_asked_again() -> None:
    script = "import sys; from cabotage.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", script, "play", "calypso", "--seed", "3"],
        input=b"\xff\xfe\x00\nquit\n",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_a_closed_pipe_prints_no_error() -> None:
    for arguments in (["games"], ["play", "calypso", "--people", "0", "--boards"]):
        script = f"import sys; from cabotage.cli import main; sys.exit(main({arguments!r}))"
        with subprocess.Popen(
            [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            assert NOTICE.sub("", process.stderr.read().decode()) == ""


def test_a_terminal_without_accents_still_works() -> None:
    done = run_process("games", "--language", "fr", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stderr == ""


def test_a_bug_is_one_line_too_and_exit_code_70(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("leak\nin the hull")

    monkeypatch.setattr("cabotage.cli.games.show", fail)
    assert terminal.run("games") == 70
    assert terminal.err.startswith("cabotage: internal error: RuntimeError: leak in the hull;")
    assert terminal.err.count("\n") == 1
    monkeypatch.setenv("CABOTAGE_TRACEBACK", "1")
    with pytest.raises(RuntimeError):
        terminal.run("games")
