// node load.js ADDRESS LOBBY TABLES PAUSE WARM SECONDS: play at TABLES tables, with PAUSE milliseconds between moves.
//
// Prints {"measuring": true} after WARM seconds, then {"delays": [milliseconds, …], "cpu": seconds} after SECONDS more;
// keeps its sockets open until its input is closed.
const { createMatch, Table } = require("./tables.js");

const [address, lobby] = process.argv.slice(2);
const [tables, pause, warm, seconds] = process.argv.slice(4).map(Number);
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const print = (message) => console.log(JSON.stringify(message));

async function main() {
  let measuring = false;
  const delays = [];
  const opened = [];
  for (let number = 0; number < tables; number++) {
    const table = new Table(address, await createMatch(lobby), pause, (delay) => measuring && delays.push(delay));
    await table.connect();
    opened.push(table);
  }
  for (const [number, table] of opened.entries()) setTimeout(() => table.move(), (pause * number) / tables);
  await sleep(warm * 1000);
  const before = process.cpuUsage();
  measuring = true;
  print({ measuring });
  await sleep(seconds * 1000);
  measuring = false;
  const used = process.cpuUsage(before);
  print({ delays, cpu: (used.user + used.system) / 1e6 });
  for (const table of opened) table.stopped = true;
  process.stdin.on("end", () => process.exit(0)).resume();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
