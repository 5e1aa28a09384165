"""A person's finished games."""

from __future__ import annotations

from pathlib import Path

from cabotage.server.people.history import Played, _best_streak, _streak
from tests.server.fixtures import Visitor, harbour

NOTHING = {"games": [], "opponents": [], "streak": 0, "best_streak": 0, "recent": []}


def test_nobody_has_a_history_before_the_first_game(anna: Visitor) -> None:
    assert anna.ask("GET", "/api/me/history") == NOTHING


def test_games_are_counted_by_game_and_by_opponent(tmp_path: Path) -> None:
    with harbour(f"sqlite:///{tmp_path / 't.db'}") as port, port.visitor() as anna, port.visitor() as ben:
        anna.ask("PUT", "/api/me", 200, {"name": "Anna"})
        ben.ask("PUT", "/api/me", 200, {"name": "Ben"})
        opened = anna.open("smugglers", ("me", "friend", "bot:greedy"))
        table = opened["table"]
        ben.ask("POST", f"/api/tables/{table}/join", 200, {"invitation": opened["invitations"][0]["secret"]})
        anna.open("smugglers", ("me", "here"))  # several people on one screen do not count
        seats = {0: anna, 1: ben}
        view = anna.view(table)
        while not view["is_over"]:
            visitor = seats.get(view["to_act"], anna)
            view = visitor.view(table)
            if view["choices"]:
                visitor.choose(table, view)
        result = anna.view(table)["result"]
        for seat, visitor in seats.items():
            history = visitor.ask("GET", "/api/me/history?language=en")
            won = int(seat in result["winners"])
            sums = {"played": 1, "won": won, "streak": won, "best_streak": won}
            assert history["games"] == [{"game": "smugglers", "name": "Smugglers' Island", **sums}]
            other = "Ben" if seat == 0 else "Anna"
            assert sorted(history["opponents"], key=lambda one: one["is_bot"]) == [
                {"name": other, "is_bot": False, **sums},
                {"name": "Greedy", "is_bot": True, **sums},
            ]
            [game] = history["recent"]
            assert (game["table"], game["place"]) == (table, result["places"][seat])
        assert ben.client.delete("/api/me").status_code == 204
        assert [one["name"] for one in anna.ask("GET", "/api/me/history")["opponents"] if not one["is_bot"]] == [None]


def test_streaks_are_wins_in_a_row() -> None:
    def games(results: str) -> list[Played]:
        """The newest first."""
        return [Played("t", "calypso", 0, 1, letter == "w", []) for letter in results]

    assert [_streak(games(text)) for text in ("", "w", "wwl", "lww")] == [0, 1, 2, 0]
    assert [_best_streak(games(text)) for text in ("", "wlww", "lwwwl", "lll")] == [0, 2, 3, 0]
