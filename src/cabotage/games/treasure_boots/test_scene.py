"""What people are shown and told: reach, chances, stories and drawings in both languages, and no secrets."""

from __future__ import annotations

import json

import pytest

from cabotage.core.contract import SPECTATOR
from cabotage.core.event import Event
from cabotage.core.position import Position
from cabotage.core.words import LANGUAGES
from cabotage.games.treasure_boots.chart import OPEN_SEA, chart_of
from cabotage.games.treasure_boots.routes import ends
from cabotage.games.treasure_boots.test_kit import Place, aiming, costs, game, rolling, square, table


def tell(position: Position, events: list[Event], language: str = "en", viewer: int = SPECTATOR) -> list[str]:
    words = position.box.game.words(language)
    return [words.tell(message) for event in events for message in event.story(viewer)]


def choice_at(position: Position, place: Place) -> dict[str, object]:
    wanted = square(position.box, place)
    return next(choice for choice in position.choices(position.to_act) if choice["square"] == wanted)


@pytest.mark.rule("TRB-48")
def test_the_scene_has_every_end_with_its_cost_and_its_pearls() -> None:
    position = table(game(2), {0: (5, 8)}, {0: "S1 W2"}, wind="N")
    reach = position.scene(0)["reach"]
    chart = chart_of(position.box)
    assert {chart.place(end["square"]): end["cost"] for end in reach} == costs(position, points=6)
    pearls = {chart.place(end["square"]): end["pearls"] for end in reach}
    assert (pearls[7, 8], pearls[7, 7], pearls[8, 7]) == (0, 1, 2)
    assert [end["square"] for end in reach] == position.legal.numbers.tolist()


@pytest.mark.rule("TRB-36")
def test_every_end_says_from_where_it_is_reached_drift_included() -> None:
    position = table(game(2), {0: (3, 3), 1: (3, 4)}, wind="E")
    chart = chart_of(position.box)
    steps = {
        chart.place(end["square"]): (end["before"] and chart.place(end["before"]), end["is_drift"])
        for end in position.scene(1)["reach"]
    }
    assert steps[3, 3] == (None, False)
    assert [steps[3, column] for column in (5, 7, 9)] == [((3, 3), True), ((3, 5), True), ((3, 7), True)]
    assert steps[3, 6] == ((3, 5), False)
    assert steps[2, 4] == ((3, 3), False)


@pytest.mark.rule("TRB-27")
def test_a_privateer_is_offered_with_its_reach() -> None:
    ships: dict[int | str, Place] = {0: (9, 2), "x0": (3, 3)}
    position = table(game(2), ships, {0: "W1", "x0": "S1"}, phase="CONTROL", acting=-1, wind="E")
    pass_, control = position.choices(0)
    assert (pass_["kind"], control["kind"], control["ship"]) == ("pass", "control", "x0")
    [reach] = position.scene(0)["ships"][-1]["reach"]
    assert len(reach) == len(costs(position, ship=8, points=4))


@pytest.mark.rule("TRB-27")
def test_a_privateers_reach_is_known_before_anybody_may_command_it() -> None:
    ships: dict[int | str, Place] = {0: (9, 2), "x0": (3, 3)}
    position = table(game(2), ships, {"x0": "S1 W1"}, wind="E")
    own, rival, privateer = position.scene(1)["ships"]
    assert (own["reach"], rival["reach"]) == (None, None)
    chart = chart_of(position.box)
    prices = costs(position, ship=8, points=5)
    assert [{chart.place(at) for at in squares} for squares in privateer["reach"]] == [
        {place for place, cost in prices.items() if cost <= 4},
        {place for place, cost in prices.items() if cost == 5},
    ]


@pytest.mark.rule("TRB-63", "TRB-64")
@pytest.mark.parametrize(("defence", "is_hit"), [(5, False), (3, True)])
def test_the_dice_of_a_shot_that_is_over_at_once_can_still_be_seen(defence: int, is_hit: bool) -> None:
    position = aiming(game(2), mine="G1", theirs="S2")
    assert position.scene(0)["last_shot"] is None
    position.play("fire 1")
    assert position.scene(0)["shot"]["gap"] == 1
    position.roll("attack 4")
    position.roll(f"defence {defence}")
    assert position.scene(1)["shot"] is None
    assert position.scene(1)["last_shot"] == {
        "attack": 4, "attack_die": 4, "defence": defence, "defence_die": defence, "is_hit": is_hit,
    }  # fmt: skip
    position.roll("dice 1-2")
    assert position.scene(0)["last_shot"] is None


