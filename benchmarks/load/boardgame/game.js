// A game of the size of Smugglers' Island: 50 fields, 20 goods with secret backs, two boats, dice, a beam of light.
const FIELDS = 50;
const GOODS = 20;

function setup({ ctx }) {
  return {
    beam: 0,
    dice: null,
    fields: Array.from({ length: FIELDS }, (_, field) => ({
      name: `F${field}`,
      kind: field < 5 ? "harbour" : "sea",
      sector: field % 15,
      at: [field * 1.25, field * 0.75],
      next: [`F${(field + 1) % FIELDS}`, `F${(field + 7) % FIELDS}`, `F${(field + FIELDS - 1) % FIELDS}`],
      is_lit: field % 15 === 0,
      is_reef: field % 17 === 3,
    })),
    goods: Array.from({ length: GOODS }, (_, token) => ({ token, origin: token % 5, home: "stack" })),
    players: Array.from({ length: ctx.numPlayers }, (_, seat) => ({ seat, field: seat, score: 0, cargo: null })),
    secret: { backs: Array.from({ length: GOODS }, (_, token) => (token * 7) % 5) },
    log: [],
  };
}

function row({ G, ctx, random }, step) {
  const me = G.players[Number(ctx.currentPlayer)];
  G.dice = [random.D6(), random.D6()];
  G.beam = (G.beam + G.dice[0]) % 15;
  for (const field of G.fields) field.is_lit = field.sector === G.beam;
  me.field = (me.field + step) % FIELDS;
  if (me.cargo === null) me.cargo = me.field % GOODS;
  else if (G.secret.backs[me.cargo] === me.field % 5) {
    me.score += 1;
    G.goods[me.cargo].home = `chest ${me.seat}`;
    me.cargo = null;
  }
  G.log = [...G.log, { seat: me.seat, dice: G.dice, field: me.field }].slice(-40);
}

const Smugglers = {
  name: "smugglers",
  setup,
  playerView: ({ G }) => ({ ...G, secret: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { row: { move: row, client: false } }, // the client does not know the secret
};

module.exports = { Smugglers };
