// node scripts/edges.mjs: the house edge of every bet with usual choices, from docs/odds; `--check` says whether it holds.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const ODDS = new URL('../../docs/odds/', import.meta.url);
const EDGES = new URL('../src/doc/edges.json', import.meta.url);
const rounded = (edge) => Number(edge.toPrecision(6));

/** Of each game and norm, its bets with their edges. */
export function edges() {
  const found = {};
  for (const name of readdirSync(ODDS).sort()) {
    const { game, norm, bets } = JSON.parse(readFileSync(new URL(name, ODDS), 'utf8'));
    const kept = Object.entries(bets).map(([bet, odds]) => [bet, rounded(odds.edge_float)]);
    (found[game] ??= {})[norm] = Object.fromEntries(kept);
  }
  return JSON.stringify(found, null, 1) + '\n';
}

if (process.argv[1]?.endsWith('edges.mjs')) {
  if (!process.argv.includes('--check')) writeFileSync(EDGES, edges());
  else if (readFileSync(EDGES, 'utf8') !== edges()) {
    console.error('src/doc/edges.json does not follow from docs/odds: node scripts/edges.mjs');
    process.exit(1);
  }
}
