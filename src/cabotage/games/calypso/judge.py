"""Quick judgement of Calypso, compiled: the advice of "What good play looks like" in RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.chance import below, count_ties, is_new_best
from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import WIN, RankSettings, SearchSettings
from cabotage.core.shares import share_out
from cabotage.games.calypso.actions import COLOURS, MIX, NAME, PLACES, ROB, ROLL, STAY, TILES, TURN
from cabotage.games.calypso.box import Mode
from cabotage.games.calypso.odds import count_key, hit_chance, known_tiles
from cabotage.games.calypso.ranking import SAVED_TO_WIN
from cabotage.games.calypso.rules import THREE_OPEN, legal, open_tiles, tile_in
from cabotage.games.calypso.state import UNKNOWN, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Numbers, Records

SEARCH = SearchSettings(
    exploration=0.2,
    ranks=(
        RankSettings(iterations=4, forgets_permille=980),
        RankSettings(iterations=20, forgets_permille=830),
        RankSettings(iterations=100, forgets_permille=600),
        RankSettings(iterations=60_000),
        RankSettings(iterations=120_000, horizon=0, exploration=0.1, is_learned=True),
    ),
)

# Weights of the estimate, fitted to how 3,000 games of greedy players ended.
MISSING_SQUARED, MISSING_SQUARED_PART, MISSING, LATER = 12, 5, 78, 95
SAVED_PER_CAPTURE = 2  # the sea takes a fish about half as often as the players free one


@compiled
def estimate(box: Records, states: Records, i: int, out: Numbers) -> None:
    """By the fish still missing and whose turn is near; in the co-operative game by what is saved."""
    s, b = states[i], box[0]
    if b.mode != Mode.COMPETITIVE:
        missing = max(0, int(SAVED_TO_WIN - s.saved))
        left = max(0, int(b.capture_limit - s.net - s.shark))
        for seat in range(b.seats):
            out[seat] = WIN * SAVED_PER_CAPTURE * left // (SAVED_PER_CAPTURE * left + missing) if left else 0
        return
    for seat in range(b.seats):
        missing = max(0, int(b.goal) - int(s.score[seat]))
        later = (seat - int(s.turn) + int(b.seats)) % int(b.seats)
        out[seat] = (
            MISSING_SQUARED * missing * missing // MISSING_SQUARED_PART
            - MISSING * missing
            - LATER * later // int(b.seats)
        )
    share_out(out, int(b.seats))


@compiled
def candidates(box: Records, states: Records, i: int, choices: Numbers, worths: Numbers) -> int:
    """Of the tiles only the likeliest: what others bring later is lost in the luck of the dice.

    Where a tile is put changes nothing, so it stays in its hollow. Where tiles may be turned again and again, only what
    gains something: any other turn is worth as much as none, and a search would stir on at random.
    """
    s, b = states[i], box[0]
    count = legal(box, states, i, choices)
    known, counts = known_tiles(b, s), count_key(s)
    gaining = _gaining_slots(b, s)
    best = 0
    for k in range(count):
        number = int(choices[k])
        worths[k] = 0
        if s.phase == Phase.SEARCH or s.phase == Phase.GUESS:
            worths[k] = _promise(b, s, known, counts, number) if number % PLACES == STAY else -1
        elif s.phase == Phase.MIX and b.free_mix and not _is_gain(b, gaining, number - MIX):
            worths[k] = -1
        best = max(best, int(worths[k]))
    kept = 0
    for k in range(count):
        if worths[k] == best:
            choices[kept], worths[kept] = choices[k], best
            kept += 1
    return kept


@inlined
def _promise(b: Any, s: Any, known: int, counts: int, number: int) -> int:
    """The hit chance of turning this tile."""
    if s.phase == Phase.SEARCH:
        return hit_chance(b, s, known, counts, tile_in(s, (number - TURN) // PLACES), int(s.sought))
    named = (number - NAME) // PLACES
    return hit_chance(b, s, known, counts, tile_in(s, named // COLOURS), named % COLOURS)


@compiled
def policy(box: Records, states: Records, i: int, rng: Generator, choices: Numbers) -> int:
    """The likeliest tile, the leader robbed, always rolling on."""
    s, b = states[i], box[0]
    if s.phase == Phase.SEARCH or s.phase == Phase.GUESS:
        return _likeliest(b, s, rng)
    if s.phase == Phase.ROB:
        return ROB + _leader(b, s)
    if s.phase == Phase.GO_ON:
        return ROLL
    return MIX + _mix(b, s, rng)


@compiled
def _likeliest(b: Any, s: Any, rng: Generator) -> int:
    """Turning the tile that hides the colour most often, or naming the colour that a tile hides most often."""
    known, counts = known_tiles(b, s), count_key(s)
    best, ties, found = -1, 0, 0
    for t in range(TILES):
        slot = int(s.slot[t])
        for c in range(COLOURS):
            if s.top[t] != c and (s.phase == Phase.GUESS or s.sought == c):
                hits = hit_chance(b, s, known, counts, t, c)
                ties = count_ties(hits, best, ties)
                if is_new_best(rng, hits, best, ties):
                    best = hits
                    found = (NAME + (slot * COLOURS + c) * PLACES) if s.phase == Phase.GUESS else TURN + slot * PLACES
    return found


@compiled
def _leader(b: Any, s: Any) -> int:
    """The opponent with most fish; of equals the one who plays next."""
    best, found = 0, 0
    for k in range(1, b.seats):
        seat = (s.turn + k) % b.seats
        if s.score[seat] > best:
            best, found = s.score[seat], seat
    return found


@compiled
def _mix(b: Any, s: Any, rng: Generator) -> int:
    """Together, all tiles that gain. Else one of them, preferably one whose back is known to be no third one."""
    slots = _gaining_slots(b, s)
    if b.mode != Mode.COMPETITIVE:
        return slots
    found = 0
    first = below(rng, TILES)
    for k in range(TILES):
        t = (first + k) % TILES
        slot = 1 << int(s.slot[t])
        if slots & slot:
            found = slot
            if s.back[t] != UNKNOWN and open_tiles(s, s.back[t]) < THREE_OPEN - 1:
                return found
    return found


@compiled
def _gaining_slots(b: Any, s: Any) -> int:
    """The hollows whose tiles are worth turning in a mix-up.

    In the co-operative game, those nobody has seen, once: a forgetful player would never have seen enough. Else those
    of a colour that lies open three times, which would give two fish to the next player.
    """
    slots = 0
    for t in range(TILES):
        if b.mode == Mode.COMPETITIVE:
            is_gain = open_tiles(s, s.top[t]) >= THREE_OPEN
        else:
            is_gain = s.back[t] == UNKNOWN and s.waves == 0
        if is_gain:
            slots |= 1 << int(s.slot[t])
    return slots


@inlined
def _is_gain(b: Any, gaining: int, slots: int) -> bool:
    """Whether a wave of these hollows gains something, or ends the mix-up."""
    if b.mode != Mode.COMPETITIVE:
        return slots == 0 or slots == gaining
    return slots & gaining == slots and slots & (slots - 1) == 0
