/** A pocket or a cell of a wheel. */
export interface Pocket {
  readonly label: string;
  readonly number: number;
  readonly colour: string;
}

const ZEROS = 2; // the most zeros of a wheel

/** Return the labels of pockets that are neither red nor black, in order: zeros, or the worths of a wheel of fortune. */
export function greensOf(pockets: readonly Pocket[]): readonly string[] {
  return [...new Set(pockets.filter((one) => one.colour === 'verde').map((one) => one.label))];
}

/** Return whether a wheel has cells that differ by their worth, and no zero. */
export function hasWorths(pockets: readonly Pocket[]): boolean {
  return greensOf(pockets).length > ZEROS;
}

/** Return the paint of a pocket. On a wheel of fortune each worth has its own colour. */
export function paintOf({ colour, label }: Pocket, pockets: readonly Pocket[]): string {
  if (colour === 'rojo') return 'var(--cell-red)';
  if (colour === 'negro') return 'var(--cell-black)';
  const worth = String(greensOf(pockets).indexOf(label) + 1);
  return hasWorths(pockets) ? `var(--cell-${worth})` : 'var(--cell-zero)';
}
