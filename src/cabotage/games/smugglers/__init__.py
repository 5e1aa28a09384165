"""Smugglers' Island: rowing goods from island to island by night, while everybody's dice turn the lighthouse."""

from cabotage.core.game import Game, Option

GAME = Game(
    package=__name__,
    version=1,
    names={"en": "Smugglers' Island", "fr": "L’île des contrebandiers"},
    seats=range(2, 5),
    default_seats=3,
    options=(
        Option("anchor_reef", ("auto", "on", "off"), "auto"),
        Option("extra_reefs", (0, 1, 2, 3), 0),
        Option("reef_placing", ("players", "random"), "players"),
        Option("target_points", (5, 7, 10), 7),
        Option("mild", (False, True), False),
        Option("lit_harbours", (False, True), False),
        Option("board", ("standard",), "standard", takes_files=True),
        Option("goods", ("standard_goods",), "standard_goods", takes_files=True),
    ),
    longest=6_000,
    minutes=(15, 30),
    age=6,
    authors="Anja Wrede",
    publisher="HABA",
)
