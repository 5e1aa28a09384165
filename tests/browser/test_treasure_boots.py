"""Captain Treasure Boots is played by its parts: squares under the wind, ships in the line of fire, one key for no."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from cabotage.core.position import Position
from tests.browser.conftest import Visit
from tests.browser.midgame import last_view, midgame, sit_down, until
from tests.browser.visitor import Visitor


def phase_of(position: Position) -> str:
    return str(position.scene(position.to_act)["phase"])


def is_going(position: Position) -> bool:
    """A ship with a pearl is to move, a privateer is afloat."""
    scene = position.scene(position.to_act)
    acting = next((ship for ship in scene["ships"] if ship["ship"] == scene["acting"]), None)
    has_pearl = acting is not None and acting["seat"] is not None and acting["pearls"] > 0
    return scene["phase"] == "go" and has_pearl and any(ship["slot"] is not None for ship in scene["ships"])


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
    far = max((choice for choice in view["choices"]), key=lambda choice: len(choice["way"]))
    cell = anna.page.get_by_role("button", name=far["text"], exact=True).and_(cells)
    cell.hover()
    expect(anna.page.locator("main .preview .leg")).to_have_count(len(far["way"]))
    assert anna.page.locator("main .preview .drift").count() == sum(step["is_drift"] for step in far["way"])
    cell.click()
    after = settled(anna, view["seq"])
    assert next(ship["square"] for ship in after["scene"]["ships"] if ship["ship"] == acting) == far["square"]


def test_a_privateers_reach_is_shown_by_pointing_at_it(visit: Visit) -> None:
    anna = visit()
    sit_down(anna, midgame("treasure_boots", 3, 1, is_going))
    privateer = next(ship for ship in last_view(anna)["scene"]["ships"] if ship["slot"] is not None)
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
