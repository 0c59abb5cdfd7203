/** QR codes (ISO/IEC 18004): bytes, error correction L, versions 1 to 6. Enough for the address of a table. */

/** Codewords of a version: all of them, those of one block's correction, and the number of blocks. */
const VERSIONS = [
  { all: 26, correction: 7, blocks: 1 },
  { all: 44, correction: 10, blocks: 1 },
  { all: 70, correction: 15, blocks: 1 },
  { all: 100, correction: 20, blocks: 1 },
  { all: 134, correction: 26, blocks: 1 },
  { all: 172, correction: 18, blocks: 2 },
] as const;
const HEADER_BITS = 12; // the mode and the length
const PADDING = [0xec, 0x11] as const;

// Powers in the field of 256 elements with the polynomial 0x11d.
const POWER = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let value = 1, at = 0; at < 255; at += 1) {
  POWER[at] = POWER[at + 255] = value;
  LOG[value] = at;
  value = value & 0x80 ? (value << 1) ^ 0x11d : value << 1;
}
const power = (at: number): number => POWER[at] ?? 0;
const times = (one: number, other: number): number =>
  one && other ? power((LOG[one] ?? 0) + (LOG[other] ?? 0)) : 0;

/** Return the Reed-Solomon correction of a block. */
export function correctionOf(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let nth = 0; nth < count; nth += 1)
    generator = [...generator, 0].map((value, at) => value ^ times(generator[at - 1] ?? 0, power(nth)));
  const rest = [...data, ...Array.from({ length: count }, () => 0)];
  for (let at = 0; at < data.length; at += 1) {
    const factor = rest[at] ?? 0;
    generator.forEach((value, nth) => (rest[at + nth] = (rest[at + nth] ?? 0) ^ times(value, factor)));
  }
  return rest.slice(data.length);
}

/** Return the data of a text as codewords, padded to this many. */
function encoded(bytes: Uint8Array, room: number): number[] {
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let nth = count - 1; nth >= 0; nth -= 1) bits.push((value >> nth) & 1);
  };
  put(4, 4);
  put(bytes.length, 8);
  bytes.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const words = Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  );
  for (let nth = 0; words.length < room; nth += 1) words.push(PADDING[nth % 2] ?? 0);
  return words;
}

/** Modules of a code, row by row: true is dark. Null where the data go. */
type Modules = (boolean | null)[][];

/** Return a code's modules, row by row. Null if the text is too long. */
export function qrCode(text: string): readonly (readonly boolean[])[] | null {
  const bytes = new TextEncoder().encode(text);
  const at = VERSIONS.findIndex(
    ({ all, correction, blocks }) => bytes.length * 8 + HEADER_BITS <= (all - correction * blocks) * 8,
  );
  const version = VERSIONS[at];
  if (!version) return null;
  const { all, correction, blocks } = version;
  const data = encoded(bytes, all - correction * blocks);
  const length = data.length / blocks;
  const parts = Array.from({ length: blocks }, (_, nth) => data.slice(nth * length, (nth + 1) * length));
  const corrections = parts.map((part) => correctionOf(part, correction));
  const words = [...woven(parts), ...woven(corrections)];
  const size = 17 + 4 * (at + 1);
  const fixed = drawFixed(size);
  const masked = MASKS.map((mask, nth) => filled(fixed, words, mask, nth));
  return masked.toSorted((one, other) => penalty(one) - penalty(other))[0] ?? null;
}

/** Take one word of each block in turn. */
function woven(blocks: readonly (readonly number[])[]): number[] {
  const length = blocks[0]?.length ?? 0;
  return Array.from({ length }, (_, at) => blocks.map((block) => block[at] ?? 0)).flat();
}

