// A small trick-taking game with hidden hands for four: 52 cards, follow suit, no trump, 1000 deals a match.
const { PlayerView, INVALID_MOVE } = require("boardgame.io/dist/cjs/core.js");

const DEALS = 1000;
const suit = (card) => Math.floor(card / 13);
const rank = (card) => card % 13;

function deal(random) {
  const deck = random.Shuffle(Array.from({ length: 52 }, (_, card) => card));
  const players = {};
  for (let seat = 0; seat < 4; seat++) {
    players[seat] = { hand: deck.slice(seat * 13, seat * 13 + 13).sort((a, b) => a - b) };
  }
  return players;
}

/** Find the cards that the seat may play. */
function legal(G, seat) {
  const hand = G.players[seat].hand;
  if (!G.trick.length) return hand;
  const following = hand.filter((card) => suit(card) === suit(G.trick[0][1]));
  return following.length ? following : hand;
}

function play({ G, playerID, random }, card) {
  if (!legal(G, playerID).includes(card)) return INVALID_MOVE;
  const hand = G.players[playerID].hand;
  hand.splice(hand.indexOf(card), 1);
  G.counts[+playerID]--;
  G.trick.push([playerID, card]);
  if (G.trick.length < 4) {
    G.next = String((+playerID + 1) % 4);
    return undefined;
  }
  let best = G.trick[0];
  for (const one of G.trick) if (suit(one[1]) === suit(best[1]) && rank(one[1]) > rank(best[1])) best = one;
  Object.assign(G, { last: G.trick, trick: [], next: best[0] });
  G.tricks[+best[0]]++;
  if (G.players[best[0]].hand.length === 0) {
    Object.assign(G, { deals: G.deals + 1, players: deal(random), counts: [13, 13, 13, 13] });
  }
  return undefined;
}

const TrickGame = {
  name: "trick",
  minPlayers: 4,
  maxPlayers: 4,
  setup: ({ random }) => ({
    players: deal(random), trick: [], next: "0", tricks: [0, 0, 0, 0], counts: [13, 13, 13, 13], deals: 1, last: null,
  }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { order: { first: () => 0, next: ({ G }) => +G.next }, minMoves: 1, maxMoves: 1 },
  moves: { play: { client: false, move: play } },
  endIf: ({ G }) => (G.deals > DEALS ? { tricks: G.tricks } : undefined),
};

module.exports = { TrickGame, legal };
