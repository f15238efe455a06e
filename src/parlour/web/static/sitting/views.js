// Compares two successive views: what is new in the second, and what is shown between them. One event may both end a
// trick or a round and start the next.

/** The moments of a view that the previous view didn't have. @param {View | null} before @param {View} after */
export function newMoments(before, after) {
  const known = new Set(before?.moments.map((one) => JSON.stringify(one)));
  return after.moments.filter((one) => !known.has(JSON.stringify(one)));
}

/** The moments that are about a card of the trick. @param {Moment[]} moments @param {Play[]} trick */
export const inTrick = (moments, trick) =>
  moments.filter((one) => one.cards.length > 0 && trick.some((play) => one.cards.includes(play.card)));

/**
 * Add a moment to those being shown, keeping their marks and cards.
 * @param {Staged | null} before @param {Moment} moment @returns {Staged}
 */
export const staged = (before, moment) => ({
  moment,
  marks: [...(before?.marks ?? []), ...moment.marks],
  cards: [...(before?.cards ?? []), ...moment.cards],
});

/** Whether a trick was completed between two views. @param {View | null} before @param {View} after */
export function trickEnded(before, after) {
  const last = after.centre.last_trick;
  return last.length > 0 && JSON.stringify(last) !== JSON.stringify(before?.centre.last_trick ?? []);
}

/** The view with the trick just completed still on the table. @param {View} view @returns {View} */
export function heldTrick(view) {
  const { centre } = view,
    size = centre.last_trick.length;
  // Where tricks stay on the table, it is the last one that everybody has played to; leftover cards come after it.
  const place = centre.tricks?.findLastIndex((trick) => trick.plays.length === size);
  const tricks = centre.tricks && centre.tricks.slice(0, place);
  return { ...view, centre: { ...centre, tricks, trick: centre.last_trick, winning: centre.last_winner } };
}

/**
 * The view before the last card of the trick, if nobody chose that card: the cards to choose from are face up.
 * @param {View} view @returns {View | null}
 */
export function beforeChoice(view) {
  const { choice, last_trick: last, piles } = view.centre;
  if (!choice) return null;
  const isTheirs = (/** @type {Pile} */ pile) =>
    pile.owner === choice.seat && pile.open.length > 0 && pile.open.every((card) => choice.cards.includes(card));
  const opened = piles.map((pile) =>
    isTheirs(pile) ? { ...pile, cards: choice.cards.length, open: choice.cards } : pile,
  );
  const held = heldTrick(view);
  return { ...held, centre: { ...held.centre, trick: last.slice(0, -1), winning: null, piles: opened } };
}

/** The view with that card in the trick, and the reason as the prompt. @param {View} view @returns {View} */
export const afterChoice = (view) => ({ ...heldTrick(view), prompt: view.centre.choice?.reason ?? view.prompt });

/** Whether the finished tricks on the table are the previous round's: nobody has won one yet. @param {View} view */
export const areOld = (view) => view.seats.every((seat) => seat.tricks === 0);

/**
 * The view as shown: while the end of a round is shown nobody can act and its tricks stay; afterwards they are removed.
 * @param {View} view @param {boolean} telling @returns {View}
 */
export function shownAs(view, telling) {
  const round = view.sheet?.round ?? view.round;
  if (telling) return { ...view, round, actions: [], selection: null, refused: [], to_act: [] };
  if (view.over || !view.centre.tricks?.length || !areOld(view)) return view;
  return { ...view, centre: { ...view.centre, tricks: [] } };
}

/**
 * Whether the player's choices survive somebody else's action, for example when all choose secretly.
 * @param {Sitting} at @param {Happening} happening @param {View | null} before
 */
export function keepsChoices(at, happening, before) {
  const [old, now] = [before?.actions ?? [], happening.view.actions];
  return happening.seat !== at.seat && now.length === old.length && now.every((one, n) => one.id === old[n].id);
}
