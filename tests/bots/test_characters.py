"""Every rank has a character: a name, a face on the page, and a line about its measured strength."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cabotage.bots import RANKS, WORDS
from cabotage.bots.character import first_name, strength
from cabotage.core.words import LANGUAGES, Words
from cabotage.games import GAMES

ROOT = Path(__file__).parents[2]
FACES = ROOT / "web" / "src" / "controls" / "faces"
TOURNAMENTS = json.loads((ROOT / "benchmarks" / "tournaments.json").read_text())


@pytest.mark.parametrize("rank", RANKS)
def test_every_rank_has_a_name_a_plural_and_a_face(rank: str) -> None:
    for language in LANGUAGES:
        words = Words.load(WORDS, language)
        assert f"character.{rank}" in words
        assert f"plural.{rank}" in words
    assert (FACES / f"{rank}.svelte").exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_ranks_have_the_same_name(language: str) -> None:
    assert len({first_name(rank, language) for rank in RANKS}) == len(RANKS)


def test_only_ranks_have_a_name() -> None:
    assert first_name("captain@2000", "en") == "Augusta"
    assert [first_name(bot, "en") for bot in ("greedy", "random", "program:python3 x.py")] == [None] * 3


def test_the_lines_say_what_was_measured() -> None:
    assert strength("mate", "calypso", "en") == "Wins 52% of games against two sailors; an equal would win 33%."
    assert strength("cabin_boy", "calypso", "fr") == (
        "Gagne 27\xa0% des parties contre un autre moussaillon et un matelot\xa0; à force égale, ce serait 33\xa0%."
    )
    assert strength("captain", "cape_horn", "en") == (
        "Wins 59% of games against two first mates; an equal would win 33%. Measured with less thinking than here."
    )
    assert strength("greedy", "calypso", "en") is None


@pytest.mark.parametrize("game", GAMES)
def test_each_percentage_is_a_third_of_what_the_tournament_says(game: str) -> None:
    for rank in RANKS[1:]:
        if (tournament := TOURNAMENTS.get(f"{game}-ladder-{rank}")) is None:
            continue  # a rank that has not been measured yet says nothing
        measured = next(bot["relative"] for bot in tournament["bots"] if bot["bot"].partition("@")[0] == rank)
        assert f"Wins {measured / 3:.0%} of games against two " in (strength(rank, game, "en") or "")
