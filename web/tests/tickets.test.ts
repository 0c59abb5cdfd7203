// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { blank, missing, read, stepped, toggled, written } from '../src/pages/lototrot/marks';
import { DRAWINGS } from '../src/pages/promotrot/marks';
import { drawing, drawnOf, shuffled } from '../src/pages/pools/draws';
import { along, alike } from '../src/pages/promotrot/reveal';
import { ONE_ZERO } from '../src/games/families/roulette';
import type { RacePayload } from '../src/wire/generated/http';

const TEXTS = readFileSync('../src/novamas/words/data/tickets.toml', 'utf8');
const CODES = [...TEXTS.matchAll(/^\[(\w+)\]$/gm)].map((found) => found[1] ?? '');
const ALL = ['pools', 'lototrot', 'promotrot']
  .flatMap((folder) => readdirSync(`src/pages/${folder}`).map((name) => `src/pages/${folder}/${name}`))
  .map((name) => readFileSync(name, 'utf8'))
  .join('\n');

test('the pools say nothing for which there is no text, and no text is left unused', () => {
  const said = [...ALL.matchAll(/\bticketText\(([^,)]*)/g)].flatMap((found) =>
    [...(found[1] ?? '').matchAll(/'(\w+)'/g)].map((one) => one[1] ?? ''),
  );
  const patterns = [...ALL.matchAll(/\bticketText\(\s*`([^`]*)`/g)].map(
    (found) => new RegExp(`^${(found[1] ?? '').replace(/\$\{[^}]*\}/g, '\\w+')}$`),
  );
  const known = ['carrera', 'descubrir', 'multiple', 'cheque', 'thing'];
  expect([...new Set(said)].filter((code) => !CODES.includes(code) && !known.includes(code))).toEqual([]);
  const quoted = new Set([...ALL.matchAll(/'(\w+)'/g)].map((found) => found[1] ?? ''));
  expect(CODES.filter((code) => !quoted.has(code) && !patterns.some((one) => one.test(code)))).toEqual([]);
});

const race = (order: number, ...numbers: readonly number[]): RacePayload => ({
  order,
  racecourse: 'Son Pardo',
  number: order,
  starts: '2026-11-20T16:00:00Z',
  horses: numbers.map((number) => ({ number, name: `horse ${String(number)}`, ways: 1, wins: '1/8' })),
  winner: null,
});

test('a ticket is marked, written as the house reads it, and read again', () => {
  let marks = blank(3);
  expect(missing(marks)).toEqual([1, 2, 3]);
  for (const [at, number] of [
    [0, 10],
    [0, 9],
    [2, 1],
  ] as const)
    marks = toggled(marks, { race: at, number }, false);
  expect(written(marks)).toBe('9,10//1');
  expect(missing(marks)).toEqual([2]);
  expect(written(toggled(marks, { race: 0, number: 9 }, false))).toBe('10//1');
  expect(written(read('3/1,4/7'))).toBe('3/1,4/7');
});

test('where one horse a race is taken, a mark moves', () => {
  const marks = toggled(blank(1), { race: 0, number: 2 }, true);
  expect(written(toggled(marks, { race: 0, number: 5 }, true))).toBe('5');
  expect(written(toggled(marks, { race: 0, number: 2 }, true))).toBe('');
});

test('keys lead over the ticket and never off it, whatever numbers the horses have', () => {
  const races = [race(1, 1, 2, 3), race(2, 2, 5)];
  expect(stepped({ race: 0, number: 1 }, 'ArrowRight', races)).toEqual({ race: 0, number: 2 });
  expect(stepped({ race: 0, number: 3 }, 'ArrowRight', races)).toEqual({ race: 0, number: 3 });
  expect(stepped({ race: 0, number: 3 }, 'ArrowDown', races)).toEqual({ race: 1, number: 5 });
  expect(stepped({ race: 1, number: 5 }, 'Home', races)).toEqual({ race: 1, number: 2 });
  expect(stepped({ race: 1, number: 2 }, 'ArrowUp', races)).toEqual({ race: 0, number: 1 });
  expect(stepped({ race: 0, number: 1 }, 'End', races)).toEqual({ race: 0, number: 3 });
  expect(stepped({ race: 0, number: 1 }, 'x', races)).toBeNull();
});

test('three cells alike win, and a horse that came in later lies farther behind', () => {
  expect(alike(['a', 'b', 'a', 'c', 'a'])).toBe('a');
  expect(alike(['a', 'b', 'a', 'c', 'b'])).toBeNull();
  expect(along(1, 16)).toBe(1);
  expect(along(16, 16)).toBeLessThan(along(15, 16));
  expect(along(16, 16)).toBeGreaterThan(0);
});

test('every sign and every drawing of the law’s presentations is drawn', () => {
  const figures = readFileSync('../src/novamas/law/data/figures/promotrot.toml', 'utf8');
  for (const presentation of ['signos', 'dibujos']) {
    const listed = new RegExp(`presentations\\.${presentation}\\][^\\[]*marks = \\[([^\\]]*)\\]`).exec(
      figures.replace(/cite = \[[^\]]*\]/g, ''),
    );
    const marks = [...(listed?.[1] ?? '').matchAll(/"(\w+)"/g)].map((found) => found[1] ?? '');
    expect(marks).toHaveLength(12);
    expect(marks.filter((mark) => !(mark in DRAWINGS))).toEqual([]);
  }
});

test('draws are those of the house, alone and with a text', () => {
  const seed = `${'0'.repeat(63)}1`;
  const spins = (text: string | null): number[] => {
    const draw = drawing(seed, text);
    return Array.from({ length: 8 }, () => ONE_ZERO[draw(37)] ?? -1);
  };
  expect(spins(null)).toEqual([30, 7, 22, 34, 8, 4, 20, 28]);
  expect(spins('olé')).toEqual([26, 2, 7, 21, 33, 23, 29, 16]);
  expect(drawnOf([2, 3], 1)).toBe(0);
  expect(drawnOf([2, 3], 2)).toBe(1);
  expect(drawnOf([2, 3], 5)).toBe(-1);
  expect(shuffled([1, 2, 3, 4, 5], drawing(seed)).toSorted()).toEqual([1, 2, 3, 4, 5]);
});
