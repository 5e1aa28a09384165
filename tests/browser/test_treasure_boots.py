"""Captain Treasure Boots is played by its parts: squares under the wind, ships in the line of fire, one key for no."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from cabotage.core.position import Position
from tests.browser.conftest import Visit
from tests.browser.midgame import last_view, midgame, sit_down, until
from tests.browser.visitor import Visitor

# Sections of one square and of one row, ports at the very edge, one name twice, other tokens, targets and bonuses.
ODD_SEA = {
    "sections": {
        "name": "odd",
        "data": {
            "tokens": {"sails": 24, "guns": 0, "rum": 1, "gold": 0, "white": 20, "black": 4},
            "targets": [123],
            "bonus": [5, 0, 0, 9],
            "sections": [
                {"id": "rock", "name": "Rock", "rows": ["P"], "ports": [{"name": "Gull", "row": 1, "column": 1}]},
                {
                    "id": "reef",
                    "name": "The Reef of the Nine Hundred Lanterns",
                    "rows": ["P . 2 3 4 5 6 7 8 9 10 11 12 . 7 7 7 ."],
                    "ports": [{"name": "Port of the Nine Hundred Lanterns", "row": 1, "column": 1}],
                },
            ],
        },
    },
    "arrangement": {
        "name": "odd",
        "data": {
            "margin": 1,
            "placed": [
                {"section": "reef", "row": 0, "column": -30, "turns": 0},
                {"section": "rock", "row": -1, "column": -25, "turns": 2},
                {"section": "rock", "row": 1, "column": -20, "turns": 0},
                {"section": "reef", "row": -8, "column": -12, "turns": 1},
            ],
        },
    },
}


def phase_of(position: Position) -> str:
    return str(position.scene(position.to_act)["phase"])


def is_going(position: Position) -> bool:
    """A ship with a pearl is to move, a privateer is afloat."""
    scene = position.scene(position.to_act)
    acting = next((ship for ship in scene["ships"] if ship["ship"] == scene["acting"]), None)
    has_pearl = acting is not None and acting["seat"] is not None and acting["pearls"] > 0
    return scene["phase"] == "go" and has_pearl and any(ship["seat"] is None for ship in scene["ships"])


def is_firing(position: Position) -> bool:
    """One target, without a certain hit, and somebody aboard something."""
    if phase_of(position) != "fire":
        return False
    shots = [choice for choice in position.choices(position.to_act) if choice["kind"] == "fire"]
    return len(shots) == 1 and 0 < shots[0]["hits"] < 36 and shots[0]["ship"] in "0123"


def is_asked_for_privateers(position: Position) -> bool:
    return phase_of(position) == "control"


def settled(visitor: Visitor, seq: int) -> dict[str, Any]:
    return until(visitor, lambda view: view["seq"] > seq)


def test_every_square_within_reach_is_offered_with_its_price_in_pearls(visit: Visit) -> None:
    anna = visit()
    sit_down(anna, midgame("treasure_boots", 3, 1, is_going))
    view = last_view(anna)
    cells = anna.page.locator("main g.cell")
    assert cells.count() == len(view["choices"])
    dear = [choice for choice in view["choices"] if choice["pearls"]]
    assert dear
    assert sorted(anna.page.locator("main g.cell .pearl + text").all_text_contents()) == sorted(
        str(choice["pearls"]) for choice in dear
    )
    acting = view["scene"]["acting"]
    reach = {end["square"]: end for end in view["scene"]["reach"]}
    far = max(view["choices"], key=lambda choice: choice["cost"] * reach[choice["square"]]["is_drift"])
    way = [reach[far["square"]]]
    while way[-1]["before"] is not None:
        way.append(reach[way[-1]["before"]])
    cell = anna.page.get_by_role("button", name=far["text"], exact=True).and_(cells)
    cell.hover()
    drifts = sum(end["is_drift"] for end in way)
    assert drifts
    expect(anna.page.locator("main .preview .drift")).to_have_count(drifts)
    expect(anna.page.locator("main .preview .leg")).to_have_count(len(way) - 1 + drifts)
    cell.click()
    after = settled(anna, view["seq"])
    assert next(ship["square"] for ship in after["scene"]["ships"] if ship["ship"] == acting) == far["square"]


def test_a_privateers_reach_is_shown_by_pointing_at_it(visit: Visit) -> None:
    anna = visit()
    sit_down(anna, midgame("treasure_boots", 3, 1, is_going))
    privateer = next(ship for ship in last_view(anna)["scene"]["ships"] if ship["seat"] is None)
    assert anna.page.locator("main rect.shown").count() == 0
    anna.page.locator("main g.ship", has=anna.page.get_by_text(privateer["ship"], exact=True)).first.hover()
    expect(anna.page.locator("main rect.shown")).to_have_count(sum(map(len, privateer["reach"])))


def test_standing_still_is_one_key(visit: Visit) -> None:
    anna = visit()
    sit_down(anna, midgame("treasure_boots", 3, 1, is_going))
    view = last_view(anna)
    at = {ship["ship"]: ship["square"] for ship in view["scene"]["ships"]}
    anna.page.keyboard.press("s")
    after = settled(anna, view["seq"])
    assert {ship["ship"]: ship["square"] for ship in after["scene"]["ships"]}[view["scene"]["acting"]] == at[
        view["scene"]["acting"]
    ]
    assert after["scene"]["phase"] != "go" or after["scene"]["acting"] != view["scene"]["acting"]


@pytest.mark.parametrize("is_wanted", [is_firing, is_asked_for_privateers])
def test_holding_fire_and_leaving_privateers_alone_are_one_key(visit: Visit, is_wanted: Any) -> None:
    anna = visit()
    sit_down(anna, midgame("treasure_boots", 3, 1, is_wanted))
    view = last_view(anna)
    anna.page.keyboard.press("n")
    after = settled(anna, view["seq"])
    assert after["scene"]["shot"] is None
    assert after["scene"]["phase"] != view["scene"]["phase"] or after["scene"]["turn"] != view["scene"]["turn"]


def test_a_shot_shows_its_line_its_formula_and_both_dice(visit: Visit) -> None:
    anna = visit(reduced_motion="no-preference")  # with motion the duel stays long enough to be read
    sit_down(anna, midgame("treasure_boots", 3, 1, is_firing))
    [shot] = [choice for choice in last_view(anna)["choices"] if choice["kind"] == "fire"]
    chance = f"{round(100 * shot['hits'] / 36)}%"
    expect(anna.page.locator("main .preview .fire")).to_have_count(1)
    assert anna.page.locator("main .preview text").first.text_content() == chance
    formula = anna.page.locator("main p", has_text=f"{chance} to hit")
    assert formula.inner_text().startswith(f"die + {shot['guns']} gun")
    anna.page.locator("main g.ship [role=button]").click()
    duel = anna.page.get_by_role("status").and_(anna.page.locator("main .duel"))
    ended = duel.locator(".hit, .miss, .chance")
    expect(duel).to_be_visible()
    expect(ended.filter(has_text="Hit!").or_(ended.filter(has_text="Miss!"))).to_be_visible()
    assert "?" not in duel.inner_text(), "both dice have fallen"


def test_a_sea_that_was_never_seen_before_is_drawn_and_played(visit: Visit) -> None:
    anna = visit()
    sit_down(anna, midgame("treasure_boots", 3, 2, lambda position: phase_of(position) == "go", **ODD_SEA))
    view = last_view(anna)
    scene, main = view["scene"], anna.page.locator("main")
    assert (len(scene["islands"]), len(scene["ports"]), scene["target"]) == (28, 4, 123)
    assert anna.page.locator("main .land .chip").count() == 28
    assert sorted(main.locator(".land .name").all_text_contents()) == [
        "Gull (0,-24)",
        "Gull (2,-19)",
        "Port of the Nine Hundred Lanterns (-7,-11)",
        "Port of the Nine Hundred Lanterns (1,-29)",
    ]
    assert main.locator("li.bonus b").all_text_contents() == ["+5", "+9"]
    assert "NaN" not in main.inner_html()
    shown = main.locator("svg[role=group]").bounding_box() or {"x": 0, "width": 0}
    for name in main.locator(".land .name").all():
        box = name.bounding_box() or {"x": -1, "width": 0}
        assert shown["x"] - 1 <= box["x"]
        assert box["x"] + box["width"] <= shown["x"] + shown["width"] + 1
    anna.page.keyboard.press("s")
    settled(anna, view["seq"])
