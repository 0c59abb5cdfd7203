/** BLAKE2b (RFC 7693) with key and personalisation. A 64-bit word is two 32-bit numbers, the lower half first. */

const FIRST = new Uint32Array([
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a, 0xade682d1,
  0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19,
]);
const ORDER = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
] as const;
const QUARTERS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;
const BLOCK = 128;
const v = new Uint32Array(32);
const m = new Uint32Array(32);
const at = (words: Uint32Array, place: number): number => words[place] ?? 0;

function add(to: number, low: number, high: number): void {
  const sum = at(v, to) + low;
  v[to] = sum;
  v[to + 1] = at(v, to + 1) + high + (sum > 0xffffffff ? 1 : 0);
}

/** Rotate the exclusive or of two words right by some bits. */
function turn(to: number, by: number, bits: number): void {
  const low = at(v, to) ^ at(v, by);
  const high = at(v, to + 1) ^ at(v, by + 1);
  if (bits === 32) [v[to], v[to + 1]] = [high, low];
  else if (bits === 63) [v[to], v[to + 1]] = [(high >>> 31) | (low << 1), (low >>> 31) | (high << 1)];
  else [v[to], v[to + 1]] = [(low >>> bits) | (high << (32 - bits)), (high >>> bits) | (low << (32 - bits))];
}

function mix(a: number, b: number, c: number, d: number, x: number, y: number): void {
  add(a, at(v, b), at(v, b + 1));
  add(a, at(m, x), at(m, x + 1));
  turn(d, a, 32);
  add(c, at(v, d), at(v, d + 1));
  turn(b, c, 24);
  add(a, at(v, b), at(v, b + 1));
  add(a, at(m, y), at(m, y + 1));
  turn(d, a, 16);
  add(c, at(v, d), at(v, d + 1));
  turn(b, c, 63);
}

function compress(h: Uint32Array, data: DataView, from: number, counted: number, isLast: boolean): void {
  v.set(h);
  v.set(FIRST, 16);
  v[24] = at(v, 24) ^ (counted >>> 0);
  v[25] = at(v, 25) ^ Math.floor(counted / 0x100000000);
  if (isLast) {
    v[28] = ~at(v, 28);
    v[29] = ~at(v, 29);
  }
  for (let place = 0; place < 32; place++) m[place] = data.getUint32(from + 4 * place, true);
  for (let round = 0; round < 12; round++) {
    const order = ORDER[round % 10] ?? ORDER[0];
    for (const [nth, [a, b, c, d]] of QUARTERS.entries()) {
      mix(2 * a, 2 * b, 2 * c, 2 * d, 2 * (order[2 * nth] ?? 0), 2 * (order[2 * nth + 1] ?? 0));
    }
  }
  for (let place = 0; place < 16; place++) h[place] = at(h, place) ^ at(v, place) ^ at(v, place + 16);
}

/** Return the hash of the data: its size in bytes, its personalisation, and an optional key. */
export function blake2b(data: Uint8Array, size: number, person: string, key = new Uint8Array(0)): Uint8Array {
  const parameters = new Uint8Array(64);
  parameters.set([size, key.length, 1, 1]);
  parameters.set(new TextEncoder().encode(person), 48);
  const h = FIRST.slice();
  const told = new DataView(parameters.buffer);
  for (let place = 0; place < 16; place++) h[place] = at(h, place) ^ told.getUint32(4 * place, true);
  const head = key.length ? BLOCK : 0;
  const length = head + data.length;
  const whole = new Uint8Array(Math.max(BLOCK, Math.ceil(length / BLOCK) * BLOCK));
  whole.set(key);
  whole.set(data, head);
  const view = new DataView(whole.buffer);
  for (let from = 0; from < whole.length; from += BLOCK) {
    const isLast = from + BLOCK >= whole.length;
    compress(h, view, from, isLast ? length : from + BLOCK, isLast);
  }
  const bytes = new Uint8Array(64);
  for (let place = 0; place < 64; place++) bytes[place] = at(h, place >> 2) >>> (8 * (place & 3));
  return bytes.slice(0, size);
}
