// What this browser says at a table. A message that needs an answer is kept until it has one: net.js sends it again.
import { fresh } from "../core/dom.js";

/** Send a message that needs an answer. @param {Sitting} at @param {Message} message */
export function send(at, message) {
  const asked = { ...message, id: message.id ?? fresh() };
  at.line.unanswered.set(asked.id, asked);
  tell(at, asked);
}

/** Send a message that nobody misses if it is lost. @param {Sitting} at @param {Message} message */
export function tell({ line }, message) {
  if (line.socket?.readyState === WebSocket.OPEN) line.socket.send(JSON.stringify(message));
}

/** Close the line; it is not made again. @param {Sitting} at */
export function hangUp({ line }) {
  const { socket } = line;
  line.socket = null;
  clearTimeout(line.timer);
  socket?.close();
}
