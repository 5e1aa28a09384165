"""A key and values become a sentence."""

from __future__ import annotations

import pytest

from cabotage.core.words import LANGUAGES, Words

TEXTS = {
    "seat.name": "player {number}",
    "plain": "nothing to add",
    "hit": "{who} frees {fish:one fish|# fish}",
    "none": "{fish:a fish|fish}",
    "stone.red": "the red stone",
    "stone.of": "{who}'s stone",
    "swims": "Calypso swims to {stone}",
    "count": "{count} of {goal}",
    "accent": "écluse",
}


def words(language: str = "en") -> Words:
    return Words(TEXTS, language)


def test_a_message_becomes_a_text_without_a_capital() -> None:
    message = {"key": "count", "values": {"count": {"key": "stone.red"}, "goal": 2.5}}
    assert [words(language).text(message) for language in LANGUAGES] == ["the red stone of 2.5", "the red stone of 2,5"]
    assert words().text({"key": "plain"}) == "nothing to add"


@pytest.mark.parametrize(
    ("language", "number", "expected"),
    [
        ("en", 0, "# fish"),
        ("en", 1, "one fish"),
        ("en", 2, "# fish"),
        ("en", -1, "one fish"),
        ("fr", 0, "one fish"),
        ("fr", 1, "one fish"),
        ("fr", 2, "# fish"),
        ("fr", -1, "one fish"),
        ("fr", 21, "# fish"),
    ],
)
def test_a_number_has_the_word_that_fits_it(language: str, number: int, expected: str) -> None:
    text = words(language).say("hit", who="she", fish=number)
    assert text == f"she frees {expected.replace('#', str(number))}"


@pytest.mark.parametrize(
    ("value", "of", "to"),
    [
        ("Bruno", "de Bruno", "à Bruno"),
        ("Ada", "d’Ada", "à Ada"),
        ("Élise", "d’Élise", "à Élise"),
        ("Œdipe", "d’Œdipe", "à Œdipe"),
        ("Yves", "d’Yves", "à Yves"),
        ("Yann", "de Yann", "à Yann"),
        ("Hélène", "d’Hélène", "à Hélène"),
        ("Le Goff", "de Le Goff", "à Le Goff"),
        ("le corsaire x1", "du corsaire x1", "au corsaire x1"),
        ("les autres", "des autres", "aux autres"),
        ("l’île 8", "de l’île 8", "à l’île 8"),
        ("la perle", "de la perle", "à la perle"),
        ("4-7", "de 4-7", "à 4-7"),
        ("", "de ", "à "),
    ],
)
def test_french_prepositions_elide_and_contract(value: str, of: str, to: str) -> None:
    french = Words({"of": "{x:de}", "to": "{x:à}", "seat.name": value}, "fr")
    assert french.say("of", x=value) == french.say("of", x={"seat": 0}) == of
    assert french.say("to", x=value) == to


def test_a_value_is_filled_in() -> None:
    assert words().say("count", count=3, goal=10) == "3 of 10"


def test_another_message_is_filled_in_with_values_of_its_own() -> None:
    assert words().say("swims", stone={"key": "stone.red"}) == "Calypso swims to the red stone"
    nested = {"key": "stone.of", "values": {"who": {"seat": 1}}}
    assert words().say("swims", stone=nested) == "Calypso swims to player 2's stone"


def test_a_seat_has_a_number_until_somebody_sits_there() -> None:
    assert words().say("hit", who={"seat": 0}, fish=2) == "player 1 frees 2 fish"
    named = words().naming(lambda seat: ["Ada", "Blaise"][seat])
    assert named.say("hit", who={"seat": 1}, fish=1) == "Blaise frees one fish"
    assert words().say("hit", who={"seat": 1}, fish=1) == "player 2 frees one fish"


def test_telling_begins_with_a_capital_and_leaves_the_rest() -> None:
    assert words().tell({"key": "plain"}) == "Nothing to add"
    assert words().tell({"key": "hit", "values": {"who": {"seat": 0}, "fish": 1}}) == "Player 1 frees one fish"
    assert words().tell({"key": "accent"}) == "Écluse"


def test_names_of_people_come_out_as_they_are() -> None:
    named = words().naming(lambda seat: r"{fish} # | \1")
    assert named.say("hit", who={"seat": 0}, fish=2) == r"{fish} # | \1 frees 2 fish"


def test_a_key_is_there_or_not() -> None:
    assert "stone.red" in words()
    assert "stone" not in words()
    with pytest.raises(KeyError):
        words().say("stone.blue")
    with pytest.raises(KeyError, match="goal"):
        words().say("count", count=1)


def test_there_are_two_languages() -> None:
    assert LANGUAGES == ("en", "fr")


def test_numbers_are_written_as_in_their_language() -> None:
    assert words("en").number(12345.678, ",.2f") == "12,345.68"
    assert words("fr").number(12345.678, ",.2f") == "12\N{NO-BREAK SPACE}345,68"
    assert words("fr").number(0.815, ".1%") == "81,5\N{NO-BREAK SPACE}%"
