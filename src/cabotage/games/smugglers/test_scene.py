"""What people are shown, offered and told."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import cabotage
from cabotage.core.contract import HIDDEN
from cabotage.core.message import Message
from cabotage.core.position import Position
from cabotage.games.smugglers.test_kit import game, play, rolled, table
from tests.reading import phase

ENGLISH = game().game.words("en")
FRENCH = game().game.words("fr")


def told(
    position: Position, number: str, viewer: int = -1, tell: Callable[[Message], str] = ENGLISH.tell_now
) -> list[str]:
    """What a viewer reads when this is chosen or drawn; with ENGLISH.tell, what the log keeps."""
    events = position.roll(number) if position.is_chance else [position.play(number)]
    while phase(position) in ("LOOK", "DOCK", "BERTH"):
        events.append(position.roll_once())
    return [tell(message) for event in events for message in event.story(viewer)]


def meaning(position: Position, notation: str) -> dict[str, Any]:
    return next(choice for choice in position.choices(position.to_act) if choice["notation"] == notation.lower())


def says(position: Position, notation: str) -> str:
    return ENGLISH.tell(meaning(position, notation)["text"])


def test_a_scene_is_json_and_tells_where_everything_is() -> None:
    position = table(game(), "O3 M4", beam=5, cargo="2>1 3>1", sea="M5:0>2", w=2, reefs="I9", score=[3, 1, 0, 0])
    scene = json.loads(json.dumps(position.scene(0)))
    assert (scene["phase"], scene["turn"], scene["beam"], scene["target"]) == ("sail", 0, 5, 7)
    assert [player["score"] for player in scene["players"]] == [3, 1, 0]
    assert scene["danger"] == [2, 3, 4, 6, 7, 8]
    assert scene["dice"] == {"yellow": "asleep", "white": 2}
    assert [field["name"] for field in scene["fields"] if field["is_lit"]] == ["I5", "M5", "O5"]
    assert [field["name"] for field in scene["fields"] if field["is_reef"]] == ["I9"]
    assert scene["fields"][5] == {
        "name": "I0", "kind": "sea", "sector": 0, "at": [15.0, 10.0], "next": ["I14", "I1", "M0"],
        "is_lit": False, "is_reef": False,
    }  # fmt: skip
    assert [boat["field"] for boat in scene["players"]] == ["O3", "M4", "H4"]
    assert [island["stack"] for island in scene["islands"]] == [3, 4, 3, 3, 4]


def test_dice_lie_as_they_were_rolled_also_when_the_boat_could_only_stay() -> None:
    position = table(game(2), "H1 H4", beam=3, cargo="3>0 4>1")
    assert position.scene(0)["rolled"] is None
    scene = rolled(position, "asleep", 4).scene(0)
    assert (scene["phase"], scene["turn"], scene["dice"]) == ("dice", 1, None)
    assert scene["rolled"] == {"yellow": "asleep", "white": 4}


@pytest.mark.rule("SMG-20")
def test_a_good_is_shown_with_its_back_only_to_who_has_seen_it() -> None:
    position = table(game(), "O3 M4", beam=5, cargo="2>1 3>1", sea="M5:0>2", w=2)
    goods = {viewer: position.scene(viewer)["goods"] for viewer in (-1, 0, 1, 2)}
    assert goods[0][8] == {"token": 8, "origin": 2, "dest": 1, "points": 2, "home": "boat 0"}
    assert goods[0][12] == {"token": 12, "origin": 3, "dest": None, "points": None, "home": "boat 1"}
    assert goods[0][0] == {"token": 0, "origin": 0, "dest": None, "points": None, "home": "field M5"}
    assert goods[0][1] == {"token": 1, "origin": 0, "dest": None, "points": None, "home": "stack"}
    assert (goods[1][8]["dest"], goods[1][12]["dest"]) == (None, 1)
    for viewer in (-1, 2):
        assert {good["dest"] for good in goods[viewer]} == {None}


@pytest.mark.rule("SMG-57")
def test_a_delivered_good_is_shown_to_spectators_too() -> None:
    position = table(game(), "O2", beam=9, cargo="4>1", w=2)
    assert told(position, "go H1") == [
        "Player 1 rows to H1.",
        "Player 1 delivers barrels to the island of coins: 3 points!",
    ]
    good = {"token": 16, "origin": 4, "dest": 1, "points": 3, "home": "chest 0"}
    assert position.scene(-1)["goods"][16] == good


@pytest.mark.parametrize(
    ("cargo", "notation", "text", "then"),
    [
        ("2>1", "go H1", "Row to H1, delivering for 2 points", "deliver"),
        ("2>0", "go H1", "Row to H1, just for shelter", "wrong"),
        ("-", "go H1", "Row to H1, loading there", "load"),
        ("-", "go O2", "Row to O2", None),
        ("-", "stay", "Stay here", None),
        ("-", "go O1+take", "Row to O1, taking the gems aboard", "take"),
        ("2>1", "go O1+take", "Row to O1, swapping your cargo for the gems", "exchange"),
        ("-", "push O4>M4", "Row to O4 and push player 2 to M4", None),
        ("-", "push O4>O5", "Row to O4 and push player 2 into the light at O5", None),
    ],
)
def test_a_way_says_what_it_means(cargo: str, notation: str, text: str, then: str | None) -> None:
    position = table(game(), "O3 O4", beam=5, cargo=f"{cargo} 3>1", sea="O1:0>2", w=2)
    assert says(position, notation) == text
    assert meaning(position, notation)["then"] == then


def test_a_push_names_the_boat_and_where_it_goes() -> None:
    box = game(push_ends="movement")
    position = table(box, "H1 O3", beam=9, w=1, cargo="1>0 3>1", sea="O3:0>2")
    choice = meaning(position, "push O3>H1+take")
    assert (choice["field"], choice["to"], choice["seat"], choice["take"]) == ("O3", "H1", 1, True)
    assert ENGLISH.tell(choice["text"]) == (
        "Row to O3 and put player 2 into harbour H1, swapping your cargo for the gems"
    )
    assert FRENCH.tell(choice["text"]) == (
        "Ramer jusqu’à O3 et mettre Joueur 2 au port H1, en échangeant votre marchandise contre les gemmes"
    )


def way(position: Position, field: str) -> str:
    """The fields that the boat on turn would row over to this one."""
    ways, found = position.scene()["ways"], [field]
    while found[0] in ways:
        found.insert(0, ways[found[0]])
    return " ".join(found)


def test_a_way_is_shown_field_by_field_round_light_boats_and_reefs() -> None:
    position = table(game(), "O3 O4", beam=5, w=4, reefs="O2")
    assert way(position, "H1") == "O3 H1"
    assert way(position, "O1") == "O3 M3 M2 M1 O1"
    assert way(position, "M4") == "O3 M3 M4"
    assert way(position, "O4") == "O3 O4"
    assert (way(position, "O2"), way(position, "O5")) == ("O2", "O5")


def test_a_boat_in_the_light_is_shown_stepping_straight_out_of_it() -> None:
    assert way(table(game(), "M5", beam=5, w=2), "O6") == "M5 M6 O6"


def test_no_way_is_shown_before_the_roll() -> None:
    assert way(table(game(), "M5", beam=5), "O6") == "O6"


@pytest.mark.rule("SMG-56")
def test_taking_without_moving_is_offered_as_such() -> None:
    position = table(game(), "M2", beam=9, sea="M2:0>1", w=1)
    assert says(position, "stay+take") == "Stay here, taking the gems aboard"


@pytest.mark.rule("SMG-24")
def test_black_shows_beforehand_where_the_light_would_stop() -> None:
    position = rolled(table(game(), "M13 O1", beam=0, cargo="3>1 0>4"), "black 2")
    one, other = meaning(position, "clockwise"), meaning(position, "counter-clockwise")
    assert (one["beam"], one["seats"]) == (1, [1])
    assert (other["beam"], other["seats"]) == (13, [0])


def test_other_choices_have_words_too() -> None:
    position = game(3, extra_reefs=1).first()
    assert says(position, "reef M7") == "Place the reef on M7"
    position.play("reef M7")
    position.roll("beam 3")
    assert says(position, "harbour H4") == "Start at the island of barrels (H4)"
    position = rolled(table(game(), "H4 M2", beam=0, cargo="- 3>1"), "red 2")
    assert says(position, "lay O2") == "Let it drift at O2"
    position = table(game(), "O2", beam=9, cargo="4>1", w=4)
    play(position, "go H1")
    assert (says(position, "load"), meaning(position, "load")["field"]) == ("Load the next cargo here", "H1")


def test_setting_up_is_reported() -> None:
    position = game(3, extra_reefs=1).first()
    assert told(position, "reef M7") == ["Player 1 places a reef on M7."]
    assert told(position, "beam 3") == ["The light points at the island of coins."]
    assert told(position, "harbour H4") == ["Player 1 ties up at the island of barrels."]
    position = game(3, extra_reefs=1, reef_placing="random").first()
    assert told(position, "random reef M7") == ["A reef shows its teeth at M7."]


@pytest.mark.rule("SMG-17")
def test_what_is_loaded_is_reported_to_the_loader_alone() -> None:
    known = ["Player 1 takes coins aboard: for the island of vases, worth 3 points."]
    for viewer in (-1, 0, 1, 2):
        position = table(game(), "H1", beam=9, phase="LOAD")
        heard = told(position, "good 1>3", viewer)
        assert heard == (known if viewer == 0 else ["Player 1 takes coins aboard and peeks at the back."])


@pytest.mark.rule("SMG-76")
def test_the_log_does_not_keep_what_a_player_has_to_remember() -> None:
    position = table(game(), "H1", beam=9, phase="LOAD")
    kept = told(position, "good 1>3", 0, ENGLISH.tell)
    assert kept == ["Player 1 takes coins aboard and peeks at the back."]
    position = table(game(), "M2", beam=9, sea="M2:0>1", w=1)
    assert told(position, "stay+take", 0, ENGLISH.tell) == [
        "Player 1 fishes the gems out of the water.",
        "Player 1 peeks at the back.",
    ]
    position = table(game(), "O2", beam=9, cargo="4>2", w=2)
    other = position.copy()
    assert told(position, "go H1")[-1] == "Player 1 keeps the barrels aboard: they belong elsewhere."
    assert told(other, "go H1", tell=ENGLISH.tell)[-1] == "Player 1 keeps the barrels aboard."


@pytest.mark.rule("SMG-76", "SMG-77")
def test_people_see_the_back_of_their_own_good_and_of_delivered_ones_only() -> None:
    position = table(
        game(), "O3 M4", beam=5, cargo="2>1 3>1", sea="M9:0>2", w=2, known_by=[1] + [0] * 7 + [1] + [0] * 11
    )
    goods = position.scene(0)["goods"]
    assert int(position.view(0)["good"][0, 0]) == 1  # seat 0 once carried 0>2
    assert goods[0] == {"token": 0, "origin": 0, "dest": None, "points": None, "home": "field M9"}
    assert (goods[8]["dest"], goods[12]["dest"]) == (1, None)
    glance = position.box.visibility.glance(position.view(0)).fields
    for field in ("good", "known_by", "not_dest"):
        assert set(glance[field]) == {HIDDEN}, field
    assert glance["aboard"][:3] == [9, HIDDEN, HIDDEN]
    assert "Adrift: M9 ◆ gems" in position.draw(0).splitlines()


@pytest.mark.rule("SMG-26", "SMG-27")
def test_a_roll_is_reported_with_all_it_brings_about() -> None:
    position = table(game(), "H4 O3 M3", beam=1, cargo="- 3>1 -", sea="O4:0>4")
    assert told(position, "dice red 3, white 2") == [
        "Player 1 rolls red 3 and a 2.",
        "The light swings clockwise by 2 marks.",
        "Caught! Lucas, the lighthouse keeper, spots player 2.",
        "The light stops on player 3, whose boat is empty.",
        "Player 2 throws the vases overboard; they drift at O2.",
    ]
    position = table(game(), "H1", beam=5, cargo="3>1")
    assert told(position, "dice green 2, white 2") == [
        "Player 1 rolls green 2 and a 2.",
        "The light swings counter-clockwise by 2 marks.",
        "No way out for player 1.",
    ]


@pytest.mark.rule("SMG-70")
def test_a_warning_is_reported() -> None:
    position = table(game(mild=True), "H4 M2", beam=0, cargo="- 0>2")
    assert (
        told(position, "dice red 2, white 1")[-1]
        == "Lucas, the lighthouse keeper, spots player 2 but lets it pass, just this once."
    )
    position = table(game(mild=True), "O3 O4", beam=5, w=1, cargo="- 3>1")
    assert told(position, "push O4>O5") == [
        "Player 1 rows to O4 and shoves player 2 off to O5.",
        "Lucas, the lighthouse keeper, spots player 2 but lets it pass, just this once.",
    ]


@pytest.mark.rule("SMG-51")
def test_a_push_into_the_light_is_reported_in_order() -> None:
    position = table(game(push_ends="movement"), "O3 O4", beam=5, w=1, cargo="1>2 3>1", sea="O4:0>1")
    assert told(position, "push O4>O5+take") == [
        "Player 1 rows to O4 and shoves player 2 off to O5.",
        "Caught! Lucas, the lighthouse keeper, spots player 2.",
    ]
    assert told(position, "lay O6", 1) == [
        "Player 2 throws the vases overboard; they drift at O6.",
        "Player 1 leaves the coins to the waves and takes the gems.",
    ]


@pytest.mark.rule("SMG-73")
def test_a_delivery_at_the_start_of_a_turn_is_reported() -> None:
    position = table(game(2), "O3 H1", beam=9, w=2, cargo="2>1 -", score=[5, 0, 0, 0])
    assert told(position, "push H1>O3") == ["Player 1 rows to H1 and shoves player 2 off to O3."]
    position.roll("dice asleep, white 1")
    assert told(position, "stay") == [
        "Player 2 stays put.",
        "Player 1 delivers pearls to the island of coins: 2 points!",
        "Player 1 wins with 7 points.",
    ]


@pytest.mark.rule("SMG-73", "SMG-74")
def test_a_push_says_when_its_good_will_be_delivered() -> None:
    position = table(game(2), "O3 H1", beam=9, w=2, cargo="2>1 -")
    assert says(position, "push H1>O3") == "Row to H1 and push player 2 to O3, to deliver when your next turn begins"
    assert meaning(position, "push H1>O3")["then"] == "deliver_later"
    position = table(game(2), "O3 H1", beam=9, w=2, cargo="2>4 -")
    assert says(position, "push H1>O3") == "Row to H1 and push player 2 to O3"
    position = table(game(2, push_ends="movement"), "O3 H1", beam=9, w=2, cargo="2>1 -")
    assert says(position, "push H1>O3") == "Row to H1 and push player 2 to O3, delivering for 2 points"


@pytest.mark.rule("SMG-10")
def test_a_light_that_starts_where_no_island_is_is_reported_by_its_mark() -> None:
    data = game().boards["board"].data
    box = cabotage.load("smugglers", board={"name": "other", "data": {**data, "start_sectors": [1, 3]}})
    assert told(box.first(), "beam 1") == ["The light points at mark 1."]
    assert told(box.first(), "beam 3") == ["The light points at the island of coins."]


@pytest.mark.rule("SMG-50", "SMG-64")
def test_a_swap_that_wins_is_reported() -> None:
    position = table(game(), "H1 O3", beam=9, w=1, cargo="1>0 3>1", score=[6, 5, 0, 0])
    assert told(position, "push O3>H1") == [
        "Player 1 comes out to O3; player 2 slips into harbour H1.",
        "Player 2 delivers vases to the island of coins: 2 points!",
        "Player 2 wins with 7 points.",
    ]


@pytest.mark.rule("SMG-55")
def test_only_the_taker_of_a_good_learns_what_it_is() -> None:
    seen = ["Player 1 fishes the gems out of the water.", "They are for the island of coins, worth one point."]
    assert told(table(game(), "M2", beam=9, sea="M2:0>1", w=1), "stay+take", 0) == seen
    assert told(table(game(), "M2", beam=9, sea="M2:0>1", w=1), "stay+take", 1) == seen[:1]


@pytest.mark.rule("SMG-68")
def test_a_shared_win_is_reported_for_each_winner() -> None:
    position = table(game(), "M5 M7 M9", beam=0, rounds=99, turn=2, score=[4, 1, 4, 0], w=1)
    assert told(position, "stay") == [
        "Player 3 stays put.",
        "Player 1 shares the win with 4 points.",
        "Player 3 shares the win with 4 points.",
    ]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "options", [{}, {"mild": True, "extra_reefs": 2, "push_ends": "movement"}, {"lit_harbours": True}]
)
def test_whole_games_can_be_told_and_drawn_to_everybody(language: str, options: dict[str, Any]) -> None:
    box = game(3, **options)
    words = box.game.words(language)
    position = box.first(seed=11)
    for step in range(250):
        if position.is_over:
            break
        if position.is_chance:
            event = position.roll_once()
        else:
            choices = position.choices(position.to_act)
            assert all(words.tell(choice["text"]) for choice in choices)
            assert f"prompt.{position.scene()['phase']}" in words
            event = position.play(choices[position.dice.pick(position.legal.numbers * 0 + 1)]["id"])
        for viewer in range(-1, 3):
            assert all("{" not in words.tell(message) for message in event.story(viewer))
            if step % 25 == 0:
                assert "{" not in position.draw(viewer, words)
