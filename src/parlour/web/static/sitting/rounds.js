// Between two rounds: first the end of one is told, then the next can be played. One event may bring both.

/** Whether the end of a round is being told: its last trick, its moments, its sheet. @param {Sitting} at */
export const isTelling = (at) => Boolean(at.newRow || at.roundEnded || at.sheetOpen);

/** Whether a tap or a key goes on. @param {Sitting} at */
export const canGoAhead = (at) => Boolean(at.moment || at.newRow || at.roundEnded);

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
