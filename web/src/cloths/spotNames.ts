import { GAMES } from '../gameFacts';

const PRINTED: Readonly<Record<string, string>> = Object.assign(
  {},
  ...[...GAMES.values()].map((facts) => facts.printed),
);

/** Return the name printed at a spot: the law's own, in Spanish. */
export function spotName(name: string): string {
  const [kind = '', place = ''] = name.split(':');
  if (kind === 'numero' || /^\d+$/.test(kind)) return place || kind;
  const word = PRINTED[kind] ?? kind.replaceAll('_', ' ');
  return (kind === 'mano' ? place : word).toUpperCase();
}
