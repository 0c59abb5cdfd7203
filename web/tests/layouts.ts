import type { DrawnLayout } from '../src/wire/generated/http';

const files = import.meta.glob<DrawnLayout>('./layouts/*.json', { eager: true, import: 'default' });

/** Layouts of all games, printed by `python -m tests.web.layouts`. */
export const LAYOUTS: ReadonlyMap<string, DrawnLayout> = new Map(
  Object.entries(files).map(([path, layout]) => [path.replace(/^.*\/(\w+)\.json$/, '$1'), layout]),
);

/** Return the layout of one game. */
export function layoutOf(game: string): DrawnLayout {
  const found = LAYOUTS.get(game);
  if (!found) throw new Error(`no layout of ${game}`);
  return found;
}
