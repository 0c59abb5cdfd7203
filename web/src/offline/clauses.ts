import type { Get } from '../wire/generated/http';

type Found = Get['/api/clauses'];
type Clause = Found['clauses'][number];

/** Return what the house answers about clauses, worked out from a copy of all of them. Null if that cannot be. */
export function answerAboutClauses(all: readonly Clause[], address: URL): Found | Cited | null {
  const id = /^\/api\/clauses\/([^/]+)$/.exec(address.pathname)?.[1];
  if (id !== undefined) {
    const named = all.filter((clause) => clause.id === decodeURIComponent(id));
    return named.length ? { clauses: named } : null;
  }
  if (address.pathname !== '/api/clauses') return null;
  const query = address.searchParams;
  const first = Number(query.get('first') ?? 0);
  const found = all.filter((clause) => isMeant(clause, query));
  const most = Number(query.get('most') ?? found.length);
  return { clauses: found.slice(first, first + most), total: found.length, first };
}

type Cited = Get['/api/clauses/{clause}'];

function isMeant(clause: Clause, query: URLSearchParams): boolean {
  const fields: Readonly<Record<string, unknown>> = { ...clause };
  for (const name of ['norm', 'game', 'kind', 'duty']) {
    const wanted = query.get(name);
    if (wanted !== null && fields[name] !== wanted) return false;
  }
  const path = query.get('path');
  if (path !== null && clause.id !== path && !clause.id.startsWith(`${path}.`)) return false;
  for (const [name, value] of [
    ['replaced', clause.replaced],
    ['doubtful', clause.reading],
  ] as const) {
    const wanted = query.get(name);
    if (wanted !== null && (wanted === 'true') !== (value !== null)) return false;
  }
  const text = plain(JSON.stringify(clause));
  return plain(query.get('q') ?? '')
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Return a text in small letters and without accents. */
function plain(text: string): string {
  return text.toLocaleLowerCase().replaceAll('’', "'").normalize('NFD').replace(/\p{M}/gu, '');
}
