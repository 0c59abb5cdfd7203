import { polar, ring, written } from './geometry';

/** The look of a chip: its colours, and the pattern of its edge. */
export interface Face {
  readonly base: string;
  readonly mark: string;
  readonly pattern: 'dots' | 'block' | 'pair' | 'triangle' | 'bar' | 'lozenge';
  readonly times: number;
}

/** A chip of value: its worth, and the text printed on it. */
export interface Denomination extends Face {
  readonly cents: number;
  readonly label: string;
}

/** Chips differ by their edge as well as by their colour. */
export const CHIPS: readonly Denomination[] = [
  { cents: 50, label: '50c', base: '#8b8373', mark: '#f4efe2', pattern: 'dots', times: 4 },
  { cents: 100, label: '1', base: '#ece4d0', mark: '#3f6288', pattern: 'block', times: 4 },
  { cents: 200, label: '2', base: '#4f86ad', mark: '#f6f1e4', pattern: 'pair', times: 4 },
  { cents: 500, label: '5', base: '#ab322a', mark: '#f6f1e4', pattern: 'block', times: 6 },
  { cents: 1000, label: '10', base: '#2b5590', mark: '#f6f1e4', pattern: 'triangle', times: 8 },
  { cents: 2500, label: '25', base: '#2b7a53', mark: '#f6f1e4', pattern: 'bar', times: 12 },
  { cents: 5000, label: '50', base: '#c26f22', mark: '#2a2016', pattern: 'block', times: 3 },
  { cents: 10000, label: '100', base: '#26241f', mark: '#d3a94f', pattern: 'bar', times: 16 },
  { cents: 50000, label: '500', base: '#65397a', mark: '#f6e9c8', pattern: 'lozenge', times: 8 },
];

/** A plaque: its worth, its text, its colour, and the dashes of its border. */
export const PLAQUES = [
  { cents: 100_000, label: '1 000', base: '#c79a35', dashes: 'none' },
  { cents: 500_000, label: '5 000', base: '#a8475a', dashes: '7 3' },
  { cents: 1_000_000, label: '10 000', base: '#3a6f73', dashes: '2 2' },
] as const;

const SHOWN = 6;

/** The colours of players at an American roulette: each seat has its own, with its own edge. */
const COLOURS: readonly Face[] = [
  { base: '#d9a521', mark: '#3d2a06', pattern: 'block', times: 4 },
  { base: '#3f7fb5', mark: '#f6f1e4', pattern: 'triangle', times: 8 },
  { base: '#b0387a', mark: '#fbeaf2', pattern: 'bar', times: 10 },
  { base: '#6fa33b', mark: '#15260a', pattern: 'pair', times: 4 },
  { base: '#d9662b', mark: '#fff1e4', pattern: 'lozenge', times: 8 },
  { base: '#7a55b3', mark: '#f1eafa', pattern: 'dots', times: 8 },
  { base: '#8b5a34', mark: '#f6e7d2', pattern: 'block', times: 6 },
  { base: '#2a9c97', mark: '#e8fbf8', pattern: 'bar', times: 6 },
  { base: '#d8d2c3', mark: '#5b5342', pattern: 'triangle', times: 6 },
  { base: '#4a5568', mark: '#e6ebf2', pattern: 'pair', times: 3 },
];

/** Return the chip of a seat. With more seats than colours, the edge distinguishes seats of one colour. */
export function colourOf(seat: number): Face {
  const [nth, again] = [(seat - 1) % COLOURS.length, Math.floor((seat - 1) / COLOURS.length)];
  const face = COLOURS[nth] as Face;
  return { ...face, times: face.times + 2 * again };
}

/** Return an amount in chips of one colour and worth, at most as many as a stack shows. */
export function stackIn(face: Face, cents: number, worth: number): readonly Face[] {
  return Array.from({ length: Math.max(1, Math.min(SHOWN, Math.floor(cents / worth))) }, () => face);
}

/** Return the largest chip that is not worth more than an amount. */
export function chipFor(cents: number): Denomination {
  return CHIPS.findLast((chip) => chip.cents <= cents) ?? (CHIPS[0] as Denomination);
}

/** Return the chips that make up an amount, the largest first, at most as many as a stack shows. */
export function stackOf(cents: number): readonly Denomination[] {
  const chips: Denomination[] = [];
  let left = cents;
  for (const chip of CHIPS.toReversed()) {
    while (left >= chip.cents && chips.length < 40) {
      chips.push(chip);
      left -= chip.cents;
    }
  }
  return chips.length ? chips.slice(-SHOWN) : [CHIPS[0] as Denomination];
}

/** Write an amount for the face of a chip: whole euros without decimals, thousands abbreviated. */
export function amountOn(cents: number): string {
  if (cents >= 1_000_000) return `${String(Math.round(cents / 10_000) / 10)}k`;
  return cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100);
}

/** Return the marks on the edge of a chip as one path. */
export function edgeOf(chip: Face, radius: number): string {
  return Array.from({ length: chip.times }, (_, nth) => mark(chip, radius, (nth * 360) / chip.times)).join(
    '',
  );
}

function mark(chip: Face, radius: number, angle: number): string {
  const section = (from: number, to: number): string =>
    ring(0, 0, radius * 0.76, radius * 0.985, angle + from, angle + to);
  const at = (part: number, turn = 0): string => written(polar(0, 0, radius * part, angle + turn));
  switch (chip.pattern) {
    case 'block':
      return section(-90 / chip.times, 90 / chip.times);
    case 'bar':
      return section(-4, 4);
    case 'pair':
      return section(-15, -5) + section(5, 15);
    case 'triangle':
      return `M${at(0.985, -13)}L${at(0.76)}L${at(0.985, 13)}Z`;
    case 'lozenge':
      return `M${at(0.98)}L${at(0.87, 9)}L${at(0.76)}L${at(0.87, -9)}Z`;
    case 'dots':
      return section(-6, 6);
  }
}
