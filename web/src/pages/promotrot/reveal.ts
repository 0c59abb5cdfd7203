const ALIKE = 3;

/** The mark that lies under three cells, if there is one: by it the ticket wins. */
export function alike(cells: readonly string[]): string | null {
  return cells.find((mark) => cells.filter((other) => other === mark).length >= ALIKE) ?? null;
}

/** How far along the straight a horse is drawn when the first crosses the line: it came in at this place. */
export function along(place: number, runners: number): number {
  return 1 - (0.86 * (place - 1)) / (runners - 1);
}
