/* Calypso in C: the limit with which our compiled rules are compared (see compare.py).

   The rules are those of src/cabotage/games/calypso/rules.py, with the same ids of rules and the same tables of the box.
   The same seed gives the same choices, draws and states. Random play comes in two styles:

   - games_with_lists writes all choices, or all outcomes and weights, and takes one of them;
   - games takes the k-th without writing a list.                                                                     */

#include <stdint.h>

enum { TILES = 6, SLOTS = 9, COLOURS = 4, SEATS = 6, STONES = 7, PIPS = 12, FACES = 20, EMPTY = SLOTS - TILES };
enum { COUNT_BITS = 3, COUNTS = 1 << COUNT_BITS * (COLOURS - 1), ALL_COUNTS = 1 << COUNT_BITS * COLOURS };
enum { MIXED = 4, NET, SHARK };
enum { COMPETITIVE, COOP, COOP_HARD };
enum { STAY = 0, PLACES = 1 + SLOTS, UNKNOWN = -1, NOBODY = -1, ENDED = -2 };
enum {
    TURN = 0, NAME = TURN + SLOTS * PLACES, ROB = NAME + SLOTS * COLOURS * PLACES, ROLL = ROB + SEATS, STOP = ROLL + 1,
    MIX = STOP + 1, ACTIONS = MIX + (1 << SLOTS),
    RING = ACTIONS, TOP = RING + STONES, DIE = TOP + COLOURS, BACK = DIE + PIPS, SLOT = BACK + COLOURS
};
enum { P_RING, P_TOPS, P_DIE, P_BACK, P_MIX_BACK, P_SCATTER, P_SEARCH, P_GUESS, P_ROB, P_GO_ON, P_MIX, P_OVER };
enum { FISH = 30, THREE_OPEN = 3, MOST_ROUNDS = 100, MOST_WAVES = 12, SAVED_TO_WIN = 10, EVERY_SLOT = (1 << SLOTS) - 1 };

/* The record of cabotage.games.calypso.box. */
typedef struct __attribute__((packed, aligned(2))) {
    int16_t seats, mode, goal, capture_limit, children, replacing, finish_round, free_mix, memory_help, numbered_tiles;
    int16_t stones[STONES];
    int32_t all_stones;
    int16_t pips[PIPS], faces[PIPS], different_faces, rolls[FACES], face_count;
    int16_t start_slots[TILES], slots_of[1 << SLOTS][SLOTS];
    int16_t printed[COLOURS][COLOURS], members[1 << TILES], first_ways[ALL_COUNTS], ways[(1 << TILES) * COUNTS];
} Box;

/* The record of cabotage.games.calypso.state. */
typedef struct {
    int16_t phase, turn, rounds, ring[STONES], calypso, die, top[TILES], back[TILES], slot[TILES], lifted[TILES];
    int16_t laid, tile, sought, turning, waves, score[SEATS], saved, reserve, net, shark;
} State;

/* Where to write what was chosen and drawn; nowhere if there is no room. */
typedef struct { int32_t *numbers; int64_t room, count; } Trace;

static inline int below(uint64_t *rng, int limit) {
    uint64_t word = *rng;
    word ^= word << 13;
    word ^= word >> 7;
    word ^= word << 17;
    *rng = word;
    return (int)((word >> 32) * (uint64_t)limit >> 32);
}

int32_t box_bytes(void) { return sizeof(Box); }
int32_t state_bytes(void) { return sizeof(State); }

static void setup(const Box *b, State *s) {
    s->phase = P_RING;
    s->turn = s->rounds = s->calypso = s->die = s->turning = s->waves = s->saved = s->net = s->shark = 0; /* CAL-1, 5, 6 */
    for (int k = 0; k < STONES; k++) s->ring[k] = UNKNOWN;
    s->ring[0] = SHARK;
    for (int t = 0; t < TILES; t++) {
        s->top[t] = s->back[t] = s->lifted[t] = UNKNOWN;
        s->slot[t] = b->start_slots[t];
    }
    s->laid = 1;
    s->tile = s->sought = UNKNOWN;
    for (int seat = 0; seat < SEATS; seat++) s->score[seat] = 0; /* CAL-7 */
    s->reserve = b->mode == COMPETITIVE ? 0 : FISH;             /* CAL-8 */
}

static inline int to_act(const State *s) {
    return s->phase == P_OVER ? ENDED : s->phase < P_SEARCH ? NOBODY : s->turn;
}

