// node scripts/cloths.mjs: the small pictures of the 26 cloths, one symbol each, into src/look/cloths.svg.
import { writeFileSync } from 'node:fs';
import { POINTS, SUIT_PATHS } from '../src/pieces/cards.ts';

const CLOTHS = new URL('../src/look/cloths.svg', import.meta.url);
const line = 'fill="none" stroke="var(--felt-line)" stroke-opacity=".75"';
const shade = 'fill="#000" fill-opacity=".12" stroke="var(--felt-line)" stroke-opacity=".6"';
const red = 'var(--cell-red)';
const black = 'var(--cell-black)';
const BLACKS = new Set([2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35]);

const short = (number) => String(Math.round(number * 100) / 100);
const times = (count, draw) => Array.from({ length: count }, (_, at) => draw(at)).join('');
const polar = (x, y, r, degrees) => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return [x + r * Math.cos(angle), y + r * Math.sin(angle)].map(short);
};

/** A card as it is drawn when it is small: its index and its suit, or its back. */
function card(face, x, y, width) {
  const [rank, suit] = face;
  const front = `<text x="${rank === 'T' ? 40 : 38}" y="60" text-anchor="middle" font-family="Newsreader Variable, Georgia, serif" font-weight="600" font-size="62" fill="var(--suit-${suit})">${rank === 'T' ? '10' : rank}</text><path d="${SUIT_PATHS[suit]}" fill="var(--suit-${suit})" transform="translate(38 78) scale(.52)"/>`;
  const back =
    '<rect x="8" y="8" width="84" height="124" rx="5" fill="var(--card-back)"/><rect x="14" y="14" width="72" height="112" rx="3" fill="none" stroke="var(--card-back-2)" stroke-width="3" stroke-opacity=".6"/><circle cx="50" cy="70" r="13" fill="none" stroke="var(--card-back-2)" stroke-width="4"/>';
  return `<g transform="translate(${short(x)} ${short(y)}) scale(${short(width / 100)})"><rect x="2" y="4" width="100" height="140" rx="8" opacity=".22"/><rect width="100" height="140" rx="8" fill="var(--card)" stroke="var(--card-edge)" stroke-width="1.2"/>${face === '?' ? back : front}</g>`;
}
const row = (cards, x, y, width, step) =>
  cards
    .split(' ')
    .map((face, at) => card(face, x + at * step, y, width))
    .join('');

/** The 36 numbers of a roulette, with one zero or two. */
function numbers(x, y, size, zeros) {
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
const semicircle = (inside) => `<path d="M46 4H234A94 104 0 0 1 46 4Z" ${shade}/>${inside}`;
const oval = (inside) => `<rect x="40" y="12" width="200" height="88" rx="44" ${shade}/>${inside}`;
const boxes = (count, r = 6.5) =>
  times(count, (at) => {
    const angle = ((at - (count - 1) / 2) * (128 / (count - 1)) * Math.PI) / 180;
    return `<circle cx="${short(140 + 76 * Math.sin(angle))}" cy="${short(6 + 84 * Math.cos(angle))}" r="${r}" ${line}/>`;
  });
const around = (cards, width) =>
  [
    [84, 10],
    [170, 10],
    [84, 78],
    [170, 78],
  ]
    .map(([x, y]) => row(cards, x - cards.split(' ').length * width * 0.12, y, width, width * 0.5))
    .join('');
const die = (face, x, y, turn) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})"><rect width="20" height="20" rx="3.6" fill="var(--die)"/>${POINTS[face].map(([i, j]) => `<circle cx="${5 + i * 5}" cy="${5 + j * 5}" r="1.9" fill="var(--die-pip)"/>`).join('')}</g>`;

