"""Two people at one screen, in a game with secrets."""

from __future__ import annotations

from tests.cli.terminal import Terminal

PAIR = ("--people", "2", "--seats", "2", "--name", "Ann", "--name", "Ben", "--seed", "5")


def test_the_screen_is_handed_over_between_two_people(terminal: Terminal, toy: str) -> None:
    assert terminal.run("play", toy, *PAIR, answer=terminal.first) == 0
    hidden = terminal.questions.index("Ann: press Enter to hide this screen, then hand over to Ben. ")
    assert terminal.questions[hidden + 1 : hidden + 3] == ["Ben: press Enter to show your view. ", "Ben> "]
    assert any(question.startswith("Ben: press Enter to hide") for question in terminal.questions)


def test_people_never_see_the_cards_of_others(terminal: Terminal, toy: str) -> None:
    """Every screen, from one hand-over to the next, shows one hand; the other is question marks."""
    terminal.run("play", toy, *PAIR, answer=terminal.first)
    before, _, after = terminal.out.partition("Ben: press Enter to show your view.")
    ben = after.partition("Ben: press Enter to hide")[0]
    assert "Ann draws the" in before
    assert "Ben draws the" not in before
    assert "Ben: ?" in before
    assert "Ben draws the" in ben
    assert "Ann draws the" not in ben
    assert "Ann: ?" in ben


def test_a_person_against_bots_is_not_asked_to_hand_over(terminal: Terminal, toy: str) -> None:
    assert terminal.run("play", toy, "--bots", "random", "--seed", "5", answer=terminal.first) == 0
    assert not any("hand over" in question for question in terminal.questions)
    assert "Bot 2 draws the" not in terminal.out
