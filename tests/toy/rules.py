"""The rules of Flotsam, plain Python so that a test can plant a mistake in them.

Each seat is dealt a card. On turn a seat draws one and lays one down, openly or unseen; before that it may look into
the chest. In the end all cards of a seat count; a secret tide says whether most or least wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.contract import CHANCE, HIDDEN, OVER
from tests.toy.actions import CARD, CARDS, HIDE, PEEK, PLAY, TIDE, cards_of
from tests.toy.state import SCHEMA, UNKNOWN, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records


def setup(box: Records, states: Records, i: int) -> None:
    s = states[i]
    for name in SCHEMA.fields:
        s[name] = 0
    for name in ("open", "chest", "tide", "shown_tide"):
        s[name] = UNKNOWN


def to_act(box: Records, states: Records, i: int) -> int:
    s = states[i]
    if s["phase"] == Phase.OVER:
        return OVER
    return int(s["turn"]) if s["phase"] == Phase.CHOOSE else CHANCE


def legal(box: Records, states: Records, i: int, out: Numbers) -> int:
    s = states[i]
    hand = cards_of(s["hand"][s["turn"]])
    offered = [PLAY + card for card in hand] + [HIDE + card for card in hand]
    if not s["peekers"] >> s["turn"] & 1:
        offered.append(PEEK)
    out[: len(offered)] = offered
    return len(offered)


def chance(box: Records, states: Records, i: int, outcomes: Numbers, weights: Numbers) -> int:
    s = states[i]
    if s["phase"] == Phase.TIDE:
        possible = [TIDE, TIDE + 1]
    elif s["phase"] == Phase.CHEST and s["peekers"]:
        possible = [CARD + int(s["chest"])]
    else:
        possible = [CARD + card for card in cards_of(_left(s))]
    outcomes[: len(possible)] = possible
    weights[: len(possible)] = 1
    return len(possible)


def _left(s: Any) -> int:
    """The cards that are nowhere yet."""
    left = (1 << CARDS) - 1
    for seat in range(len(s["hand"])):
        left &= ~(int(s["hand"][seat]) | int(s["stash"][seat]) | int(s["played"][seat]))
    return left & ~(1 << int(s["chest"])) if s["peekers"] else left


def apply(box: Records, states: Records, i: int, number: int) -> None:
    s, b = states[i], box[0]
    turn = int(s["turn"])
    if s["phase"] == Phase.DEAL:
        _take(s, turn, number - CARD)
        s["turn"] = (turn + 1) % b["seats"]
        if s["turn"] == 0:
            s["phase"] = Phase.TIDE
    elif s["phase"] == Phase.TIDE:
        s["tide"] = number - TIDE
        s["phase"] = Phase.DRAW
    elif s["phase"] == Phase.DRAW:
        _take(s, turn, number - CARD)
        s["phase"] = Phase.CHOOSE
    elif s["phase"] == Phase.CHEST:
        s["chest"] = number - CARD
        s["peekers"] |= 1 << turn
        s["phase"] = Phase.CHOOSE
    elif number == PEEK:
        s["phase"] = Phase.CHEST
    else:
        _lay(s, turn, number)
        _end_turn(b, s)


def _take(s: Any, seat: int, card: int) -> None:
    s["hand"][seat] |= 1 << card
    s["held"][seat] += 1


def _lay(s: Any, seat: int, number: int) -> None:
    card = (number - PLAY) % CARDS
    s["hand"][seat] &= ~(1 << card)
    s["held"][seat] -= 1
    if number < HIDE:
        s["open"] = card
        s["played"][seat] |= 1 << card
    else:
        s["stash"][seat] |= 1 << card
        s["stashed"][seat] += 1


def _end_turn(b: Any, s: Any) -> None:
    s["phase"] = Phase.DRAW
    s["turn"] = (s["turn"] + 1) % b["seats"]
    if s["turn"] == 0:
        s["done"] += 1
    if s["done"] == b["rounds"]:
        s["phase"] = Phase.OVER
        s["shown_tide"] = s["tide"]
        s["shown"] = s["hand"] | s["stash"] | s["played"]


def _totals(box: Records, states: Records, i: int) -> list[int]:
    """What each seat's cards are worth; less is better when the tide is out."""
    s, b = states[i], box[0]
    field, sign = ("shown", 1 if s["shown_tide"] else -1) if s["phase"] == Phase.OVER else ("played", 1)
    return [sign * sum(card + 1 for card in cards_of(s[field][seat])) for seat in range(b["seats"])]


def absent(box: Records, states: Records, i: int) -> int:
    s = states[i]
    return PLAY + cards_of(s["hand"][s["turn"]])[0] if s["phase"] == Phase.CHOOSE else PEEK


def standings(box: Records, states: Records, i: int, out: Numbers) -> int:
    totals = _totals(box, states, i)
    if box[0]["together"]:
        cards = len(totals) * (int(box[0]["rounds"]) + 1)
        out[: len(totals)] = 2 * abs(sum(totals)) >= (CARDS + 1) * cards
        return 1
    out[: len(totals)] = totals
    return len(totals)


def seen(box: Records, states: Records, i: int, number: int, viewer: int) -> int:
    s = states[i]
    is_own = viewer == s["turn"]
    if number >= TIDE:
        return HIDDEN
    if number >= CARD:
        knows_chest = s["phase"] == Phase.CHEST and viewer >= 0 and s["peekers"] >> viewer & 1
        return number if is_own or knows_chest else HIDDEN
    return HIDDEN if HIDE <= number < PEEK and not is_own else number
