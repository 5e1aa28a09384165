// Pairs of people with the peer's own client, who choose as fast as they can. Prints what was counted as JSON.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { Smugglers } = require("./game");

const [port, apiPort, pairs, warmUp, seconds] = process.argv.slice(2).map(Number);
const counted = { moves: 0, latencies: [] };

async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`http://localhost:${apiPort}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

async function play(number) {
  const { matchID } = await post("/games/smugglers/create", { numPlayers: 2 });
  for (const playerID of ["0", "1"]) {
    const { playerCredentials } = await post(`/games/smugglers/${matchID}/join`, { playerID, playerName: playerID });
    const client = Client({
      game: Smugglers,
      multiplayer: SocketIO({ server: `http://localhost:${port}` }),
      matchID,
      playerID,
      credentials: playerCredentials,
      debug: false,
    });
    let sent = 0;
    let asked = -1;
    client.start();
    client.subscribe((state) => {
      if (!state || !state.isConnected) return;
      if (sent && state._stateID > asked && state.ctx.currentPlayer !== playerID) {
        counted.moves += 1;
        counted.latencies.push(performance.now() - sent);
        sent = 0;
      }
      if (state.ctx.currentPlayer !== playerID || state._stateID <= asked) return;
      asked = state._stateID;
      sent = performance.now();
      setImmediate(() => client.moves.row(1 + ((number + asked) % 4)));
    });
  }
}

async function main() {
  for (let number = 0; number < pairs; number += 1) await play(number);
  await new Promise((done) => setTimeout(done, warmUp * 1000));
  counted.moves = 0;
  counted.latencies = [];
  console.log("begin");
  await new Promise((done) => setTimeout(done, seconds * 1000));
  counted.latencies.sort((a, b) => a - b);
  const at = (share) => counted.latencies[Math.floor(counted.latencies.length * share)];
  console.log(JSON.stringify({ moves: counted.moves, median_ms: at(0.5), p99_ms: at(0.99) }));
  process.exit(0);
}

main();
