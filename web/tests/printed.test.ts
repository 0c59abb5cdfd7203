// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GAMES } from '../src/gameFacts';
// @ts-expect-error these are scripts for Node.js, without types
import { cloths } from '../scripts/cloths.mjs';
// @ts-expect-error these are scripts for Node.js, without types
import { edges } from '../scripts/edges.mjs';

test('the edges of the catalogue follow from docs/odds', () => {
  const files = readdirSync('src/games/edges').map((name) => [
    name,
    readFileSync(`src/games/edges/${name}`, 'utf8'),
  ]);
  expect(Object.fromEntries(files)).toEqual((edges as () => Record<string, string>)());
});

test('every game has a picture', async () => {
  const drawn = (await (cloths as () => Promise<string>)()).matchAll(/<symbol id="(\w+)"/g);
  expect([...drawn].map((found) => found[1]).toSorted()).toEqual([...GAMES.keys()].toSorted());
});

test('the server answers with the app at the same addresses', () => {
  const written = readFileSync('../src/novamas/server/web_app.py', 'utf8');
  const [, shared = ''] = /^SHARED = ("[^"]+")$/m.exec(written) ?? [];
  const server = written.replace(/^ {4}SHARED,$/m, `    ${shared},`);
  const there = [
    ...server.slice(server.indexOf('PAGES = ('), server.indexOf('MEDIA')).matchAll(/"(\/[^"]*)"/g),
  ].map((found) => found[1]?.replaceAll(':str', ''));
  const here = [...readFileSync('src/routes.ts', 'utf8').matchAll(/path: '([^']+)'/g)].map(
    (found) => found[1],
  );
  expect(here).toEqual(there);
});
