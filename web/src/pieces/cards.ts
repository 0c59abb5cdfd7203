/** Cards are integers: four to a rank from the deuce to the ace, then the joker. */
const RANKS = '23456789TJQKA';
const SUITS = 'cdhs';
const JOKER = 52;

/** Tiles follow the cards, from the supreme pair down, as the annex of the order names them. */
const TILES = '1:2 2:4 6:6 1:1 4:4 1:3 5:5 3:3 2:2 5:6 4:6 1:6 1:5 4:5 3:6 3:5 2:6 3:4 2:5 2:3 1:4'.split(
  ' ',
);
const FIRST_TILE = 64;

/** Return a card as records write it: `As`, `Th`, `Jk`. Empty for an unknown card. */
export function cardName(card: number | null): string {
  if (card === null) return '';
  if (card >= FIRST_TILE) return TILES[card - FIRST_TILE] ?? '';
  return card === JOKER ? 'Jk' : `${RANKS[Math.floor(card / 4)] ?? ''}${SUITS[card % 4] ?? ''}`;
}

/** Return whether a name is that of a tile. */
export function isTile(name: string): boolean {
  return name.includes(':');
}

/** Return the pieces that a value of a dial names: cards `2hTd`, tiles `5:6+4:6`, or places in the hand `135`. */
export function piecesNamed(value: string, hand: readonly string[]): readonly number[] | null {
  if (/^[1-9]+$/.test(value)) return [...value].map((digit) => Number(digit) - 1);
  const names = value.includes(':') ? value.split('+') : (value.match(/Jk|[2-9TJQKA][cdhs]/g) ?? []);
  if (names.join(value.includes(':') ? '+' : '') !== value || !names.length) return null;
  const left = hand.map((name, place) => ({ name, place }));
  const found: number[] = [];
  for (const name of names) {
    const at = left.findIndex((piece) => piece.name === name);
    const piece = left[at];
    if (!piece) return null;
    found.push(piece.place);
    left.splice(at, 1);
  }
  return found;
}

/** Paths of the suits, each in a box of 100 by 100. */
export const SUIT_PATHS: Readonly<Record<string, string>> = {
  h: 'M50 92C22 66 7 49 7 31 7 17 17 8 29 8c9 0 17 5 21 14C54 13 62 8 71 8c12 0 22 9 22 23 0 18-15 35-43 61Z',
  s: 'M50 5c11 20 43 37 43 60 0 12-9 20-20 20-8 0-14-4-18-10 1 9 4 15 12 20H33c8-5 11-11 12-20-4 6-10 10-18 10C16 85 7 77 7 65 7 42 39 25 50 5Z',
  d: 'M50 4C60 22 72 37 86 50 72 63 60 78 50 96 40 78 28 63 14 50 28 37 40 22 50 4Z',
  c: 'M50 5a21 21 0 0 1 16.5 34A21.5 21.5 0 1 1 55 73c1 10 4 17 12 22H33c8-5 11-12 12-22A21.5 21.5 0 1 1 33.5 39 21 21 0 0 1 50 5Z',
};

const [L, C, R] = [37, 50, 63];

/** Places of the pips of a card: across, and from the top (0) to the foot (1). */
export const PIPS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  A: [[C, 0.5]],
  2: [
    [C, 0],
    [C, 1],
  ],
  3: [
    [C, 0],
    [C, 0.5],
    [C, 1],
  ],
  4: [
    [L, 0],
    [R, 0],
    [L, 1],
    [R, 1],
  ],
  5: [
    [L, 0],
    [R, 0],
    [C, 0.5],
    [L, 1],
    [R, 1],
  ],
  6: [
    [L, 0],
    [R, 0],
    [L, 0.5],
    [R, 0.5],
    [L, 1],
    [R, 1],
  ],
  7: [
    [L, 0],
    [R, 0],
    [C, 0.25],
    [L, 0.5],
    [R, 0.5],
    [L, 1],
    [R, 1],
  ],
  8: [
    [L, 0],
    [R, 0],
    [C, 0.25],
    [L, 0.5],
    [R, 0.5],
    [C, 0.75],
    [L, 1],
    [R, 1],
  ],
  9: [
    [L, 0],
    [R, 0],
    [L, 0.333],
    [R, 0.333],
    [C, 0.5],
    [L, 0.667],
    [R, 0.667],
    [L, 1],
    [R, 1],
  ],
  T: [
    [L, 0],
    [R, 0],
    [C, 0.167],
    [L, 0.333],
    [R, 0.333],
    [L, 0.667],
    [R, 0.667],
    [C, 0.833],
    [L, 1],
    [R, 1],
  ],
};

/** Points of a face of a die or of an end of a tile, on a grid of three by three. */
export const POINTS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[1, 1]],
  2: [
    [1, 0],
    [1, 2],
  ],
  3: [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  4: [
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
  ],
  5: [
    [0, 0],
    [2, 0],
    [1, 1],
    [0, 2],
    [2, 2],
  ],
  6: [
    [0, 0],
    [2, 0],
    [0, 1],
    [2, 1],
    [0, 2],
    [2, 2],
  ],
};