static inline int taken_slots(const State *s) {
    int taken = 0;
    for (int t = 0; t < TILES; t++)
        if (s->slot[t] != UNKNOWN) taken |= 1 << s->slot[t];
    return taken;
}

static inline int tile_in(const State *s, int slot) {
    int found = 0;
    for (int t = 0; t < TILES; t++) found = s->slot[t] == slot ? t : found;
    return found;
}

static inline int open_tiles(const State *s, int colour) {
    int count = 0;
    for (int t = 0; t < TILES; t++) count += s->top[t] == colour;
    return count;
}

static inline int count_key(const State *s) {
    int key = 0;
    for (int t = 0; t < TILES; t++)
        if (s->top[t] != UNKNOWN && s->back[t] == UNKNOWN) key += 1 << COUNT_BITS * s->top[t];
    return key;
}

static inline int known_tiles(const Box *b, const State *s) {
    int known = 0;
    for (int t = 0; t < TILES; t++)
        if (s->back[t] != UNKNOWN) {
            int same = b->printed[s->top[t]][s->back[t]] & ~known;
            known |= same & -same;
        }
    return known;
}

static inline int back_weight(const Box *b, int known, int counts, int top, int colour) {
    int free = b->printed[top][colour] & ~known, first = free & -free;
    int others = (counts - (1 << COUNT_BITS * top)) & (COUNTS - 1);
    return b->members[free] * b->ways[(known | first) * COUNTS + others];
}

static inline int is_victim(const State *s, int seat) { return seat != s->turn && s->score[seat] > 0; } /* CAL-36 */

/* Choices and outcomes with lists. */

static inline int offer_places(const Box *b, int first, const int16_t *empty, int32_t *out, int n) { /* CAL-25, CAL-26 */
    out[n++] = first + STAY;
    if (b->replacing)
        for (int k = 0; k < EMPTY; k++) out[n++] = first + 1 + empty[k];
    return n;
}

static inline int legal(const Box *b, const State *s, int32_t *out) {
    int n = 0;
    if (s->phase == P_SEARCH || s->phase == P_GUESS) {
        int taken = taken_slots(s);
        const int16_t *empty = b->slots_of[EVERY_SLOT ^ taken];
        for (int k = 0; k < TILES; k++) { /* CAL-69 */
            int slot = b->slots_of[taken][k], top = s->top[tile_in(s, slot)];
            if (s->phase == P_GUESS) {
                for (int c = 0; c < COLOURS; c++)
                    if (top != c) n = offer_places(b, NAME + (slot * COLOURS + c) * PLACES, empty, out, n); /* CAL-31 */
            } else if (top != s->sought) {
                n = offer_places(b, TURN + slot * PLACES, empty, out, n); /* CAL-13 */
            }
        }
    } else if (s->phase == P_ROB) {
        for (int seat = 0; seat < b->seats; seat++)
            if (is_victim(s, seat)) out[n++] = ROB + seat;
    } else if (s->phase == P_GO_ON) {
        out[0] = ROLL;
        out[1] = STOP;
        n = 2;
    } else {
        int taken = taken_slots(s), slots = 0;
        for (n = 0; n < 1 << TILES; n++) { /* CAL-22 */
            out[n] = MIX + slots;
            slots = (slots - taken) & taken;
        }
    }
    return n;
}

static inline int chance(const Box *b, const State *s, int32_t *outcomes, int32_t *weights) {
    int n = 0;
    if (s->phase == P_DIE) { /* CAL-9 */
        for (n = 0; n < b->different_faces; n++) {
            outcomes[n] = DIE - 1 + b->pips[n];
            weights[n] = b->faces[n];
        }
    } else if (s->phase == P_BACK || s->phase == P_MIX_BACK) {
        int known = known_tiles(b, s), counts = count_key(s);
        for (int c = 0; c < COLOURS; c++) {
            outcomes[n] = BACK + c;
            weights[n] = back_weight(b, known, counts, s->top[s->tile], c);
            n += weights[n] > 0;
        }
    } else if (s->phase == P_SCATTER) { /* CAL-27 */
        int taken = taken_slots(s);
        for (int slot = 0; slot < SLOTS; slot++) {
            outcomes[n] = SLOT + slot;
            weights[n] = 1;
            n += 1 - (taken >> slot & 1);
        }
    } else if (s->phase == P_RING) { /* CAL-4 */
        for (int stone = 0; stone < STONES; stone++) {
            outcomes[n] = RING + stone;
            weights[n] = b->stones[stone];
            for (int k = 0; k < s->laid; k++) weights[n] -= s->ring[k] == stone;
            n += weights[n] > 0;
        }
    } else { /* CAL-2, CAL-3 */
        int counts = count_key(s);
        for (int c = 0; c < COLOURS; c++) {
            outcomes[n] = TOP + c;
            weights[n] = b->first_ways[counts + (1 << COUNT_BITS * c)];
            n += weights[n] > 0;
        }
    }
    return n;
}