@pytest.mark.rule("TRB-35", "TRB-37", "TRB-41")
def test_every_way_costs_what_is_said_and_crosses_no_land() -> None:
    for wind in "NESW":
        position = table(game(4), {0: (7, 7), 1: (6, 6), 2: (6, 8), "x0": (9, 7)}, {0: "S2 W1"}, wind=wind)
        box, cells = position.box, chart_of(position.box).cells
        neighbour, downwind = box.constants["neighbour"][0].tolist(), 2 * "NESW".index(wind)
        reach = {end["square"]: end for end in ends(box, box.visibility.glance(position.view(0)), 0)}
        for end in reach.values():
            if end["before"] is None:
                assert (end["square"], end["cost"]) == (square(box, (7, 7)), 0)
                continue
            before = reach[end["before"]]
            assert before["before"] is None or cells[before["square"]] == OPEN_SEA
            if end["is_drift"]:
                between = neighbour[before["square"]][downwind]
                assert (neighbour[between][downwind], cells[between]) == (end["square"], OPEN_SEA)
                assert end["cost"] == before["cost"] + 1
            else:
                direction = neighbour[before["square"]].index(end["square"])
                assert end["cost"] == before["cost"] + box.constants["step_cost"][0, "NESW".index(wind), direction]


@pytest.mark.rule("TRB-58", "TRB-60")
def test_a_shot_is_offered_with_its_exact_chance() -> None:
    position = aiming(game(2), mine="G2", theirs="R1 S1")
    fire = position.choices(0)[1]
    assert (fire["ship"], fire["gap"], fire["guns"], fire["rum"], fire["hits"], fire["of"]) == ("1", 1, 2, 1, 21, 36)
    words = position.box.game.words("en")
    assert words.tell(fire["text"]) == (
        "Fire at player 2: one empty square between you, 21 of 36 rolls hit, aboard: 1 sail, 1 rum"
    )


@pytest.mark.rule("TRB-56")
def test_an_end_at_sea_shows_the_lines_of_fire_from_there() -> None:
    position = table(game(2), {0: (9, 5), 1: (9, 9)}, {1: "R2"}, wind="N")
    assert choice_at(position, (9, 5))["shots"] == [{"ship": "1", "gap": 3, "guns": 0, "rum": 2, "hits": 1, "of": 36}]
    assert choice_at(position, (7, 4))["shots"] == []  # an island
    words = position.box.game.words("en")
    sentence = words.tell(choice_at(position, (9, 6))["text"])  # type: ignore[arg-type]
    assert sentence == "Sail to the open sea (9,6); player 2 in range, 3 of 36 rolls hit"


def test_the_chance_of_a_shot_follows_the_dice() -> None:
    position = aiming(game(2), mine="W2", theirs="W9 S1")
    position.play("fire 1")
    assert (position.scene()["shot"]["hits"], position.scene()["shot"]["of"]) == (15, 36)
    position.roll("attack 4")
    assert (position.scene()["shot"]["hits"], position.scene()["shot"]["of"]) == (3, 6)
    assert [(c["pearls"], c["hits"]) for c in position.choices(0)] == [(0, 3), (1, 4), (2, 5)]
    position.play("spend 2")
    position.roll("defence 1")
    shot = position.scene()["shot"]
    assert (shot["attack"], shot["defence"], shot["hits"], shot["of"]) == (5, 1, 1, 1)


@pytest.mark.rule("TRB-15", "TRB-16", "TRB-19", "TRB-29")
def test_the_story_of_a_turn() -> None:
    position = rolling(game(2), {0: (3, 3), "x0": (5, 4)}, holds={0: "W1"}, tokens={(4, 4): "O"}, wind="S")
    events = position.roll("dice 2-4")
    events += position.roll("token black")
    events += position.roll("token rum")
    events.append(position.play("control x0"))
    events.append(position.play("go 4,4"))
    events.append(position.play("go 3,3"))
    assert tell(position, events) == [
        "Player 1 rolls 2 and 4; the wind turns, now blowing north.",
        "On island 6 (2,6) a privateer hoists the black flag.",
        "On island 6 (7,11): rum.",
        "Player 1 pays a pearl to command privateer x0.",
        "Privateer x0 sails to island 7 (4,4).",
        "Privateer x0 picks up gold.",
        "One point for player 1.",
        "Player 1 stays in place.",
    ]
    assert tell(position, events, "fr")[:3] == [
        "Joueur 1 lance 2 et 4\u00a0; le vent tourne et souffle vers le nord.",
        "Sur l’île 6 (2,6), un corsaire hisse le pavillon noir.",
        "Sur l’île 6 (7,11)\u00a0: du rhum.",
    ]


def test_ports_seas_and_tokens_of_our_boards_have_french_names() -> None:
    position = table(game(2), {0: (5, 8)}, {0: "S1 W2"}, wind="N")
    words = position.box.game.words("fr")
    drawn = position.draw(0, words)
    assert words.tell(position.scene(0)["sections"][0]["name"]) == "Rade du Pélican"
    assert "[a] Port-Pélican" in drawn
    assert "V1 P2" in drawn
    assert "[a] Port Pelican" in position.draw(0)


