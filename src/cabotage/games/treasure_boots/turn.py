"""How a turn goes on, compiled: whatever follows without a question and without a draw. Ids are those of RULES.md.

Each phase either waits for a seat or for chance, or has nothing to ask and leads on to another; `settle` follows them
until one waits.
"""

from __future__ import annotations

from typing import Any

from cabotage.core.compiling import compiled, inlined
from cabotage.games.treasure_boots.actions import BLACK, FACES, KINDS, MOST_SEATS, PEARLS, SHIPS, TOKENS, Token
from cabotage.games.treasure_boots.aim import has_target
from cabotage.games.treasure_boots.box import StartPorts
from cabotage.games.treasure_boots.goods import cargo, carried, first_token, kinds_carried, pearls, unload
from cabotage.games.treasure_boots.reach import can_leave
from cabotage.games.treasure_boots.state import NOBODY, NOTHING, NOWHERE, Phase


@inlined
def settle(b: Any, s: Any) -> None:
    """Go on until a seat is asked, chance draws or the game is over."""
    while True:
        if s.phase == Phase.GO:
            if can_leave(b, s):  # TRB-85
                return
            s.phase = Phase.ARRIVE
        elif s.phase == Phase.ARRIVE:
            _arrive(b, s)
        elif s.phase == Phase.TOKEN:
            if _find_island(b, s):
                return
            s.phase = Phase.CONTROL  # TRB-21
        elif s.phase == Phase.CONTROL:
            if _can_control(s):
                return
            s.acting = s.turn
            s.phase = Phase.GO
        elif s.phase == Phase.FIRE:
            if has_target(b, s):
                return
            s.phase = Phase.DONE
        elif s.phase == Phase.DONE:
            _finish_action(b, s)
        elif s.phase == Phase.COLLECT:
            if b.decline_gains:  # TRB-88
                return
            collect(b, s)  # TRB-66
        elif s.phase == Phase.AMOUNT:
            least, most = amounts(s)
            if least < most:
                return
            set_amount(b, s, least)
        elif s.phase == Phase.PORT:
            if b.ports > 1:
                return
            for seat in range(b.seats):
                s.at[seat] = b.port_square[0]
            s.phase = Phase.DICE
        elif s.phase >= Phase.NAME and s.phase != Phase.OVER:
            if _is_asked_in_shot(b, s):
                return
        else:
            return


@compiled
def _is_asked_in_shot(b: Any, s: Any) -> bool:
    """Whether this phase of a shot is a question; if not, go on to the next."""
    if s.phase == Phase.NAME:
        if _can_name(b, s):
            return True
        s.phase = Phase.ATTACK_DIE
    elif s.phase == Phase.ATTACK_PEARLS:
        if least_attack_pearls(s) <= most_attack_pearls(s):
            return True
        s.phase = Phase.DEFENCE_DIE
    elif s.phase == Phase.DEFENCE_PEARLS:
        if 1 <= needed_pearls(s) <= pearls(s, int(s.target)):  # TRB-61
            return True
        s.phase = Phase.RESOLVE
    elif s.phase == Phase.RESOLVE:
        if s.attack < s.defence:  # TRB-63, TRB-64
            s.phase = Phase.DONE
        elif cargo(s, int(s.target)) == 0:
            s.phase = Phase.SINK
        else:
            s.phase = Phase.LOOT
    elif s.phase == Phase.LOOT:
        if b.decline_gains:  # TRB-88
            return True
        s.phase = Phase.LOSE  # TRB-66
    elif s.phase == Phase.LOSE:
        if kinds_carried(s, int(s.target)) > 1:
            return True
        lose(b, s, _only_kind(s))
    elif s.phase == Phase.SINK:
        _sink(b, s)
    else:
        if b.ports > 1:  # TRB-68
            return True
        if b.ports == 1:
            s.at[s.target] = b.port_square[0]
        s.phase = Phase.DONE
    return False


@inlined
def choose_port(b: Any, s: Any, square: int) -> None:
    """TRB-8, TRB-94"""
    if b.start_ports == StartPorts.SECRET:
        s.chosen[s.turn] = square
    else:
        s.at[s.turn] = square
    s.turn = (s.turn + 1) % b.seats
    if s.turn == s.starter:
        s.phase = Phase.REVEAL if b.start_ports == StartPorts.SECRET else Phase.DICE  # TRB-89


@inlined
def reveal_port(b: Any, s: Any, square: int) -> None:
    s.at[s.turn] = square
    s.chosen[s.turn] = NOWHERE
    s.turn = (s.turn + 1) % b.seats
    if s.turn == s.starter:
        s.phase = Phase.DICE


@inlined
def _find_island(b: Any, s: Any) -> bool:
    """The next island that gets a token (TRB-16, TRB-17, TRB-18)."""
    left = 0
    for token in range(TOKENS):
        left += int(s.supply[token])
    if left == 0:  # TRB-84
        s.island = NOWHERE
    while s.island != NOWHERE:
        is_free = s.token[s.island] == NOTHING
        for ship in range(SHIPS):
            if s.at[ship] == b.island_square[s.island]:
                is_free = False
        if is_free:
            return True
        s.island = b.next_of_sum[s.island]
    return False


@compiled
def place_token(b: Any, s: Any, token: int) -> None:
    s.supply[token] -= 1
    if token == BLACK:
        slot = MOST_SEATS
        while s.at[slot] != NOWHERE and slot < SHIPS - 1:
            slot += 1
        s.at[slot] = b.island_square[s.island]  # TRB-19, TRB-20
    else:
        s.token[s.island] = token
    s.island = b.next_of_sum[s.island]


