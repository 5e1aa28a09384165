"""How French is written in every text that people read, in the program and on the page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cabotage.core.words import Words

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("src/cabotage/**/words/fr.toml"), *ROOT.glob("web/src/**/words/fr.json")])
PEOPLE = r"\{(who|other|next|keeper|ship|actor)\}"

each_file = pytest.mark.parametrize("file", FILES, ids=[str(file.parent.relative_to(ROOT)) for file in FILES])


def texts(file: Path) -> dict[str, str]:
    read = json.loads(file.read_text("utf-8")) if file.suffix == ".json" else Words.load(file.parent, "fr").texts
    return {key: text for key, text in read.items() if not key.startswith("command.")}  # what people type


def found(file: Path, pattern: str) -> dict[str, str]:
    return {key: text for key, text in texts(file).items() if re.search(pattern, text, re.IGNORECASE)}


def test_there_are_files() -> None:
    assert {file.suffix for file in FILES} == {".toml", ".json"}


@each_file
@pytest.mark.parametrize(
    ("pattern", "rule"),
    [
        (r" [;:!?»%]|« ", "a no-break space before ; : ! ? » % and after «"),
        (r"[\w)}»][;!?](\s|$)|(?<!Content-Typ)[\w)}»]:(\s|$)|«\S|\S»", "a space before ; : ! ? and inside « »"),
        (r"(?<!,)\s…|(?<!<)\.\.\.", "… is one sign, without a space before it"),
        (r"\w'[\w{«]", "the apostrophe is ’"),
        (r"\d%", "a no-break space before %"),
    ],
)
def test_signs(file: Path, pattern: str, rule: str) -> None:
    no_plurals = {key: re.sub(r"\{\w+:[^|}]*\}", "{x}", text) for key, text in texts(file).items()}
    assert not {key: text for key, text in no_plurals.items() if re.search(pattern, text)}, rule


@each_file
def test_people_are_addressed_as_vous(file: Path) -> None:
    assert not found(file, r"\b(tu|toi|te|ton|ta|tes|tien|tienne)\b|(?<!\w)t’")


@each_file
def test_one_thing_has_one_word(file: Path) -> None:
    assert not found(
        file,
        r"\bconven(u|ir|ez|ons)\b|partie écrite|point de voile|\bstations?\b|bon frais|hasardeux|\ba failli\b|adieu vat"
        r"|livre de bord|(?<!celui qui )(?<!celui qui a )\ble plus de \w+ (gagne|l’emporte)|d’une autre sorte"
        r"|on vous le demande|sans qu’on vous|si rien n’est dit|en biais|de biais",
    )


@each_file
def test_a_name_after_a_word_that_elides_has_a_slot_with_a_preposition(file: Path) -> None:
    assert not found(file, rf"\b(de|que|jusque|lorsque|puisque) {PEOPLE}|[àÀ] \{{ship\}}")


@each_file
def test_prepositions_in_slots_are_those_that_are_joined(file: Path) -> None:
    assert {form for text in texts(file).values() for form in re.findall(r"\{\w+:([^|}]*)\}", text)} <= {"de", "à"}
