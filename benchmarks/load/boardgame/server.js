// The peer's own server, with its own storage in memory.
const { Server, Origins } = require("boardgame.io/server");
const { Smugglers } = require("./game");

const server = Server({ games: [Smugglers], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]) }, () => console.log("ready"));
