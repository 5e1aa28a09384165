"""Every game is played through the page against bots, from setting up the table to the result."""

from __future__ import annotations

import pytest

from cabotage.games import GAMES
from tests.browser.conftest import Visit
from tests.browser.midgame import last_view

BOT = "bot:cabin_boy"
SHORT: dict[str, tuple[int, dict[str, object]]] = {
    "calypso": (2, {"mixing": "once"}),
    "captn_clever": (2, {"treasures": 5}),
    "smugglers": (2, {"target_points": 5}),
    "cape_horn": (3, {}),
    "treasure_boots": (2, {"round_limit": 5}),
}


def test_every_game_is_here() -> None:
    assert set(SHORT) == set(GAMES)


@pytest.mark.parametrize("game", SHORT)
def test_a_game_is_played_on_the_board_to_its_result(visit: Visit, game: str) -> None:
    seats, options = SHORT[game]
    anna = visit()
    anna.open_table(game, ("me", *[BOT] * (seats - 1)), **options)
    anna.play_folded()
    standings = anna.page.locator("section[aria-labelledby=result] ol li")
    assert standings.count() == seats
    assert standings.first.inner_text().startswith("1.")
    scores = [player.get("score", 0) for player in last_view(anna)["scene"]["players"]]
    told = [anna.say("result.score", score=score) for score in scores if any(scores)]
    assert sorted(anna.page.locator("section[aria-labelledby=result] .score").all_inner_texts()) == sorted(told)
    assert anna.page.get_by_text(anna.say("sound.offer")).count() == 0
    assert anna.page.get_by_role("link", name=anna.say("result.record")).get_attribute("href")
    assert anna.by_part > anna.by_button, "a list was never opened, and buttons were few"
