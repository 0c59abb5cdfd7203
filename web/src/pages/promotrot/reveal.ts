const ALIKE = 3;

/** Return the mark that three cells share, which wins the ticket, or null. */
export function alike(cells: readonly string[]): string | null {
  return cells.find((mark) => cells.filter((other) => other === mark).length >= ALIKE) ?? null;
}

/** Return how far along the straight a horse is when the winner finishes, by its place. */
export function along(place: number, runners: number): number {
  return 1 - (0.86 * (place - 1)) / (runners - 1);
}
