/** A pocket or a cell of a wheel. */
export interface Pocket {
  readonly label: string;
  readonly number: number;
  readonly colour: string;
}

const ZEROS = 2; // that a wheel has at most

/** The labels of what is neither red nor black, in their order: zeros, or the worths of a wheel of fortune. */
export function greensOf(pockets: readonly Pocket[]): readonly string[] {
  return [...new Set(pockets.filter((one) => one.colour === 'verde').map((one) => one.label))];
}

/** Has a wheel cells that differ by what they are worth, and no zero? */
export function hasWorths(pockets: readonly Pocket[]): boolean {
  return greensOf(pockets).length > ZEROS;
}

/** What a pocket is painted with; on a wheel of fortune each worth has a colour of its own. */
export function paintOf({ colour, label }: Pocket, pockets: readonly Pocket[]): string {
  if (colour === 'rojo') return 'var(--cell-red)';
  if (colour === 'negro') return 'var(--cell-black)';
  const worth = String(greensOf(pockets).indexOf(label) + 1);
  return hasWorths(pockets) ? `var(--cell-${worth})` : 'var(--cell-zero)';
}