/** A Chinese domino: ones and fours are red, and half of each six of the double six. */
function tile(above, below, x) {
  const half = (face, isTop) =>
    POINTS[face]
      .map(([i, j]) => {
        const isRed = face === 1 || face === 4 || (above === 6 && below === 6 && i === (isTop ? 0 : 2));
        return `<circle cx="${11 + i * 9}" cy="${(isTop ? 11 : 63) + j * 9}" r="${face === 1 ? 4.6 : 3.2}" fill="var(--pip-${isRed ? 'red' : 'white'})"/>`;
      })
      .join('');
  return `<g transform="translate(${x} 16) scale(.8)"><rect width="40" height="92" rx="5" fill="var(--tile)" stroke="var(--tile-edge)"/>${half(above, true)}${half(below, false)}</g>`;
}
/** A slice of a wheel. */
function slice(inner, outer, from, to, fill) {
  const points = [
    polar(140, 56, outer, from),
    polar(140, 56, outer, to),
    polar(140, 56, inner, to),
    polar(140, 56, inner, from),
  ];
  return `<path d="M${points[0]}A${outer} ${outer} 0 0 1 ${points[1]}L${points[2]}A${inner} ${inner} 0 0 0 ${points[3]}Z" fill="${fill}" stroke="var(--felt-line)" stroke-width=".4"/>`;
}
const boule = () => {
  const order = [1, 6, 2, 7, 3, 5, 4, 8, 9];
  const holes = times(18, (at) => {
    const number = order[at % 9];
    const [x, y] = polar(140, 56, 34, at * 20);
    return `<circle cx="${x}" cy="${y}" r="5.4" fill="${number === 5 ? 'var(--brass)' : [1, 3, 6, 8].includes(number) ? black : red}"/>`;
  });
  return `<circle cx="140" cy="56" r="48" fill="var(--rail)" stroke="var(--brass)"/><circle cx="140" cy="56" r="17" fill="var(--rail-2)" stroke="var(--brass)"/>${holes}`;
};
const fortune = () => {
  const fills = ['var(--brass-2)', 'var(--rail)', 'var(--cell-zero)', 'var(--rail-2)', 'var(--brass)'];
  const cells = times(54, (at) =>
    slice(
      20,
      48,
      (at * 20) / 3,
      ((at + 1) * 20) / 3,
      at === 0 ? red : at === 27 ? black : fills[(at * 7) % 5],
    ),
  );
  return `${cells}<circle cx="140" cy="56" r="19" fill="var(--rail-2)" stroke="var(--brass)"/><path d="M140 2l-5-1 5 12 5-12z" fill="var(--halo)"/>`;
};
const ticket = (inside, head) =>
  `<g transform="rotate(-3 140 56)"><path d="M70 14h140v84${'l-7-5-7 5'.repeat(10)}z" fill="var(--card)"/><path d="M80 26h${head}" stroke="#1b1a17" stroke-width="3"/>${inside}</g>`;
const races = () =>
  times(
    7,
    (at) =>
      `<rect x="${80 + at * 17.5}" y="36" width="14" height="32" rx="2" fill="none" stroke="var(--card-edge)"/><circle cx="${87 + at * 17.5}" cy="${42 + ((at * 5) % 4) * 7}" r="3.4" fill="#b3201c"/>`,
  );
const star = '<path d="M140 62l4 9 10 1-7 7 2 10-9-5-9 5 2-10-7-7 10-1z" fill="var(--brass)"/>';
const stack = times(
  5,
  (at) =>
    `<ellipse cx="140" cy="${64 - at * 3}" rx="13" ry="12" fill="${at % 2 ? '#f6f1e4' : '#c26f22'}" stroke="#000" stroke-opacity=".35"/>`,
);
const common = (cards) => row(cards, 89, 40, 19, 21);

