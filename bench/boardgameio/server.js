// node --expose-gc server.js PORT LOBBY_PORT [FOLDER]: boardgame.io's server, in memory or with its files in the folder.
const { Server, FlatFile } = require("boardgame.io/dist/cjs/server.js");
const { TrickGame } = require("./game.js");

const [port, apiPort, folder] = process.argv.slice(2);
const options = { games: [TrickGame], origins: ["http://127.0.0.1"] };
if (folder) options.db = new FlatFile({ dir: folder });
Server(options).run({ port: +port, lobbyConfig: { apiPort: +apiPort } }, () => console.log(JSON.stringify({ ready: true })));
// Print the bytes of all live objects.
process.on("SIGUSR2", () => {
  global.gc();
  const { heapUsed, external } = process.memoryUsage();
  console.log(JSON.stringify({ live: heapUsed + external }));
});
