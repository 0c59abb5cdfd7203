type Edges = Readonly<Record<string, Readonly<Record<string, number>>>>;

const files = import.meta.glob<Edges>('../games/edges/*.json', { eager: true, import: 'default' });

/** Return the edges of a game's bets by norm. */
function normsOf(game: string): Edges {
  return files[`../games/edges/${game}.json`] ?? {};
}

/** Return the edges of a game's bets with usual choices, under a norm or under the first that has the game. */
export function edgesOf(game: string, norm = ''): readonly number[] {
  const norms = normsOf(game);
  const bets = norms[norm] ?? Object.values(norms)[0] ?? {};
  return Object.values(bets).toSorted((one, other) => one - other);
}

/** Return the lowest positive edge of a game's bets, under a norm or under any. Null if there is none. */
export function leastEdge(game: string, norm = ''): number | null {
  const norms = normsOf(game);
  const kept = (norm in norms ? [norm] : Object.keys(norms))
    .flatMap((each) => edgesOf(game, each))
    .filter((edge) => edge > 0.0005);
  return kept.length ? Math.min(...kept) : null;
}
