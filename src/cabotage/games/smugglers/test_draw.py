"""The sea drawn as text."""

from __future__ import annotations

from cabotage.games.smugglers.test_kit import game, table


def test_the_sea_shows_light_boats_goods_and_reefs() -> None:
    position = table(game(), "O3 M4", beam=5, cargo="2>1 3>1", sea="M9:0>2", w=2, reefs="I9")
    lines = position.draw(0).splitlines()
    assert lines[0] == "Round 1, player 1 to play · dice: the sleeping keeper and 2"
    text = "\n".join(lines)
    for part in ("*i5*", "*m5*", "*o5*", "[1○]", "[2▽]", "[3]", "~◆~", "(#)"):
        assert part in text
    under = {name: below(lines, name) for name in ("o3", "m4", "i9", "m9", "h0", "h1")}
    assert under == {"o3": "[1○]", "m4": "[2▽]", "i9": "^^^", "m9": "~◆~", "h0": "◆◆◆", "h1": "●●●●"}
    assert lines[-5:] == [
        "> player 1: 0 of 7 points, at O3, carrying pearls for H1 (2 points)",
        "  player 2: 0 of 7 points, at M4, carrying vases",
        "  player 3: 0 of 7 points, at H4, empty",
        "Islands: H0 gems ◆3, H1 coins ●4, H2 pearls ○3, H3 vases ▽3, H4 barrels ▣4",
        "Adrift: M9 ◆ gems",
    ]
    assert max(map(len, lines)) <= 80


def below(lines: list[str], name: str) -> str:
    """What is written under a field."""
    row = next(at for at, line in enumerate(lines) if name in line.split())
    column = lines[row].index(name)
    return lines[row + 1][max(0, column - 3) : column + 6].replace("·", " ").split()[0]


def test_the_sea_is_drawn_in_french_too() -> None:
    position = table(game(mild=True), "O3 M4", beam=5, cargo="2>1 3>1", sea="M4:0>2", w=2, warned=[1, 0, 0, 0])
    lines = position.draw(-1, game().game.words("fr")).splitlines()
    assert lines[0] == "Tour 1, à Joueur 1 de jouer · dés\u00a0: le gardien endormi et 2"
    assert "> Joueur 1\u00a0: 0 point sur 7, en O3, transporte des perles, avertissement" in lines
    assert (below(lines, "o3"), below(lines, "m4")) == ("[1○!]", "[2▽]~◆")


def test_before_the_boats_are_placed_the_islands_are_drawn() -> None:
    lines = game().start(seed=1).draw().splitlines()
    assert "> player 1: 0 of 7 points, not yet at sea, empty" in lines
    assert "Islands: H0 gems ◆4, H1 coins ●4, H2 pearls ○4, H3 vases ▽4, H4 barrels ▣4" in lines