@inlined
def _can_control(s: Any) -> bool:
    """TRB-22, TRB-24, TRB-99"""
    if s.low != s.high and pearls(s, int(s.turn)) == 0:
        return False
    is_any = False
    for ship in range(MOST_SEATS, SHIPS):
        if s.at[ship] != NOWHERE:
            is_any = True
    return is_any


@inlined
def _arrive(b: Any, s: Any) -> None:
    """TRB-49, TRB-50"""
    square = s.at[s.acting]
    island = b.island_at[square]
    if island != NOWHERE:
        s.phase = Phase.COLLECT if s.token[island] != NOTHING else Phase.DONE
    elif b.is_port[square]:  # TRB-25, TRB-26
        s.phase = Phase.UNLOAD if s.acting < MOST_SEATS and cargo(s, int(s.acting)) > 0 else Phase.DONE
    else:
        s.phase = Phase.FIRE


@inlined
def gain(b: Any, s: Any, points: int) -> None:
    """The player on turn scores; no other player can (TRB-81)."""
    s.score[s.turn] += points
    if s.score[s.turn] >= b.target and not b.finish_round:  # TRB-79, TRB-80, TRB-91
        s.phase = Phase.OVER


@compiled
def collect(b: Any, s: Any) -> None:
    island = b.island_at[s.at[s.acting]]
    s.hold[s.acting, s.token[island]] += 1  # TRB-51
    s.token[island] = NOTHING
    s.phase = Phase.DONE
    if s.acting >= MOST_SEATS:
        gain(b, s, 1)  # TRB-29


@compiled
def unload_all(b: Any, s: Any) -> None:
    for kind in range(KINDS):
        s.amount[kind] = carried(s, int(s.acting), kind)
    s.phase = Phase.DONE
    gain(b, s, unload(b, s))


@compiled
def ask_amount(s: Any) -> None:
    """Of which kind after this one is asked how many to unload; NOTHING after the last."""
    last = int(s.kind)
    s.kind = NOTHING
    for kind in range(KINDS - 1, last, -1):
        if carried(s, int(s.acting), kind) > 0:
            s.kind = kind


@compiled
def set_amount(b: Any, s: Any, amount: int) -> None:
    s.amount[s.kind] = amount
    ask_amount(s)
    if s.kind == NOTHING:
        s.phase = Phase.DONE
        gain(b, s, unload(b, s))


@compiled
def amounts(s: Any) -> tuple[int, int]:
    """The least and the most that may be unloaded of the kind in question: nothing and all are no part."""
    before, earlier, after = 0, 0, 0
    for kind in range(KINDS):
        before += int(s.amount[kind])
        if kind != s.kind:
            held = carried(s, int(s.acting), kind)
            earlier, after = (earlier + held, after) if kind < s.kind else (earlier, after + held)
    most = carried(s, int(s.acting), int(s.kind))
    if after > 0:
        return 0, most
    return 1 if before == 0 else 0, most - 1 if before == earlier else most


@inlined
def _can_name(b: Any, s: Any) -> bool:
    """TRB-71"""
    if s.target < MOST_SEATS or b.seats <= 2:
        return False
    return pearls(s, int(s.target)) > 0 or (s.hold[s.target, Token.GOLD] > 0 and kinds_carried(s, int(s.target)) > 1)


@inlined
def least_attack_pearls(s: Any) -> int:
    """Fewer cannot hit, whatever the defender rolls."""
    return max(1, 1 + int(s.hold[s.target, Token.RUM]) - int(s.attack))


@inlined
def most_attack_pearls(s: Any) -> int:
    """More would not make the hit surer."""
    certain = FACES + int(s.hold[s.target, Token.RUM]) + pearls(s, int(s.target)) - int(s.attack)
    return min(pearls(s, int(s.acting)), certain)


@inlined
def needed_pearls(s: Any) -> int:
    """TRB-62"""
    return int(s.attack) - int(s.defence) + 1


@inlined
def _only_kind(s: Any) -> int:
    only = PEARLS
    for kind in range(KINDS):
        if carried(s, int(s.target), kind) > 0:
            only = kind
    return only


@compiled
def lose(b: Any, s: Any, kind: int) -> None:
    """TRB-65, TRB-67, TRB-95"""
    token = first_token(s, int(s.target), kind)
    s.hold[s.target, token] -= 1
    s.hold[s.acting, token] += 1
    s.phase = Phase.SINK if cargo(s, int(s.target)) == 0 else Phase.DONE
    if s.acting >= MOST_SEATS:
        gain(b, s, 1)  # TRB-29


@compiled
def _sink(b: Any, s: Any) -> None:
    if s.target < MOST_SEATS:
        s.phase = Phase.REFUGE  # TRB-69
        return
    s.at[s.target] = NOWHERE
    s.hold[s.acting, BLACK] += 1  # TRB-72, TRB-73
    s.phase = Phase.DONE
    if s.acting >= MOST_SEATS:
        gain(b, s, 1)  # TRB-30


@inlined
def _finish_action(b: Any, s: Any) -> None:
    """After the privateer comes the ship (TRB-21), after the ship the next player; dice stay in sight."""
    s.target = NOBODY
    s.defender = NOBODY
    if s.acting >= MOST_SEATS:
        s.acting = s.turn
        s.phase = Phase.GO
    else:
        _end_turn(b, s)


@inlined
def _end_turn(b: Any, s: Any) -> None:
    s.phase = Phase.DICE
    s.acting = NOBODY
    s.low = 0
    s.high = 0
    s.turn = (s.turn + 1) % b.seats  # TRB-94
    if s.turn == s.starter:  # TRB-96
        s.rounds += 1
        if s.rounds == b.round_limit:  # TRB-83, TRB-92
            s.phase = Phase.OVER
        for seat in range(b.seats):
            if s.score[seat] >= b.target:  # TRB-91
                s.phase = Phase.OVER
