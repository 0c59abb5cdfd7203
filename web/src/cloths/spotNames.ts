import { GAMES } from '../gameFacts';

const PRINTED: Readonly<Record<string, string>> = Object.assign(
  {},
  ...[...GAMES.values()].map((facts) => facts.printed),
);

/** What stands on the cloth at a spot: the law's own name, in Spanish, as the law wants it. */
export function spotName(name: string): string {
  const [kind = '', place = ''] = name.split(':');
  if (kind === 'numero' || /^\d+$/.test(kind)) return place || kind;
  const word = PRINTED[kind] ?? kind.replaceAll('_', ' ');
  return (kind === 'mano' ? place : word).toUpperCase();
}
