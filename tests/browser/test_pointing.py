"""Pointing at a tile, for all at the table to see."""

from __future__ import annotations

from tests.browser.conftest import Visit


def test_who_waits_points_at_a_tile_and_the_other_sees_it(visit: Visit) -> None:
    anna, ben = visit(), visit(is_phone=True)
    asked = {"game": "calypso", "options": {"mode": "coop"}, "seats": ["me", "friend"]}
    opened = anna.page.request.post(f"{anna.address}/api/tables", data=asked).json()
    joining = {"invitation": opened["invitations"][0]["secret"], "name": "Ben"}
    ben.page.request.post(f"{ben.address}/api/tables/{opened['table']}/join", data=joining)
    for visitor in (anna, ben):
        visitor.go(f"/t/{opened['table']}")
        visitor.page.locator("main").get_by_role("button", name="tile c").wait_for()
    waiting, acting = (ben, anna) if anna.offered.count() else (anna, ben)
    waiting.page.locator("main").get_by_role("button", name="Look at tile c!").click()
    for visitor in (acting, waiting):
        visitor.page.locator("main .pointing").wait_for()
        assert visitor.page.get_by_text("Look at tile c!").count() == 1
