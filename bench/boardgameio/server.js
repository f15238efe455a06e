// node --expose-gc server.js PORT LOBBY_PORT [FOLDER]: boardgame.io's server, in memory or with files in FOLDER.
const { Server, FlatFile } = require("boardgame.io/dist/cjs/server.js");
const { TrickGame } = require("./game.js");

const [port, apiPort, folder] = process.argv.slice(2);
const options = { games: [TrickGame], origins: ["http://127.0.0.1"] };
if (folder) options.db = new FlatFile({ dir: folder });
const ready = () => console.log(JSON.stringify({ ready: true }));
Server(options).run({ port: +port, lobbyConfig: { apiPort: +apiPort } }, ready);
// Print the bytes of all live objects.
process.on("SIGUSR2", () => {
  global.gc();
  const { heapUsed, external } = process.memoryUsage();
  console.log(JSON.stringify({ live: heapUsed + external }));
});
