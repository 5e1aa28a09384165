"""Captain Treasure Boots: fetch treasure by the wind, bring it to port, and watch for guns on the way."""

from cabotage.core.game import Game, Option

GAME = Game(
    package=__name__,
    version=1,
    names={"en": "Captain Treasure Boots", "fr": "Captain Treasure Boots"},
    seats=range(2, 9),
    default_seats=4,
    options=(
        Option("island_to_island", ("strict", "free"), "strict", "book", {"free": "house"}),
        Option("decline_gains", (False, True), False, "ours", {True: "book"}),
        Option("start_ports", ("open", "secret", "random"), "open", "book", {"random": "house"}),
        Option("arrangement", ("preset", "random"), "preset", "ours", takes_files=True),
        Option("sections", ("standard",), "standard", "ours", takes_files=True),
        Option("finish_round", (False, True), False, "house", {False: "book"}),
        Option("round_limit", (0, *range(5, 61)), 0, "house", {0: "book"}),
        Option("gold_value", (1, 2), 1, "house", {1: "book"}),
    ),
    longest=200_000,
    minutes=(30, 60),
    age=10,
    authors="James Ernest",
    publisher="Cheapass Games",
)
