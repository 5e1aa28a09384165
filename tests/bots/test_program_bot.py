"""Bots that are programs: they play, and whatever goes wrong with one is a clear error, soon; nothing is left behind.

That they are told nothing but what their seat may know is a part of the law of tests/leaks.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

import cabotage
from cabotage.bots import make_bot, split_names
from cabotage.bots.program_bot import ProgramBot
from cabotage.core.box import Box
from cabotage.core.errors import (
    BotCrashed,
    BotFailed,
    BotGarbled,
    BotNotOffered,
    BotNotStarted,
    BotSlow,
    OptionError,
)
from cabotage.core.game import Game
from tests.settings import each_registered_game, few_settings
from tests.walks import step

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
DOCS = Path(__file__).parents[2] / "docs"
SOON_SECONDS = 4.0  # the longest that a failure may take with the limits used here

POLITE = """
    import json, os, signal, sys, time
    def hear():
        return json.loads(sys.stdin.readline())
    def say(**answer):
        print(json.dumps(answer), flush=True)
    hear()
    say(message="ready", protocol=1)
    question = hear()
"""

Write = Callable[..., str]


@pytest.fixture(autouse=True)
def _nothing_is_left_behind() -> Iterator[None]:
    """No open file, no child, not even a dead one, besides those of tests that ran here before."""
    opened, children = _open_files(), _children()
    yield
    assert _open_files() <= opened
    assert _children() <= children


def _open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))


def _children() -> set[str]:
    """Children of this process that are not reaped yet; `ps` has just been one itself."""
    if Path("/proc/self/stat").exists():
        listed = [(path.parent.name, _parent(path)) for path in Path("/proc").glob("[0-9]*/stat")]
    else:
        asked = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True)
        listed = [(line.split()[0], line.split()[1]) for line in asked.stdout.splitlines()]
    return {child for child, parent in listed if parent == str(os.getpid())}


def _parent(stat: Path) -> str:
    """The parent in /proc, after the name, which may contain anything; empty if the process is gone."""
    with contextlib.suppress(OSError):
        return stat.read_text().rpartition(")")[2].split()[1]
    return ""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a program to a file; returns the command that runs it. The program may write beside it."""
    monkeypatch.setenv("CABOTAGE_BOT_FOLDER", str(tmp_path))

    def written(body: str, opening: str = POLITE) -> str:
        path = tmp_path / "bot.py"
        path.write_text(dedent(opening) + dedent(body))
        return f"{sys.executable} {path}"

    return written


def fail(command: str, seconds: float = 1.0, start_seconds: float = 3.0) -> BotFailed:
    """How a program fails when it is asked; and that it takes no longer than it may."""
    box = cabotage.load("calypso", seats=2)
    box.warm()
    position = box.start(seed=1)
    bot = ProgramBot(box, command, seconds, start_seconds)
    began = time.monotonic()
    with pytest.raises(BotFailed) as caught:
        bot.ready().choose(position.view(position.to_act), position.to_act)
    assert time.monotonic() - began < SOON_SECONDS
    for language in ("en", "fr"):
        assert command in caught.value.sentence(language)
        assert not re.search(r"\{\w+\}", caught.value.sentence(language))
    assert caught.value.sentence("en") != caught.value.sentence("fr")
    bot.close()
    return caught.value


@each_registered_game
@pytest.mark.parametrize("example", ["python3 chooser.py", "sh first.sh"])
def test_the_examples_play_a_whole_game_of_every_game(game: Game, example: str) -> None:
    interpreter, file = example.split()
    box = Box(game, game.seats[0])
    position = box.start(seed=1)
    rng = random.Random(1)
    asked = 0
    with make_bot(f"program:{interpreter} {EXAMPLES / file}", box) as bot:
        while not position.is_over:
            seat = position.to_act
            if seat == 0:
                asked += 1
                chosen = bot.choose(position.view(seat), seat)
                assert file != "first.sh" or chosen == position.legal[0].number
                position.play(chosen)
            else:
                position.play(int(rng.choice(position.legal.numbers)))
            position.roll()
    assert asked > 3


