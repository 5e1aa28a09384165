"""`cabotage play`: whole games, wrong input, saving, taking up again, leaving."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cabotage
from tests.cli.terminal import Terminal, run_process

PLAY = ("play", "calypso", "--seed", "3")


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["Calypso: Ann, Bot 2 (greedy), Bot 3 (greedy).", "Ann, your turn. Find green", "The game is over."]),
        ("fr", ["Calypso : Ann, Robot 2 (greedy), Robot 3 (greedy).", "Ann, à vous.", "La partie est finie."]),
    ],
)
def test_a_whole_game_in_both_languages(terminal: Terminal, language: str, sentences: list[str]) -> None:
    assert terminal.run(*PLAY, "--language", language, "--name", "Ann", answer=terminal.first) == 0
    told = terminal.out.replace("\u00a0", " ")
    for sentence in sentences:
        assert sentence in told
    assert "1. " in told.split(sentences[-1])[1]
    assert terminal.err == ""


def test_a_whole_game_over_a_real_pipe() -> None:
    done = run_process(*PLAY, typed="1\n" * 400, LANG="fr_FR.UTF-8")
    assert done.returncode == 0
    assert "La partie est finie." in done.stdout
    assert "\x1b" not in done.stdout
    assert "Joueur 1> 1\n" in done.stdout


def test_together_all_win_or_lose(terminal: Terminal) -> None:
    assert terminal.run(*PLAY, "--option", "mode=coop", "--seats", "1", answer=terminal.first) == 0
    assert "The game is over: you have " in terminal.out


def test_bots_alone_can_be_watched(terminal: Terminal) -> None:
    assert terminal.run(*PLAY, "--people", "0", "--bots", "greedy,random,greedy") == 0
    assert "Bot 1 (greedy), Bot 2 (random), Bot 3 (greedy)" in terminal.out
    assert "The game is over." in terminal.out
    assert terminal.questions == []


def test_the_same_seed_makes_the_same_game(terminal: Terminal) -> None:
    terminal.run(*PLAY, "--people", "0")
    first = terminal.out
    terminal.run(*PLAY, "--people", "0")
    assert terminal.out == first


def test_several_people_take_turns_without_hand_over_in_an_open_game(terminal: Terminal) -> None:
    names = ("--people", "2", "--seats", "2", "--name", "Ann", "--name", "Ben")
    assert terminal.run(*PLAY, *names, answer=terminal.first) == 0
    assert {"Ann> ", "Ben> "} < set(terminal.questions)
    assert not any("hand over" in question for question in terminal.questions)


def test_more_people_than_usual_get_as_many_seats(terminal: Terminal) -> None:
    assert terminal.run(*PLAY, "--people", "5", typed=["quit"]) == 0
    assert "Player 1, Player 2, Player 3, Player 4, Player 5." in terminal.out


def test_backs_of_tiles_are_shown_only_with_memory_help(terminal: Terminal) -> None:
    terminal.run(*PLAY, answer=terminal.first)
    assert "/" not in terminal.out
    terminal.run(*PLAY, "--option", "memory_help=true", answer=terminal.first)
    assert "/" in terminal.out


def test_choices_by_number_and_by_notation_are_the_same(terminal: Terminal, tmp_path: Path) -> None:
    terminal.run(*PLAY, "--save", str(tmp_path / "a"), typed=["1"])
    terminal.run(*PLAY, "--save", str(tmp_path / "b"), typed=["TURN  1"])
    assert (tmp_path / "a").read_text() == (tmp_path / "b").read_text()
    assert '"text": "turn 1"' in (tmp_path / "a").read_text()


def test_wrong_input_costs_nothing(terminal: Terminal, tmp_path: Path) -> None:
    wrong = ["", "0", "99", "turn 9", "turn 4", "roll", "¿", "\x00", "-1", "save", "list x", "1 2"]
    assert terminal.run(*PLAY, "--save", str(tmp_path / "wrong"), typed=[*wrong, "1", "quit"]) == 0
    terminal_out = terminal.out
    terminal.run(*PLAY, "--save", str(tmp_path / "right"), typed=["1", "quit"])
    assert (tmp_path / "wrong").read_text() == (tmp_path / "right").read_text()
    assert "There is no choice 99; they are 1 to 20." in terminal_out
    assert '"turn 4" is not offered now' in terminal_out


def test_commands_show_what_they_promise(terminal: Terminal) -> None:
    terminal.run(*PLAY, typed=["help", "list", "draw", "story", "/list", "quit"])
    assert "save FILE" in terminal.out
    assert terminal.out.count(" 20  turn tile 6 and lay it in hollow h   turn 6 to h") == 2
    assert terminal.out.count("Round 1, Player 1 on turn") == 2
    assert terminal.out.count("Six tiles lie on the sand") == 2


def test_french_commands(terminal: Terminal) -> None:
    assert terminal.run(*PLAY, "--language", "fr", typed=["aide", "liste", "dessin", "histoire", "quitter"]) == 0
    assert "Bon vent. Cette partie n'a pas été enregistrée." in terminal.out


def test_boards_draws_after_each_choice_of_a_bot(terminal: Terminal) -> None:
    terminal.run(*PLAY, "--people", "0", "--boards")
    assert "Round 1, Bot 2 on turn" in terminal.out


def test_quit_is_no_error_and_says_whether_the_game_is_kept(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal.run(*PLAY, typed=["quit"]) == 0
    assert terminal.out.endswith("Fair winds. This game was not saved.\n")
    path = tmp_path / "g.json"
    assert terminal.run(*PLAY, "--save", str(path), typed=["quit"]) == 0
    assert f"Go on later with: cabotage play --resume {path}" in terminal.out.replace("\n", " ").replace("  ", " ")


def test_input_that_ends_in_the_middle_is_exit_code_1() -> None:
    done = run_process(*PLAY, typed="1\n")
    assert done.returncode == 1
    assert done.stdout.endswith("The input ended, so the game stops here. This game was not saved.\n")
    assert done.stderr == ""


def test_ctrl_c_leaves_with_a_sentence_and_130(terminal: Terminal) -> None:
    def interrupt(question: str) -> str:
        raise KeyboardInterrupt

    assert terminal.run(*PLAY, answer=interrupt) == 130
    assert terminal.out.endswith("Fair winds. This game was not saved.\n")


def test_the_record_is_written_after_each_choice(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    lengths = []

    def answer(question: str) -> str:
        lengths.append(len(json.loads(path.read_text())["events"]))
        assert [file.name for file in tmp_path.iterdir()] == ["game.json"]
        return terminal.first(question)

    terminal.run(*PLAY, "--save", str(path), answer=answer)
    assert lengths == sorted(set(lengths))
    assert f"Record: {path}" in " ".join(terminal.out.split())
    assert cabotage.replay(path).is_over


def test_a_game_is_taken_up_where_it_was_left(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    terminal.run(*PLAY, "--save", str(path), typed=["1", "stop", "quit"])
    before = json.loads(path.read_text())["events"]
    assert terminal.run("play", "--resume", str(path), "--save", str(path), answer=terminal.first) == 0
    after = json.loads(path.read_text())["events"]
    assert after[: len(before)] == before
    assert cabotage.replay(path).is_over
    assert "Six tiles lie on the sand" not in terminal.out


def test_a_game_taken_up_twice_meets_other_dice(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    terminal.run(*PLAY, "--save", str(path), typed=["1", "quit"])
    games = set()
    for copy in map(str, range(5)):
        terminal.run("play", "--resume", str(path), "--save", str(tmp_path / copy), answer=terminal.first)
        games.add((tmp_path / copy).read_text())
    assert len(games) > 1


def test_without_save_nothing_is_written_when_a_game_is_taken_up(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    terminal.run(*PLAY, "--save", str(path), typed=["quit"])
    before = path.read_bytes()
    terminal.run("play", "--resume", str(path), typed=["1", "quit"])
    assert path.read_bytes() == before
    terminal.run("play", "--resume", str(path), typed=["1", "save", "quit"])
    assert path.read_bytes() != before


def test_save_in_the_middle_and_at_the_end(terminal: Terminal, tmp_path: Path) -> None:
    middle, end = tmp_path / "middle of it.json", tmp_path / "end.json"
    assert terminal.run(*PLAY, typed=[f"save {middle}", "quit"]) == 0
    told = " ".join(terminal.out.split())
    assert f"Saved: {middle}" in told
    assert told.endswith(f"Fair winds. Go on later with: cabotage play --resume {middle}")
    assert terminal.run(*PLAY, typed=[f"save {middle}", "1", "quit"]) == 0
    assert "Fair winds. What happened since you saved is lost." in terminal.out
    answers = iter(["what?", f"save {tmp_path}/no/folder", f"save {end}"])
    terminal.run(*PLAY, answer=lambda question: next(answers) if "save" in question else terminal.first(question))
    assert not cabotage.replay(middle).is_over
    assert cabotage.replay(end).is_over
    assert "cannot be written" in " ".join(terminal.out.split())


def test_a_file_that_is_no_record_is_never_overwritten(terminal: Terminal, tmp_path: Path) -> None:
    thesis = tmp_path / "thesis.txt"
    thesis.write_text("ten years of work")
    assert terminal.run(*PLAY, typed=[f"save {thesis}", "quit"]) == 0
    assert "no record of ours" in terminal.out.replace("\n", " ")
    assert terminal.run(*PLAY, "--save", str(thesis)) == 2
    assert thesis.read_text() == "ten years of work"
