"""Messages: texts named by a key of words/<language>.toml, with values for their placeholders."""

from __future__ import annotations

from typing import Any, NotRequired

from typing_extensions import TypedDict  # pydantic cannot read the one in Python 3.11


class Message(TypedDict):
    """A text to be rendered in the reader's language."""

    key: str
    values: NotRequired[dict[str, Any]]
    now: NotRequired[Message]  # shown instead at the moment it happens, and not kept in a log


class SeatName(TypedDict):
    """A value of a message that is rendered as the name of the person in that seat."""

    seat: int


class ChoiceText(TypedDict):
    """How people read and type an offered choice."""

    text: Message
    short: Message  # what one may type for it in a terminal
    is_detail: NotRequired[bool]  # left out of the terminal's list of choices


class Gesture(TypedDict):
    """Something people may point at for all to see."""

    id: str
    part: str  # of the board
    text: Message


class Reason(TypedDict):
    """Why something is not offered."""

    what: str  # a field of the described choices and a value that none of them has there: "tile 3"
    name: Message
    why: Message


def message(key: str, **values: Any) -> Message:
    return {"key": key, "values": values} if values else {"key": key}


def reason(what: str, name: Message, why: Message) -> Reason:
    return {"what": what, "name": name, "why": why}
