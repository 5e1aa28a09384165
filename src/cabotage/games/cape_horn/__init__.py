"""Cape Horn: a race round the southern tip, with winds that everybody lays and everybody sails by."""

from cabotage.core.game import Game, Option

GAME = Game(
    package=__name__,
    version=1,
    names={"en": "Cape Horn", "fr": "Cap Horn"},
    seats=range(3, 6),
    default_seats=3,
    options=(
        Option("cover_ban", ("turn", "direct"), "turn", "house", {"turn": "book"}),
        Option("ignore_over_line", (False, True), False, "house", {False: "book"}),
        Option("sea", ("normal", "rough"), "normal", "ours"),
        Option("seat_bonus", (False, True), False, "house", {False: "book"}),
        Option("three_roses_win", (True, False), True, "house", {True: "book"}),
        Option("duo", (False, True), False, "ours", seats={True: range(4, 5)}),
        Option("board", ("horn",), "horn", "ours", takes_files=True),
        Option("deck", ("winds",), "winds", "ours", takes_files=True),
    ),
    longest=2_000,
    minutes=(45, 60),
    age=12,
    authors="Thorsten Gimmler",
    publisher="Kosmos, Tilsit Editions",
    partners={"duo": {True: (0, 1, 0, 1)}},
)
