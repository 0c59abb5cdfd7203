import type { DrawnLayout } from '../src/wire/generated/http';

const files = import.meta.glob<DrawnLayout>('./layouts/*.json', { eager: true, import: 'default' });

/** The layout of every game, printed by `python -m tests.web.layouts`. */
export const LAYOUTS: ReadonlyMap<string, DrawnLayout> = new Map(
  Object.entries(files).map(([path, layout]) => [path.replace(/^.*\/(\w+)\.json$/, '$1'), layout]),
);

/** The layout of one game. */
export function layoutOf(game: string): DrawnLayout {
  const found = LAYOUTS.get(game);
  if (!found) throw new Error(`no layout of ${game}`);
  return found;
}
