// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planOf } from '../src/cloths/planner';
import { FAMILIES, firstGame, GAMES } from '../src/gameFacts';

const TABLES = [...GAMES].filter(([, facts]) => facts.family !== 'pools').map(([game]) => game);
const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(svelte|ts|css)$/.test(name),
);
/** Files that belong to one game, or to its family. */
const isOfGame = (name: string): boolean =>
  name.startsWith('games/') || TABLES.some((game) => name.startsWith(`cloths/${game}/`));

test('every game of the server has its facts, and no other game has', () => {
  const modules = readdirSync('../src/novamas/games').map((name) => name.replace(/\.py$/, ''));
  expect(TABLES.toSorted()).toEqual(modules.filter((name) => !name.startsWith('_')).toSorted());
});

test('no two games share a place in the catalogue', () => {
  const places = [...GAMES.values()].map(({ family, order }) => `${family} ${String(order)}`);
  expect(new Set(places).size).toBe(places.length);
  expect([...new Set([...GAMES.values()].map(({ family }) => family))]).toEqual(FAMILIES);
});

test('every page that begins with a game begins with exactly one', () => {
  const pages = [...GAMES.values()].flatMap(({ startsOn }) => startsOn ?? []);
  expect(pages.toSorted()).toEqual(['check', 'diff', 'home', 'odds', 'record', 'replay', 'tables']);
  for (const page of pages) expect(GAMES.has(firstGame(page))).toBe(true);
});

test('a letter chooses the same act at every table', () => {
  const letters = new Map<string, string>();
  for (const { keys } of GAMES.values())
    for (const [act, letter] of Object.entries(keys ?? {})) {
      expect(letters.get(act) ?? letter).toBe(letter);
      letters.set(act, letter);
    }
});

test('no shared module names a game', () => {
  const named = SOURCES.filter((name) => !isOfGame(name)).flatMap((name) => {
    const code = readFileSync(`src/${name}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    return TABLES.filter((game) => new RegExp(`\\b${game}\\b`).test(code)).map((game) => `${name}: ${game}`);
  });
  expect(named).toEqual([]);
});

test('a game without facts is drawn on the grid of the server', () => {
  const at = { row: 0, column: 8, height: 8, width: 8 };
  const spot = { name: 'nueva', kind: 'nueva', clauses: [], least: null, most: null, words: 'nueva', at };
  const room = { width: 1000, height: 600, me: 1, places: [], isTurned: false };
  expect(planOf('nueva', { seats: 3, spots: [spot] }, room).cloth).toBe('area');
});
