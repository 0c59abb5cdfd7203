type Edges = Readonly<Record<string, Readonly<Record<string, number>>>>;

const files = import.meta.glob<Edges>('../games/edges/*.json', { eager: true, import: 'default' });

/** The edges of a game's bets with usual choices, under a norm or under the first that has the game. */
export function edgesOf(game: string, norm = ''): readonly number[] {
  const norms = files[`../games/edges/${game}.json`] ?? {};
  const bets = norms[norm] ?? Object.values(norms)[0] ?? {};
  return Object.values(bets).toSorted((one, other) => one - other);
}

/** The least that the house keeps of a bet of the game, where it keeps anything: under a norm, or under any. */
export function leastEdge(game: string, norm = ''): number | null {
  const norms = EDGES[game] ?? {};
  const kept = (norm in norms ? [norm] : Object.keys(norms))
    .flatMap((each) => edgesOf(game, each))
    .filter((edge) => edge > 0.0005);
  return kept.length ? Math.min(...kept) : null;
}
