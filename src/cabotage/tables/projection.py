"""A table as one viewer may see it, as JSON with texts in one language. Everything a viewer receives is built here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from cabotage.bots import title
from cabotage.bots.character import first_name
from cabotage.core.contract import HIDDEN, OVER
from cabotage.core.message import Gesture
from cabotage.core.schema import Sight
from cabotage.core.visibility import is_shown
from cabotage.core.words import Words, sentence
from cabotage.tables.clock import timestamp
from cabotage.tables.rendering import rendered
from cabotage.tables.row import AGREED, FOR_GOOD, RANK, Kind, Row

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.event import Event
    from cabotage.core.message import Reason
    from cabotage.tables.seat import Seat
    from cabotage.tables.state import TableState
    from cabotage.tables.view import Clock, NotOffered, Result, SeatView, Step, StoryLine, TableView, Vote

WORDS = Path(__file__).with_name("words")
MOST_STEPS = 40
MOST_STORY_ROWS = 200
KEPT_WORDS = 2000  # with the names of the people at a table
NOBODY_YET = -1  # to act while seats are open; in earlier moments, also while chance acts
CLOCK_KINDS: dict[str, Literal["turn", "days"]] = {"seconds": "turn", "days": "days"}

# Rows that have a story besides the game's own.
TOLD = (
    Kind.SAT,
    Kind.LEFT,
    Kind.RETURNED,
    Kind.TAKEN_OVER,
    Kind.GIVEN_BACK,
    Kind.FORGOTTEN,
    Kind.STARTED,
    Kind.UNDONE,
    Kind.TIMED_OUT,
    Kind.VOTED,
    Kind.ENDED,
)


class Moment(NamedTuple):
    """What a view is made of: the rows to tell, the state after the last of them, and the state now."""

    rows: Sequence[tuple[Row, Event | None]]
    then: TableState
    now: TableState
    first_scene: int  # in memory games, earlier rows have no scene and no choice
    reminds: bool = False  # the scene shows what the viewer had seen before; only if the game is over by now

    @property
    def is_now(self) -> bool:
        return self.then.seq == self.now.seq

    @property
    def is_over(self) -> bool:
        """Whether the game is over by now: then nobody has to remember anything, and scenes show it."""
        return self.now.status == "over"


def view(moment: Moment, viewer: int, language: str, now_ms: int, can_undo: bool) -> TableView:
    """The one builder of views. `now_ms` is for the clock."""
    then, now = moment.then, moment.now
    box, opening, position = then.box, then.opening, then.position
    words = game_words(then, language)
    kinds: Any = box.game.scene
    with_memory = moment.is_over or moment.reminds
    scene = rendered(position.scene(viewer, with_memory), kinds.Scene, words) if then.status != "waiting" else {}
    story = story_lines(moment.rows, then, viewer, language, words, moment.is_over)
    steps = _steps(moment, story, viewer, words if moment.is_now else game_words(now, language), scene)
    is_offered = moment.is_now and then.to_act is not None and then.to_act == viewer
    offered = position.described(viewer) if is_offered else []
    reasons = position.not_offered(viewer, [choice for _, choice in offered]) if offered else []
    return {
        "table": then.table,
        "game": opening.game,
        "rules_version": opening.rules_version,
        "status": then.status,
        "is_over": moment.is_over,
        "seq": then.seq,
        "at": then.seq,
        "viewer": viewer,
        "to_act": actor(then),
        "seats": seats(then, now, language),
        "scene": scene,
        "steps": steps,
        "story": story,
        "choices": [offer(box, number, choice, words) for number, choice in offered],
        "not_offered": [not_offered(reason, words) for reason in reasons],
        "can_undo": can_undo,
        "clock": clock(then, moment.is_now, now_ms),
        "result": _result(then, steps),
        "vote": _vote(then) if moment.is_now else None,
        "options": box.options,
        "phase": str(scene.get("phase", "")),
        "has_secrets": any(field.seen.sight is not Sight.ALL for field in box.schema.fields.values()),
        "has_memory": has_memory(box),
        "commitment": opening.commitment,
        "nonces": then.nonces,
        "lot": None if then.lot is None else list(then.lot),
        "revealed_seed": then.seed or None,
        "digest": digest(then),
        "gestures": rendered(box.game.gestures(box), list[Gesture], words),
        "forked": opening.forked,
    }


def actor(state: TableState) -> int:
    """The seat to act, or OVER, or NOBODY_YET."""
    if state.to_act is not None:
        return state.to_act
    return OVER if state.status == "over" else NOBODY_YET


def offer(box: Box, number: int, choice: Mapping[str, Any], words: Words) -> dict[str, Any]:
    """What is offered to a viewer; the id is the notation, the same in every version and language."""
    kinds: Any = box.game.scene
    shown: dict[str, Any] = rendered(choice, kinds.Choice, words)
    return {**shown, "number": number, "id": box.texts[number], "text": sentence(shown["text"])}


def seats(then: TableState, now: TableState, language: str) -> list[SeatView]:
    """Names and bots as they were then, people as they are now. Identities are not shown."""
    called = game_words(then, language).names
    views: list[SeatView] = []
    for place, (seat, today) in enumerate(zip(then.seats, now.seats, strict=True)):
        is_held = today.holder is not None
        views.append(
            {
                "seat": place,
                "kind": "open" if seat.is_open else "person" if is_held else "bot",
                "name": called(place),
                "is_named": today.name is not None,
                "rank": seat.bot,
                "rank_name": None if seat.bot is None else rank_name(seat.bot, language),
                "is_away": is_held and not today.is_present,
                "is_taken_over": seat.bot is not None and is_held,
            }
        )
    return views


def clock(state: TableState, is_now: bool, now_ms: int) -> Clock | None:
    kind = CLOCK_KINDS.get(state.opening.clock.unit)
    if kind is None:
        return None
    deadline_ms = state.deadline_ms if is_now else None
    if deadline_ms is None:
        return {"kind": kind, "deadline_at": None, "seconds_left": None}
    return {"kind": kind, "deadline_at": timestamp(deadline_ms), "seconds_left": max(0, deadline_ms - now_ms) / 1000}


def digest(state: TableState) -> str | None:
    """Only when the game is over: from one digest to the next, a hidden number could be found by trying."""
    return state.digest.hex() if state.status == "over" and state.opening.kept is None else None


def story_lines(
    rows: Sequence[tuple[Row, Event | None]],
    state: TableState,
    viewer: int,
    language: str,
    words: Words,
    is_over: bool,
) -> list[StoryLine]:
    """What this viewer learns from these rows. Only the last move has texts for the moment, until all is over."""
    own = table_words(language).naming(words.names)
    lines: list[StoryLine] = []
    for row, event in rows:
        seat = state.seat_now(row.seat, row.seq)
        for message in event.story(viewer) if event is not None else _messages(row, seat, own):
            teller = words if event is not None else own
            text = teller.tell_now(message) if is_over else teller.tell(message)
            line: StoryLine = {"seq": row.seq, "kind": row.kind.value, "seat": seat, "text": text}
            if "now" in message and row.seq >= state.move_seq:
                line["now"] = words.tell_now(message)
            lines.append(line)
    return lines


def _messages(row: Row, seat: int, words: Words) -> Sequence[Mapping[str, Any]]:
    """What the table says about a row that is no event of the game."""
    if row.kind not in TOLD:
        return []
    value = row.value if isinstance(row.value, dict) else {}
    rank = value.get(RANK)
    values = {"who": {"seat": seat}, "rank": rank and title(rank, words.language)}
    told = [{"key": f"story.{_key(row.kind, value)}", "values": values}] if _is_told(row.kind, value) else []
    if "lot" in value:
        names = ", ".join(map(words.names, range(len(value["lot"]))))
        told.insert(0, {"key": "story.lot", "values": {"names": names}})
    return told


def _is_told(kind: Kind, value: Mapping[str, Any]) -> bool:
    """The game itself tells how it ended, unless people have ended it."""
    return kind is not Kind.ENDED or bool(value.get(AGREED))


def _key(kind: Kind, value: Mapping[str, Any]) -> str:
    if kind is Kind.LEFT and value.get(FOR_GOOD):
        return "resigned"
    if kind is Kind.VOTED:
        return "voted" if value["end"] else "unvoted"
    return "agreed" if kind is Kind.ENDED else kind.value


def _steps(
    moment: Moment, story: Sequence[StoryLine], viewer: int, words: Words, last_scene: dict[str, Any]
) -> list[Step]:
    """The last rows one by one. Rows after the last event have the last scene, which is built already."""
    lines = defaultdict(list)
    for line in story:
        lines[line["seq"]].append(line)
    kinds: Any = moment.then.box.game.scene
    later: Event | None = None  # the next event after the row, whose state before is the row's state after
    steps: list[Step] = []
    for row, event in reversed(moment.rows[-MOST_STEPS:]):
        if event is not None or row.seq in lines:
            scene, choice = None, None
            if row.seq >= moment.first_scene:
                before = None if later is None else later.scene_before(viewer, moment.is_over)
                scene = last_scene if before is None else rendered(before, kinds.Scene, words)
                choice = chosen(event, viewer) if event is not None and row.kind is Kind.CHOSEN else None
            steps.append(
                {
                    "seq": row.seq,
                    "kind": row.kind.value,
                    "actor": moment.then.seat_now(row.seat, row.seq),
                    "choice": choice,
                    "story": [line["text"] for line in lines[row.seq]],
                    "now": [line.get("now", line["text"]) for line in lines[row.seq]],
                    "scene": scene,
                }
            )
        later = event or later
    return steps[::-1]


def chosen(event: Event, viewer: int) -> str | None:
    """The notation of a choice, if this viewer may know it."""
    number = event.seen_by(viewer)
    return None if number == HIDDEN else event.box.texts[number]


def not_offered(reason: Reason, words: Words) -> NotOffered:
    """What the viewer might miss among the choices, and why."""
    return {"what": reason["what"], "name": words.tell(reason["name"]), "why": words.tell(reason["why"])}


def _result(state: TableState, steps: Sequence[Step]) -> Result | None:
    score = state.position.score if state.status == "over" else None  # an uploaded record may end before the game does
    text = next((step["story"] for step in reversed(steps) if step["story"]), [])
    if state.is_agreed:
        return {"places": [], "score": [], "winners": [], "text": text, "is_agreed": True}
    if score is None:
        return None
    return {
        "places": list(state.position.places),
        "score": list(map(float, score)),
        "winners": [seat for seat, share in enumerate(score) if share > 0],
        "text": text,
        "is_agreed": False,
    }


def _vote(state: TableState) -> Vote | None:
    voters = state.voters
    return {"voters": sorted(voters), "agreed": sorted(state.votes & voters)} if voters else None


def has_memory(box: Box) -> bool:
    """Whether people have to remember something in this game that the program could show them."""
    return any(not is_shown(field, box.constants) for field in box.schema.fields.values())


def rank_name(rank: str, language: str) -> str:
    name = title(rank, language)
    return name[:1].upper() + name[1:]


def game_words(state: TableState, language: str) -> Words:
    """The words of the game, with the names of the people at this table."""
    named = state.words.get(language)
    if named is None or named[0] is not state.seats:  # the same list until something about them changes
        given = tuple(
            (first_name(str(seat.bot), language), True) if _is_bot(seat) else (seat.name, False) for seat in state.seats
        )
        named = state.words[language] = state.seats, _naming(state.box.game.words(language), given)
    return named[1]


@lru_cache(KEPT_WORDS)
def _naming(words: Words, given: tuple[tuple[str | None, bool], ...]) -> Words:
    return words.naming(_called(words, given).__getitem__)


def _called(words: Words, given: Sequence[tuple[str | None, bool]]) -> list[str]:
    """What seats are called: people by the names they gave, bots by their characters, others by number."""
    own = table_words(words.language)

    def called(place: int, name: str | None, is_bot: bool) -> str:
        if name is None:
            return own.say("seat.bot", number=place + 1) if is_bot else words.names(place)
        # Several bots of one rank have the same character: their seats tell them apart.
        is_shared = [other for other, _ in given].count(name) > 1
        return f"{name} {place + 1}" if is_bot and is_shared else name

    return [called(place, *seat) for place, seat in enumerate(given)]


def _is_bot(seat: Seat) -> bool:
    """A bot of its own, not one that stands in for a person."""
    return seat.bot is not None and seat.holder is None and seat.name is None


@cache
def table_words(language: str) -> Words:
    return Words.load(WORDS, language)
