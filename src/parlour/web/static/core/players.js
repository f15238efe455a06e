// The players as whom this browser can play: each has a secret of its own, and one of them plays now.
import { keep, kept, newToken, secret } from "./state.js";

const MOST_PLAYERS = 8; // How many players this browser keeps besides the current one.
const NOBODY = { code: "", secret: "" };

/** The secrets of the players as whom this browser has played before. @returns {string[]} */
export const formerPlayers = () => kept("former", []);

/** Play with another secret from now on, and keep the current one, so that you can switch back. @param {string} next */
export function playAs(next) {
  const others = [secret(), ...formerPlayers()].filter((one) => one !== next);
  keep("former", others.slice(0, MOST_PLAYERS));
  keep("person", next);
  keep("linking", NOBODY);
}

/**
 * Make the secret with which this browser joins another player. Until it has joined, it always asks with the same one.
 * @param {string} code
 */
export function joiningSecret(code) {
  const before = kept("linking", NOBODY);
  if (before.code === code) return before.secret;
  const made = { code, secret: newToken() };
  keep("linking", made);
  return made.secret;
}
