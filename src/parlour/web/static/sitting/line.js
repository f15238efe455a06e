// Sends messages to a table. One that needs an answer is kept until the answer comes, so net.js can resend it.
import { fresh } from "../core/dom.js";

/** Send a message that needs an answer. @param {Sitting} at @param {Message} message */
export function send(at, message) {
  const asked = { ...message, id: message.id ?? fresh() };
  at.line.unanswered.set(asked.id, asked);
  tell(at, asked);
}

/** Send a message that may get lost. @param {Sitting} at @param {Message} message */
export function tell({ line }, message) {
  if (line.socket?.readyState === WebSocket.OPEN) line.socket.send(JSON.stringify(message));
}

/** Close the connection for good. @param {Sitting} at */
export function hangUp({ line }) {
  const { socket } = line;
  line.socket = null;
  clearTimeout(line.timer);
  socket?.close();
}
