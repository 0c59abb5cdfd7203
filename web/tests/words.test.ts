// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fill } from '../src/words/format';
import { day, money, percent, value } from '../src/words/numbers';

const TEXTS = readFileSync('../src/novamas/words/data/web.toml', 'utf8');
const CODES = [...TEXTS.matchAll(/^\[(\w+)\]$/gm)].map((found) => found[1] ?? '');
const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !/^(table|cloths|pieces)\//.test(name))
  .map((name) => readFileSync(`src/${name}`, 'utf8'));
const ALL = [...SOURCES, readFileSync('../src/novamas/server/web_app.py', 'utf8')].join('\n');

/** Keys that are written whole, and keys that are put together from parts. */
const said = new Set([...ALL.matchAll(/\bsay\(\s*'(\w+)'/g)].map((found) => found[1] ?? ''));
const chosen = [...ALL.matchAll(/\bsay\(([^()'`]*\?[^()]*)\)/g)].flatMap((found) =>
  [...(found[1] ?? '').matchAll(/'(\w+)'/g)].map((one) => one[1] ?? ''),
);
const patterns = [...ALL.matchAll(/\bsay\(\s*`([^`]*)`/g)].map(
  (found) => new RegExp(`^${(found[1] ?? '').replace(/\$\{[^}]*\}/g, '\\w+')}$`),
);

test('no text is missing', () => {
  expect(
    [...said, ...chosen].filter((code) => !CODES.includes(code) && !/^(whole|circle|hard|soft)$/.test(code)),
  ).toEqual([]);
});

test('no text is left unused', () => {
  const quoted = new Set([...ALL.matchAll(/['".](\w+)['"]/g)].map((found) => found[1] ?? ''));
  expect(CODES.filter((code) => !quoted.has(code) && !patterns.some((one) => one.test(code)))).toEqual([]);
});

test('figures are written as each language writes them', () => {
  const plain = (text: string): string => text.replace(/\s/g, ' ');
  expect(plain(money(123456, 'es'))).toBe('1234,56 €');
  expect(plain(money(1234567, 'ca'))).toBe('12.345,67 €');
  expect(money(250, 'en')).toBe('€2.50');
  expect(plain(percent(1 / 37, 'es'))).toBe('2,70 %');
  expect(day('2005-12-30', 'ca')).toBe('30 de desembre del 2005');
  expect(value('-1/2')).toBe(-0.5);
});

test('a text takes its figures by their kinds', () => {
  expect(fill('{n:baraja|barajas}', { n: 1 }, 'es')).toBe('baraja');
  expect(fill('{n:baraja|barajas}', { n: 6 }, 'es')).toBe('barajas');
  expect(fill('{n:baraja|barajas}', { n: 1000000 }, 'es')).toBe('barajas');
  expect(fill('{n:columna|columnes|de columnes}', { n: 2000000 }, 'ca')).toBe('de columnes');
  expect(fill('{n:columna|columnes|de columnes}', { n: 2000001 }, 'ca')).toBe('columnes');
  expect(fill('{cents:money} · {name}', { cents: 500, name: 'rojo' }, 'en')).toBe('€5.00 · rojo');
  expect(fill('{missing}!', {}, 'en')).toBe('!');
});
