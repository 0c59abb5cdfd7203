// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const TEXTS = readFileSync('../src/novamas/words/data/felt.toml', 'utf8');
const CODES = [...TEXTS.matchAll(/^\[(\w+)\]$/gm)].map((found) => found[1] ?? '');
const sources = (folder: string): string =>
  readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(svelte|ts)$/.test(name))
    .map((name) => readFileSync(`src/${folder}/${name}`, 'utf8'))
    .join('\n');
const TABLE = ['table', 'cloths'].map(sources).join('\n');
const PAGES = sources('pages/table'); // which say what is the table's by `felt`
const ALL = `${TABLE}\n${PAGES}`;

const said = [...TABLE.matchAll(/\bsay\(\s*'(\w+)'/g), ...PAGES.matchAll(/\bfelt\(\s*'(\w+)'/g)].map(
  (found) => found[1] ?? '',
);
const patterns = [...ALL.matchAll(/\bsay\([^`()]*`([^`]*)`/g)].map(
  (found) => new RegExp(`^${(found[1] ?? '').replace(/\$\{[^}]*\}/g, '\\w+')}$`),
);

test('the table says nothing for which there is no text', () => {
  expect([...new Set(said)].filter((code) => !CODES.includes(code))).toEqual([]);
});

test('no text of the table is left unused', () => {
  const quoted = new Set([...ALL.matchAll(/'(\w+)'/g)].map((found) => found[1] ?? ''));
  expect(CODES.filter((code) => !quoted.has(code) && !patterns.some((one) => one.test(code)))).toEqual([]);
});
