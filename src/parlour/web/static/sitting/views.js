// Compares successive views: what is new, and which steps are shown in between, since one event may both end a trick
// (or a round) and start the next.

/**
 * List the moments that a view has and the previous view didn't have.
 * @param {View | null} before @param {View} after
 */
export function newMoments(before, after) {
  const known = new Set(before?.moments.map((one) => JSON.stringify(one)));
  return after.moments.filter((one) => !known.has(JSON.stringify(one)));
}

/** List the moments that involve a card of the trick. @param {Moment[]} moments @param {Play[]} trick */
export const inTrick = (moments, trick) =>
  moments.filter((one) => one.cards.length > 0 && trick.some((play) => one.cards.includes(play.card)));

/**
 * Show a moment, and keep showing the marks and cards of the moments just before it.
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

/**
 * Return the view as it is while the trick just completed still lies on the table.
 * @param {View} view @returns {View}
 */
export function heldTrick(view) {
  const { centre } = view,
    size = centre.last_trick.length;
  // In games whose tricks stay on the table, leftover cards may come after the last complete trick.
  const place = centre.tricks?.findLastIndex((trick) => trick.plays.length === size);
  const tricks = centre.tricks && centre.tricks.slice(0, place);
  return { ...view, centre: { ...centre, tricks, trick: centre.last_trick, winning: centre.last_winner } };
}

/**
 * If the rules chose the trick's last card, return the view before it, with the cards to choose from face up.
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

/**
 * Return the view after the rules' choice: the card is in the trick, and the prompt gives the reason.
 * @param {View} view @returns {View}
 */
export const afterChoice = (view) => ({ ...heldTrick(view), prompt: view.centre.choice?.reason ?? view.prompt });

/**
 * Whether nobody has won a trick yet, so that finished tricks on the table are the previous round's.
 * @param {View} view
 */
export const areOld = (view) => view.seats.every((seat) => seat.tricks === 0);

/**
 * Return the view as drawn: nobody can act while the end of a round is shown, and after that its tricks are removed.
 * @param {View} view @param {boolean} telling @returns {View}
 */
export function shownAs(view, telling) {
  const round = view.sheet?.round ?? view.round;
  if (telling) return { ...view, round, actions: [], selection: null, refused: [], to_act: [] };
  if (view.over || !view.centre.tricks?.length || !areOld(view)) return view;
  return { ...view, centre: { ...view.centre, tricks: [] } };
}

/**
 * Whether the player's choices survive somebody else's action, for example when everybody chooses in secret.
 * @param {Sitting} at @param {Happening} happening @param {View | null} before
 */
export function keepsChoices(at, happening, before) {
  const [old, now] = [before?.actions ?? [], happening.view.actions];
  return happening.seat !== at.seat && now.length === old.length && now.every((one, n) => one.id === old[n].id);
}
