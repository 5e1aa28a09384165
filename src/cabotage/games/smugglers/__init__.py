"""Smugglers' Island: rowing goods from island to island by night, while everybody's dice turn the lighthouse."""

from cabotage.core.game import Game, Option

GAME = Game(
    package=__name__,
    version=1,
    names={"en": "Smugglers' Island", "fr": "L’île des contrebandiers"},
    seats=range(2, 5),
    default_seats=3,
    options=(
        Option("anchor_reef", ("auto", "on", "off"), "auto", "house", {"auto": "book"}),
        Option("extra_reefs", (0, 1, 2, 3), 0, "book"),
        Option("reef_placing", ("players", "random"), "players", "ours", when={"extra_reefs": (1, 2, 3)}),
        Option("push_ends", ("turn", "movement"), "turn", "house", {"turn": "book"}),
        Option("target_points", (5, 7, 10), 7, "house", {7: "book"}),
        Option("mild", (False, True), False, "house", {False: "book"}),
        Option("lit_harbours", (False, True), False, "house", {False: "book"}),
        Option("board", ("standard",), "standard", "ours", takes_files=True),
        Option("goods", ("standard_goods",), "standard_goods", "ours", takes_files=True),
    ),
    longest=6_000,
    minutes=(15, 30),
    age=6,
    authors="Anja Wrede",
    publisher="HABA",
)
