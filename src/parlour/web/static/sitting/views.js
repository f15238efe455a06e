// Two views, one after the other: what is new in the second, and what is shown between them. One event may bring both
// the end of a trick or a round and what follows it.

/** The moments of a view that the view before did not have. @param {View | null} before @param {View} after */
export function newMoments(before, after) {
  const known = new Set(before?.moments.map((one) => JSON.stringify(one)));
  return after.moments.filter((one) => !known.has(JSON.stringify(one)));
}

/** Those of the moments that are about a card of the trick. @param {Moment[]} moments @param {Play[]} trick */
export const inTrick = (moments, trick) =>
  moments.filter((one) => one.cards.length > 0 && trick.some((play) => one.cards.includes(play.card)));

/**
 * A moment on the stage, with what those before it have marked.
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

/** The view with the trick just completed still lying there. @param {View} view @returns {View} */
export function heldTrick(view) {
  const { centre } = view,
    size = centre.last_trick.length;
  // Where tricks stay on the table, it is the last one to which everybody has played; cards left over come after it.
  const place = centre.tricks?.findLastIndex((trick) => trick.plays.length === size);
  const tricks = centre.tricks && centre.tricks.slice(0, place);
  return { ...view, centre: { ...centre, tricks, trick: centre.last_trick, winning: centre.last_winner } };
}

/**
 * The view before the last card of the trick just completed was chosen, if nobody chose it: the cards lie open.
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

/** The view in which that card lies in the trick, with the reason to be read. @param {View} view @returns {View} */
export const afterChoice = (view) => ({ ...heldTrick(view), prompt: view.centre.choice?.reason ?? view.prompt });

/** Whether the finished tricks on the table lie there since the round before: nobody has won one. @param {View} view */
export const areOld = (view) => view.seats.every((seat) => seat.tricks === 0);

/**
 * A view as it is shown: while the end of a round is told nobody can do anything, and its tricks lie there; then they
 * are taken away.
 * @param {View} view @param {boolean} telling @returns {View}
 */
export function shownAs(view, telling) {
  const round = view.sheet?.round ?? view.round;
  if (telling) return { ...view, round, actions: [], selection: null, refused: [], to_act: [] };
  if (view.over || !view.centre.tricks?.length || !areOld(view)) return view;
  return { ...view, centre: { ...view.centre, tricks: [] } };
}

/**
 * Whether the player has the same choices as before somebody else acted, as when all choose secretly.
 * @param {Sitting} at @param {Happening} happening @param {View | null} before
 */
export function keepsChoices(at, happening, before) {
  const [old, now] = [before?.actions ?? [], happening.view.actions];
  return happening.seat !== at.seat && now.length === old.length && now.every((one, n) => one.id === old[n].id);
}
