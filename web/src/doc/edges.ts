type Edges = Readonly<Record<string, Readonly<Record<string, number>>>>;

const files = import.meta.glob<Edges>('../games/edges/*.json', { eager: true, import: 'default' });

/** Return the edges of a game's bets by norm. */
function normsOf(game: string): Edges {
  return files[`../games/edges/${game}.json`] ?? {};
}

/** Return the edges of a game's bets with usual choices, under a norm or under the one with the least edge. */
export function edgesOf(game: string, norm = ''): readonly number[] {
  const norms = normsOf(game);
  const bets = norms[norm] ?? norms[cheapestNorm(game)] ?? {};
  return Object.values(bets).toSorted((one, other) => one - other);
}

/** Return the norm under which a game has the least edge, of which its card speaks. */
function cheapestNorm(game: string): string {
  const least = (norm: string): number => leastEdge(game, norm) ?? Infinity;
  return Object.keys(normsOf(game)).toSorted((one, other) => least(one) - least(other))[0] ?? '';
}

/** Return the lowest positive edge of a game's bets, under a norm or under any. Null if there is none. */
export function leastEdge(game: string, norm = ''): number | null {
  const norms = normsOf(game);
  const kept = (norm in norms ? [norm] : Object.keys(norms))
    .flatMap((each) => edgesOf(game, each))
    .filter((edge) => edge > 0.0005);
  return kept.length ? Math.min(...kept) : null;
}
