// node scripts/edges.mjs: the house edge of every bet with usual choices, from docs/odds, into src/games/edges.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const ODDS = new URL('../../docs/odds/', import.meta.url);
const EDGES = new URL('../src/games/edges/', import.meta.url);
const rounded = (edge) => Number(edge.toPrecision(6));

/** The text of the file of each game: the edges of its bets by norm. */
export function edges() {
  const found = {};
  for (const name of readdirSync(ODDS).sort()) {
    const { game, norm, bets } = JSON.parse(readFileSync(new URL(name, ODDS), 'utf8'));
    const ofBets = Object.entries(bets).map(([bet, odds]) => [bet, rounded(odds.edge_float)]);
    (found[game] ??= {})[norm] = Object.fromEntries(ofBets);
  }
  return Object.fromEntries(
    Object.entries(found).map(([game, norms]) => [`${game}.json`, JSON.stringify(norms, null, 1) + '\n']),
  );
}

if (process.argv[1]?.endsWith('edges.mjs'))
  for (const [name, text] of Object.entries(edges())) writeFileSync(new URL(name, EDGES), text);
