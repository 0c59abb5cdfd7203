// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAMILIES } from '../src/doc/families';
// @ts-expect-error these are scripts for Node.js, without types
import { edges } from '../scripts/edges.mjs';
// @ts-expect-error these are scripts for Node.js, without types
import { types } from '../scripts/types.mjs';

const printed = (print: unknown): string => (print as () => string)();

test('the types of what leaves a table follow from docs/schema', () => {
  expect(readFileSync('src/wire/types.ts', 'utf8')).toBe(printed(types));
});

test('the edges of the catalogue follow from docs/odds', () => {
  expect(readFileSync('src/doc/edges.json', 'utf8')).toBe(printed(edges));
});

test('every game has a family and a picture', () => {
  const games = Object.values(FAMILIES).flat().toSorted();
  const drawn = [...readFileSync('src/look/cloths.svg', 'utf8').matchAll(/<symbol id="(\w+)"/g)].map(
    (found) => found[1],
  );
  expect(games).toHaveLength(26);
  expect(drawn.toSorted()).toEqual(games);
});

test('the server answers with the app at the same addresses', () => {
  const server = readFileSync('../src/novamas/server/web_app.py', 'utf8');
  const there = [
    ...server.slice(server.indexOf('PAGES = ('), server.indexOf('MEDIA')).matchAll(/"(\/[^"]*)"/g),
  ].map((found) => found[1]?.replaceAll(':str', ''));
  const here = [...readFileSync('src/routes.ts', 'utf8').matchAll(/path: '([^']+)'/g)].map(
    (found) => found[1],
  );
  expect(here).toEqual(there);
});
