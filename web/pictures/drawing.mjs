// What the pictures of several games are drawn with.
import { SUIT_PATHS } from '../src/pieces/cards.ts';

export const line = 'fill="none" stroke="var(--felt-line)" stroke-opacity=".75"';

export const shade = 'fill="#000" fill-opacity=".12" stroke="var(--felt-line)" stroke-opacity=".6"';

export const red = 'var(--cell-red)';

export const black = 'var(--cell-black)';

export const BLACKS = new Set([2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35]);

export const short = (number) => String(Math.round(number * 100) / 100);

export const times = (count, draw) => Array.from({ length: count }, (_, at) => draw(at)).join('');

export const polar = (x, y, r, degrees) => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return [x + r * Math.cos(angle), y + r * Math.sin(angle)].map(short);
};

/** A card as it is drawn when it is small: its index and its suit, or its back. */
export function card(face, x, y, width) {
  const [rank, suit] = face;
  const front = `<text x="${rank === 'T' ? 40 : 38}" y="60" text-anchor="middle" font-family="Newsreader Variable, Georgia, serif" font-weight="600" font-size="62" fill="var(--suit-${suit})">${rank === 'T' ? '10' : rank}</text><path d="${SUIT_PATHS[suit]}" fill="var(--suit-${suit})" transform="translate(38 78) scale(.52)"/>`;
  const back =
    '<rect x="8" y="8" width="84" height="124" rx="5" fill="var(--card-back)"/><rect x="14" y="14" width="72" height="112" rx="3" fill="none" stroke="var(--card-back-2)" stroke-width="3" stroke-opacity=".6"/><circle cx="50" cy="70" r="13" fill="none" stroke="var(--card-back-2)" stroke-width="4"/>';
  return `<g transform="translate(${short(x)} ${short(y)}) scale(${short(width / 100)})"><rect x="2" y="4" width="100" height="140" rx="8" opacity=".22"/><rect width="100" height="140" rx="8" fill="var(--card)" stroke="var(--card-edge)" stroke-width="1.2"/>${face === '?' ? back : front}</g>`;
}

export const row = (cards, x, y, width, step) =>
  cards
    .split(' ')
    .map((face, at) => card(face, x + at * step, y, width))
    .join('');

/** The 36 numbers of a roulette, with one zero or two. */
export function numbers(x, y, size, zeros) {
  const edge = 'stroke="var(--felt-line)" stroke-width=".6"';
  const cells = times(
    36,
    (at) =>
      `<rect x="${short(x + Math.floor(at / 3) * size)}" y="${short(y + (2 - (at % 3)) * size * 1.25)}" width="${size}" height="${size * 1.25}" fill="${BLACKS.has(at + 1) ? black : red}" ${edge}/>`,
  );
  const high = size * 3.75;
  const box = (top) =>
    `<rect x="${x - size}" y="${top}" width="${size}" height="${high / 2}" fill="var(--cell-zero)" ${edge}/>`;
  if (zeros === 2) return cells + box(y) + box(y + high / 2);
  return `${cells}<path d="M${x} ${y}h-${short(size * 0.7)}l-${short(size * 0.6)} ${high / 2}l${short(size * 0.6)} ${high / 2}h${short(size * 0.7)}z" fill="var(--cell-zero)" ${edge}/>`;
}

export const semicircle = (inside) => `<path d="M46 4H234A94 104 0 0 1 46 4Z" ${shade}/>${inside}`;

export const oval = (inside) => `<rect x="40" y="12" width="200" height="88" rx="44" ${shade}/>${inside}`;

export const boxes = (count, r = 6.5) =>
  times(count, (at) => {
    const angle = ((at - (count - 1) / 2) * (128 / (count - 1)) * Math.PI) / 180;
    return `<circle cx="${short(140 + 76 * Math.sin(angle))}" cy="${short(6 + 84 * Math.cos(angle))}" r="${r}" ${line}/>`;
  });

export const around = (cards, width) =>
  [
    [84, 10],
    [170, 10],
    [84, 78],
    [170, 78],
  ]
    .map(([x, y]) => row(cards, x - cards.split(' ').length * width * 0.12, y, width, width * 0.5))
    .join('');

export const ticket = (inside, head) =>
  `<g transform="rotate(-3 140 56)"><path d="M70 14h140v84${'l-7-5-7 5'.repeat(10)}z" fill="var(--card)"/><path d="M80 26h${head}" stroke="#1b1a17" stroke-width="3"/>${inside}</g>`;

export const common = (cards) => row(cards, 89, 40, 19, 21);
