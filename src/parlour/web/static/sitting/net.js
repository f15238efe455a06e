// Keeps the connection to a table: reconnects, fetches missed events, and delivers every move exactly once.
import { changed, newSitting, state } from "../core/state.js";
import { heard } from "./heard.js";
import { hangUp, tell } from "./line.js";

const FIRST_WAIT = 300,
  LONGEST_WAIT = 5000,
  RESTART_WAIT = 4000, // a server that restarts gets its clients back over this time, not all at the same moment
  HEARTBEAT = 20000;
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
  at.line.socket = socket;
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
  line.heardAt = Date.now();
  if (message.type === "welcome" || message.type === "resumed") greeted(at);
  if (ANSWERS.includes(message.type) && message.id) line.unanswered.delete(message.id);
  if (message.type !== "pong") heard(at, message);
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
  at.connection = "lost";
  changed();
}

/** Leave the table to the player's other windows: reconnecting would close one of them. @param {Sitting} at */
function giveWay(at) {
  at.line.socket = null;
  at.error = { refused: "crowded", reason: "" };
  changed();
}

/** Reconnect at once when the browser is online or visible again. */
function hurry() {
  const at = state.sitting;
  if (at && !at.error && !at.line.socket && !document.hidden) connect(at);
}

/** Close a connection that has been silent for too long, so that a new connection is made. */
function check() {
  const at = state.sitting,
    socket = at?.line.socket;
  if (!at || socket?.readyState !== WebSocket.OPEN) return;
  const silence = Date.now() - at.line.heardAt;
  if (silence > 2 * HEARTBEAT) {
    lost(at);
    socket.close();
  } else if (silence > HEARTBEAT) tell(at, { type: "ping" });
}

addEventListener("online", hurry);
document.addEventListener("visibilitychange", hurry);
setInterval(check, HEARTBEAT / 2);
