// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Every pair of ink and ground that the app uses, in both themes and on all cloths, against WCAG 2.2 AA. */

const css = readFileSync('src/look/tokens.css', 'utf8');
type Colours = Readonly<Record<string, string>>;
const colours = (text: string): Colours =>
  Object.fromEntries(
    [...text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map((found) => [found[1] ?? '', found[2] ?? '']),
  );
const block = (selector: string): Colours => {
  const at = css.indexOf(`${selector} {`);
  return colours(css.slice(at, css.indexOf('\n}', at)));
};
const line = (selector: string): Colours =>
  colours(css.split('\n').find((one) => one.startsWith(selector)) ?? '');

function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function ratio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const TEXT = 4.5;
const SHAPE = 3;
type Pair = readonly [ink: string, ground: string, least: number];
const INKS = ['ink', 'ink-2', 'ink-3', 'accent', 'red', 'green', 'good', 'warn', 'bad', 'reading'];
const PAIRS: readonly Pair[] = [
  ...['bg', 'surface', 'surface-2'].flatMap((ground) => INKS.map((ink): Pair => [ink, ground, TEXT])),
  ...['good', 'warn', 'bad', 'reading', 'accent'].map((name): Pair => [name, `${name}-soft`, TEXT]),
  ...['good', 'warn', 'bad', 'reading', 'accent'].map((name): Pair => ['ink', `${name}-soft`, TEXT]),
  ['ink', 'surface-3', TEXT],
  ['ink-2', 'surface-3', TEXT],
  ['bg', 'ink', TEXT],
  ['on-primary', 'primary', TEXT],
  ['on-primary', 'primary-2', TEXT],
  ...[
    'felt',
    'felt-2',
    'felt-3',
    'cell-red',
    'cell-black',
    'cell-1',
    'cell-2',
    'cell-3',
    'cell-4',
    'cell-5',
    'rail',
  ].map((ground): Pair => ['felt-ink', ground, TEXT]),
  ['felt-ink', 'cell-zero', SHAPE],
  ['felt-ink-2', 'felt', TEXT],
  ['felt-ink-2', 'felt-2', TEXT],
  ['felt-line', 'felt', SHAPE],
  ['halo', 'felt', SHAPE],
  ['halo', 'felt-2', SHAPE],
  ['brass', 'felt-2', SHAPE],
  ...['s', 'h', 'd', 'c'].map((suit): Pair => [`suit-${suit}`, 'card', TEXT]),
  ['pip-red', 'tile', SHAPE],
  ['pip-white', 'tile', TEXT],
  ['die-pip', 'die', TEXT],
  ['line-2', 'bg', SHAPE],
  ['line-2', 'surface', SHAPE],
  ['accent-line', 'surface', SHAPE],
  ['focus', 'bg', SHAPE],
  ['focus', 'surface', SHAPE],
  ...[1, 2, 3, 4, 5].map((nth): Pair => [`chart-${String(nth)}`, 'surface', SHAPE]),
];
const light = block(':root');
const dark = { ...light, ...block(':root[data-theme="dark"]') };
const four = line(':root[data-suits="four"]');
const onFelt = PAIRS.filter(([ink, ground]) => (ground + ink).includes('felt') && !ground.startsWith('cell'));
const onCard = PAIRS.filter(([, ground]) => ground === 'card');
const themes: readonly (readonly [string, Colours, readonly Pair[]])[] = [
  ['light', light, PAIRS],
  ['dark', dark, PAIRS],
  ['light, four colours', { ...light, ...four }, onCard],
  ['dark, four colours', { ...dark, ...four }, onCard],
  ...['blue', 'wine', 'slate'].flatMap((cloth) => [
    [`light, ${cloth}`, { ...light, ...line(`:root[data-cloth="${cloth}"]`) }, onFelt] as const,
    [
      `dark, ${cloth}`,
      { ...dark, ...line(`:root[data-theme="dark"][data-cloth="${cloth}"]`) },
      onFelt,
    ] as const,
  ]),
];

test.each(themes)('every ink can be read on its ground: %s', (_name, theme, pairs) => {
  const faint = pairs.filter(
    ([ink, ground, least]) => ratio(theme[ink] ?? '#000000', theme[ground] ?? '#000000') < least,
  );
  expect(faint).toEqual([]);
});
