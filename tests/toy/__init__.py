"""Flotsam, a toy of the tests: a small card game with every kind of secret that the engine knows. Not compiled."""

from cabotage.core.game import Game, Option

GAME = Game(
    package=__name__,
    version=3,
    names={"en": "Flotsam", "fr": "Épaves"},
    seats=range(2, 4),
    default_seats=3,
    options=(
        Option("mode", ("each", "together"), "each", "house", seats={"together": range(1, 4)}),
        Option("rounds", (2, 1), 2, "house"),
        Option("memory_help", (False, True), False, "house"),
    ),
    longest=60,
    minutes=(1, 2),
    age=4,
    cooperative={"mode": ("together",)},
)
