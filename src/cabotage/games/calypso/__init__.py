"""Calypso: dice and memory under water, against each other or all together against net and shark."""

from cabotage.core.game import Game, Option

TOGETHER = ("coop", "coop_hard")

GAME = Game(
    package=__name__,
    version=1,
    names={"en": "Calypso", "fr": "Calypso"},
    seats=range(2, 7),
    default_seats=3,
    options=(
        Option(
            "mode",
            ("competitive", "coop", "coop_hard"),
            "competitive",
            "book",
            seats=dict.fromkeys(TOGETHER, range(1, 7)),
        ),
        Option("children", (False, True), False, "book"),
        Option("replacing", (True, False), True, "book"),
        Option("coop_talk", (True, False), True, "book", when={"mode": TOGETHER, "seats": range(2, 7)}),
        Option("capture_limit", (10, 7, 5, 4), 10, "house", {10: "book"}, when={"mode": TOGETHER}),
        Option("finish_round", (False, True), False, "house", {False: "book"}, when={"mode": ("competitive",)}),
        Option("mixing", ("free", "once"), "free", "house", {"free": "book"}),
        Option("memory_help", (False, True), False, "ours"),
        Option("numbered_tiles", (False, True), False, "house", {False: "book"}),
        Option("board", ("standard",), "standard", "ours", takes_files=True),
    ),
    longest=100_000,
    minutes=(10, 20),
    age=5,
    cooperative={"mode": TOGETHER},
)