static inline int pick(uint64_t *rng, const int32_t *weights, int count) {
    int total = 0, index = 0, passed = 0;
    for (int k = 0; k < count; k++) total += weights[k];
    int drawn = below(rng, total);
    for (int k = 0; k < count; k++) {
        passed += weights[k];
        index += passed <= drawn;
    }
    return index;
}

/* Choices and outcomes without lists. */

static inline int place_of(const Box *b, int taken, int place) {
    return place == 0 ? STAY : 1 + b->slots_of[EVERY_SLOT ^ taken][place - 1];
}

static inline int choose(const Box *b, const State *s, uint64_t *rng) {
    int places = b->replacing ? 1 + EMPTY : 1;
    switch (s->phase) {
    case P_SEARCH: {
        int taken = 0, offered = 0, count = 0;
        for (int t = 0; t < TILES; t++) {
            int is_offered = s->top[t] != s->sought;
            taken |= 1 << s->slot[t];
            offered |= is_offered << s->slot[t];
            count += is_offered;
        }
        int k = below(rng, count * places);
        return TURN + b->slots_of[offered][k / places] * PLACES + place_of(b, taken, k % places);
    }
    case P_GO_ON:
        return ROLL + below(rng, 2);
    case P_GUESS: {
        int taken = taken_slots(s), k = below(rng, TILES * (COLOURS - 1) * places), named = k / places;
        int slot = b->slots_of[taken][named / (COLOURS - 1)], colour = named % (COLOURS - 1);
        colour += colour >= s->top[tile_in(s, slot)];
        return NAME + (slot * COLOURS + colour) * PLACES + place_of(b, taken, k % places);
    }
    case P_MIX: {
        int taken = taken_slots(s), k = below(rng, 1 << TILES), slots = 0;
        for (int t = 0; t < TILES; t++) slots |= (k >> t & 1) << b->slots_of[taken][t];
        return MIX + slots;
    }
    default: {
        int victims = 0, seat = 0;
        for (int other = 0; other < b->seats; other++) victims += is_victim(s, other);
        for (int k = below(rng, victims);; seat++)
            if (is_victim(s, seat) && k-- == 0) return ROB + seat;
    }
    }
}

static inline int colour_by(uint64_t *rng, int red, int blue, int yellow, int green) {
    int drawn = below(rng, red + blue + yellow + green);
    return (drawn >= red) + (drawn >= red + blue) + (drawn >= red + blue + yellow);
}

static inline int draw(const Box *b, const State *s, uint64_t *rng) {
    switch (s->phase) {
    case P_DIE:
        return DIE - 1 + b->rolls[below(rng, b->face_count)];
    case P_BACK:
    case P_MIX_BACK: {
        int known = known_tiles(b, s), counts = count_key(s), top = s->top[s->tile];
        return BACK + colour_by(rng, back_weight(b, known, counts, top, 0), back_weight(b, known, counts, top, 1),
                                back_weight(b, known, counts, top, 2), back_weight(b, known, counts, top, 3));
    }
    case P_SCATTER:
        return SLOT + b->slots_of[EVERY_SLOT ^ taken_slots(s)][below(rng, SLOTS - s->laid)];
    case P_RING: {
        int left = b->all_stones, stone = 0, passed = 0;
        for (int k = 0; k < s->laid; k++) left -= 1 << COUNT_BITS * s->ring[k];
        int drawn = below(rng, STONES - s->laid);
        for (int k = 0; k < STONES; k++) {
            passed += left >> COUNT_BITS * k & 7;
            stone += passed <= drawn;
        }
        return RING + stone;
    }
    default: {
        const int16_t *ways = b->first_ways + count_key(s);
        return TOP + colour_by(rng, ways[1], ways[1 << 3], ways[1 << 6], ways[1 << 9]);
    }
    }
}

/* What follows from them. */

