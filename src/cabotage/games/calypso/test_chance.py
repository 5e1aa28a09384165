"""The chances of tops and backs, exactly."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest

from cabotage.core.position import Position
from cabotage.games.calypso.test_kit import LETTERS, RING, back_odds, backs, game, pattern, table, tops
from tests.reading import odds, phase

PRINTED = ("RB", "RY", "RG", "BY", "BG", "YG")
NAMES = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}


def fractions(written: str) -> dict[str, Fraction]:
    """Like "B 1/4 Y 3/8"."""
    words = written.split()
    return {colour: Fraction(chance) for colour, chance in zip(words[::2], words[1::2], strict=True)}


def before_top(laid: str) -> Position:
    """The table when these tops have been drawn and the next one is to be."""
    return table(
        game(),
        phase="TOPS",
        top=["RBYG".find(letter) for letter in laid.ljust(6, "?")],
        laid=len(laid),
    )


def top_odds(position: Position) -> dict[str, Fraction]:
    return {text.removeprefix("top ")[0].upper(): chance for text, chance in odds(position).items()}


@pytest.mark.rule("CAL-2", "CAL-3")
@pytest.mark.parametrize(
    ("laid", "next_top"),
    [
        ("", "R 1/4 B 1/4 Y 1/4 G 1/4"),
        ("R", "R 1/5 B 4/15 Y 4/15 G 4/15"),
        ("RR", "R 1/8 B 7/24 Y 7/24 G 7/24"),
        ("RB", "R 7/32 B 7/32 Y 9/32 G 9/32"),
        ("RRR", "B 1/3 Y 1/3 G 1/3"),
    ],
)
def test_tops_are_drawn_with_these_chances(laid: str, next_top: str) -> None:
    assert top_odds(before_top(laid)) == fractions(next_top)


def layouts() -> Counter[tuple[str, str]]:
    """Every way to lay the printed tiles, by tops and backs: 720 orders, 64 ways up."""
    found: Counter[tuple[str, str]] = Counter()
    for order in permutations(PRINTED):
        for sides in product((0, 1), repeat=6):
            top = "".join(tile[side] for tile, side in zip(order, sides, strict=True))
            back = "".join(tile[1 - side] for tile, side in zip(order, sides, strict=True))
            found[top, back] += 1
    return found


@pytest.fixture(scope="module")
def laid_out() -> Counter[tuple[str, str]]:
    return layouts()


@pytest.fixture(scope="module")
def drawn_tops() -> dict[str, Fraction]:
    """All tops that can be drawn, with their chances, by walking the whole tree of draws."""
    leaves: dict[str, Fraction] = {}

    def walk(position: Position, chance: Fraction) -> None:
        if phase(position) != "TOPS":
            leaves[tops(position)] = chance
            return
        for outcome in position.chances:
            after = position.copy()
            after.roll(outcome)
            walk(after, chance * outcome.probability)

    walk(before_top(""), Fraction(1))
    return leaves


@pytest.mark.rule("CAL-2", "CAL-3")
def test_patterns_of_open_fish_have_these_chances(drawn_tops: dict[str, Fraction]) -> None:
    chances: dict[str, Fraction] = {}
    for drawn, chance in drawn_tops.items():
        chances[pattern(drawn)] = chances.get(pattern(drawn), Fraction(0)) + chance
    assert chances == {
        "3210": Fraction(3, 8),
        "2211": Fraction(3, 8),
        "3111": Fraction(1, 8),
        "2220": Fraction(1, 8),
    }


@pytest.mark.rule("CAL-2", "CAL-3")
def test_drawing_tops_is_the_same_as_shuffling_and_flipping_the_printed_tiles(
    drawn_tops: dict[str, Fraction], laid_out: Counter[tuple[str, str]]
) -> None:
    shuffled: Counter[str] = Counter()
    for (top, _), count in laid_out.items():
        shuffled[top] += count
    assert drawn_tops == {top: Fraction(count, 46080) for top, count in shuffled.items()}


ROWS = [
    ("RRRBBY", 12, ["B 1/3 Y 1/3 G 1/3"] * 3 + ["Y 1/2 G 1/2"] * 2 + ["G 1"]),
    ("RRRBYG", 12, ["B 1/3 Y 1/3 G 1/3"] * 3 + ["Y 1/2 G 1/2", "B 1/2 G 1/2", "B 1/2 Y 1/2"]),
    ("RRBBYY", 16, ["B 1/4 Y 1/4 G 1/2"] * 2 + ["R 1/4 Y 1/4 G 1/2"] * 2 + ["R 1/4 B 1/4 G 1/2"] * 2),
    (
        "RRBBYG",
        16,
        ["B 1/4 Y 3/8 G 3/8"] * 2 + ["R 1/4 Y 3/8 G 3/8"] * 2 + ["R 1/4 B 1/4 G 1/2", "R 1/4 B 1/4 Y 1/2"],
    ),
]


@pytest.mark.rule("CAL-14", "CAL-22")
@pytest.mark.parametrize(("top", "backs_of"), [(top, chances) for top, _, chances in ROWS])
def test_backs_have_the_chances_of_the_table(top: str, backs_of: list[str]) -> None:
    for tile in range(1, 7):
        assert back_odds(game(), tile, top) == fractions(backs_of[tile - 1]), f"tile {tile}"


@pytest.mark.rule("CAL-2", "CAL-3")
@pytest.mark.parametrize(("top", "ways"), [(top, ways) for top, ways, _ in ROWS])
def test_the_number_of_ways_is_that_of_the_table(top: str, ways: int, drawn_tops: dict[str, Fraction]) -> None:
    assert drawn_tops[top] == Fraction(ways, 46080)


@pytest.mark.rule("CAL-14")
def test_chances_do_not_depend_on_the_order_of_the_tiles() -> None:
    assert back_odds(game(), 1, "GYRBRB") == fractions("R 1/4 B 1/4 Y 1/2")
    assert back_odds(game(), 6, "GYRBRB") == fractions("R 1/4 Y 3/8 G 3/8")


@pytest.mark.rule("CAL-14")
def test_a_deduced_back_is_still_drawn_with_one_outcome() -> None:
    position = table(game(), phase="SEARCH", calypso=RING.index("G"), sought="G", top="RRRBBY")
    position.play("turn i")
    assert position.is_chance
    assert odds(position) == {"back green": Fraction(1)}


@pytest.mark.rule("CAL-14", "CAL-22")
@pytest.mark.parametrize("seed", range(6))
def test_every_draw_of_a_back_follows_from_all_that_was_seen(seed: int, laid_out: Counter[tuple[str, str]]) -> None:
    """Random games: each draw is compared with counting the layouts that agree with tops and known backs."""
    rng = Random(seed)
    position = game(seats=2, replacing=False, mixing="free").start(seed)
    seen = 0
    while not position.is_over:
        if phase(position) in ("BACK", "MIX_BACK"):
            seen += 1
            tile, top, known = position["tile"], tops(position), backs(position)
            weights: Counter[str] = Counter()
            for (laid, back), count in laid_out.items():
                if laid == top and all(k in ("?", b) for k, b in zip(known, back, strict=True)):
                    weights[back[tile]] += count
            total = sum(weights.values())
            expected = {f"back {NAMES[c]}": Fraction(weights[c], total) for c in LETTERS if weights[c]}
            assert odds(position) == expected, (top, known, tile)
        if position.is_chance:
            position.roll_once()
        else:
            position.play(rng.choice(list(position.legal)))
    assert seen >= 3
