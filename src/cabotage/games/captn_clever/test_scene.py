"""What people are shown and told of Capt'n Clever, and what they are not."""

from __future__ import annotations

import json

import pytest

import cabotage
from cabotage.core.board import Board
from cabotage.core.box import Box
from cabotage.core.chance import below
from cabotage.core.event import Event
from cabotage.core.position import Position
from cabotage.games.captn_clever.test_kit import CROSSED, game, put, random_box, table, turn

BRANCHING = ("5673", "2-5 4-5 5-6 6-9")


def told(event: Event, viewer: int, language: str = "en") -> list[str]:
    words = event.box.game.words(language)
    return [words.tell(message) for message in event.story(viewer)]


def hints(position: Position, viewer: int = 0) -> list[str]:
    words = position.box.game.words("en")
    return [words.tell(hint) for hint in position.scene(viewer)["hints"]]


def choice(position: Position, text: str) -> dict[str, object]:
    return next(choice for choice in position.choices(position.to_act) if choice["notation"] == text)


@pytest.mark.rule("CLV-35")
def test_a_turn_is_reported_in_the_order_in_which_it_is_carried_out() -> None:
    boat_first = table("493", "4-5 5-6 1-2").play("captain=7 boat=4-7")
    assert told(boat_first, 1) == ["Player 1: the boat leaves 4-5 for 4-7.", "Player 1 walks 4 → 7."]
    captain_first = table("493", "4-5 5-6 1-2").play("captain=6 boat=4-7")
    assert told(captain_first, 1) == ["Player 1 walks 4 → 5 → 6.", "Player 1: the boat leaves 4-5 for 4-7."]
    stay = table("493", "4-5 5-6 1-2").play("captain=stay boat=1-5")
    assert told(stay, 1) == ["Player 1: the boat leaves 4-5 for 1-5.", "Player 1 stays on island 4."]
    nothing = table("762", "2-3 6-9 1-4").play("captain=stay boat=keep")
    assert told(nothing, 1, "fr") == ["Joueur 1 reste sur l’île 7 et ne bouge rien."]


@pytest.mark.rule("CLV-38", "CLV-41")
def test_a_find_is_reported_to_all() -> None:
    position = table(*BRANCHING, targets="2111", found=["13"])
    event = position.play("captain=2 boat=1-4")
    found = position.roll_once()
    for viewer in range(-1, 4):
        assert told(event, viewer) == ["Player 1 walks 5 → 2.", "Player 1: the boat leaves 2-5 for 1-4."]
        assert told(found, viewer) == ["Player 1 finds the pearl! 3 treasures of 9."]


@pytest.mark.rule("CLV-36")
def test_an_arrival_without_a_find_is_not_reported() -> None:
    position = table(*BRANCHING, targets="3111")
    position.play("captain=2 boat=1-4")
    event = position.roll_once()
    assert str(event) == "find nothing"
    assert [told(event, viewer) for viewer in range(-1, 4)] == [[]] * 5


@pytest.mark.rule("CLV-4", "CLV-43")
def test_all_see_who_is_choosing_a_card_for_whom() -> None:
    position = table(*BRANCHING, targets="9111", found=["13"])
    assert (position.scene(-1)["giver"], position.scene(-1)["receiver"]) == (None, None)
    turn(position, "captain=9 boat=keep")
    for viewer in range(-1, 4):
        assert (position.scene(viewer)["giver"], position.scene(viewer)["receiver"]) == (3, 0)


@pytest.mark.rule("CLV-42", "CLV-43")
def test_a_given_card_is_named_only_to_its_keeper_and_its_owner() -> None:
    position = table(*BRANCHING, targets="9111", found=["13"])
    turn(position, "captain=9 boat=keep")
    event = position.play("give spyglass")
    secret, open_to_both = "Player 4 picks a card for player 1.", "Player 4 picks a card for player 1: the spyglass."
    assert [told(event, viewer) for viewer in range(-1, 4)] == [
        [secret], [open_to_both], [secret], [secret], [open_to_both]
    ]  # fmt: skip


@pytest.mark.rule("CLV-13")
def test_with_the_last_first_card_all_look_at_their_own() -> None:
    position = game(3).start(0)
    put(position, "5", "4-8", "2", "1-4", "9", "2-3")
    early = position.play("give spyglass")
    assert told(early, 1) == ["Player 1 picks a card for player 2."]
    position.play("give crown")
    last = position.play("give goblet")
    assert told(last, 0) == told(last, -1) == ["Player 3 picks a card for player 1."]
    assert told(last, 2) == ["Player 3 picks a card for player 1: the goblet."]
    looks = [position.roll_once() for _ in range(3)]
    assert [told(event, 1) for event in looks] == [[], ["Player 2 looks at the card: it shows the spyglass."], []]
    assert [told(event, -1) for event in looks] == [[], [], []]


