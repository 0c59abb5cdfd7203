import { blake2b } from './blake2b';
import { joined, unhex, utf8 } from './bytes';
import type { Seal } from './chain';

const ROULETTE = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22,
  18, 29, 7, 28, 12, 35, 3, 26,
];

/** What each of the equally likely ways brings, in games whose ways are always the same. */
export const WAYS: Readonly<Record<string, readonly number[]>> = {
  ruleta: ROULETTE,
  ruleta_americana: ROULETTE,
  ruleta_doble_cero: [
    0, 28, 9, 26, 30, 11, 7, 20, 32, 17, 5, 22, 34, 15, 3, 24, 36, 13, 1, 37, 27, 10, 25, 29, 12, 8, 19, 31,
    18, 6, 21, 33, 16, 4, 23, 35, 14, 2,
  ],
  boule: [1, 6, 2, 7, 3, 5, 4, 8, 9, 1, 6, 2, 7, 3, 5, 4, 8, 9],
  ruleta_de_la_fortuna: [
    0, 24, 15, 24, 7, 15, 24, 4, 24, 15, 24, 7, 24, 15, 2, 24, 15, 24, 7, 24, 15, 4, 24, 15, 24, 7, 24, 1, 15,
    24, 15, 24, 4, 24, 15, 24, 7, 24, 15, 24, 2, 15, 24, 7, 24, 15, 24, 4, 24, 15, 7, 24, 15, 24,
  ],
  craps: Array.from({ length: 36 }, (_, at) => 10 * (Math.floor(at / 6) + 1) + (at % 6) + 1),
};

/** The top byte of each word of the stream, one after the other. */
function streamOf(key: Uint8Array<ArrayBuffer>): () => number {
  let number = 0;
  let block = new Uint8Array(64);
  let at = 8;
  return () => {
    if (at === 8) {
      const counted = new Uint8Array(8);
      new DataView(counted.buffer).setBigUint64(0, BigInt(number), true);
      block = new Uint8Array(blake2b(counted, 64, 'novamas', key));
      number++;
      at = 0;
    }
    return block[8 * at++ + 7] ?? 0;
  };
}

/** One draw after another among ways that are equally likely. */
export function drawsOf(key: Uint8Array<ArrayBuffer>, ways: readonly number[]): () => number {
  const width = Math.ceil(Math.log2(ways.length));
  const next = streamOf(key);
  return () => {
    for (;;) {
      const found = ways[next() >> (8 - width)];
      if (found !== undefined) return found;
    }
  };
}

/** What the draws come of: both seeds, the house's alone, or a number that is no secret. */
export function keyOf(
  header: Readonly<Record<string, unknown>>,
  seal: Seal | null,
): Uint8Array<ArrayBuffer> | null {
  const seed = seal && unhex(seal.seed, 32);
  const made = (data: Uint8Array, person: string): Uint8Array<ArrayBuffer> =>
    new Uint8Array(blake2b(data, 64, person));
  if (seed && Number.isInteger(header.number)) return null; // two sources: neither is believed
  if (seed && typeof seal.player_seed === 'string')
    return made(joined(seed, utf8(seal.player_seed)), 'novamas.both');
  if (seed && !header.player_commitment) return made(seed, 'novamas.live');
  if (!seed && Number.isSafeInteger(header.number))
    return made(utf8(`${String(header.number)}/0`), 'novamas.seeded');
  return null;
}
