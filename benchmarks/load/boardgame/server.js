// The peer's own server, with its own storage: in memory, or in files of a folder.
const { Server, Origins, FlatFile } = require("boardgame.io/server");
const { Smugglers } = require("./game");

const [port, apiPort, dir] = process.argv.slice(2);
const storage = dir ? { db: new FlatFile({ dir, ttl: false }) } : {};
const server = Server({ games: [Smugglers], origins: [Origins.LOCALHOST], ...storage });
server.run({ port: Number(port), lobbyConfig: { apiPort: Number(apiPort) } }, () => console.log("ready"));
