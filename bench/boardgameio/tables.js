// Tables of four clients that speak boardgame.io's protocol over WebSockets.
const { io } = require("socket.io-client");
const { legal } = require("./game.js");

async function post(lobby, path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(lobby + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** Create a match with all seats taken; return its id and the credentials of its seats. */
async function createMatch(lobby) {
  const { matchID } = await post(lobby, "/games/trick/create", { numPlayers: 4 });
  const credentials = [];
  for (const [seat, playerName] of ["Ann", "Ben", "Cleo", "Dan"].entries()) {
    const joined = await post(lobby, `/games/trick/${matchID}/join`, { playerID: String(seat), playerName });
    credentials.push(joined.playerCredentials);
  }
  return { matchID, credentials };
}

/** Four clients; `moved` is called with the milliseconds from sending a move to the last client's update. */
class Table {
  constructor(address, match, pause, moved) {
    Object.assign(this, { address, pause, moved, ...match });
    Object.assign(this, { sockets: [], pending: null, sent: -1, latest: null, stopped: false });
  }

  async connect() {
    await Promise.all([0, 1, 2, 3].map((seat) => this.#connectSeat(seat)));
  }

  #connectSeat(seat) {
    return new Promise((resolve, reject) => {
      const options = { transports: ["websocket"], forceNew: true, reconnection: false };
      const socket = io(`${this.address}/trick`, options);
      this.sockets[seat] = socket;
      socket.on("connect", () => socket.emit("sync", this.matchID, String(seat), this.credentials[seat], 4));
      socket.on("sync", (_, { state }) => {
        if (seat === +state.ctx.currentPlayer) this.latest = state;
        resolve();
      });
      socket.on("update", (_, state) => this.#updated(seat, state));
      socket.on("connect_error", reject);
      socket.on("disconnect", (reason) => {
        if (!this.stopped) throw new Error(`boardgame.io closed the socket of seat ${seat}: ${reason}`);
      });
    });
  }

  #updated(seat, state) {
    if (seat === +state.ctx.currentPlayer) this.latest = state;
    const move = this.pending;
    if (!move || state._stateID <= move.from || move.seen.add(seat).size < 4) return;
    this.pending = null;
    this.moved(performance.now() - move.start);
    if (this.pause) setTimeout(() => this.move(), this.pause);
    else this.move();
  }

  /** Play a random legal card of the player whose turn it is. */
  move() {
    const state = this.latest;
    if (this.stopped || state._stateID <= this.sent) return;
    this.sent = state._stateID;
    const seat = state.ctx.currentPlayer;
    const cards = legal(state.G, seat);
    const args = [cards[Math.floor(Math.random() * cards.length)]];
    this.pending = { from: state._stateID, start: performance.now(), seen: new Set() };
    const payload = { type: "play", args, playerID: seat, credentials: this.credentials[seat] };
    this.sockets[seat].emit("update", { type: "MAKE_MOVE", payload }, state._stateID, this.matchID, seat);
  }

  close() {
    this.stopped = true;
    for (const socket of this.sockets) socket.close();
  }
}

module.exports = { createMatch, Table };
