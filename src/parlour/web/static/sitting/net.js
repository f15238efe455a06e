// Keeps the connection to a table: reconnects, fetches missed events, and delivers every move exactly once.
import { changed, newSitting, state } from "../core/state.js";
import { heard } from "./heard.js";
import { hangUp, tell } from "./line.js";

const FIRST_WAIT = 300,
  LONGEST_WAIT = 5000,
  RESTART_WAIT = 4000; // a server that restarts gets its clients back over this time, not all at the same moment
// Numbers of checks, one each second: after this much silence the page sends a ping; without an answer it says that the
// connection is lost, and later it makes a new connection.
const HEARTBEAT = 10,
  LATE = 3,
  GIVEN_UP = 10,
  GREETING = 20; // a new connection has this much more time, because a busy server may be slow to open a table
const TOO_MANY_SOCKETS = 4001; // the code with which the server closes the oldest of a seat's sockets
const GOING_AWAY = 1012; // the code with which a server that stops closes all sockets
const ANSWERS = ["stored", "refused", "hint"];

/** Sit down at a table, or watch the table if there is no token. @param {string} table @param {string | null} token */
export function sitDown(table, token) {
  standUp();
  state.sitting = newSitting(table, token);
  connect(state.sitting);
  changed();
}

export function standUp() {
  if (state.sitting) hangUp(state.sitting);
  state.sitting = null;
}

/** @param {Sitting} at */
function connect(at) {
  clearTimeout(at.line.timer);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(at.table)}/socket`);
  Object.assign(at.line, { socket, asked: true, silence: -GREETING });
  socket.onopen = () => tell(at, { type: "hello", token: at.token, last: at.view ? at.number : null });
  socket.onmessage = (event) => socket === at.line.socket && hear(at, JSON.parse(event.data));
  socket.onclose = (event) => socket === at.line.socket && closed(at, event.code);
}

/** @param {Sitting} at @param {number} code */
function closed(at, code) {
  if (code === TOO_MANY_SOCKETS) giveWay(at);
  else lost(at, code === GOING_AWAY ? RESTART_WAIT * Math.random() : 0);
}

/** @param {Sitting} at @param {Message} message */
function hear(at, message) {
  const { line } = at;
  Object.assign(line, { asked: false, silence: 0 });
  if (at.connection === "lost") set(at, "open");
  if (message.type === "welcome" || message.type === "resumed") greeted(at);
  if (ANSWERS.includes(message.type) && message.id) line.unanswered.delete(message.id);
  if (message.type !== "pong") heard(at, message);
}

/** @param {Sitting} at @param {Sitting["connection"]} connection */
function set(at, connection) {
  at.connection = connection;
  changed();
}

/** After the server's greeting, resend the messages that it hasn't answered. @param {Sitting} at */
function greeted(at) {
  at.connection = "open";
  at.line.wait = 0;
  for (const message of at.line.unanswered.values()) tell(at, message);
}

/**
 * Reconnect after a delay that grows with every attempt. Its second half is random, so that clients that lost the
 * server together come back one after the other.
 * @param {Sitting} at @param {number} [longer] milliseconds to wait in addition
 */
function lost(at, longer = 0) {
  const { line } = at;
  line.socket = null;
  line.wait = Math.min(line.wait * 1.6 || FIRST_WAIT, LONGEST_WAIT);
  line.timer = setTimeout(() => connect(at), longer + (line.wait * (1 + Math.random())) / 2);
  set(at, "lost");
}

/** Leave the table to the player's other windows: reconnecting would close one of them. @param {Sitting} at */
function giveWay(at) {
  at.line.socket = null;
  at.error = { refused: "crowded", reason: "" };
  changed();
}

/** Close a socket that doesn't answer, and reconnect. @param {Sitting} at */
function giveUp(at) {
  const { socket } = at.line;
  lost(at);
  socket?.close();
}

/** When the browser is online or visible again, reconnect at once, or find out whether the server still answers. */
function hurry() {
  const at = state.sitting;
  if (!at || at.error || document.hidden) return;
  const { socket } = at.line;
  if (socket && at.connection === "open") return tell(at, { type: "ping" });
  connect(at);
  socket?.close();
}

/**
 * When the browser is offline, find out soon whether the server still answers, because a server on the same machine
 * does.
 */
function doubt() {
  const at = state.sitting;
  if (!at?.line.socket) return;
  tell(at, { type: "ping" });
  at.line.silence = LATE - 2;
}

/**
 * Each second, check whether the server owes an answer. This counts checks instead of reading a clock, because a page
 * that was suspended, or too busy to read its messages, hasn't waited for the server.
 */
function check() {
  const at = state.sitting;
  if (!at?.line.socket) return;
  const { line } = at,
    silence = (line.silence += 1);
  if (line.asked && silence >= GIVEN_UP) return giveUp(at);
  if (line.asked && silence >= LATE && at.connection === "open") set(at, "lost");
  // The answer to a hint may take longer, but not the answer to a ping.
  if (line.asked ? silence === 1 : silence >= HEARTBEAT) tell(at, { type: "ping" });
}

addEventListener("online", hurry);
addEventListener("offline", doubt);
document.addEventListener("visibilitychange", hurry);
setInterval(check, 1000);
