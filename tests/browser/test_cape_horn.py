"""Cape Horn is played by its parts: a card and a square, a dashed square to cover, an end to sail to."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from cabotage.core.position import Position
from cabotage.games.cape_horn.test_boards import of_the_page
from tests.browser.conftest import Visit
from tests.browser.midgame import last_view, midgame, sit_down, until
from tests.browser.visitor import Visitor

# The degrees of the arrows of a light breeze as it lies in zone I (bound south) and in zone II (bound west).
SOUTH_BREEZE = {0, 45, 90, 135, 180}
WEST_BREEZE = {90, 135, 180, -135, -90}


def is_rich(position: Position) -> bool:
    """Cards to lay in zone II, squares to cover, squares that are barred for both reasons, ends for 0 and for 3."""
    scene = position.scene(position.to_act)
    if scene["phase"] != "lay":
        return False
    choices = position.choices(position.to_act)
    lays = {choice["square"][1:] for choice in choices if choice["kind"] == "lay"}
    prices = {end["price"] for end in scene["players"][position.to_act]["ends"]}
    has_two = len(set(scene["players"][position.to_act]["hand"])) > 1
    reasons = {each["why"] for each in scene["covering"]}
    return has_two and "7" in lays and reasons == {"ship", "reach", None} and prices >= {0, 3}


@cache
def evening() -> Position:
    return midgame("cape_horn", 3, 1, is_rich)


@pytest.fixture
def anna(visit: Visit) -> Visitor:
    """On L1, with a light breeze and a crosswind in hand and four points; zone II is open to cards."""
    visitor = visit()
    sit_down(visitor, evening())
    return visitor


def card(visitor: Visitor, name: str) -> Locator:
    return visitor.page.get_by_role("list", name="Your winds").get_by_role("button", name=name)


def square(visitor: Visitor, label: str) -> Locator:
    return visitor.page.locator("main g.cell").and_(visitor.page.get_by_role("button", name=label, exact=True))


def labels(visitor: Visitor, look: str = "") -> set[str | None]:
    return {cell.get_attribute("aria-label") for cell in visitor.page.locator(f"main g.cell{look}").all()}


def texts(view: dict[str, Any], **wanted: str) -> set[str]:
    """What the server offers with these fields."""
    choices = view["choices"]
    return {choice["text"] for choice in choices if all(choice.get(key) == value for key, value in wanted.items())}


def degrees(drawn: Locator) -> set[int]:
    """Where the arrows of a wind card point, east being 0 and south 90."""
    drawn.locator(".tip").first.wait_for(state="attached")  # a card that was just laid is drawn a moment later
    turns = drawn.locator(".tip").evaluate_all("(tips) => tips.map((tip) => tip.getAttribute('transform'))")
    return {round(float(turn.rpartition("rotate(")[2].rstrip(")"))) for turn in turns}


def pile(view: dict[str, Any], name: str) -> dict[str, Any] | None:
    return next((each for each in view["scene"]["cards"] if each["square"] == name), None)


def test_the_hand_turns_for_the_water_one_points_at_and_shows_where_it_would_lead(anna: Visitor) -> None:
    breeze = card(anna, "light breeze")
    assert degrees(breeze) == SOUTH_BREEZE
    square(anna, "Square I7").hover()
    expect(anna.page.get_by_text("I7: which wind?")).to_be_visible()
    assert degrees(breeze) == WEST_BREEZE
    offered = [choice for choice in last_view(anna)["choices"] if choice.get("square") == "I7"]
    assert [choice["card"] for choice in offered] == ["a1", "s1"]
    leads = {end for choice in offered for end in choice["ends"]}
    assert leads == {"H6", "H7", "H8", "I6", "I8"}
    assert anna.page.locator("main .ends .faint").count() == len(leads)


def test_a_card_and_a_square_lay_it_turned_for_its_water(anna: Visitor) -> None:
    before = last_view(anna)
    assert pile(before, "I7") is None
    card(anna, "light breeze").click()
    assert texts(before, card="a1") == labels(anna)
    lay = square(anna, "Lay light breeze on I7")
    lay.hover()
    ghost = anna.page.locator("main .isGhost")
    assert degrees(ghost) == WEST_BREEZE
    assert anna.page.locator("main .preview .ends .sail").count() == 5
    assert last_view(anna)["seq"] == before["seq"], "so far nothing was chosen"
    lay.click()
    after = until(anna, lambda view: view["seq"] > before["seq"])
    assert pile(after, "I7") == {"square": "I7", "zone": "II", "kind": "a1", "below": []}
    assert degrees(anna.page.get_by_role("img", name="I7: light breeze", exact=True)) == WEST_BREEZE


def test_the_square_may_be_picked_before_the_card(anna: Visitor) -> None:
    before = last_view(anna)
    square(anna, "Square I7").click()
    assert last_view(anna)["seq"] == before["seq"]
    card(anna, "crosswind").click()
    after = until(anna, lambda view: view["seq"] > before["seq"])
    assert pile(after, "I7") == {"square": "I7", "zone": "II", "kind": "s1", "below": []}


def test_dashed_squares_are_covered_and_barred_ones_say_why(anna: Visitor) -> None:
    before = last_view(anna)
    card(anna, "crosswind").click()
    dashed = labels(anna, ".dashed")
    assert dashed == texts(before, kind="cover", card="s1")
    barred = {each["square"]: each["why"] for each in before["scene"]["covering"] if each["why"]}
    assert anna.page.locator("main g.barred").count() == len(barred)
    for why, sentence in {
        "ship": "There is a ship on this card, so it cannot be covered",
        "reach": "You could reach this card yourself, so it cannot be covered",
    }.items():
        forbidden = anna.page.locator("main g.barred").nth(list(barred.values()).index(why))
        forbidden.hover()
        expect(anna.page.locator("main p", has_text=sentence)).to_be_visible()
        forbidden.click()
    assert last_view(anna)["seq"] == before["seq"], "a barred square cannot be picked"
    [chosen] = [choice for choice in before["choices"] if choice["text"] == sorted(map(str, dashed))[0]]
    old = pile(before, chosen["square"])
    assert old is not None
    square(anna, chosen["text"]).click()
    after = until(anna, lambda view: view["seq"] > before["seq"])
    new = pile(after, chosen["square"])
    assert new is not None
    assert (new["kind"], new["below"]) == ("s1", [*old["below"], old["kind"]])


@pytest.mark.parametrize(
    ("label", "end", "points"),
    [
        ("Stop laying cards and sail to J1", "J1", 4),
        ("Stop laying cards and defy the wind: to K1, paying 3 points", "K1", 1),
    ],
)
def test_an_end_is_sailed_to_with_one_click_even_while_cards_could_be_laid(
    anna: Visitor, label: str, end: str, points: int
) -> None:
    square(anna, label).click()
    after = until(anna, lambda view: view["scene"]["players"][0]["ship"] != "L1")
    assert (after["scene"]["players"][0]["ship"], after["scene"]["players"][0]["points"]) == (end, points)


def test_the_ends_of_a_rival_are_shown_by_pointing_and_those_of_everybody_by_a_switch(anna: Visitor) -> None:
    players = last_view(anna)["scene"]["players"]
    own, rival, other = ([end["square"] for end in player["ends"]] for player in players)
    marks = anna.page.locator("main .ends circle")
    assert marks.count() == len(own) == 6
    anna.page.locator("main g.ship").nth(1).hover()
    expect(marks).to_have_count(len(rival))
    assert len(rival) == 4
    anna.page.mouse.move(5, 5)
    anna.page.get_by_role("button", name="Show where every ship could go next").click()
    expect(marks).to_have_count(len(own) + len(rival) + len(other))


def test_a_finger_picks_card_and_square_and_then_says_so(visit: Visit) -> None:
    finger = visit(is_phone=True)
    sit_down(finger, evening())
    before = last_view(finger)
    finger.page.get_by_role("button", name=finger.say("board.whole")).tap()  # it opens at the own ship
    card(finger, "light breeze").tap()
    main = finger.page.locator("main button.main")
    for _ in range(2):  # the first tap only brings the squares near
        if not main.count():
            square(finger, "Lay light breeze on I7").tap()
    expect(main).to_have_text("Lay light breeze on I7")
    assert last_view(finger)["seq"] == before["seq"]
    main.tap()
    after = until(finger, lambda view: view["seq"] > before["seq"])
    assert pile(after, "I7") == {"square": "I7", "zone": "II", "kind": "a1", "below": []}


def test_a_finger_reads_the_name_of_a_wind_that_cannot_be_laid_now(visit: Visit) -> None:
    def is_moving(position: Position) -> bool:
        scene = position.scene(position.to_act)
        return scene["phase"] == "move" and "a1" in scene["players"][position.to_act]["hand"]

    finger = visit("fr", is_phone=True)
    sit_down(finger, midgame("cape_horn", 3, 1, is_moving))
    seq = last_view(finger)["seq"]
    caption = finger.page.locator("main .caption")
    expect(caption).to_have_text("")
    finger.page.get_by_role("list", name="Vos vents").get_by_role("button", name="petite brise").tap()
    expect(caption).to_have_text("petite brise")
    assert last_view(finger)["seq"] == seq


def test_a_chart_and_winds_never_seen_before_are_drawn_and_played(visit: Visit) -> None:
    visitor = visit()
    sit_down(visitor, of_the_page().start(seed=1))
    view = last_view(visitor)
    assert visitor.page.get_by_role("group", name="squares A1 to J8").count() == 1
    assert visitor.page.locator("main .station").count() == 6
    held = view["scene"]["players"][view["to_act"]]["hand"]
    name = next(wind["name"] for wind in view["scene"]["chart"]["winds"] if wind["kind"] == held[0])
    choice = next(each for each in view["choices"] if each.get("card") == held[0])
    card(visitor, name).click()
    square(visitor, choice["text"]).click()
    after = until(visitor, lambda new: new["seq"] > view["seq"])
    laid = pile(after, choice["square"])
    assert laid is not None
    assert laid["kind"] == held[0]
    for cell in visitor.page.locator("main g.cell").all():
        box, sheet = cell.bounding_box(), visitor.page.locator("main svg[role=group]").bounding_box()
        assert box is not None
        assert sheet is not None
        assert box["y"] >= sheet["y"] - 1