static inline void end_turn(const Box *b, State *s) {
    s->phase = P_DIE;
    s->sought = s->tile = UNKNOWN;
    s->waves = s->laid = 0;
    if (++s->turn == b->seats) {
        s->turn = 0;
        if (++s->rounds == MOST_ROUNDS) s->phase = P_OVER; /* CAL-42 */
        if (b->finish_round && b->mode == COMPETITIVE)
            for (int seat = 0; seat < b->seats; seat++)
                if (s->score[seat] >= b->goal) s->phase = P_OVER; /* CAL-62 */
    }
}

static inline int gain(const Box *b, State *s, int fish) {
    if (b->mode != COMPETITIVE) { /* CAL-49, CAL-56, CAL-58 */
        s->saved += fish;
        s->reserve -= fish;
        if (s->saved >= SAVED_TO_WIN) s->phase = P_OVER;
        return s->saved >= SAVED_TO_WIN;
    }
    s->score[s->turn] += fish; /* CAL-41, CAL-66 */
    if (s->score[s->turn] < b->goal) return 0;
    if (b->finish_round) end_turn(b, s); /* CAL-62 */
    else s->phase = P_OVER;              /* CAL-38, CAL-39 */
    return 1;
}

static inline void rob(const Box *b, State *s, int victim) {
    s->score[victim]--;
    if (!gain(b, s, 1)) end_turn(b, s);
}

static void meet_shark(const Box *b, State *s) {
    int victims = 0, victim = 0;
    for (int seat = 0; seat < b->seats; seat++)
        if (is_victim(s, seat)) {
            victims++;
            victim = seat;
        }
    if (victims > 1) s->phase = P_ROB; /* CAL-35 */
    else if (victims == 1) rob(b, s, victim);
    else if (!gain(b, s, 1)) end_turn(b, s); /* CAL-37 */
}

static void meet_together(const Box *b, State *s, int stone) {
    if (stone == MIXED) { /* CAL-51, CAL-52, CAL-55 */
        if (b->mode == COOP && s->net > 0) {
            s->net--;
            s->reserve++;
        }
    } else {
        s->reserve--;
        if (stone == NET) s->net++; /* CAL-53 */
        else s->shark++;            /* CAL-54 */
    }
    if (s->net + s->shark >= b->capture_limit) s->phase = P_OVER; /* CAL-57, CAL-61 */
    else end_turn(b, s);
}

static inline void arrive(const Box *b, State *s) { /* CAL-11 */
    int stone = s->ring[s->calypso];
    s->sought = UNKNOWN;
    if (stone < COLOURS) {
        s->sought = stone;
        if (open_tiles(s, stone) < THREE_OPEN) s->phase = P_SEARCH; /* CAL-12 */
        else if (b->children) {
            if (!gain(b, s, 1)) s->phase = P_DIE; /* CAL-44, CAL-45, CAL-46 */
        } else if (!gain(b, s, 2)) s->phase = P_MIX; /* CAL-20, CAL-23 */
    } else if (b->mode != COMPETITIVE) {
        meet_together(b, s, stone);
    } else if (stone == MIXED) {
        s->phase = P_GUESS; /* CAL-28 */
    } else if (stone == NET) {
        if (s->score[s->turn] > 0) s->score[s->turn]--; /* CAL-33, CAL-34 */
        end_turn(b, s);
    } else {
        meet_shark(b, s);
    }
}

static inline void flip(State *s, int tile) { /* CAL-14 */
    int16_t top = s->top[tile];
    s->top[tile] = s->back[tile];
    s->back[tile] = top;
}

static inline void after_turning(const Box *b, State *s) {
    int is_hit = s->top[s->tile] == s->sought;
    if (s->ring[s->calypso] == MIXED) {
        if (!(is_hit && gain(b, s, 2))) end_turn(b, s); /* CAL-29, CAL-30, CAL-32 */
    } else if (!is_hit) {
        end_turn(b, s); /* CAL-17, CAL-19 */
    } else if (open_tiles(s, s->sought) == THREE_OPEN && !b->children) {
        if (!gain(b, s, 2)) end_turn(b, s); /* CAL-18 */
    } else if (!gain(b, s, 1)) { /* CAL-15, CAL-43, CAL-46, CAL-50, CAL-16 */
        s->phase = b->children || b->mode != COMPETITIVE ? P_DIE : P_GO_ON;
    }
}

static inline void turn_one(const Box *b, State *s, int tile, int place) {
    if (place != STAY) s->slot[tile] = place - 1;
    s->tile = tile;
    if (s->back[tile] == UNKNOWN) {
        s->phase = P_BACK;
    } else {
        flip(s, tile);
        after_turning(b, s);
    }
}