@pytest.mark.rule("CLV-52")
def test_easy_a_drawn_card_is_named_to_its_owner_only() -> None:
    position = table("529", "2-5 1-4 2-3", targets="311", box=game(3, easy=True))
    turn(position, "captain=3 boat=1-2")
    event = position.roll("look chest")[0]
    assert told(event, 0) == ["Player 1 draws a new card in secret: the chest."]
    assert told(event, 1) == told(event, -1) == ["Player 1 looks at a new card in secret."]


@pytest.mark.rule("CLV-44")
def test_the_last_card_is_reported_to_those_who_see_it() -> None:
    position = table("567", "2-5 5-6 8-9", targets="198", found=["", "1234567"], turn=1)
    position.play("captain=9 boat=6-9")
    event = position.roll_once()
    assert told(event, 0)[-1] == told(event, 1)[-1] == "The last card for player 2: the lamp."
    assert told(event, 2)[-1] == "Only one card is left for player 2."


@pytest.mark.rule("CLV-59")
def test_a_forced_turn_is_reported_with_the_choice_before_it() -> None:
    box = game(4, max_stay=2)
    position = table("1254", "3-6 2-3 7-8 6-9", box=box, stays=[2, 0, 0, 0], turn=3, targets="9999")
    assert told(turn(position, "captain=stay boat=8-9"), 1) == [
        "Player 4: the boat leaves 6-9 for 8-9.",
        "Player 4 stays on island 4.",
        "Player 1 has stayed long enough, and there is only one way to go.",
        "Player 1: the boat leaves 3-6 for 1-2.",
        "Player 1 walks 1 → 2 → 3.",
    ]
    position = table("1254", "3-6 2-3 7-8 6-9", box=box, stays=[2, 0, 0, 0], turn=3, targets="3999")
    position.play("captain=stay boat=8-9")
    assert told(position.roll_once(), 1) == ["Player 1 finds the goblet! One treasure of 9."]


@pytest.mark.rule("CLV-45", "CLV-48")
def test_the_end_is_reported() -> None:
    position = table(*BRANCHING, targets="9111", found=["12345678"])
    position.play("captain=9 boat=keep")
    assert told(position.roll_once(), 2)[-1] == "Player 1 has 9 treasures and is Capt'n Clever!"
    stopped = table("762", "2-3 6-9 1-4", targets="111", found=["12", "345", "678"], turn=2, rounds=99)
    stopped.play("captain=3 boat=keep")
    assert told(stopped.roll_once(), 0, "fr") == [
        "Cent tours de table suffisent\u00a0: on compte les trésors.",
        "Joueur 2 partage la victoire avec 3 trésors.",
        "Joueur 3 partage la victoire avec 3 trésors.",
    ]


@pytest.mark.rule("CLV-17", "CLV-32", "CLV-37")
def test_hints_say_why_one_must_walk_or_may_stay() -> None:
    assert hints(table("319", "1-2 3-6 7-8", targets="111")) == [
        "You must walk: the boat of player 2 connects you to island 6."
    ]
    assert hints(table("168", "1-2 6-9 4-7", targets="911")) == [
        "You must walk, unless you move one of your boats away."
    ]
    assert hints(table("762", "2-3 6-9 1-4", targets="911")) == [
        "No boat leads to a free island: move one of yours, or stay."
    ]
    camper = table("762", "2-3 6-9 1-4", targets="911", box=game(3, max_stay=2), stays=[2, 0, 0, 0])
    assert hints(camper) == ["You have stayed long enough: move a boat and walk."]
    standing = table("762", "2-3 6-9 1-4", targets="711")
    assert hints(standing)[0].startswith("You are already standing on the spyglass")
    assert hints(standing, viewer=1) == []
    assert hints(table("19", "1-2 5-6 8-9 4-7", targets="31", turn=1)) == []


