// The peer's own server, with its own storage in memory.
const { Server, Origins } = require("boardgame.io/server");
const { Smugglers } = require("./game");

const [port, apiPort] = process.argv.slice(2).map(Number);
const server = Server({ games: [Smugglers], origins: [Origins.LOCALHOST] });
server.run({ port, lobbyConfig: { apiPort } }, () => console.log("ready"));
