// A view and the changes that make the next one of it.

/**
 * The view after a patch: changed fields replace, seats and centre are changed field by field.
 * @param {View} view @param {Record<string, any>} patch @returns {View}
 */
export function patched(view, patch) {
  const { seats, centre, ...rest } = patch;
  const next = { ...view, ...rest };
  if (Array.isArray(seats)) next.seats = seats;
  else if (seats) next.seats = view.seats.map((seat) => ({ ...seat, ...(seats[seat.seat] ?? {}) }));
  if (centre) next.centre = { ...view.centre, ...centre };
  return next;
}