@pytest.mark.rule("CLV-34", "CLV-35")
def test_a_choice_carries_its_orders_and_the_way_of_the_captain() -> None:
    position = table("493", "4-5 5-6 1-2")
    first = choice(position, "captain=6 boat=4-7")
    assert (first["orders"], first["path"], first["left"], first["boat"]) == (["captain"], [4, 5, 6], "4-5", "4-7")
    then = choice(position, "captain=2 boat=1-4")
    assert (then["orders"], then["path"]) == (["boat"], [4, 1, 2])
    keep = choice(position, "captain=5 boat=keep")
    assert (keep["captain"], keep["boat"], keep["left"], keep["orders"]) == (5, None, None, ["captain"])
    stay = choice(position, "captain=stay boat=1-5")
    assert (stay["captain"], stay["path"], stay["orders"]) == (None, [], ["boat"])
    two = choice(table("19", "1-2 5-6 8-9 4-7"), "captain=7 boat=5-6>1-4")
    assert (two["left"], two["boat"], two["path"]) == ("5-6", "1-4", [1, 4, 7])


@pytest.mark.rule("CLV-5", "CLV-10")
def test_the_scene_shows_keepers_their_cards_and_all_why_a_place_is_blocked() -> None:
    position = table("439", "1-5 2-3 8-9", targets="678", found=["", "12"])
    scene = position.scene(0)
    assert scene["keeping"] == {
        "seat": 1,
        "cards": ["goblet", "compass", "chest", "ring", "lamp", "mask"],
    }
    assert [seat["sought"] for seat in scene["players"]] == ["ring", "spyglass", None]
    assert [seat["sought"] for seat in position.scene(-1)["players"]] == [None, None, None]
    blocked = {place["place"]: place["blocked_by"] for place in scene["places"] if place["blocked_by"]}
    assert blocked == {"2-4": [0]}
    assert {place["place"]: place["boat"] for place in scene["places"] if place["boat"] is not None} == {
        "1-5": 0, "2-3": 1, "8-9": 2
    }  # fmt: skip


def random_game(box: Box, seed: int) -> list[tuple[Position, Event]]:
    position = box.first(seed)
    played = []
    while not position.is_over:
        before = position.copy()
        if position.is_chance:
            event = position.roll_once()
        else:
            event = position.play(int(position.legal.numbers[below(position.dice.rng, len(position.legal))]))
        played.append((before, event))
    return played


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (3, {"show_found": "all"}), (4, {"board": "lagoon", "max_stay": 2}), (3, {"easy": True})],
)
def test_everything_can_be_drawn_and_told_in_both_languages(
    language: str, seats: int, options: dict[str, object]
) -> None:
    box = game(seats, treasures=5, **options)
    words = box.game.words(language)
    for before, event in random_game(box, seed=seats)[:150]:
        for viewer in range(-1, seats):
            json.dumps(before.scene(viewer))
            drawing = before.draw(viewer, words)
            assert max(map(len, drawing.splitlines())) <= 160
            for message in event.story(viewer):
                assert "{" not in words.tell(message)
        if before.to_act >= 0:
            texts = [words.tell(choice["text"]) for choice in before.choices(before.to_act)]
            assert len(set(texts)) == len(texts)


def test_the_table_is_drawn_with_islands_places_boats_and_captains() -> None:
    position = table("319", "1-2 3-6 7-8", targets="846", found=["25"])
    assert position.draw(0) == DRAWING.strip("\n")


def test_places_that_cross_several_others_are_named_below_the_chart() -> None:
    board = {"name": "crossed", "data": Board.parse(CROSSED, "crossed").data}
    drawing = cabotage.load("captn_clever", board=board).start(0).draw(0)
    assert "\n1-8 crosses 2-4, 4-5, 4-6, 5-7\n" in drawing
    assert " 1-8x " in drawing
    assert " 5-9x6-8 " in drawing


def test_any_board_can_be_drawn() -> None:
    for seed in range(20):
        for position in random_box(seed).positions(3, seed):
            drawing = position.draw(-1)
            assert all(player in drawing for player in ("Player 1 (green)", "Player 2 (blue)"))


DRAWING = """
Round 1, player 1 to play

                   (1●)· · ·★1-2★
                   crown        · · · ·(2)              2-3             (3★)
                                      pearl                            goblet
              1-4        1-5x2-4                                        ·
                                         2-5                           ·
                                                     2-6x3-5        ●3-6●
        (4)                                                         ·
      compass            4-5              (5)                      ·
                                         chest       5-6         (6)
         4-7                                                    ring

                      4-8x5-7          5-8      5-9x6-8      6-9

          (7)· · · · ·■7-8■
       spyglass          · · · · · ·(8)        8-9      (9■)
                                   lamp                 mask

★ Player 1 (green), 2 of 9, last: the chest, looking for the lamp (island 8)
● Player 2 (blue), 0 of 9, looking for the compass (island 4)
■ Player 3 (red), 0 of 9
Cards you hold for player 2: crown, pearl, goblet, chest, ring, spyglass, lamp, mask
You must walk: the boat of player 2 connects you to island 6.
"""