def test_the_python_example_knows_nothing_of_cabotage_and_is_about_twenty_lines() -> None:
    lines = (EXAMPLES / "chooser.py").read_text().splitlines()
    assert len(lines) < 25
    assert not any("import cabotage" in line or "from cabotage" in line for line in lines)
    code = "\n".join(lines[lines.index("import json") :])
    assert f"```\n{code}\n```" in (DOCS / "how-to" / "write-a-bot-in-any-language.md").read_text("utf-8")


def test_hello_says_everything_that_is_fixed_and_no_seed(write: Write) -> None:
    box = cabotage.load("smugglers", seats=4, mild=True)
    hello = ProgramBot(box, "true", seconds=2.5).greeting()
    board = hello["options"].pop("board")
    assert board["name"] == "standard"
    assert len(board["data"]["harbours"]) == 5
    assert hello["options"].pop("goods")["name"] == "standard_goods"
    assert hello == {
        "message": "hello",
        "protocol": 1,
        "game": "smugglers",
        "rules_version": 1,
        "seats": 4,
        "options": {
            "anchor_reef": "auto",
            "extra_reefs": 0,
            "reef_placing": "players",
            "target_points": 7,
            "push_ends": "turn",
            "mild": True,
            "lit_harbours": False,
        },
        "seconds": 2.5,
    }


def test_a_question_holds_the_offered_choices_the_view_and_the_scene() -> None:
    box = cabotage.load("calypso", seats=3)
    position = box.position(phase="SEARCH", sought="green", ring="SRNGMBY", calypso=3, top="RRBBYG", turn=1)
    question = ProgramBot(box, "true").question(position.view(1), 1)
    assert list(question) == ["message", "seat", "choices", "view", "scene"]
    assert (question["message"], question["seat"]) == ("choose", 1)
    assert question["choices"][0] == {"number": 0, "notation": "turn a", "text": "Turn tile a"}
    assert [choice["notation"] for choice in question["choices"]] == [choice.text for choice in position.legal]
    assert question["view"]["top"] == [0, 0, 1, 1, 2, 3]
    assert question["scene"] == position.scene(1)


def test_what_a_seat_cannot_know_is_null() -> None:
    box = cabotage.load("cape_horn", seats=3)
    position = box.start(seed=1)
    seat = position.to_act
    hands = ProgramBot(box, "true").question(position.view(seat), seat)["view"]["hand"]
    assert all(number is not None for number in hands[seat])
    assert all(number is None for other in {0, 1, 2} - {seat} for number in hands[other])


@each_registered_game
def test_a_program_is_offered_exactly_what_is_legal(game: Game) -> None:
    for setting in few_settings(game)[:3]:
        box = setting.box()
        bot = ProgramBot(box, "true")
        position, rng = box.first(1), random.Random(1)
        for _ in range(80):
            if position.is_over:
                break
            if position.to_act >= 0:
                question = bot.question(position.view(position.to_act), position.to_act)
                assert [choice["number"] for choice in question["choices"]] == position.legal.numbers.tolist()
            step(position, rng)


@pytest.mark.parametrize("answer", ["question['choices'][-1]['number']", "'  TURN   C '"])
def test_a_choice_is_answered_by_number_or_by_notation(write: Write, answer: str) -> None:
    box = cabotage.load("calypso", seats=2)
    position = box.position(phase="SEARCH", sought="green", ring="SRNGMBY", calypso=3, top="RRBBYG")
    with make_bot("program:" + write(f"say(choose={answer}, mood='good')\nhear()"), box) as bot:
        chosen = box.texts[bot.choose(position.view(0), 0)]
    assert chosen == ("turn c" if "TURN" in answer else str(position.legal[-1]))


def test_a_program_that_exits_is_reported_with_its_code_and_last_words(write: Write) -> None:
    error = fail(write("for n in range(9): print('line', n, file=sys.stderr)\nsys.exit(3)"))
    assert isinstance(error, BotCrashed)
    assert error.code == "bot/crashed"
    assert str(error).endswith(
        "exited with code 3 instead of answering; its standard error ended with: line 6 / line 7 / line 8"
    )
    assert error.stderr.startswith("line 0\n")


def test_a_killed_program_is_reported_with_the_signal(write: Write) -> None:
    error = fail(write("os.kill(os.getpid(), signal.SIGTERM)"))
    assert isinstance(error, BotCrashed)
    assert "was killed by SIGTERM" in str(error)


