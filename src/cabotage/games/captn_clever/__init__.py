"""Capt'n Clever: boats are bridges, captains walk over them, and the neighbour chooses what you must find."""

from cabotage.core.game import Game, Option

GAME = Game(
    package=__name__,
    version=1,
    names={"en": "Capt'n Clever", "fr": "Capt’n Clever"},
    seats=range(2, 5),
    default_seats=3,
    options=(
        Option("board", ("archipelago", "lagoon"), "archipelago", "ours", takes_files=True),
        Option("easy", (False, True), False, "book"),
        Option("treasures", (9, 6, 5), 9, "house", {9: "book"}),
        Option("boats", ("two", "one"), "two", "ours", when={"seats": (2,)}),
        Option("max_stay", (0, 2), 0, "house", {0: "book"}),
        Option("show_found", ("last", "all"), "last", "house", {"last": "book"}),
    ),
    longest=900,
    minutes=(25, 35),
    age=6,
    authors="Liesbeth Bos",
    publisher="Zoch, 2003",
)