/** Draw what every code of a size has: three corners, timing, an alignment mark, and room for the format. */
function drawFixed(size: number): Modules {
  const modules: Modules = Array.from({ length: size }, () => Array.from({ length: size }, () => null));
  const set = (row: number, column: number, isDark: boolean): void => {
    const line = modules[row];
    if (line && column >= 0 && column < size) line[column] = isDark;
  };
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const)
    for (let row = -1; row < 8; row += 1)
      for (let column = -1; column < 8; column += 1) {
        const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3));
        set(top + row, left + column, ring !== 2 && ring !== 4);
      }
  for (let nth = 8; nth < size - 8; nth += 1) {
    set(6, nth, nth % 2 === 0);
    set(nth, 6, nth % 2 === 0);
  }
  if (size > 21)
    for (let row = -2; row < 3; row += 1)
      for (let column = -2; column < 3; column += 1)
        set(size - 7 + row, size - 7 + column, Math.max(Math.abs(row), Math.abs(column)) !== 1);
  for (const [row, column] of formatPlaces(size).flat()) set(row, column, false);
  set(size - 8, 8, true);
  return modules;
}

/** Return the two places of each bit of the format, the highest bit first. */
function formatPlaces(size: number): (readonly [number, number])[][] {
  const corner = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => [8, column] as const);
  const first = [...corner, ...[7, 5, 4, 3, 2, 1, 0].map((row) => [row, 8] as const)];
  const below = [1, 2, 3, 4, 5, 6, 7].map((nth) => [size - nth, 8] as const);
  const second = [...below, ...[8, 7, 6, 5, 4, 3, 2, 1].map((nth) => [8, size - nth] as const)];
  return [first, second];
}

/** Return the format's fifteen bits: correction L, the mask, and their own correction. */
export function formatBits(mask: number): number {
  const data = (1 << 3) | mask;
  let rest = data << 10;
  for (let nth = 14; nth >= 10; nth -= 1) if (rest & (1 << nth)) rest ^= 0x537 << (nth - 10);
  return ((data << 10) | rest) ^ 0x5412;
}

type Mask = (row: number, column: number) => boolean;
const MASKS: readonly Mask[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_row, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** Fill in the data in columns of two, up and down from the right, and the format of the mask. */
function filled(fixed: Modules, words: readonly number[], mask: Mask, nth: number): boolean[][] {
  const size = fixed.length;
  const done: Modules = fixed.map((row) => [...row]);
  let bit = 0;
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5; // the timing column is left out
    for (let step = 0; step < size; step += 1) {
      const row = isUp ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        const line = done[row];
        if (!line || line[column] !== null) continue;
        const isDark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        line[column] = isDark !== mask(row, column);
        bit += 1;
      }
    }
  }
  const format = formatBits(nth);
  for (const places of formatPlaces(size))
    places.forEach(([row, column], at) => {
      const line = done[row];
      if (line) line[column] = ((format >> (14 - at)) & 1) === 1;
    });
  return done.map((row) => row.map(Boolean));
}

/** Return how hard a code is to read: runs, blocks, patterns like a corner, and an uneven share of dark. */
function penalty(modules: readonly (readonly boolean[])[]): number {
  const size = modules.length;
  const columns = modules.map((_, at) => modules.map((row) => row[at] ?? false));
  let sum = 0;
  for (const line of [...modules, ...columns]) {
    const text = line.map((isDark) => (isDark ? '1' : '0')).join('');
    for (const run of text.match(/1{5,}|0{5,}/g) ?? []) sum += run.length - 2;
    for (const pattern of ['10111010000', '00001011101'])
      for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) sum += 40;
  }
  for (let row = 0; row + 1 < size; row += 1)
    for (let column = 0; column + 1 < size; column += 1) {
      const four = [modules[row]?.[column], modules[row]?.[column + 1], modules[row + 1]?.[column]];
      if (four.every((one) => one === modules[row + 1]?.[column + 1])) sum += 3;
    }
  const dark = modules.flat().filter(Boolean).length / size ** 2;
  return sum + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
}
