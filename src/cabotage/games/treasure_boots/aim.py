"""Lines of fire and the odds of a shot, compiled. Ids like TRB-12 are those of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.compiling import compiled, inlined
from cabotage.games.treasure_boots.actions import FACES, FIRE, MOST_SEATS, SHIPS, TOKENS, Token
from cabotage.games.treasure_boots.goods import pearls
from cabotage.games.treasure_boots.state import NOWHERE

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records

NO_LINE = -1


@inlined
def is_open_sea(b: Any, square: int) -> bool:
    return bool(b.is_port[square] == 0 and b.island_at[square] == NOWHERE)


@inlined
def _direction(down: int, right: int) -> int:
    """Clockwise from the north, as in the box; NO_LINE if it is none of the eight."""
    if down == 0:
        return 2 if right > 0 else 6
    if right == 0:
        return 4 if down > 0 else 0
    if down == right:
        return 3 if down > 0 else 7
    if down == -right:
        return 5 if down > 0 else 1
    return NO_LINE


@compiled
def empty_squares(b: Any, s: Any, ship: int, square: int, target: int) -> int:
    """How many empty squares lie between this ship, were it on that square, and its target; NO_LINE if no shot can.

    TRB-56, TRB-57
    """
    down = int(b.row[s.at[target]]) - int(b.row[square])
    right = int(b.column[s.at[target]]) - int(b.column[square])
    if down == 0 and right == 0:
        return NO_LINE
    direction = _direction(down, right)
    if direction == NO_LINE:
        return NO_LINE
    steps = max(abs(down), abs(right))
    if steps > b.to_land[square, direction]:
        return NO_LINE
    for other in range(SHIPS):
        if other != ship and s.at[other] != NOWHERE:
            past = int(b.row[s.at[other]]) - int(b.row[square])
            beside = int(b.column[s.at[other]]) - int(b.column[square])
            nearer = max(abs(past), abs(beside))
            # On the same line and nearer: the same way for so many steps.
            if 0 < nearer < steps and past * steps == down * nearer and beside * steps == right * nearer:
                return NO_LINE
    return steps - 1


@compiled
def write_gaps(box: Records, states: Records, i: int, ship: int, squares: Numbers, out: Numbers) -> None:
    """For every ship, the empty squares between it and this ship, were that on each of these squares.

    NO_LINE if no shot can.
    """
    s, b = states[i], box[0]
    for k in range(len(squares)):
        for target in range(SHIPS):
            out[k, target] = NO_LINE
            if can_be_target(s, ship, target) and is_open_sea(b, squares[k]):
                out[k, target] = empty_squares(b, s, ship, squares[k], target)


@inlined
def can_be_target(s: Any, ship: int, target: int) -> bool:
    """Any other ship in play; a controlled privateer spares the ship of its player (TRB-32, TRB-55)."""
    return target != ship and target != s.turn and s.at[target] != NOWHERE


@compiled
def is_offered(b: Any, s: Any, target: int) -> bool:
    """Whether the acting ship may fire at this one."""
    if not can_be_target(s, int(s.acting), target):
        return False
    gap = empty_squares(b, s, int(s.acting), int(s.at[s.acting]), target)
    if gap == NO_LINE:
        return False
    # Question 4 of RULES.md: a shot that cannot hit is not offered.
    best = FACES + int(s.hold[s.acting, Token.GUNS]) + pearls(s, int(s.acting)) - gap
    return best >= 1 + int(s.hold[target, Token.RUM]) and not is_twin(b, s, target)


@compiled
def has_target(b: Any, s: Any) -> bool:
    is_any = False
    for target in range(SHIPS):
        if not is_any and is_offered(b, s, target):
            is_any = True
    return is_any


@compiled
def write_targets(b: Any, s: Any, out: Numbers, n: int) -> int:
    for target in range(SHIPS):
        if is_offered(b, s, target):
            out[n] = FIRE + target
            n += 1
    return n


@compiled
def is_twin(b: Any, s: Any, privateer: int) -> bool:
    """Whether a privateer of a lower slot lies in the same port with the same hold: the two are one choice."""
    if privateer < MOST_SEATS or b.is_port[s.at[privateer]] == 0:
        return False
    for other in range(MOST_SEATS, privateer):
        if s.at[other] == s.at[privateer]:
            is_same = True
            for token in range(TOKENS):
                if s.hold[other, token] != s.hold[privateer, token]:
                    is_same = False
            if is_same:
                return True
    return False


@compiled
def hits_of_36(margin: int) -> int:
    """In how many of the 36 rolls of two dice attack + margin >= defence."""
    hits = 0
    for attack in range(1, FACES + 1):
        hits += min(FACES, max(0, attack + margin))
    return hits
