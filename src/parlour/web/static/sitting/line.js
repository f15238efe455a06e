// Sends messages to a table, and keeps each message that needs an answer until it is answered, so that net.js can send
// it again.
import { fresh } from "../core/dom.js";

/** Send a message, and keep it until the server answers. @param {Sitting} at @param {Message} message */
export function send(at, message) {
  const asked = { ...message, id: message.id ?? fresh() };
  at.line.unanswered.set(asked.id, asked);
  tell(at, asked);
}

/** Send a message once; it is lost if there is no connection. @param {Sitting} at @param {Message} message */
export function tell({ line }, message) {
  if (line.socket?.readyState !== WebSocket.OPEN) return;
  line.socket.send(JSON.stringify(message));
  if (!line.asked) Object.assign(line, { asked: true, silence: 0 });
}

/** Close the connection for good. @param {Sitting} at */
export function hangUp({ line }) {
  const { socket } = line;
  line.socket = null;
  clearTimeout(line.timer);
  socket?.close();
}