@pytest.mark.rule("TRB-63", "TRB-65", "TRB-67", "TRB-68")
def test_the_story_of_a_shot() -> None:
    position = aiming(game(2), mine="G1", theirs="R1")
    events = [position.play("fire 1")]
    events += position.roll("attack 3")
    events += position.roll("defence 2")
    events.append(position.play("go 7,7"))
    assert tell(position, events) == [
        "Player 1 fires at player 2; 15 of 36 rolls would hit.",
        "Player 1 rolls 3: attack 3.",
        "Player 2 rolls 2: defence 3.",
        "A hit!",
        "Player 1 takes rum from player 2.",
        "Player 2 goes down; the crew looks for another ship.",
        "Player 2 puts to sea from Brandy Quay.",
    ]


@pytest.mark.rule("TRB-61", "TRB-72")
def test_the_story_of_pearls_and_of_a_privateer() -> None:
    position = aiming(game(2), theirs="W1")
    events = [position.play("fire 1")]
    events += position.roll("attack 4")
    events += position.roll("defence 3")
    assert tell(position, events)[-1] == "Player 2 rolls 3: defence 3."
    assert tell(position, [position.play("spend 1")]) == ["Player 2 spends one pearl.", "Missed."]
    position = aiming(game(2), target="x0")
    events = [position.play("fire x0")]
    events += position.roll("attack 6")
    events += position.roll("defence 1")
    assert tell(position, events)[-2:] == ["A hit!", "Privateer x0 goes down; its black pearl falls to player 1."]


@pytest.mark.rule("TRB-52", "TRB-79")
def test_the_story_of_the_end() -> None:
    position = table(game(3), {0: (7, 7)}, holds={0: "S1 G1"}, phase="UNLOAD", score=[17, 19, 3])
    assert tell(position, [position.play("unload all")]) == [
        "Player 1 unloads 2 tokens of 2 colours: 3 points.",
        "Player 1 wins with 20 points.",
    ]


@pytest.mark.rule("TRB-89", "TRB-94")
def test_a_secret_port_is_in_nobody_elses_scene_or_story() -> None:
    position = game(3, start_ports="secret").first()
    position.roll("start 0")
    event = position.play("go 7,7")
    for viewer in (SPECTATOR, 0, 1, 2):
        assert tell(position, [event], viewer=viewer) == ["Player 1 has chosen a port."]
        scene = position.scene(viewer)
        assert [ship["square"] for ship in scene["ships"]] == [None, None, None]
        assert (scene["phase"], scene["turn"]) == ("port", 1)
        assert "not at sea yet" in position.draw(viewer)
    position.play("go 2,2")
    position.play("go 5,10")
    assert tell(position, position.roll("port 7,7") + position.roll("port 2,2") + position.roll("port 5,10")) == [
        "Player 1 puts to sea from Brandy Quay.",
        "Player 2 puts to sea from Port Pelican.",
        "Player 3 puts to sea from Parrot Bay.",
    ]


def test_the_drawing_marks_what_is_within_reach() -> None:
    position = table(game(2), {0: (3, 4), 1: (7, 7), "x3": (12, 3)}, {0: "W1 S0", 1: "S2 O1"}, {(4, 4): "G"}, wind="E")
    drawing = position.draw()
    lines = drawing.splitlines()
    assert lines[0] == "Round 1, player 1 to play   wind blowing east >   dice 1 2"
    assert lines[2].split() == [str(column) for column in range(-3, 21)]
    assert lines[3 + 3 + 3][5:] == " .  .  .  .  .  *  + <1> +  +  +  +  +  +  *  * [b] .  . 10  .  .  .  ."
    assert "[d] Brandy Quay <2>" in drawing
    assert "<2> Player 2: 0 of 30 (7,7)  S2 O1; 5 movement points, worth 4 in port" in lines
    assert "x3  Privateer x3 (12,3)  nothing; 3 movement points" in lines
    assert "moving: player 1, 3 movement points, 1 pearl   + within reach, * for pearls" in lines


@pytest.mark.parametrize("options", [{}, {"decline_gains": True, "start_ports": "secret"}])
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_said_and_drawn(language: str, options: dict[str, object]) -> None:
    box = game(4, **options)
    words = box.game.words(language)
    position = box.first(seed=5)
    for step in range(400):
        if position.is_over:
            break
        viewer = max(SPECTATOR, position.to_act)
        json.dumps(position.scene(viewer))
        assert position.draw(viewer, words)
        choices = position.choices(viewer)
        sentences = [words.tell(choice["text"]) for choice in choices]
        assert len(set(sentences)) == len(sentences)
        assert all("{" not in sentence for sentence in sentences)
        event = position.roll_once() if position.is_chance else position.play(position.legal[step * 7 % len(choices)])
        for seat in (SPECTATOR, 0, 3):
            assert all(words.tell(message) for message in event.story(seat))
