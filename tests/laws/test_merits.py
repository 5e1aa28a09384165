"""What speaks for a choice: every kind of decision has it, in both languages, and from what the table shows."""

from __future__ import annotations

import random
import re
from collections import defaultdict

from cabotage.core.game import Game
from cabotage.core.words import LANGUAGES
from tests.settings import each_game, each_registered_game
from tests.walks import moments

FEW = 5  # choices of a moment
LATER = "merit.later"  # nothing on the board speaks for it
KEY = re.compile(r'"(merit\.[^"]+)"')
FILLED = re.compile(r"\{[^}]*\}")


@each_game
def test_every_kind_of_decision_has_merits_in_both_languages(game: Game) -> None:
    rng = random.Random(3)
    found: dict[str, set[str]] = defaultdict(set)
    for position in moments(game):
        if position.to_act < 0:
            continue
        numbers = position.legal.numbers.tolist()
        for number in rng.sample(numbers, min(FEW, len(numbers))):
            merit = position.merit(number)
            found[position.scene(position.to_act)["phase"]].add(merit["key"])
            for language in LANGUAGES:
                text = game.words(language).tell(merit)
                assert text.endswith("."), (repr(position), text)
    assert found
    assert not {phase for phase, keys in found.items() if keys == {LATER}}, "nothing is ever said for these"


@each_registered_game
def test_every_merit_has_its_texts_and_every_text_its_merit(game: Game) -> None:
    """Also those that few games need: by the keys that the source names."""
    named = KEY.findall((game.folder / "merit.py").read_text())
    patterns = [re.compile(re.escape(FILLED.sub("\0", key)).replace("\0", r"\w+")) for key in named]
    texts = [key for key in game.words("en").texts if key.startswith("merit.")]
    assert [key for key in texts if not any(pattern.fullmatch(key) for pattern in patterns)] == []
    missing = [key for key, pattern in zip(named, patterns, strict=True) if not any(map(pattern.fullmatch, texts))]
    assert missing == []
