import { blake2b } from '../verify/blake2b';
import { joined, unhex, utf8 } from '../verify/bytes';

/** A draw from `range(ways)`, uniform. */
export type Draw = (ways: number) => number;

const WORDS = 8; // bytes of a block

/** Return the draws of a revealed seed for a purpose, as the server makes them. */
export function drawing(seed: string, text: string | null = null): Draw {
  const bytes = unhex(seed, 32) ?? new Uint8Array(32);
  const key = new Uint8Array(
    text === null
      ? blake2b(bytes, 64, 'novamas.live')
      : blake2b(joined(bytes, utf8(text)), 64, 'novamas.both'),
  );
  let number = 0;
  let used = WORDS;
  let block = new DataView(new ArrayBuffer(64));
  const word = (): bigint => {
    if (used === WORDS) {
      const counted = new DataView(new ArrayBuffer(8));
      counted.setBigUint64(0, BigInt(number++), true);
      block = new DataView(
        new Uint8Array(blake2b(new Uint8Array(counted.buffer), 64, 'novamas', key)).buffer,
      );
      used = 0;
    }
    return block.getBigUint64(8 * used++, true);
  };
  return (ways) => {
    const width = BigInt((ways - 1).toString(2).length * Number(ways > 1));
    for (;;) {
      const drawn = Number(word() >> (64n - width));
      if (drawn < ways) return drawn;
    }
  };
}

/** Return the index of the drawn item. Item n has `ways[n]` of the draws; -1 if the draw is beyond them. */
export function drawnOf(ways: readonly number[], drawn: number): number {
  let up = 0;
  return ways.findIndex((one) => drawn < (up += one));
}

/** Return the items in the order in which the server shuffles them. */
export function shuffled<T>(things: readonly T[], draw: Draw): readonly T[] {
  const order = [...things];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = draw(last + 1);
    [order[last], order[other]] = [order[other] as T, order[last] as T];
  }
  return order;
}
