import { blake2b } from './blake2b';
import { joined, unhex, utf8 } from './bytes';
import type { Seal } from './chain';

/** Return a generator of the top bytes of the stream's words. */
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

/** Return a source of uniform draws from the listed results. */
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

/** Return the key of the draws: from both seeds, from the house's alone, or from a public number. */
export function keyOf(
  header: Readonly<Record<string, unknown>>,
  seal: Seal | null,
): Uint8Array<ArrayBuffer> | null {
  const seed = seal && unhex(seal.seed, 32);
  const made = (data: Uint8Array, person: string): Uint8Array<ArrayBuffer> =>
    new Uint8Array(blake2b(data, 64, person));
  if (seed && Number.isInteger(header.number)) return null; // two sources contradict each other
  if (seed && typeof seal.player_seed === 'string')
    return made(joined(seed, utf8(seal.player_seed)), 'novamas.both');
  if (seed && !header.player_commitment) return made(seed, 'novamas.live');
  if (!seed && Number.isSafeInteger(header.number))
    return made(utf8(`${String(header.number)}/0`), 'novamas.seeded');
  return null;
}
