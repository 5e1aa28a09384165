"""Setup: chart, tokens, start ports, starting player; and the options about them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cabotage.core.contract import CHANCE, HIDDEN, SPECTATOR
from cabotage.core.errors import SeatsError
from cabotage.core.record import Record
from cabotage.games.treasure_boots import GAME
from cabotage.games.treasure_boots.chart import OPEN_SEA, chart_of, touching_land
from cabotage.games.treasure_boots.test_kit import game, in_box, load, scores, sea, where
from tests.reading import odds, offered, phase, stands

PORTS_OF_TWO = ["go 2,2", "go 3,13", "go 5,10", "go 7,7"]


@pytest.mark.rule("TRB-1", "TRB-2")
@pytest.mark.parametrize(
    ("seats", "sections", "ports", "islands", "squares"),
    [
        (2, "AB", 4, 16, 384),
        (3, "AB", 4, 16, 384),
        (4, "ABC", 6, 24, 576),
        (5, "ABCD", 8, 32, 576),
        (6, "ABCD", 8, 32, 576),
        (7, "ABCD", 8, 32, 576),
        (8, "ABCD", 8, 32, 576),
    ],
)
def test_so_many_sections_for_so_many_players(
    seats: int, sections: str, ports: int, islands: int, squares: int
) -> None:
    chart = chart_of(game(seats))
    assert "".join(piece.section.id for piece in chart.placed) == sections
    assert (len(chart.ports), len(chart.islands), len(chart.cells)) == (ports, islands, squares)


@pytest.mark.rule("TRB-2")
def test_two_to_eight_can_play() -> None:
    for seats in (1, 9):
        with pytest.raises(SeatsError, match="2 to 8"):
            load(seats=seats)


@pytest.mark.rule("TRB-4", "TRB-6")
def test_the_chart_of_two_players() -> None:
    chart = chart_of(game(2))
    assert (chart.top, chart.left, chart.rows, chart.columns) == (-3, -3, 16, 24)
    assert {name: chart.place(square) for square, name in chart.port_names.items()} == {
        "Port Pelican": (2, 2),
        "Old Capstan": (3, 13),
        "Parrot Bay": (5, 10),
        "Brandy Quay": (7, 7),
    }
    islands: dict[int, list[tuple[int, int]]] = {}
    for square in chart.islands:
        islands.setdefault(chart.cells[square], []).append(chart.place(square))
    assert islands == {
        2: [(8, 2)], 3: [(1, 14)], 4: [(1, 4)], 5: [(4, 7), (7, 16)], 6: [(2, 6), (7, 11)], 7: [(4, 4), (5, 12)],
        8: [(2, 10), (6, 2)], 9: [(5, 15), (7, 4)], 10: [(3, 16)], 11: [(4, 1)], 12: [(7, 14)],
    }  # fmt: skip
    assert [chart.square(*place) for place in ((-3, -3), (1, 1), (7, 7), (12, 20))] == [0, 100, 250, 383]


@pytest.mark.rule("TRB-5")
def test_outside_the_sections_is_open_sea() -> None:
    chart = chart_of(game(4))
    inside = {place for piece in chart.placed for place, _ in piece.squares()}
    outside = [cell for square, cell in enumerate(chart.cells) if chart.place(square) not in inside]
    assert len(outside) == 576 - 3 * 64
    assert set(outside) == {OPEN_SEA}


@pytest.mark.rule("TRB-4")
@pytest.mark.parametrize("seats", [2, 4, 5])
def test_the_data_of_the_presets_keeps_its_promises(seats: int) -> None:
    chart = chart_of(game(seats))
    assert touching_land(chart) == []
    numbers = [chart.cells[square] for square in chart.islands]
    assert set(numbers) == set(range(2, 13))
    pips = sum(6 - abs(7 - number) for number in numbers)
    assert pips == 30 * len(chart.placed)
    if seats == 5:
        assert [numbers.count(number) for number in range(2, 13)] == [1, 3, 3, 3, 4, 4, 4, 3, 3, 3, 1]
    for piece in chart.placed:
        cells = [cell for line in piece.section.cells for cell in line]
        assert (len(cells), cells.count(1), sum(cell > 1 for cell in cells)) == (64, 2, 8)


@pytest.mark.rule("TRB-7", "TRB-12")
def test_everything_is_in_the_box_and_nobody_has_anything() -> None:
    position = game(3).start(seed=1)
    assert in_box(position) == "S18 G16 R12 O14 W12 X12"
    assert scores(position) == [0, 0, 0]
    assert not any(map(any, position["hold"]))
    assert set(position["token"]) == {-1}


@pytest.mark.rule("TRB-12", "TRB-94")
def test_the_starting_player_is_drawn_and_ports_are_chosen_in_turn_order() -> None:
    position = game(3).first()
    assert odds(position) == {f"start {seat}": Fraction(1, 3) for seat in range(3)}
    position.roll("start 1")
    for seat, port in ((1, "go 2,2"), (2, "go 7,7"), (0, "go 2,2")):
        assert position.to_act == seat
        assert offered(position) == PORTS_OF_TWO
        position.play(port)
    assert [where(position, seat) for seat in range(3)] == [(2, 2), (2, 2), (7, 7)]
    assert stands(position) == ("DICE", 1)


@pytest.mark.rule("TRB-8")
def test_a_port_holds_any_number_of_ships() -> None:
    position = game(8).first()
    position.roll("start 0")
    for _ in range(8):
        position.play("go 8,6" if "go 8,6" in position.legal else "go 2,2")
    assert len({where(position, seat) for seat in range(8)}) == 1


@pytest.mark.rule("TRB-9")
def test_open_ports_are_seen_by_all_at_once() -> None:
    position = game(3).first()
    position.roll("start 0")
    event = position.play("go 2,2")
    assert event.seen_by(1) == event.number
    assert position.view(1)["at"][0][0] == position["at"][0] >= 0


@pytest.mark.rule("TRB-10", "TRB-11")
def test_the_wind_blows_north_at_first() -> None:
    assert game(3).first()["wind"] == 0


@pytest.mark.rule("TRB-13")
@pytest.mark.parametrize(("seats", "target"), [(2, 30), (3, 20), (4, 15), (5, 12), (6, 10), (7, 10), (8, 10)])
def test_the_target_score(seats: int, target: int) -> None:
    assert int(game(seats).constants["target"][0]) == target


@pytest.mark.rule("TRB-89", "TRB-94")
def test_secret_ports_appear_together_after_the_last_choice() -> None:
    position = game(3, start_ports="secret").first()
    position.roll("start 2")
    event = position.play("go 7,7")
    assert [event.seen_by(viewer) for viewer in (SPECTATOR, 0, 1, 2)] == [HIDDEN, HIDDEN, HIDDEN, event.number]
    assert where(position, 2) is None
    assert [int(position.view(seat)["chosen"][0][2]) for seat in (SPECTATOR, 0, 1, 2)] == [HIDDEN, HIDDEN, HIDDEN, 250]
    assert offered(position) == PORTS_OF_TWO
    position.play("go 2,2")
    position.play("go 7,7")
    assert (phase(position), where(position, 1)) == ("REVEAL", None)
    events = position.roll("port 7,7") + position.roll("port 2,2")
    assert odds(position) == {"port 7,7": 1}
    assert where(position, 1) is None
    events += position.roll("port 7,7")
    assert all(event.seen_by(viewer) == event.number for event in events for viewer in range(-1, 3))
    assert [where(position, seat) for seat in range(3)] == [(2, 2), (7, 7), (7, 7)]
    assert stands(position) == ("DICE", 2)


@pytest.mark.rule("TRB-89")
def test_a_secret_port_is_any_port_to_the_others() -> None:
    box = game(3, start_ports="secret")
    position = box.first()
    position.roll("start 2")
    position.play("go 7,7")
    view = position.view(0)
    guesses = [int(box.resample(view, 0, seed=seed)["chosen"][2]) for seed in range(400)]
    assert {guess: guesses.count(guess) > 60 for guess in set(guesses)} == {125: True, 160: True, 205: True, 250: True}
    assert int(box.resample(position.view(2), 2, seed=1)["chosen"][2]) == 250
    position.play("go 2,2")
    position.play("go 2,2")
    position.roll("port 7,7")
    worlds = [box.resample(position.view(1), 1, seed=seed)["chosen"] for seed in range(50)]
    assert {int(chosen[2]) for chosen in worlds} == {-1}  # laid open
    assert {int(chosen[1]) for chosen in worlds} == {125}  # its own
    assert {int(chosen[0]) for chosen in worlds} == {125, 160, 205, 250}


@pytest.mark.rule("TRB-89", "TRB-94")
def test_random_ports_are_drawn_one_by_one_each_port_alike() -> None:
    position = game(3, start_ports="random").first()
    position.roll("start 1")
    for seat, port in ((1, "port 2,2"), (2, "port 5,10"), (0, "port 5,10")):
        assert position.to_act == CHANCE
        assert position["turn"] == seat
        assert odds(position) == {f"port {p}": Fraction(1, 4) for p in ("2,2", "3,13", "5,10", "7,7")}
        position.roll(port)
    assert [where(position, seat) for seat in range(3)] == [(5, 10), (2, 2), (5, 10)]


@pytest.mark.rule("TRB-8")
def test_where_there_is_one_port_nobody_is_asked() -> None:
    position = sea("P . .", ". . .", ". . 7").start(seed=1)
    assert phase(position) != "PORT"
    assert [where(position, seat) for seat in range(2)] == [(1, 1), (1, 1)]


@pytest.mark.rule("TRB-3", "TRB-90")
def test_a_random_arrangement_is_kept_in_the_record() -> None:
    box = load(seats=3, arrangement="random")
    position = box.start(seed=4)
    while position.to_act >= 0 and len(position.history) < 60:
        position.play(position.legal[len(position.history) % len(position.legal)])
        position.roll()
    record = Record.parse(Record.of(position).text())
    again = record.replay(GAME)
    assert chart_of(again.box).cells == chart_of(box).cells
    assert again == position
