import { colourOf, stackIn, type Face } from '../pieces/chips';
import type { View } from '../wire/generated/table';

/** What a chip of each seat's colour is worth, at tables where every player has a colour; nothing elsewhere. */
function worths(view: View): ReadonlyMap<number, number> | null {
  const { colours } = view.shows;
  return Array.isArray(colours) ? new Map(colours as readonly (readonly [number, number])[]) : null;
}

/** Has every player a colour of his own here? */
export function hasColours(view: View | null): boolean {
  return view !== null && worths(view) !== null;
}

/** A player's chips as they look where he has a colour of his own; chips of value elsewhere. */
export function chipsOf(view: View | null, seat: number, cents: number): readonly Face[] | null {
  const found = view && worths(view);
  if (!found) return null;
  const worth = found.get(seat) ?? Number(view.shows.minimum ?? cents);
  return stackIn(colourOf(seat), cents, worth);
}

/** The chip of a seat where he has a colour of his own. */
export function faceOf(view: View | null, seat: number): Face | null {
  return hasColours(view) && seat > 0 ? colourOf(seat) : null;
}
