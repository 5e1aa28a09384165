"""Quick judgement of Calypso, compiled: the advice of "What good play looks like" in RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.chance import below, count_ties, is_new_best
from cabotage.core.compiling import compiled
from cabotage.core.contract import WIN, RankSettings, SearchSettings
from cabotage.core.shares import share_out
from cabotage.games.calypso.actions import COLOURS, MIX, NAME, PLACES, ROB, ROLL, STAY, TILES, TURN
from cabotage.games.calypso.box import Mode
from cabotage.games.calypso.odds import back_weight
from cabotage.games.calypso.ranking import SAVED_TO_WIN
from cabotage.games.calypso.rules import THREE_OPEN, legal, open_tiles
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
    ),
)

# Weights of the estimate, fitted to how 3,000 games of greedy players ended.
MISSING_SQUARED, MISSING_SQUARED_PART, MISSING, LATER = 12, 5, 78, 95
SAVED_PER_CAPTURE = 2  # the sea takes a fish about half as often as the players free one

CERTAIN = 720  # a hit chance of 1; any part of six things


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

    Where a tile is put changes nothing, so it stays in its hollow.
    """
    s, b = states[i], box[0]
    count = legal(box, states, i, choices)
    if s.phase != Phase.SEARCH and s.phase != Phase.GUESS:
        for k in range(count):
            worths[k] = 0
        return count
    likeliest = 0
    for k in range(count):
        worths[k] = _promise(b, s, int(choices[k])) if choices[k] % PLACES == STAY else -1
        likeliest = max(likeliest, int(worths[k]))
    kept = 0
    for k in range(count):
        if worths[k] == likeliest:
            choices[kept], worths[kept] = choices[k], likeliest
            kept += 1
    return kept


@compiled
def _promise(b: Any, s: Any, number: int) -> int:
    """The hit chance of turning this tile."""
    if s.phase == Phase.SEARCH:
        return hit_chance(b, s, (number - TURN) // PLACES, int(s.sought))
    named = (number - NAME) // PLACES
    return hit_chance(b, s, named // COLOURS, named % COLOURS)


@compiled
def policy(box: Records, states: Records, i: int, rng: Generator, choices: Numbers) -> int:
    """The likeliest tile, the leader robbed, always rolling on."""
    s, b = states[i], box[0]
    if s.phase == Phase.SEARCH:
        return TURN + _likeliest_tile(b, s, rng) * PLACES
    if s.phase == Phase.GUESS:
        return _likeliest_guess(b, s, rng)
    if s.phase == Phase.ROB:
        return ROB + _leader(b, s)
    if s.phase == Phase.GO_ON:
        return ROLL
    return MIX + _mix(b, s, rng)


@compiled
def hit_chance(b: Any, s: Any, tile: int, colour: int) -> int:
    """How often this colour is under the tile, of CERTAIN."""
    whole = 0
    for c in range(COLOURS):
        whole += back_weight(b, s, tile, c)
    return CERTAIN * back_weight(b, s, tile, colour) // whole


@compiled
def _likeliest_tile(b: Any, s: Any, rng: Generator) -> int:
    best, ties, found = -1, 0, 0
    for t in range(TILES):
        if s.top[t] != s.sought:
            hits = hit_chance(b, s, t, s.sought)
            ties = count_ties(hits, best, ties)
            if is_new_best(rng, hits, best, ties):
                best, found = hits, t
    return found


@compiled
def _likeliest_guess(b: Any, s: Any, rng: Generator) -> int:
    best, ties, found = -1, 0, 0
    for t in range(TILES):
        for c in range(COLOURS):
            if s.top[t] != c:
                hits = hit_chance(b, s, t, c)
                ties = count_ties(hits, best, ties)
                if is_new_best(rng, hits, best, ties):
                    best, found = hits, NAME + (t * COLOURS + c) * PLACES
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
    """In the co-operative game, turn the unseen tiles. Else break up the three open ones and show little."""
    tiles = 0
    if b.mode != Mode.COMPETITIVE:
        for t in range(TILES):
            if s.back[t] == UNKNOWN:
                tiles |= 1 << t
        return tiles
    if open_tiles(s, s.sought) < THREE_OPEN:
        return 0
    first = below(rng, TILES)
    for k in range(TILES):
        t = (first + k) % TILES
        if s.top[t] == s.sought:
            tiles = 1 << t
            if s.back[t] != UNKNOWN and open_tiles(s, s.back[t]) < THREE_OPEN - 1:
                return tiles
    return tiles