def test_what_it_wrote_last_cannot_play_tricks_with_the_terminal(write: Write) -> None:
    error = fail(write(r"sys.stderr.write('\x1b[2J\x07red \x9b31m\n'); sys.exit(1)"))
    assert str(error).endswith("its standard error ended with: [2Jred 31m")


@pytest.mark.parametrize(
    "body",
    [
        "time.sleep(60)",
        "sys.stdout.write('{\"choose\":'); sys.stdout.flush(); time.sleep(60)",
        "while True: sys.stderr.write('x' * 65536)",
        "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)",
    ],
    ids=["sleeping", "half a line", "flooding standard error", "ignoring signals"],
)
def test_a_slow_program_is_not_waited_for(write: Write, body: str) -> None:
    error = fail(write(body))
    assert isinstance(error, BotSlow)
    assert "no answer within 1 s" in str(error)


@pytest.mark.parametrize("body", ["time.sleep(60)", "sys.stdin.readline(); time.sleep(60)"])
def test_a_program_that_hangs_at_the_start_is_not_waited_for(write: Write, body: str) -> None:
    error = fail(write(body, opening="import sys, time\n"), start_seconds=0.5)
    assert isinstance(error, BotSlow)
    assert "not ready within 0.5 s" in str(error)


def test_a_program_that_does_not_read_a_long_question_is_not_waited_for(write: Write) -> None:
    """Longer than what a pipe holds, so that writing it would block."""
    box = cabotage.load("calypso", seats=2)
    bot = ProgramBot(box, write("time.sleep(60)", opening="import time\n"), start_seconds=0.5)
    big = {"message": "hello", "filler": "x" * 1_000_000}
    bot.greeting = lambda: big  # type: ignore[method-assign]
    with pytest.raises(BotSlow):
        bot.ready()


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("print('Hello, I am a bot', flush=True); hear()", "one JSON object on one line, not 'Hello, I am a bot'"),
        ("print('[1]', flush=True); hear()", "one JSON object on one line, not '[1]'"),
        ("print('[' * 60000, flush=True); hear()", "one JSON object on one line, not '[[["),
        ("os.write(1, b'\\xff\\xfe\\n'); hear()", "one JSON object on one line"),
        ("print(flush=True); hear()", "one JSON object on one line, not ''"),
        ("say(chose=1); hear()", "a number or a notation }, not '{\"chose\": 1}'"),
        ("say(choose=True); hear()", "a number or a notation }"),
        ("say(choose=1.0); hear()", "a number or a notation }"),
        ("say(choose=[1]); hear()", "a number or a notation }"),
        ("while True: os.write(1, b'x' * 65536)", "answered with more than 65536 bytes"),
    ],
)
def test_an_error_about_rubbish_explains_a_valid_answer(write: Write, body: str, reason: str) -> None:
    error = fail(write(body))
    assert isinstance(error, BotGarbled)
    assert error.code == "bot/garbled"
    assert reason in str(error)


@pytest.mark.parametrize(
    "answer", ['{"message": "ready", "protocol": 2}', '{"message": "hello", "protocol": 1}', '{"choose": 1}', "7"]
)
def test_a_program_of_another_protocol_is_refused_at_the_start(write: Write, answer: str) -> None:
    error = fail(write(f"input(); print({answer!r}, flush=True); input()", opening=""))
    assert isinstance(error, BotGarbled)


@pytest.mark.parametrize("choice", ["99999999", "-1", "'turn 7'", "'TURN 1 TO THE MOON'", "10 ** 200"])
def test_a_choice_that_was_not_offered_is_refused(write: Write, choice: str) -> None:
    error = fail(write(f"say(choose={choice}); hear()"))
    assert isinstance(error, BotNotOffered)
    assert error.code == "bot/not_offered"
    assert "which is not one of the" in str(error)


def test_a_program_that_closes_its_input_is_reported(write: Write) -> None:
    box = cabotage.load("calypso", seats=2)
    position = box.start(seed=1)
    command = write("os.close(0); say(choose=question['choices'][0]['number']); time.sleep(60)")
    with ProgramBot(box, command, seconds=1).ready() as bot:
        assert bot.choose(position.view(position.to_act), position.to_act) == position.legal[0].number
        with pytest.raises(BotCrashed, match="closed its input"):
            bot.choose(position.view(position.to_act), position.to_act)


