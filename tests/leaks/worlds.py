"""The two-worlds law: what a viewer cannot know makes no difference to anything that viewer gets.

World A is a real game. World B is one that the viewer cannot tell from it: a resample of the viewer's view. Both go on
by the same public story: a number that the viewer sees is the same in both, one hidden from the viewer is replaced in
B by any other that is hidden too. As long as B can follow, the viewer must get the same in both: who acts, the view,
the offered actions, scene, choices, stories, and what a program in its seat would be asked.

A second law watches `seen` itself. Two numbers that might happen now are siblings: if they look alike to the viewer,
they must leave the viewer with the same view; and if they look different, but lead to states that differ only in what
the viewer cannot see, then the viewer learnt something that the view does not contain.

From this follows how a game reveals something: by a number that those who learn it see. A card that is looked at is
drawn by chance from what it can be (from one, if it is fixed already), not laid open by `apply` behind a number
that says nothing. Only in the last step all may be laid open at once.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from cabotage.bots.program_bot import ProgramBot
from cabotage.core.contract import CHANCE, HIDDEN, OVER, State, batch
from cabotage.core.schema import Sight
from tests.walks import viewers

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.event import Event
    from cabotage.core.position import Position

FEW = 3  # choices whose merits are compared
MOST_SIBLINGS = 12  # of hundreds of numbers, that many are looked at each time
# Information states play the whole history again, and each step adds only what was seen, which is always compared.
STEPS_BETWEEN_HISTORIES = 8

_json = msgspec.json.Encoder().encode


@dataclass
class Finding:
    """What came out of comparing worlds."""

    differences: list[str] = field(default_factory=list)
    compared: int = 0  # steps that B followed
    apart: int = 0  # of these, the ones in which B was really another world
    siblings: int = 0  # numbers that were compared with others

    def add(self, other: Finding) -> None:
        self.differences += other.differences
        self.compared += other.compared
        self.apart += other.apart
        self.siblings += other.siblings

    def require_none(self) -> None:
        """Raise if the viewer could tell the worlds apart."""
        if self.differences:
            more = f"\n... and {len(self.differences) - 5} more" if len(self.differences) > 5 else ""
            raise AssertionError("the worlds can be told apart:\n" + "\n".join(self.differences[:5]) + more)


def has_secrets(box: Box) -> bool:
    return any(field.seen.sight is not Sight.ALL for field in box.schema.fields.values())


def compare_all(box: Box, seeds: range, most_steps: int = 200) -> Finding:
    """The law for every viewer of some random games."""
    found = Finding()
    for seed in seeds:
        for viewer in viewers(box):
            found.add(compare(box, viewer, seed, most_steps))
    return found


def compare(box: Box, viewer: int, seed: int, most_steps: int = 200) -> Finding:
    """The law for one viewer of one random game; whenever B cannot follow any more, another B is taken."""
    rng = random.Random(f"{seed} {viewer}")
    found = Finding()
    real = box.first(seed)
    other: Position | None = None
    for _ in range(most_steps):
        if other is None:
            other = box.resample(real.view(viewer), viewer, rng.getrandbits(60))
            real = box.from_bytes(real.to_bytes(), seed)  # so that what was observed begins in both worlds here
            found.differences += _unlike(real, _given(real, viewer), _given(other, viewer), viewer)
        if real.is_over:
            break
        found.add(_siblings(real, viewer, rng))
        number = drawn(real, rng)
        following = follower(other, viewer, seen(real, number, viewer), number, rng)
        has_history = found.compared % STEPS_BETWEEN_HISTORIES == 0
        # All that A gives is taken before B goes on: whatever a module might have kept of A is then overwritten.
        event = _do(real, number)
        given = _given(real, viewer, event, has_history)
        if following is None:
            other = None
            continue
        differences = list(_unlike(real, given, _given(other, viewer, _do(other, following), has_history), viewer))
        found.compared += 1
        found.apart += real.states.tobytes() != other.states.tobytes()
        found.differences += differences
        if differences:
            other = None
    return found


def follower(other: Position, viewer: int, seen_number: int, number: int, rng: random.Random) -> int | None:
    """A number for world B that looks to the viewer like the one in A; None if there is none."""
    alike = [possible for possible in _possible(other) if seen(other, possible, viewer) == seen_number]
    if not alike:
        return None
    return number if seen_number == number and number in alike else rng.choice(alike)


def _given(position: Position, viewer: int, event: Event | None = None, has_history: bool = False) -> dict[str, Any]:
    """Everything that the viewer gets at this moment. In the end nothing has to be hidden any more."""
    given: dict[str, Any] = {"to act": position.to_act}
    if position.is_over:
        return given
    if position.to_act == viewer >= 0:
        given["offered"] = [choice.text for choice in position.legal]
        given["choices"] = _json(position.choices(viewer))
        few = position.legal.numbers.tolist()[:: max(1, len(position.legal) // FEW)]
        given["merits"] = _json([position.merit(number) for number in few])
        given["not offered"] = _json(position.not_offered(viewer))
        question = ProgramBot(position.box, "any").question(position.view(viewer), viewer)
        given["question to a program"] = _json(question)
        given["absent"] = position.box.game.rules.absent(position.box.constants, position.states, 0)
    if has_history:  # both worlds began when B was resampled
        given["information state"] = bytes(position.information_state(viewer)).hex()
    if viewer >= 0:
        given["observation"] = position.observation(viewer).tolist()
    given["scene"] = _json(position.scene(viewer))
    if event is not None:
        given["seen"] = event.seen_by(viewer)
        given["story"] = _json(event.story(viewer))
    return given | position.box.schema.read(position.view(viewer))


def _unlike(real: Position, one: dict[str, Any], two: dict[str, Any], viewer: int) -> Iterator[str]:
    """How the viewer could tell the worlds apart, in readable lines."""
    last = real.box.texts[real.history[-1]] if real.history else "nothing"
    for name in one if one["to act"] == two["to act"] else ["to act"]:
        if one[name] != two[name]:
            yield f"{real!r}, viewer {viewer}, last {last}: {name} is {one[name]} or {two[name]}"


def _siblings(position: Position, viewer: int, rng: random.Random) -> Finding:
    """Compare what different numbers would do to the same state; see the second law."""
    box, found = position.box, Finding()
    numbers = _possible(position)
    if len(numbers) > MOST_SIBLINGS:
        numbers = sorted(rng.sample(numbers, MOST_SIBLINGS))
    by_seen: dict[int, tuple[int, tuple[bytes, int]]] = {}
    by_view: dict[bytes, dict[bytes, tuple[int, int]]] = {}
    where = f"{position.summary}, viewer {viewer}"
    for number in numbers:
        state = _after(position, number)
        actor = int(box.game.rules.to_act(box.constants, state, 0))
        if actor == OVER:
            continue
        found.siblings += 1
        seen_number, view = seen(position, number, viewer), box.visibility.view(state, viewer).tobytes()
        elder, result = by_seen.setdefault(seen_number, (number, (view, actor)))
        if result != (view, actor):
            names = f"{box.texts[elder]} and {box.texts[number]}"
            found.differences.append(f"{where}: {names} look alike, but what follows does not")
        family = by_view.setdefault(view, {})
        for elder, elder_seen in family.values() if state.tobytes() not in family else ():
            if elder_seen != seen_number:
                names = f"{box.texts[elder]} and {box.texts[number]}"
                found.differences.append(f"{where}: {names} are told apart, but the view does not hold the difference")
        family.setdefault(state.tobytes(), (number, seen_number))
    return found


def _after(position: Position, number: int) -> State:
    state = State(batch(position.states.dtype))
    state[:] = position.states
    position.box.game.rules.apply(position.box.constants, state, 0, number)
    return state


def seen(position: Position, number: int, viewer: int) -> int:
    """What this viewer learns of a number that is about to happen."""
    seen_number = int(position.box.game.rules.seen(position.box.constants, position.states, 0, number, viewer))
    assert seen_number == HIDDEN or 0 <= seen_number < position.box.game.actions.NUMBERS, f"seen tells of {seen_number}"
    return seen_number


def _possible(position: Position) -> list[int]:
    if position.to_act == CHANCE:
        return [outcome.number for outcome in position.chances]
    return [int(number) for number in position.legal.numbers]


def drawn(position: Position, rng: random.Random) -> int:
    """A random number for world A, draws by their weights."""
    if position.to_act == CHANCE:
        outcomes = position.chances
        return rng.choices(outcomes, [float(outcome.probability) for outcome in outcomes])[0].number
    return int(rng.choice(position.legal.numbers))


def _do(position: Position, number: int) -> Event:
    return position.roll(number)[0] if position.to_act == CHANCE else position.play(number)