static inline void end_mix(const Box *b, State *s) {
    if (!b->replacing) {
        end_turn(b, s);
        return;
    }
    s->phase = P_SCATTER; /* CAL-27 */
    s->laid = 0;
    for (int t = 0; t < TILES; t++) {
        s->lifted[t] = s->slot[t];
        s->slot[t] = UNKNOWN;
    }
}

static inline void mix_on(const Box *b, State *s) { /* CAL-22, CAL-69 */
    for (int slots = s->turning; slots; slots &= slots - 1) {
        int t = tile_in(s, __builtin_ctz(slots));
        if (s->back[t] == UNKNOWN) {
            s->tile = t;
            s->phase = P_MIX_BACK;
            return;
        }
        flip(s, t);
        s->turning &= s->turning - 1;
    }
    s->tile = UNKNOWN;
    if (b->free_mix && s->waves < MOST_WAVES) s->phase = P_MIX; /* CAL-63 */
    else end_mix(b, s);
}

static inline void put_down(const Box *b, State *s, int slot) { /* CAL-69 */
    int first = 0, lowest = SLOTS;
    for (int t = 0; t < TILES; t++) {
        int lifted = s->slot[t] == UNKNOWN ? s->lifted[t] : SLOTS;
        first = lifted < lowest ? t : first;
        lowest = lifted < lowest ? lifted : lowest;
    }
    s->slot[first] = slot;
    if (++s->laid == TILES) {
        for (int t = 0; t < TILES; t++) s->lifted[t] = UNKNOWN;
        end_turn(b, s);
    }
}

static inline void apply(const Box *b, State *s, int number) {
    switch (s->phase) {
    case P_DIE:
        s->die = number - DIE + 1;
        s->calypso = (s->calypso + s->die) % STONES; /* CAL-10 */
        arrive(b, s);
        break;
    case P_SEARCH:
        turn_one(b, s, tile_in(s, (number - TURN) / PLACES), (number - TURN) % PLACES);
        break;
    case P_GUESS: {
        int rest = (number - NAME) / PLACES;
        s->sought = rest % COLOURS;
        turn_one(b, s, tile_in(s, rest / COLOURS), (number - NAME) % PLACES);
        break;
    }
    case P_BACK:
        s->back[s->tile] = number - BACK;
        flip(s, s->tile);
        after_turning(b, s);
        break;
    case P_GO_ON:
        if (number == ROLL) s->phase = P_DIE;
        else end_turn(b, s);
        break;
    case P_ROB:
        rob(b, s, number - ROB);
        break;
    case P_MIX:
        if (number == MIX) {
            end_mix(b, s);
        } else {
            s->turning = number - MIX;
            s->waves++;
            mix_on(b, s);
        }
        break;
    case P_MIX_BACK:
        s->back[s->tile] = number - BACK;
        mix_on(b, s);
        break;
    case P_SCATTER:
        put_down(b, s, number - SLOT);
        break;
    case P_RING:
        s->ring[s->laid++] = number - RING;
        if (s->laid == STONES) {
            s->phase = P_TOPS;
            s->laid = 0;
        }
        break;
    default:
        s->top[s->laid++] = number - TOP;
        if (s->laid == TILES) {
            s->phase = P_DIE;
            s->laid = 0;
        }
    }
}

static inline void note(Trace *trace, int number) {
    if (trace->count < trace->room) trace->numbers[trace->count] = number;
    trace->count++;
}

int64_t games_with_lists(const Box *b, State *s, uint64_t *rng, int64_t count, int32_t *numbers, int64_t room) {
    Trace trace = {numbers, room, 0};
    int32_t listed[1 << SLOTS], weights[1 << SLOTS];
    for (int64_t game = 0; game < count; game++) {
        setup(b, s);
        for (int actor; (actor = to_act(s)) != ENDED;) {
            int number = actor == NOBODY ? listed[pick(rng, weights, chance(b, s, listed, weights))]
                                         : listed[below(rng, legal(b, s, listed))];
            note(&trace, number);
            apply(b, s, number);
        }
    }
    return trace.count;
}

int64_t games(const Box *b, State *s, uint64_t *rng, int64_t count, int32_t *numbers, int64_t room) {
    Trace trace = {numbers, room, 0};
    for (int64_t game = 0; game < count; game++) {
        setup(b, s);
        for (int actor; (actor = to_act(s)) != ENDED;) {
            int number = actor == NOBODY ? draw(b, s, rng) : choose(b, s, rng);
            note(&trace, number);
            apply(b, s, number);
        }
    }
    return trace.count;
}
