/** The paces of a table, from the slowest. */
export const PACES = ['calm', 'normal', 'quick', 'instant'] as const;
export type Speed = (typeof PACES)[number];

/** Return the pace after this one. */
export function nextPace(pace: string): Speed {
  const at = PACES.findIndex((one) => one === pace);
  return PACES[(at + 1) % PACES.length] ?? 'normal';
}
