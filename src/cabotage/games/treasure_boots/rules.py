"""The rules of Captain Treasure Boots, compiled. Ids like TRB-12 are those of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import CHANCE, HIDDEN, OVER
from cabotage.games.treasure_boots.actions import (
    AMOUNT,
    ATTACK,
    CONTROL,
    DEFENCE,
    DICE,
    FACES,
    FIRE,
    GO,
    KINDS,
    LOSE,
    MOST_SEATS,
    NAME,
    PASS,
    PEARLS,
    PORT,
    SHIPS,
    SPEND,
    START,
    TAKE,
    TOKEN,
    TOKENS,
    UNLOAD_ALL,
    UNLOAD_PART,
    WINDS,
    Token,
    Wind,
)
from cabotage.games.treasure_boots.aim import empty_squares, is_twin, write_targets
from cabotage.games.treasure_boots.box import StartPorts
from cabotage.games.treasure_boots.goods import cargo, carried, pearls, return_to_box
from cabotage.games.treasure_boots.ranking import standings
from cabotage.games.treasure_boots.reach import cheapest_cost, points_of, write_ends
from cabotage.games.treasure_boots.state import NOBODY, NOTHING, NOWHERE, Phase
from cabotage.games.treasure_boots.turn import (
    amounts,
    ask_amount,
    choose_port,
    collect,
    least_attack_pearls,
    lose,
    most_attack_pearls,
    needed_pearls,
    place_token,
    reveal_port,
    set_amount,
    settle,
    unload_all,
)

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records

__all__ = ["absent", "apply", "chance", "legal", "seen", "setup", "standings", "to_act"]


@compiled
def setup(box: Records, states: Records, i: int) -> None:
    s, b = states[i], box[0]
    s.phase = Phase.START if b.ports > 0 else Phase.OVER
    s.turn = 0
    s.starter = NOBODY
    s.rounds = 0
    s.wind = Wind.N  # TRB-10, TRB-11
    s.low = 0
    s.high = 0
    s.island = NOWHERE
    for ship in range(SHIPS):
        s.at[ship] = NOWHERE
        for token in range(TOKENS):
            s.hold[ship, token] = 0  # TRB-12
    for island in range(len(s.token)):
        s.token[island] = NOTHING
    for token in range(TOKENS):
        s.supply[token] = b.supply[token]  # TRB-7
    for seat in range(MOST_SEATS):
        s.score[seat] = 0
        s.chosen[seat] = NOWHERE
    s.acting = NOBODY
    s.target = NOBODY
    s.defender = NOBODY
    _clear_dice(s)
    s.kind = NOTHING
    for kind in range(KINDS):
        s.amount[kind] = 0


@inlined
def to_act(box: Records, states: Records, i: int) -> int:
    s = states[i]
    if s.phase == Phase.OVER:
        return OVER
    if s.phase < Phase.PORT:
        return CHANCE
    if s.phase == Phase.DEFENCE_PEARLS:
        return int(s.defender)
    if s.phase == Phase.LOSE and s.hold[s.target, Token.GOLD] > 0:  # TRB-65, TRB-70
        return int(s.defender)
    if s.phase == Phase.REFUGE:
        return int(s.target)
    return int(s.turn)


@inlined
def legal(box: Records, states: Records, i: int, out: Numbers) -> int:
    s, b = states[i], box[0]
    n = 0
    if s.phase == Phase.GO:
        n = write_ends(b, s, np.int64(s.acting), GO, out)
    elif s.phase == Phase.FIRE:
        out[0] = PASS
        n = write_targets(b, s, out, 1)
    elif s.phase == Phase.CONTROL:
        out[0] = PASS
        n = 1
        for privateer in range(MOST_SEATS, SHIPS):
            if s.at[privateer] != NOWHERE and not is_twin(b, s, privateer):
                out[n] = CONTROL + privateer - MOST_SEATS
                n += 1
    else:
        n = _write_answers(b, s, out)
    return n


@compiled
def _write_answers(b: Any, s: Any, out: Numbers) -> int:
    """What is offered in the rarer questions."""
    n = 0
    if s.phase == Phase.PORT or s.phase == Phase.REFUGE:
        for port in range(b.ports):
            out[port] = GO + b.port_square[port]
        n = b.ports
    elif s.phase == Phase.UNLOAD:
        out[0] = PASS
        out[1] = UNLOAD_ALL
        out[2] = UNLOAD_PART
        n = 3 if cargo(s, int(s.acting)) > 1 else 2
    elif s.phase == Phase.AMOUNT:
        least, most = amounts(s)
        for amount in range(least, most + 1):
            out[n] = AMOUNT + amount
            n += 1
    elif s.phase == Phase.COLLECT or s.phase == Phase.LOOT:
        out[0] = PASS
        out[1] = TAKE
        n = 2
    elif s.phase == Phase.NAME:
        for seat in range(b.seats):
            if seat != s.turn:
                out[n] = NAME + seat
                n += 1
    elif s.phase == Phase.ATTACK_PEARLS:
        out[0] = SPEND
        n = 1
        for count in range(least_attack_pearls(s), most_attack_pearls(s) + 1):
            out[n] = SPEND + count
            n += 1
    elif s.phase == Phase.DEFENCE_PEARLS:
        out[0] = SPEND
        out[1] = SPEND + needed_pearls(s)
        n = 2
    elif s.phase == Phase.LOSE:
        for kind in range(KINDS):
            if carried(s, int(s.target), kind) > 0:
                out[n] = LOSE + kind
                n += 1
    return n


@inlined
def chance(box: Records, states: Records, i: int, outcomes: Numbers, weights: Numbers) -> int:
    s, b = states[i], box[0]
    n = 0
    if s.phase == Phase.DICE:  # TRB-14
        for low in range(FACES):
            for high in range(low, FACES):
                outcomes[n] = DICE + n
                weights[n] = 1 if low == high else 2
                n += 1
    elif s.phase == Phase.TOKEN:
        for token in range(TOKENS):
            outcomes[n] = TOKEN + token
            weights[n] = s.supply[token]
            n += 1 if s.supply[token] > 0 else 0
    elif s.phase == Phase.REVEAL:  # no chance any more, but a number that all see
        for port in range(b.ports):
            outcomes[n] = PORT + port
            weights[n] = 1
            n += 1 if s.chosen[s.turn] == b.port_square[port] else 0
    else:
        first, n = ATTACK, FACES  # TRB-58
        if s.phase == Phase.DEFENCE_DIE:  # TRB-60
            first = DEFENCE
        elif s.phase == Phase.START:  # TRB-12
            first, n = START, int(b.seats)
        elif s.phase == Phase.PORT_DRAW:  # TRB-89
            first, n = PORT, int(b.ports)
        for k in range(n):
            outcomes[k] = first + k
            weights[k] = 1
    return n


@inlined
def apply(box: Records, states: Records, i: int, number: int) -> None:
    s, b = states[i], box[0]
    if s.phase == Phase.DICE:
        _roll(b, s, number - DICE)
    elif s.phase == Phase.TOKEN:
        place_token(b, s, number - TOKEN)
    elif s.phase == Phase.GO:
        _sail(b, s, number - GO)
    elif s.phase == Phase.CONTROL:
        _control(s, number)
    elif s.phase == Phase.FIRE:
        _fire(b, s, number)
    elif s.phase == Phase.UNLOAD:
        if number == PASS:
            s.phase = Phase.DONE
        elif number == UNLOAD_ALL:
            unload_all(b, s)
        else:
            s.phase = Phase.AMOUNT
            s.kind = NOTHING
            ask_amount(s)
    elif s.phase == Phase.AMOUNT:
        set_amount(b, s, number - AMOUNT)
    elif s.phase == Phase.COLLECT:
        if number == TAKE:
            collect(b, s)
        else:
            s.phase = Phase.DONE
    elif s.phase >= Phase.NAME or (s.phase >= Phase.ATTACK_DIE and s.phase < Phase.PORT):
        _shoot_on(b, s, number)
    else:
        _set_up(b, s, number)
    settle(b, s)


@inlined
def _roll(b: Any, s: Any, pair: int) -> None:
    low = 1
    while pair > FACES - low:
        pair -= FACES - low + 1
        low += 1
    s.low = low
    s.high = low + pair
    s.wind = (s.wind + s.high - s.low) % WINDS  # TRB-15
    s.island = b.first_of_sum[s.low + s.high]
    _clear_dice(s)
    s.phase = Phase.TOKEN


@inlined
def _clear_dice(s: Any) -> None:
    """Those of a shot, which everybody can look at until the next roll."""
    s.attack_die = 0
    s.attack = 0
    s.defence_die = 0
    s.defence = 0


@inlined
def _sail(b: Any, s: Any, square: int) -> None:
    if pearls(s, int(s.acting)) > 0:  # TRB-47, TRB-48
        missing = cheapest_cost(b, s, np.int64(s.acting), square) - points_of(s, int(s.acting))
        if missing > 0:
            return_to_box(s, int(s.acting), PEARLS, missing)
    s.at[s.acting] = square
    s.phase = Phase.ARRIVE


@compiled
def _control(s: Any, number: int) -> None:
    s.phase = Phase.GO
    if number == PASS:
        s.acting = s.turn
        return
    due = 0 if s.low == s.high else 1
    return_to_box(s, int(s.turn), PEARLS, due)  # TRB-22, TRB-75, TRB-99
    s.acting = MOST_SEATS + number - CONTROL  # TRB-23


@compiled
def _fire(b: Any, s: Any, number: int) -> None:
    if number == PASS:
        s.phase = Phase.DONE
        return
    _clear_dice(s)
    target = number - FIRE
    s.target = target
    s.defender = target if target < MOST_SEATS else (s.turn + 1) % b.seats  # TRB-71
    gap = empty_squares(b, s, int(s.acting), int(s.at[s.acting]), target)
    s.attack = s.hold[s.acting, Token.GUNS] - gap  # TRB-58
    s.phase = Phase.NAME


@compiled
def _shoot_on(b: Any, s: Any, number: int) -> None:
    """What was drawn or answered during a shot."""
    if s.phase == Phase.ATTACK_DIE:
        s.attack_die = number - ATTACK + 1
        s.attack += s.attack_die
        s.phase = Phase.ATTACK_PEARLS
    elif s.phase == Phase.DEFENCE_DIE:
        s.defence_die = number - DEFENCE + 1
        s.defence = s.defence_die + s.hold[s.target, Token.RUM]  # TRB-60
        s.phase = Phase.DEFENCE_PEARLS
    elif s.phase == Phase.NAME:
        s.defender = number - NAME  # TRB-70
        s.phase = Phase.ATTACK_DIE
    elif s.phase == Phase.ATTACK_PEARLS:  # TRB-59
        return_to_box(s, int(s.acting), PEARLS, number - SPEND)
        s.attack += number - SPEND
        s.phase = Phase.DEFENCE_DIE
    elif s.phase == Phase.DEFENCE_PEARLS:  # TRB-61, TRB-74
        return_to_box(s, int(s.target), PEARLS, number - SPEND)
        s.defence += number - SPEND
        s.phase = Phase.RESOLVE
    elif s.phase == Phase.LOOT:
        s.phase = Phase.LOSE if number == TAKE else Phase.DONE
    elif s.phase == Phase.LOSE:
        lose(b, s, number - LOSE)
    else:
        s.at[s.target] = number - GO  # TRB-68
        s.phase = Phase.DONE


@compiled
def _set_up(b: Any, s: Any, number: int) -> None:
    if s.phase == Phase.START:
        s.starter = number - START
        s.turn = s.starter
        s.phase = Phase.PORT_DRAW if b.start_ports == StartPorts.RANDOM else Phase.PORT
    elif s.phase == Phase.PORT_DRAW:
        choose_port(b, s, int(b.port_square[number - PORT]))
    elif s.phase == Phase.REVEAL:
        reveal_port(b, s, int(b.port_square[number - PORT]))
    else:
        choose_port(b, s, number - GO)


@compiled
def absent(box: Records, states: Records, i: int) -> int:
    """TRB-86, TRB-98"""
    s, b = states[i], box[0]
    if s.phase == Phase.GO:
        return GO + int(s.at[s.acting])
    if s.phase == Phase.PORT or s.phase == Phase.REFUGE:
        return GO + int(b.port_square[0])
    if s.phase == Phase.UNLOAD:
        return UNLOAD_ALL
    if s.phase == Phase.AMOUNT:
        return AMOUNT + amounts(s)[1]
    if s.phase == Phase.COLLECT or s.phase == Phase.LOOT:
        return TAKE
    if s.phase == Phase.NAME:
        return NAME + (int(s.turn) + 1) % int(b.seats)
    if s.phase == Phase.ATTACK_PEARLS or s.phase == Phase.DEFENCE_PEARLS:
        return SPEND
    if s.phase == Phase.LOSE:
        most, found = 0, 0
        for kind in range(KINDS):
            held = carried(s, int(s.target), kind)
            if held > most:
                most, found = held, kind
        return LOSE + found
    return PASS


@compiled
def seen(box: Records, states: Records, i: int, number: int, viewer: int) -> int:
    """All but a port that is chosen in secret (TRB-89, TRB-94)."""
    s, b = states[i], box[0]
    is_secret = s.phase == Phase.PORT and b.start_ports == StartPorts.SECRET
    return HIDDEN if is_secret and viewer != s.turn else number
