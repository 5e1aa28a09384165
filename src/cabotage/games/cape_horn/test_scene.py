"""What people are shown and told: in both languages, and never more than they may know."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cabotage.core.position import Position
from cabotage.games.cape_horn.test_kit import NET, SHIPS, game, table

TWO = {0: "red I, green II"}


def story_of(position: Position, choice: str, viewer: int = 0, language: str = "en") -> list[str]:
    """The log lines of playing or drawing this."""
    words = position.box.game.words(language)
    event = position.roll(choice)[0] if position.is_chance else position.play(choice)
    return [words.tell(message) for message in event.story(viewer)]


def ends(position: Position, seat: int) -> dict[str, int]:
    return {end["square"]: end["price"] for end in position.scene()["players"][seat]["ends"]}


@pytest.mark.rule("CAP-28")
def test_the_scene_shows_where_a_ship_can_go_and_for_how_many_points() -> None:
    position = table(phase="LAY", ships=SHIPS, points=8, cards=NET, hands="A1")
    assert ends(position, 0) == {"L4": 0, "K1": 3, "L1": 3, "M3": 3, "L6": 5, "J1": 8, "L2": 8, "M5": 8}


def test_what_is_shown_as_reachable_is_what_may_not_be_covered() -> None:
    for points in range(9):
        position = table(phase="LAY", ships=SHIPS, points=points, cards=NET, hands="A1")
        banned = {c["square"] for c in position.scene()["covering"] if c["why"] == "reach"}
        assert banned == set(ends(position, 0)) - {"L2"}
        assert {c["square"] for c in position.scene()["covering"] if c["why"] == "ship"} == {"L2", "M1", "K3"}


def test_a_rivals_ends_are_those_of_their_next_turn() -> None:
    position = table(ships="L3 C5", points=[0, 2, 0], cards="L3 B2, C5 F2, C3 A1, D5 A1")
    assert ends(position, 1) == {"C3": 0, "D5": 3}


def test_in_a_sprint_only_the_second_move_is_left_and_dearer() -> None:
    position = table(ships="L3", points=8, cards="L3 A1, L4 F2, L6 S1, M5 D2")
    position.play("sail l4")
    assert ends(position, 0) == {"L6": 5, "L3": 8, "M5": 8}


def test_the_line_is_shown_with_its_price() -> None:
    cards = "C5 A1, C4 F2"
    assert ends(table(ships="C4", points=0, cards="C4 F2", roses=TWO), 0) == {"line": 0}
    assert ends(table(ships="C5", points=5, cards=cards, roses=TWO), 0) == {"C4": 0, "line": 5}
    assert ends(table(ships="C5", points=4, cards=cards, roses=TWO), 0) == {"C4": 0}
    rose_first = table(ships="B5", points=5, cards="B5 A1, A5 F3", roses={0: "red I"})
    assert ends(rose_first, 0) == {"A5": 0, "line": 5}
    agreed = table(game(ignore_over_line=True), ships="C3", points=3, cards="C3 B2", roses=TWO)
    assert ends(agreed, 0) == {"line": 3}


def test_an_end_of_one_move_comes_with_its_way_and_one_of_a_sprint_without() -> None:
    position = table(ships="L3", points=8, cards="L3 K, M5 A1, M6 F2, M3 B2")
    found = {end["square"]: (end["kind"], end["way"]) for end in position.scene()["players"][0]["ends"]}
    assert found["M5"] == ("sail", ["L3", "L4", "L5", "M5"])
    assert found["M3"] == ("ignore", ["L3", "M3"])
    assert found["M6"] == ("sprint", [])
    position.play("sail m5")
    [second] = [choice for choice in position.choices(0) if choice["notation"] == "sail m6"]
    assert second["way"] == ["M5", "M6"]


def test_a_way_over_the_line_ends_just_beyond_it() -> None:
    over = table(game(ignore_over_line=True), ships="C4 D3", points=3, cards="C4 F3, D3 B2", roses={**TWO, 1: TWO[0]})
    [mine, rivals] = [over.scene()["players"][seat]["ends"][-1] for seat in (0, 1)]
    assert (mine["square"], mine["way"]) == ("line", ["C4", "C3", "C2"])
    assert (rivals["square"], rivals["way"]) == ("line", ["D3", "D2"])


def test_the_scene_says_where_a_ship_began_and_when_it_took_its_roses() -> None:
    position = table(ships="L4", points=0, cards="L4 A1, K4 A1", starter=1, turns=7, turn=0)
    assert [player["start"] for player in position.scene()["players"]] == ["L1", "N1", "M1"]
    assert position.scene()["players"][0]["rounds"] == {}
    position.play("sail k4")
    assert position.scene()["players"][0]["rounds"] == {"I": 3}


def test_a_pile_shows_its_top_card_and_what_lies_below() -> None:
    position = table(phase="LAY", ships="A9 E9 A7", points=0, cards="E3 F2", hands="K A1")
    position.play("lay k e3")
    pile = next(card for card in position.scene()["cards"] if card["square"] == "E3")
    assert pile == {"square": "E3", "zone": "III", "kind": "k", "below": ["f2"]}


def test_a_player_sees_only_their_own_hand() -> None:
    position = table(hands=["A1 K", "B2", "S1 S1"])
    hands = [player["hand"] for player in position.scene(1)["players"]]
    assert hands == [None, ["b2"], None]
    assert [player["cards"] for player in position.scene()["players"]] == [2, 1, 2]
    assert all(player["hand"] is None for player in position.scene()["players"])


def test_what_a_player_still_lacks_is_said() -> None:
    position = table(roses={0: "green II", 1: "red I, yellow III"})
    players = position.scene()["players"]
    assert players[0]["lacks"] == {"colours": ["red", "yellow"], "zones": ["I", "III"]}
    assert [player["may_finish"] for player in players] == [False, True, False]


def test_a_scene_is_json() -> None:
    for seed in range(3):
        position = game(5).start(seed)
        assert json.loads(json.dumps(position.scene(0))) == position.scene(0)
        for choice in position.choices(position.to_act):
            assert json.loads(json.dumps(choice)) == choice


def test_a_card_to_lay_comes_with_the_squares_it_would_lead_to() -> None:
    position = table(phase="LAY", ships="L3", cards="L3 A1", hands="K")
    meant: dict[str, Any] = next(c for c in position.choices(0) if c["notation"] == "lay k l4")
    assert (meant["kind"], meant["card"], meant["square"], meant["ends"]) == ("lay", "k", "L4", ["K6", "M6"])
    cover = next(c for c in position.choices(0) if c["notation"] == "lay k j1")
    assert cover["kind"] == "cover"


def test_a_move_that_costs_nothing_is_offered_without_a_price() -> None:
    position = table(ships="L3", points=8, cards="L3 A1, L4 F2, L6 S1")
    english = position.box.game.words("en")
    assert [english.tell(c["text"]) for c in position.choices(0)] == ["Sail to L4", "Stay and gain a point"]
    position.play("sail l4")
    assert english.tell(position.choices(0)[0]["text"]) == "Sail to L6, paying 5 points"


def test_moves_are_reported_so_that_they_can_be_checked() -> None:
    assert story_of(table(ships="K4", points=0, cards="K4 F3, N7 A1"), "sail n7") == [
        "Player 1: K4 → N7 (storm ↘↘↘).",
        "Player 1 takes the yellow rose of zone I.",
    ]
    assert story_of(table(ships="L3", cards="L3 B2, M4 A1"), "ignore m4") == [
        "Player 1 defies the wind: L3 → M4, 3 points."
    ]
    assert story_of(table(ships="K4", points=0, cards="K4 F3, N7 A1"), "sail n7", language="fr") == [
        "Joueur 1\u00a0: K4 → N7 (tempête ↘↘↘).",
        "Joueur 1 prend la rose jaune de la zone I.",
    ]


def test_a_sprint_and_both_ways_of_winning_are_reported() -> None:
    position = table(ships="C5", points=5, cards="C5 A1, C4 K", roses=TWO)
    position.play("sail c4")
    assert story_of(position, "sail line") == [
        "Player 1 sprints on: C4 → over the line (tacking wind ↑↑←), 5 points.",
        "Player 1 has rounded the Horn and wins!",
    ]
    third = table(ships="C5", points=0, cards="C5 A2, A5 F2", roses=TWO)
    assert story_of(third, "sail a5")[-2:] == [
        "Player 1 takes the yellow rose of zone III.",
        "Three roses: Player 1 wins!".replace("Player", "player"),
    ]


def test_a_cover_names_both_cards() -> None:
    position = table(phase="LAY", ships="L3", points=0, cards="L3 A1, L6 F2, L5 A1", hands="S1")
    assert story_of(position, "lay s1 l6")[0] == "Player 1 covers L6: crosswind over tailwind."


def test_a_drawn_card_is_named_to_its_owner_only() -> None:
    for viewer, told in (
        (0, "Player 1 draws: headwind."),
        (1, "Player 1 draws a card."),
        (-1, "Player 1 draws a card."),
    ):
        position = table(phase="DRAW", ships="L3", cards="L3 A1")
        assert story_of(position, "draw b2", viewer)[0] == told


@pytest.mark.rule("CAP-46")
def test_who_cannot_move_is_named_though_nobody_was_asked() -> None:
    position = table(phase="LAY", ships="L3", cards="L3 F2", hands=["A1", "A1"], points=0)
    assert story_of(position, "lay done") == ["Player 1 cannot move and lies becalmed."]
    stuck: dict[str, Any] = {"ships": "N7 H1 A9", "cards": "N7 B2, H1 B2, A9 A1, A8 B2", "pool": [0] * 8, "stock": 0}
    chain = table(turn=2, turns=2, points=0, **stuck)
    assert story_of(chain, "renounce") == [
        "Player 3 stays and gains a point.",
        "Player 1 cannot move and lies becalmed.",
        "Player 2 cannot move and lies becalmed.",
    ]


def test_a_race_that_comes_to_a_halt_is_reported() -> None:
    position = table(phase="BUY", turn=2, turns=179)
    assert story_of(position, "end turn")[-1].startswith("Nothing moves any more")


def test_the_chart_is_drawn_with_cards_as_arrows() -> None:
    position = table(phase="LAY", ships="K4 L1", points=5, cards="K4 F3, N7 A1, K7 K", hands="A1")
    lines = position.draw(0).splitlines()
    assert "↙↓↘" in lines[9]
    assert "F3●①" in lines[10]
    assert "•↕↙←↖" in lines[15]  # N7 can be reached for nothing; its card is turned for zone II
    assert "•←←↕" in lines[15]
    assert "Cards of player 1: A1 light breeze" in lines
    assert "Cartes de Joueur 1\u00a0: A1 petite brise" in position.draw(0, position.box.game.words("fr"))


def test_a_station_full_of_ships_is_drawn_within_its_square() -> None:
    box = game(5)
    two = table(box, ships="J6 J6 A9 A7 C9", cards="J6 A2").draw().splitlines()
    many = table(box, ships="J6 J6 J6 J6 C9", cards="J6 A2").draw().splitlines()
    assert "A2●①②" in two[14]
    assert " A2●*" in many[14]
    assert max(len(line) for line in many[:21]) == max(len(line) for line in two[:21]) == 73


def test_every_scene_of_a_game_can_be_drawn_and_told_in_both_languages() -> None:
    import random

    rng = random.Random(5)
    position = game(4).first(seed=6)
    vocabulary = [position.box.game.words(language) for language in ("en", "fr")]
    drawn = 0
    while not position.is_over and drawn < 400:
        event = position.roll_once() if position.is_chance else position.play(rng.choice(list(position.legal)))
        drawn += 1
        for words in vocabulary:
            for viewer in (-1, 0):
                assert all(words.tell(message) for message in event.story(viewer))
            if drawn % 20 == 0:
                assert len(position.draw(0, words).splitlines()) >= 25
                for choice in position.choices(position.to_act):
                    assert words.tell(choice["text"])
    assert drawn > 100