const PICTURES = {
  ruleta: numbers(60, 28, 15, 1),
  ruleta_americana: `<rect x="42" y="9" width="196" height="24" rx="12" ${line}/><path d="M95 9v24M160 9v24M205 9v24" ${line}/>${numbers(68, 44, 13.5, 1)}`,
  ruleta_doble_cero: numbers(57.5, 28, 15, 2),
  boule: boule(),
  ruleta_de_la_fortuna: fortune(),
  craps: `<rect x="34" y="12" width="212" height="88" rx="40" ${line}/><rect x="62" y="24" width="118" height="22" ${line}/><path d="M85 24v22M108 24v22M131 24v22M155 24v22M62 46v30a12 12 0 0 0 12 12h106M62 66h118" ${line}/>${die(3, 192, 34, -8)}${die(4, 212, 58, 12)}`,
  blackjack: semicircle(boxes(7) + row('Ac Kh', 124, 12, 22, 15)),
  treinta_y_cuarenta: `<path d="M92 8h96v52q0 34-48 46q-48-12-48-46z" ${line}/><path d="M140 8v58M92 66h96" ${line}/>${row('9h Kc 4d 8s', 101, 14, 19, 19.5)}${row('Td 6c 7h 9s', 101, 42, 19, 19.5)}`,
  punto_y_banca: `<path d="M30 18Q140 -6 250 18Q266 60 214 102Q140 76 66 102Q14 60 30 18Z" ${line}/><path d="M52 62Q140 40 228 62M60 80Q140 56 220 80" ${line}/>${row('4h 5s', 84, 16, 22, 24)}${row('Kd 8c', 148, 16, 22, 24)}`,
  sin_descarte: semicircle(boxes(7, 5) + row('As ? ? ? ?', 98, 12, 19, 16)),
  trijoker: semicircle(
    `${[-16, 0, 16].map((by) => `<circle cx="${140 + by}" cy="86" r="6.5" ${line}/>`).join('')}${row('? ?', 122, 8, 17, 19)}${row('Jh Js 4c', 108, 36, 22, 21)}`,
  ),
  tres_cartas: semicircle(boxes(7, 5) + row('Qh 6c 4s', 106, 14, 23, 23)),
  holdem_contrapartida: semicircle(boxes(7, 5) + row('Ah 9s 9d 4c ?', 93, 14, 19, 19)),
  holdem_bonus: semicircle(boxes(7, 5) + row('Ah 9s 9d', 112, 14, 19, 19) + star),
  pai_gow_poker: semicircle(row('Kh Kd', 122, 8, 19, 17) + row('As Qs 9s 7s 3s', 96, 40, 19, 17)),
  pai_gow_domino: tile(6, 6, 66) + tile(1, 1, 104) + tile(4, 5, 150) + tile(2, 4, 188),
  chemin_de_fer: oval(
    `<path d="M140 12v88" ${line} stroke-dasharray="3 4"/><rect x="186" y="40" width="34" height="22" rx="3" fill="var(--rail-2)" stroke="var(--brass)"/><rect x="190" y="44" width="20" height="14" rx="2" fill="var(--card-back)"/>${row('4h 5s', 60, 40, 22, 24)}${row('? ?', 128, 40, 22, 24)}`,
  ),
  bacara_dos_panos: oval(
    `<path d="M108 12v88M172 12v88" ${line}/>${row('6h 2s', 54, 40, 20, 21)}${row('? ?', 119, 40, 20, 21)}${row('Kd 7c', 185, 40, 20, 21)}`,
  ),
  holdem: oval(around('? ?', 14) + common('Qd 8s 3c 5s Jh')),
  omaha: oval(around('? ? ? ?', 13) + common('Qd 8s 3c 5s Jh')),
  seven_stud: oval(row('? ? 9h Qs 9c 4d ?', 73, 26, 18, 20) + row('? ? Kd 7d Td 2c ?', 73, 60, 18, 20)),
  five_stud: oval(row('? Ah Ks 9c 9d', 90, 26, 19, 21) + row('? Qd Qh 8d Ts', 90, 60, 19, 21)),
  cubierto: oval(around('? ? ? ? ?', 13) + stack),
  sintetico: oval(around('? ?', 14) + common('Ac Kd ? ? ?')),
  lototrot: ticket(`${races()}<path d="M80 78h60M80 85h40" stroke="#8a8069"/>`, 52),
  promotrot: ticket(
    '<text x="140" y="66" text-anchor="middle" font-family="Newsreader Variable, Georgia, serif" font-weight="500" font-size="28" fill="#1d1b16">004 217</text><path d="M80 80h120" stroke="#8a8069" stroke-dasharray="3 3"/>',
    36,
  ),
};

const symbols = Object.entries(PICTURES).map(
  ([game, drawn]) => `<symbol id="${game}" viewBox="24 -4 232 120">${drawn}</symbol>`,
);
writeFileSync(CLOTHS, `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`);
