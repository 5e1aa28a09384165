"""What a position offers, and the errors it raises."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cabotage.core.box import Box
from cabotage.core.contract import CHANCE, HIDDEN, SPECTATOR
from cabotage.core.errors import GameOver, MoveError, NotationError, NotOffered, NotYourTurn, PositionError
from cabotage.core.position import Choice, Position
from tests.toy import GAME


@pytest.fixture
def position() -> Position:
    """Seat 0 holds the 1 and the 2, seat 1 the 3; it is for seat 0 to choose."""
    box = Box(GAME, 2, {"rounds": 1})
    return box.position(5, phase="CHOOSE", hand=[3, 4, 0], held=[2, 1, 0], tide=1)


@pytest.fixture
def drawing() -> Position:
    """Before anything was drawn."""
    return Box(GAME, 2, {"rounds": 1}).first(5)


def over() -> Position:
    position = Box(GAME, 2, {"rounds": 1}).position(5, phase="OVER")
    assert position.is_over
    return position


def test_what_is_offered_can_be_counted_listed_and_asked_for(position: Position) -> None:
    offered = position.legal
    assert len(offered) == 5
    assert [str(choice) for choice in offered] == ["play 1", "play 2", "hide 1", "hide 2", "peek"]
    assert offered[4] == Choice(24, "peek")
    assert offered[-1] == Choice(24, "peek")
    assert repr(offered) == "<5 choices: play 1, play 2, hide 1, hide 2, peek>"


def test_a_choice_is_offered_by_itself_its_text_or_its_number(position: Position) -> None:
    offered = position.legal
    assert offered[0] in offered
    assert "play 1" in offered
    assert "  PLAY   1 " in offered
    assert 24 in offered
    assert "play 3" not in offered
    assert "jump" not in offered
    assert 2 not in offered
    assert None not in offered
    assert Choice(11, "play 12") not in offered


@pytest.mark.parametrize("choice", ["hide 2", " Hide  2", 13])
def test_a_choice_is_played_by_text_or_number(position: Position, choice: str | int) -> None:
    event = position.play(choice)
    assert (str(event), event.number, event.actor) == ("hide 2", 13, 0)
    assert position.history == [13]
    assert position.is_chance


def test_a_choice_is_played_by_itself(position: Position) -> None:
    assert str(position.play(position.legal[1])) == "play 2"


def test_what_is_not_offered_is_refused_with_what_is(position: Position) -> None:
    with pytest.raises(
        NotOffered, match="'play 3' is not a legal choice now; legal choices are play 1, play 2, hide 1, hide 2, peek"
    ):
        position.play("play 3")


def test_a_typing_error_is_refused_with_a_suggestion(position: Position) -> None:
    with pytest.raises(NotationError, match=r"'pley 2' is not valid notation in toy; did you mean 'play 2'\?"):
        position.play("pley 2")


def test_nonsense_is_refused_with_an_example(position: Position) -> None:
    with pytest.raises(NotationError, match="a choice looks like 'play 1'"):
        position.play("xyzzy")


@pytest.mark.parametrize("number", [-1, 39, 10**9])
def test_a_number_outside_of_the_game_is_refused(position: Position, number: int) -> None:
    with pytest.raises(NotationError, match=f"choice numbers in toy are 0 to 38, not {number}"):
        position.play(number)


def test_an_outcome_is_not_a_choice(position: Position) -> None:
    with pytest.raises(NotOffered, match="'card 5' is not a legal choice now"):
        position.play("card 5")


def test_playing_while_chance_acts_is_refused(drawing: Position) -> None:
    with pytest.raises(NotYourTurn, match=r"a random draw is pending; call roll\(\) first"):
        drawing.play("peek")


def test_rolling_while_a_seat_acts_is_refused(position: Position) -> None:
    with pytest.raises(NotYourTurn, match="no random draw"):
        position.roll("card 5")
    with pytest.raises(NotYourTurn, match="no random draw"):
        position.roll_once()
    assert position.roll() == []


def test_nothing_can_be_played_when_it_is_over() -> None:
    with pytest.raises(GameOver, match="the game is over"):
        over().play("peek")
    with pytest.raises(NotYourTurn):
        over().roll("card 1")


def test_every_refusal_is_a_move_error_and_changes_nothing(position: Position) -> None:
    before = position.states.tobytes()
    for wrong in ("play 3", "pley", -1, "card 5"):
        with pytest.raises(MoveError):
            position.play(wrong)
    assert position.states.tobytes() == before
    assert position.history == []


def test_a_choice_is_checked_without_playing_it(position: Position) -> None:
    assert [position.check(choice) for choice in (" Hide  2", 13, position.legal[0])] == [13, 13, 0]
    with pytest.raises(NotOffered, match="'play 3' is not a legal choice now"):
        position.check("play 3")
    with pytest.raises(GameOver):
        over().check("peek")
    assert position.history == []


def test_what_cannot_be_drawn_is_refused_with_what_can(drawing: Position) -> None:
    drawing.roll("card 2")
    with pytest.raises(NotOffered, match="'card 2' cannot be drawn now; possible draws are card 1, card 3"):
        drawing.roll("card 2")


def test_chances_have_exact_probabilities(drawing: Position) -> None:
    assert [str(outcome) for outcome in drawing.chances][:2] == ["card 1 (1/12)", "card 2 (1/12)"]
    assert sum(outcome.probability for outcome in drawing.chances) == Fraction(1)
    assert drawing.roll(drawing.chances[3])[0].number == drawing.box.numbers["card 4"]


def test_nothing_is_offered_while_chance_acts_and_nothing_drawn_while_a_seat_acts(
    position: Position, drawing: Position
) -> None:
    assert len(drawing.legal) == 0
    assert list(drawing.legal) == []
    assert position.chances == []


def test_rolling_goes_on_until_a_seat_has_to_choose(drawing: Position) -> None:
    events = drawing.roll()
    assert [event.actor for event in events] == [CHANCE] * 4
    assert drawing.to_act == 0


@pytest.mark.parametrize("seat", [-2, 2, 99])
def test_a_view_is_for_a_seat_of_the_table(position: Position, seat: int) -> None:
    with pytest.raises(PositionError, match=f"seats are 0 to 1, not {seat}"):
        position.view(seat)


def test_choices_are_for_the_seat_to_act(position: Position) -> None:
    assert [choice["notation"] for choice in position.choices(0)][-1] == "peek"
    assert position.choices(1) == []
    assert position.choices(SPECTATOR) == []


def test_a_summary_says_where_the_game_stands(position: Position, drawing: Position) -> None:
    assert position.summary == "toy, 2 seats, after 0 steps, seat 0 to act"
    assert drawing.summary == "toy, 2 seats, after 0 steps, chance to act"
    assert over().summary == "toy, 2 seats, after 0 steps, over"


def test_a_representation_is_code_for_an_equal_position(position: Position, drawing: Position) -> None:
    assert repr(position.box) == "cabotage.load('toy', seats=2, rounds=1)"
    assert repr(drawing) == "cabotage.load('toy', seats=2, rounds=1).position()"
    fields = "phase='CHOOSE', hand=[3, 4, 0], held=[2, 1, 0], tide=1"
    assert repr(position) == f"cabotage.load('toy', seats=2, rounds=1).position({fields})"


def test_fields_are_read_by_name(position: Position) -> None:
    assert (position["tide"], position["hand"]) == (1, [3, 4, 0])
    assert position.fields["held"] == [2, 1, 0]
    assert position.box.position(**position.fields) == position
    with pytest.raises(PositionError, match="unknown field 'hands'"):
        position["hands"]


def test_a_position_prints_as_a_spectator_sees_it(position: Position) -> None:
    assert str(position) == "open -, chest ?\nplayer 1: ? ?; 0 cards unseen\nplayer 2: ?; 0 cards unseen"
    assert position.draw(0).splitlines()[1] == "player 1: 1 2; 0 cards unseen"


def test_a_copy_goes_its_own_way(position: Position) -> None:
    twin = position.copy()
    twin.play("peek")
    assert (len(position.history), len(twin.history)) == (0, 1)
    assert "peek" in position.legal


def test_an_event_tells_each_viewer_what_they_may_know(position: Position) -> None:
    event = position.play("hide 2")
    assert (event.seen_by(0), event.seen_by(1), event.seen_by(SPECTATOR)) == (13, HIDDEN, HIDDEN)
    assert event.story(1) == [{"key": "story.hides", "values": {"who": {"seat": 0}}}]
    assert repr(event) == "Event(number=13, actor=0)"


def test_a_position_by_named_fields_refuses_an_unknown_one() -> None:
    with pytest.raises(PositionError, match="unknown field 'hands'"):
        Box(GAME, 2).position(hands=3)


def test_the_same_seed_makes_the_same_game() -> None:
    box = Box(GAME, 3)
    assert box.start(4) == box.start(4)
    assert len({box.start(seed).states.tobytes() for seed in range(8)}) > 6


def test_the_offered_numbers_cannot_be_changed(position: Position) -> None:
    with pytest.raises(ValueError, match="read-only"):
        position.legal.numbers[0] = 11


def test_a_hash_is_of_the_content_and_changes_with_it(position: Position) -> None:
    twin = position.copy()
    assert hash(twin) == hash(position)
    assert position == twin
    twin.play("peek")
    assert position != twin
    assert len({position, twin, position.copy()}) == 2


def test_an_event_keeps_both_states(position: Position) -> None:
    event = position.play("hide 2")
    position.roll()
    assert (event.before["hand"][0].tolist(), event.after["hand"][0].tolist()) == ([3, 4, 0], [1, 4, 0])


@pytest.mark.parametrize("written", ["[", "[]", "{}", '{"phase": 1}'])
def test_a_view_from_json_has_all_fields(position: Position, written: str) -> None:
    with pytest.raises(PositionError, match="expected a view of toy as JSON: an object with all fields of its state"):
        position.box.view_from(written)


def test_a_view_from_json_has_numbers_within_limits(position: Position) -> None:
    written = position.box.schema.written(position.view(0))
    with pytest.raises(PositionError, match="phase: expected 0 to 5, got 77"):
        position.box.view_from(written | {"phase": 77})


def test_states_that_were_set_are_not_written_to(position: Position) -> None:
    """An undo sets the state before an event, which never changes."""
    event = position.play(position.legal[0])
    before = event.before.tobytes()
    position.states = event.before
    position.play(position.legal[-1])
    assert event.before.tobytes() == before