def test_a_program_that_closes_its_output_is_reported(write: Write) -> None:
    error = fail(write("os.close(1); time.sleep(60)"))
    assert isinstance(error, BotCrashed)
    assert "closed its output" in str(error)


def test_two_answers_to_one_question_are_one_too_many(write: Write) -> None:
    box = cabotage.load("calypso", seats=2)
    position = box.start(seed=1)
    seat = position.to_act
    command = write(
        "print(json.dumps({'choose': question['choices'][0]['number']}) + '\\nand more', flush=True); hear()"
    )
    with ProgramBot(box, command).ready() as bot:
        bot.choose(position.view(seat), seat)
        with pytest.raises(BotGarbled, match="before it was asked anything: 'and more'"):
            bot.choose(position.view(seat), seat)


def test_a_program_that_has_failed_fails_again_and_one_sent_home_is_not_asked(write: Write) -> None:
    box = cabotage.load("calypso", seats=2)
    position = box.start(seed=1)
    seat = position.to_act
    bot = ProgramBot(box, write("sys.exit(5)")).ready()
    for _ in range(2):
        with pytest.raises(BotCrashed, match="code 5"):
            bot.choose(position.view(seat), seat)
    other = ProgramBot(box, write("")).ready()
    other.close()
    other.close()
    with pytest.raises(BotCrashed, match="already closed"):
        other.choose(position.view(seat), seat)


def test_a_polite_program_hears_bye_and_can_still_put_its_things_in_order(write: Write, tmp_path: Path) -> None:
    diary = tmp_path / "diary"
    command = write(f"open({str(diary)!r}, 'w').write(question['message'])")
    make_bot(f"program:{command}", cabotage.load("calypso")).close()
    assert diary.read_text() == "bye"


def test_children_of_a_program_do_not_outlive_it(write: Write, tmp_path: Path) -> None:
    note = tmp_path / "child"
    body = f"""
        import subprocess
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        open({str(note)!r}, "w").write(str(child.pid))
        time.sleep(60)
    """
    fail(write(body))
    child = int(note.read_text())
    for _ in range(100):
        if not _is_running(child):
            return
        time.sleep(0.02)
    raise AssertionError("the child still runs")


def _is_running(pid: int) -> bool:
    """An unreaped zombie (in a container without init) does not run."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_an_unclosed_bot_ends_when_it_is_collected(write: Write) -> None:
    bot = ProgramBot(cabotage.load("calypso"), write("time.sleep(60)")).ready()
    assert bot._process is not None
    pid = bot._process._child.pid
    del bot
    assert not _is_running(pid)


@pytest.mark.parametrize("command", ["/no/such/program", "'unbalanced", "."])
def test_a_command_that_cannot_run_is_reported_at_the_start(command: str) -> None:
    error = fail(command)
    assert isinstance(error, BotNotStarted)
    assert error.code == "bot/not_started"


@pytest.mark.parametrize(
    "name", ["program:", "program: ", "program@:x", "program@soon:x", "program@0:x", "program@1e9:x"]
)
def test_a_name_without_a_command_or_with_strange_seconds_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match="program:COMMAND"):
        make_bot(name, cabotage.load("calypso"))


def test_the_seconds_of_a_decision_stand_in_the_name() -> None:
    bot = ProgramBot.named("program@0.25:python3 bot.py", cabotage.load("calypso"))
    assert (bot.seconds, bot.command, bot.start_seconds) == (0.25, "python3 bot.py", 10.0)
    assert ProgramBot.named("program:a:b", cabotage.load("calypso")).command == "a:b"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("greedy", ["greedy"]),
        ("greedy, random", ["greedy", "random"]),
        ("greedy,,", ["greedy", "", ""]),
        ("program:a 'b, c',greedy", ["program:a 'b, c'", "greedy"]),
        ('program:a "it\'s, b",greedy', ['program:a "it\'s, b"', "greedy"]),
        (r"program:a\, b,greedy", [r"program:a\, b", "greedy"]),
        (r"program:'a\',greedy", [r"program:'a\'", "greedy"]),
    ],
)
def test_a_comma_between_quotes_belongs_to_the_command(text: str, names: list[str]) -> None:
    assert split_names(text) == names


def test_other_bots_can_be_closed_too() -> None:
    with make_bot("greedy", cabotage.load("calypso"), seed=1) as bot:
        assert bot.box.seats == 3
