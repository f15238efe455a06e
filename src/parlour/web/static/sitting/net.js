// The line to a table: it comes back by itself, asks for what it missed, and sends every move exactly once.
import { fresh } from "../core/dom.js";

/** @typedef {{[name: string]: any, type: string}} Message */
/**
 * What a line tells its owner.
 * @typedef {{message: (message: Message) => void, up: () => void, down: () => void, last: () => number | null}} Owner
 */

const FIRST_WAIT = 300,
  LONGEST_WAIT = 5000,
  HEARTBEAT = 20000;

export class Line {
  /** @param {string} table @param {string | null} token @param {Owner} owner */
  constructor(table, token, owner) {
    this.table = table;
    this.token = token;
    this.owner = owner;
    this.closed = false;
    this.wait = FIRST_WAIT;
    /** Messages that the server has not answered yet, by their id. @type {Map<string, Message>} */
    this.unanswered = new Map();
    this.heard = Date.now();
    this.timer = 0;
    this.again = () => this.hurry();
    addEventListener("online", this.again);
    document.addEventListener("visibilitychange", this.again);
    this.beat = setInterval(() => this.check(), HEARTBEAT / 2);
    this.connect();
  }

  connect() {
    if (this.closed) return;
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/socket`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token: this.token, last: this.owner.last() }));
    socket.onmessage = (event) => socket === this.socket && this.hear(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.lost();
  }

  /** @param {Message} message */
  hear(message) {
    this.heard = Date.now();
    if (message.type === "welcome" || message.type === "resumed") this.greeted();
    if ((message.type === "stored" || message.type === "refused" || message.type === "hint") && message.id) {
      this.unanswered.delete(message.id);
    }
    if (message.type !== "pong") this.owner.message(message);
  }

  greeted() {
    this.wait = FIRST_WAIT;
    this.owner.up();
    for (const message of this.unanswered.values()) this.socket?.send(JSON.stringify(message));
  }

  lost() {
    if (this.closed) return;
    this.socket = undefined;
    this.owner.down();
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 1.6, LONGEST_WAIT);
  }

  /** Try at once when the browser is back. */
  hurry() {
    if (this.closed || document.hidden || this.socket) return;
    this.connect();
  }

  /** A line on which nothing was heard for long is cut, so that it can be made again. */
  check() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > 2 * HEARTBEAT) {
      const socket = this.socket;
      this.socket = undefined;
      socket.close();
      this.lost();
    } else if (Date.now() - this.heard > HEARTBEAT) {
      this.socket.send('{"type":"ping"}');
    }
  }

  /** Send a message that needs an answer; it is sent again after a break until it has one. @param {Message} message */
  send(message) {
    const id = message.id ?? fresh();
    this.unanswered.set(id, { ...message, id });
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ ...message, id }));
    return id;
  }

  /** Send a message that nobody misses if it is lost. @param {Message} message */
  tell(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.beat);
    removeEventListener("online", this.again);
    document.removeEventListener("visibilitychange", this.again);
    this.socket?.close();
  }
}
