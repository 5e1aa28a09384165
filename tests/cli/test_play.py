"""`cabotage play`: whole games, wrong input, saving, taking up again, leaving."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from pathlib import Path

import pytest

import cabotage
from cabotage.cli import main
from cabotage.core.contract import Scene
from cabotage.core.position import Position
from cabotage.games import GAMES
from tests.cli.terminal import Terminal, run_process

PLAY = ("play", "calypso", "--seed", "3")


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            [
                "Calypso: Ann, Bot 2 (first mate), Bot 3 (first mate).",
                "Find GREEN",
                "Ann, your turn. Find green: which tile do you turn over?",
                "The game is over.",
            ],
        ),
        (
            "fr",
            [
                "Calypso : Ann, Robot 2 (second), Robot 3 (second).",
                "Trouvez le VERT",
                "Ann, à vous. Trouvez le vert : quelle tuile retournez-vous ?",
                "La partie est finie.",
            ],
        ),
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
    """Whatever is asked, one of these lines answers it; the others are refused and cost nothing."""
    hollows = "abcdefghi"
    named = [f"{hollow} {colour}" for hollow in hollows for colour in ("rouge", "bleu", "jaune", "vert")]
    some = [*hollows, "0", "2", "3", "r", *named]
    done = run_process(*PLAY, typed="\n".join(some * 200), LANG="fr_FR.UTF-8")
    assert done.returncode == 0
    assert "La partie est finie." in done.stdout
    assert "\x1b" not in done.stdout
    assert "Joueur 1> a\nJoueur 1 retourne la tuile a.\n" in done.stdout
    assert done.stderr == ""


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


def label(notation: str, colours: dict[str, str]) -> str:
    """What Calypso wants to be typed for a choice."""
    kind, *parts = notation.split()
    if kind == "rob":
        return str(int(parts[0]) + 1)
    if kind in ("roll", "stop"):
        return kind[0]
    return " ".join("0" if part == "nothing" else colours.get(part, part) for part in parts if part != "to")


@pytest.mark.parametrize(
    ("language", "colours"),
    [("en", {}), ("fr", {"red": "rouge", "blue": "bleu", "yellow": "jaune", "green": "vert"})],
)
def test_every_choice_has_a_label_that_means_it_and_nothing_else(
    terminal: Terminal, language: str, colours: dict[str, str]
) -> None:
    for seed in "1", "2", "3", "4":
        terminal.run("play", "calypso", "--seed", seed, "--people", "3", "--language", language, answer=terminal.first)
    kinds = set()
    for menu in terminal.menus:
        for offer in menu.offers:
            kinds.add(offer.notation.split()[0])
            assert offer.label == label(offer.notation, colours)
            assert menu.find(offer.label) is menu.find(offer.notation) is menu.find(offer.sentence) is offer
    assert kinds == {"turn", "name", "rob", "roll", "stop", "mix"}


def test_only_laying_elsewhere_and_mixing_several_are_details(terminal: Terminal) -> None:
    for seed in "1", "2", "3", "4":
        terminal.run("play", "calypso", "--seed", seed, "--people", "3", answer=terminal.first)
    details = {offer.notation for menu in terminal.menus for offer in menu.offers if offer.is_detail}
    plain = {offer.notation for menu in terminal.menus for offer in menu.offers if not offer.is_detail}
    assert {notation.split()[0] for notation in details} == {"turn", "name", "mix"}
    assert all(" to " in notation or re.fullmatch(r"mix( [a-i]){2,6}", notation) for notation in details)
    assert not any(" to " in notation or re.fullmatch(r"mix( [a-i]){2,6}", notation) for notation in plain)


@pytest.mark.parametrize("way", ["label", "notation", "sentence"])
@pytest.mark.parametrize("which", [0, -1])
def test_a_game_by_labels_by_notations_or_by_sentences_is_the_same(
    terminal: Terminal, tmp_path: Path, way: str, which: int
) -> None:
    """Which is -1 takes details where there are any."""
    played, expected = tmp_path / "played", tmp_path / "expected"

    def answer(question: str) -> str:
        return str(getattr(terminal.menus[-1].offers[which], way))

    terminal.run(*PLAY, "--save", str(played), answer=answer)
    offered = [menu.offers[which].notation for menu in terminal.menus]
    terminal.run(*PLAY, "--save", str(expected), typed=offered)
    assert played.read_text() == expected.read_text()
    assert cabotage.replay(played).is_over


def test_a_game_without_own_labels_is_played_by_running_numbers(terminal: Terminal, toy: str, tmp_path: Path) -> None:
    start = ("play", toy, "--seats", "2", "--bots", "random", "--seed", "5")
    terminal.run(*start, "--save", str(tmp_path / "a"), typed=["99", "0", "1", "quit"])
    menu = terminal.menus[0]
    count = len(menu.offers)
    assert [offer.label for offer in menu.offers] == [str(number) for number in range(1, count + 1)]
    assert f" 1  {menu.offers[0].sentence}" in terminal.out
    assert f"There is no choice 99; choices are 1 to {count}." in terminal.out
    assert f"There is no choice 0; choices are 1 to {count}." in terminal.out
    terminal.run(*start, "--save", str(tmp_path / "b"), typed=[menu.offers[0].notation, "quit"])
    assert (tmp_path / "a").read_text() == (tmp_path / "b").read_text()


def test_choices_by_label_and_by_notation_are_the_same(terminal: Terminal, tmp_path: Path) -> None:
    terminal.run(*PLAY, "--save", str(tmp_path / "a"), typed=["a"])
    terminal.run(*PLAY, "--save", str(tmp_path / "b"), typed=["TURN  A"])
    assert (tmp_path / "a").read_text() == (tmp_path / "b").read_text()
    assert '"text": "turn a"' in (tmp_path / "a").read_text()
    terminal.run(*PLAY, "--save", str(tmp_path / "c"), typed=["c e"])
    assert '"text": "turn c to e"' in (tmp_path / "c").read_text()


def test_wrong_input_costs_nothing(terminal: Terminal, tmp_path: Path) -> None:
    words = ["", "0", "1", "99", "turn z", "turn b", "turn f", "roll", "¿", "\x00", "-1", "save", "list x"]
    wrong = [*words, "a c", "b", "f", "a z", "a red", "r", "s"]
    assert terminal.run(*PLAY, "--save", str(tmp_path / "wrong"), typed=[*wrong, "a", "quit"]) == 0
    terminal_out = terminal.out
    terminal.run(*PLAY, "--save", str(tmp_path / "right"), typed=["a", "quit"])
    assert (tmp_path / "wrong").read_text() == (tmp_path / "right").read_text()
    assert 'Type a choice like "a"; "list" shows all choices, "help" all commands.' in terminal_out
    for typed in ("0", "1", "99", "-1", "¿", "list x", "b", "f", "a c", "a z", "a red", "r", "s"):
        assert f'"{typed}" is not a choice; choices look like "a". "help" lists all commands.' in terminal_out
    assert '"turn z" is not a choice; did you mean "turn ' in terminal_out
    for typed in ("turn b", "turn f", "roll"):
        assert f'"{typed}" is not a legal choice now; "list" shows all choices.' in terminal_out


def test_commands_show_what_they_promise(terminal: Terminal) -> None:
    terminal.run(*PLAY, typed=["help", "list", "draw", "story", "/list", "quit"])
    assert "save FILE" in terminal.out
    assert 'type the label in front of a choice, like "a", or its notation, like "turn a".' in " ".join(
        terminal.out.split()
    )
    assert terminal.out.count("\n i h  turn tile i and lay it in hollow h   turn i to h\n") == 2
    assert terminal.out.count('\n... and 15 more, like "a b"; "list" shows all.\n') == 2
    assert terminal.out.count("\n i  turn tile i   turn i\n") == 2
    assert terminal.out.count("Round 1, Player 1 to play") == 2
    assert terminal.out.count("Six tiles lie on the sand") == 2


@pytest.mark.parametrize(
    ("language", "commands"), [("en", ["rules", "/rules", "RULES"]), ("fr", ["règles", "regles", "rules", "/Règles"])]
)
def test_rules_tell_how_to_play_and_cost_nothing(terminal: Terminal, language: str, commands: list[str]) -> None:
    words = GAMES["calypso"].words(language)
    assert terminal.run(*PLAY, "--language", language, typed=[*commands, "quit"]) == 0
    told = " ".join(terminal.out.split())
    for section in ("net", "end", "together"):
        assert told.count(" ".join(words.say(f"rules.section.{section}.text").split())) == len(commands)
    now = " ".join(words.say("rules.section.search.text").split())  # among the others, and once more at the end
    assert told.count(now) == 2 * len(commands)
    assert told.count(" ".join(words.say("rules.drawing").split())) == len(commands)
    assert len(terminal.questions) == len(commands) + 1
    assert all(len(line) <= 80 for line in terminal.out.splitlines())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_goal_is_shown_before_anything_happens(terminal: Terminal, tmp_path: Path, language: str) -> None:
    words = GAMES["calypso"].words(language)
    goal, first = " ".join(words.say("rules.goal").split()), words.say("story.laid")
    path = str(tmp_path / "game.json")
    terminal.run(*PLAY, "--language", language, "--save", path, typed=["a"])
    told = " ".join(terminal.out.split())
    assert told.count(goal) == 1
    assert told.index(goal) < told.index(first)
    terminal.run("play", "--resume", path, "--language", language, typed=["quit"])
    assert " ".join(terminal.out.split()).count(goal) == 1
    terminal.run(*PLAY, "--language", language, "--people", "0")
    assert goal not in " ".join(terminal.out.split())


def test_colours_are_named_as_it_happens_and_not_in_the_story(terminal: Terminal) -> None:
    terminal.run("play", "calypso", "--seed", "7", "--bots", "greedy", typed=["story", "quit"])
    now, story = terminal.out.split("Player 1> ")[:2]
    told = [
        "Bot 2 says green and turns tile d over.\nRed: not this one; now we know.\n",
        "Player 1: a 4; Calypso swims to the red stone.\nThree red fish are showing: 2 fish for Player 1.\n",
    ]
    kept = [
        "Bot 2 turns a tile over.\nNot this one; now we know.\n",
        "Player 1: a 4; Calypso swims to a fish stone.\nThree of that colour are showing: 2 fish for Player 1.\n",
    ]
    assert all(text in now and text not in story for text in told)
    assert all(text in story and text not in now for text in kept)
    assert not re.search("red|blue|yellow|green", story, re.I)


@pytest.mark.rule("CAL-26")
def test_a_screen_keeps_what_is_to_be_remembered_until_the_next_choice(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    terminal.run("play", *PLAY[1:], "--people", "2", "--seats", "2", answer=terminal.first)
    screens = terminal.out.split("\x1b[2J\x1b[3J\x1b[H")
    told = re.compile(r"turns? tile . over\.|Calypso swims to the (red|blue|yellow|green) stone")
    remembered = [told.split(screen, maxsplit=1)[-1] for screen in screens if told.search(screen)]
    assert len(remembered) > 10
    assert all(len(re.findall(r"Player \d> ", rest)) == 1 for rest in remembered[:-1])


def test_over_a_pipe_nothing_is_cleared(terminal: Terminal) -> None:
    terminal.run("play", *PLAY[1:], "--people", "2", "--seats", "2", answer=terminal.first)
    assert "\x1b" not in terminal.out


def test_french_commands(terminal: Terminal) -> None:
    assert (
        terminal.run(*PLAY, "--language", "fr", typed=["aide", "liste", "plateau", "dessin", "historique", "quitter"])
        == 0
    )
    assert "Bon vent\u00a0! Cette partie n’a pas été enregistrée." in terminal.out


def test_boards_draws_after_each_choice_of_a_bot(terminal: Terminal) -> None:
    terminal.run(*PLAY, "--people", "0", "--boards")
    assert "Round 1, Bot 3 to play" in terminal.out  # Bot 2 has nothing to choose in that round: the net


def test_quit_exits_with_0_and_says_whether_the_game_is_saved(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal.run(*PLAY, typed=["quit"]) == 0
    assert terminal.out.endswith("Fair winds. This game was not saved.\n")
    path = tmp_path / "g.json"
    assert terminal.run(*PLAY, "--save", str(path), typed=["quit"]) == 0
    assert " ".join(terminal.out.split()).endswith(f"Resume later with: cabotage play --resume {path}")


def test_a_game_resumes_with_the_same_players(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    company = ("--name", "Anna B", "--bots", "greedy,random")
    terminal.run("play", "calypso", "--seats", "3", "--seed", "1", *company, "--save", str(path), typed=["d", "quit"])
    seated = terminal.out.splitlines()[0]
    assert "Anna B, Bot 2 (greedy), Bot 3 (random)" in seated
    _, _, command = " ".join(terminal.out.split()).partition("Resume later with: cabotage ")
    terminal.run(*shlex.split(command), typed=["quit"])
    assert terminal.out.splitlines()[0] == seated


def test_input_that_ends_in_the_middle_is_exit_code_1() -> None:
    done = run_process(*PLAY, typed="a\n")
    assert done.returncode == 1
    assert done.stdout.endswith("End of input: the game stops here. This game was not saved.\n")
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
    terminal.run(*PLAY, "--save", str(path), typed=["a", "stop", "quit"])
    before = json.loads(path.read_text())["events"]
    assert terminal.run("play", "--resume", str(path), "--save", str(path), answer=terminal.first) == 0
    after = json.loads(path.read_text())["events"]
    assert after[: len(before)] == before
    assert cabotage.replay(path).is_over
    assert "Six tiles lie on the sand" not in terminal.out


def test_a_game_taken_up_twice_meets_other_dice(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    terminal.run(*PLAY, "--save", str(path), typed=["a", "quit"])
    games = set()
    for copy in map(str, range(5)):
        terminal.run("play", "--resume", str(path), "--save", str(tmp_path / copy), answer=terminal.first)
        games.add((tmp_path / copy).read_text())
    assert len(games) > 1


def test_a_game_taken_up_is_kept_in_its_file(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    terminal.run(*PLAY, "--save", str(path), typed=["quit"])
    before = json.loads(path.read_text())["events"]
    assert terminal.run("play", "--resume", str(path), typed=["a", "quit"]) == 0
    after = json.loads(path.read_text())["events"]
    assert after[: len(before)] == before
    assert after[len(before)]["text"] == "turn a"
    told = " ".join(terminal.out.split())
    assert told.endswith(f"Fair winds. Resume later with: cabotage play --resume {path}")
    assert terminal.run("play", "--resume", str(path), answer=terminal.first) == 0
    assert json.loads(path.read_text())["events"][: len(after)] == after
    assert cabotage.replay(path).is_over
    assert f"Record: {path}" in " ".join(terminal.out.split())
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_game_taken_up_is_kept_elsewhere_with_save(terminal: Terminal, tmp_path: Path) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    terminal.run(*PLAY, "--save", str(old), typed=["quit"])
    before = old.read_bytes()
    assert terminal.run("play", "--resume", str(old), "--save", str(new), typed=["a", "save", "quit"]) == 0
    assert old.read_bytes() == before
    events = json.loads(before)["events"]
    assert json.loads(new.read_text())["events"][: len(events) + 1][-1]["text"] == "turn a"
    told = " ".join(terminal.out.split())
    assert f"Saved: {new}" in told
    assert told.endswith(f"Resume later with: cabotage play --resume {new}")


def test_a_game_that_could_not_be_kept_is_not_taken_up(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "game"
    terminal.run(*PLAY, "--save", str(path), typed=["a", "quit"])
    (tmp_path / ".game.part").mkdir()  # where a record is written first; that stops even an administrator
    assert terminal.run("play", "--resume", str(path), typed=["quit"]) == 2
    assert terminal.out == ""
    assert terminal.err == f"cabotage: {path}: cannot be written (Is a directory) [cli/file]\n"
    assert terminal.run("play", "--resume", str(path), "--save", str(tmp_path / "other"), typed=["quit"]) == 0


def test_a_record_that_may_only_be_read_is_not_taken_up(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game"
    terminal.run(*PLAY, "--save", str(path), typed=["a", "quit"])
    monkeypatch.setattr("os.access", lambda asked, mode: mode != os.W_OK or Path(asked) != path)
    assert terminal.run("play", "--resume", str(path), typed=["quit"]) == 2
    assert terminal.err == f"cabotage: {path}: cannot be written (the file is read-only). [cli/file]\n"
    assert terminal.run("play", "--resume", str(path), "--language", "fr", typed=["quit"]) == 2
    assert "fichier en lecture seule" in terminal.err


def test_save_without_a_name_keeps_a_game_taken_up_in_its_file(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    terminal.run(*PLAY, "--save", str(path), typed=["quit"])
    before = path.read_bytes()
    terminal.run("play", "--resume", str(path), typed=["a", "save", "quit"])
    assert f"Saved: {path}" in " ".join(terminal.out.split())
    assert path.read_bytes() != before


def test_save_in_the_middle_and_at_the_end(terminal: Terminal, tmp_path: Path) -> None:
    middle, end = tmp_path / "middle of it.json", tmp_path / "end.json"
    assert terminal.run(*PLAY, typed=[f"save {middle}", "quit"]) == 0
    told = " ".join(terminal.out.split())
    assert f"Saved: {middle}" in told
    assert told.endswith(f"Fair winds. Resume later with: cabotage play --resume {shlex.quote(str(middle))}")
    assert terminal.run(*PLAY, typed=[f"save {middle}", "a", "quit"]) == 0
    assert "Fair winds. Everything since your last save is lost." in terminal.out
    answers = iter(["what?", f"save {tmp_path}/no/folder", f"save {end}"])
    terminal.run(*PLAY, answer=lambda question: next(answers) if "save" in question else terminal.first(question))
    assert not cabotage.replay(middle).is_over
    assert cabotage.replay(end).is_over
    assert "cannot be written" in " ".join(terminal.out.split())


def test_a_file_other_than_a_record_is_never_overwritten(terminal: Terminal, tmp_path: Path) -> None:
    thesis = tmp_path / "thesis.txt"
    thesis.write_text("ten years of work")
    assert terminal.run(*PLAY, typed=[f"save {thesis}", "quit"]) == 0
    assert "not a Cabotage record" in terminal.out.replace("\n", " ")
    assert terminal.run(*PLAY, "--save", str(thesis)) == 2
    assert thesis.read_text() == "ten years of work"


def test_a_prompt_builds_its_scene_once(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    scenes: list[int] = []
    build = Position.scene

    def counted(self: Position, viewer: int) -> Scene:
        scenes.append(viewer)
        return build(self, viewer)

    monkeypatch.setattr(Position, "scene", counted)
    terminal.run(*PLAY, typed=["list", "draw", "rules", "quit"])
    assert scenes == [0]


def test_by_lot_people_and_bots_sit_anywhere_and_keep_their_seats_when_resumed(
    terminal: Terminal, tmp_path: Path
) -> None:
    company = ("--seats", "3", "--name", "Anna B", "--bots", "greedy,random", "--order", "lot")
    seatings = set()
    for seed in range(1, 9):
        path = tmp_path / f"{seed}.json"
        terminal.run("play", "calypso", "--seed", str(seed), *company, "--save", str(path), typed=["a", "quit"])
        seated, lot, *_ = terminal.out.splitlines()
        assert lot == "Seats were drawn by lot."
        seatings.add(seated)
        order = json.loads(path.read_text())["lot"]
        listed = ["Anna B", "(greedy)", "(random)"]
        assert [listed[number] in name for number, name in zip(order, seated.split(", "), strict=True)] == [True] * 3
        _, _, command = " ".join(terminal.out.split()).partition("Resume later with: cabotage ")
        terminal.run(*shlex.split(command), typed=["quit"])
        assert terminal.out.splitlines()[0] == seated
        assert "by lot" not in terminal.out
        assert json.loads(path.read_text())["lot"] == order
    assert len(seatings) > 2


def test_the_lot_is_the_default_and_the_same_for_the_same_seed(terminal: Terminal) -> None:
    told = set()
    for order in ([], ["--order", "lot"]):
        bots = "greedy,random,greedy,random"
        main(["play", "calypso", "--seats", "4", "--people", "0", "--bots", bots, "--seed", "5", *order])
        told.add(terminal.capsys.readouterr().out)
    assert len(told) == 1
    assert "Seats were drawn by lot." in told.pop()


def test_alone_there_is_nothing_to_draw(terminal: Terminal) -> None:
    start = ("play", "calypso", "--seats", "1", "--option", "mode=coop", "--order", "lot", "--language", "fr")
    terminal.run(*start, typed=["quitter"])
    assert "tirées au sort" not in terminal.out


def test_a_resumed_game_takes_no_order(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal.run("play", "--resume", str(tmp_path / "g.json"), "--order", "lot") == 2
    assert "--resume takes seats, their order and options from the saved game" in terminal.err
