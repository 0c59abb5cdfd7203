import { colourOf, stackIn, type Face } from '../pieces/chips';
import type { View } from '../wire/generated/table';

/** Return the worth of each seat's colour chip. Null at tables without colours. */
function worths(view: View): ReadonlyMap<number, number> | null {
  const { colours } = view.shows;
  return Array.isArray(colours) ? new Map(colours as readonly (readonly [number, number])[]) : null;
}

/** Return whether every player has an own colour at this table. */
export function hasColours(view: View | null): boolean {
  return view !== null && worths(view) !== null;
}

/** Return an amount in a seat's colour chips. Null at tables with chips of value. */
export function chipsOf(view: View | null, seat: number, cents: number): readonly Face[] | null {
  const found = view && worths(view);
  if (!found) return null;
  const worth = found.get(seat) ?? Number(view.shows.minimum ?? cents);
  return stackIn(colourOf(seat), cents, worth);
}

/** Return the colour chip of a seat. Null at tables without colours. */
export function faceOf(view: View | null, seat: number): Face | null {
  return hasColours(view) && seat > 0 ? colourOf(seat) : null;
}
