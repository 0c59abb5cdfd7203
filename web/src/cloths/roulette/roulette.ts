import { mean, type Point } from '../../pieces/geometry';
import {
  disc,
  EMPTY,
  isWide,
  rectangle,
  within,
  type Placed,
  type Plan,
  type Room,
  type Shape,
} from '../plan';
import { racetrack, TRACK_HEIGHT } from './racetrack';
import type { DrawnLayout, DrawnSpot } from '../../wire/generated/http';

/** The grid of a roulette's cloth: `u` runs from the zero to the foot, `v` across the columns. */
export interface RouletteGrid {
  readonly isWide: boolean;
  /** Whether there are bets on both sides of the numbers. */
  readonly isFrench: boolean;
  readonly zeros: number;
  readonly U: number;
  readonly V: number;
  /** How far the bets reach below the first column and above the third. */
  readonly low: number;
  readonly high: number;
  readonly at: (u: number, v: number) => Point;
}

export const DOZENS = 0.78; // width of the band of the dozens, if bets are on one side
export const CHANCES = 0.9;
const DOUBLE_ZERO = 37; // the number of the pocket 00
const FRENCH_CHANCES = ['pasa', 'par', 'negro', 'falta', 'impar', 'rojo'];
export const ONE_SIDE_CHANCES = ['falta', 'par', 'rojo', 'negro', 'impar', 'pasa'];
/** Touchable areas overlap: later kinds are above. */
const ORDER = [
  'pleno',
  'sencilla',
  'columna',
  'docena',
  'dos_columnas',
  'dos_docenas',
  'caballo',
  'transversal',
  'cuadro',
  'cuatro_numeros',
  'cuadro_especial',
  'seisena',
];

const column = (n: number): number => (n - 1) % 3;
const row = (n: number): number => Math.floor((n - 1) / 3);

/** Return the grid of a roulette's numbers for a window. */
export function rouletteGrid(
  layout: DrawnLayout,
  room: Room,
): RouletteGrid & { width: number; height: number } {
  const wide = isWide(room);
  const isFrench = !layout.spots.some((spot) => spot.kind === 'vecinos' || spot.kind === 'cuadro_especial');
  const hasTrack = layout.spots.some((spot) => spot.kind === 'vecinos');
  const shape = room.height / Math.max(1, room.width);
  const side = wide ? 1.16 : 1.58;
  const [low, high] = isFrench ? [side, side] : [DOZENS + CHANCES, 0];
  const across = 3 + low + high;
  const zeros = layout.wheel?.some((pocket) => pocket.label === '00') ? 2 : 1;
  const common = { isWide: wide, isFrench, zeros, low, high };
  if (wide) {
    const above = hasTrack ? TRACK_HEIGHT : 0;
    const width = 1120;
    const V = within(hasTrack ? 58 : 72, (width * shape - 44 - above) / across, isFrench ? 102 : 116);
    const at = (u: number, v: number): Point => [342 + u * 54, 22 + above + (3 + high - v) * V];
    return { ...common, U: 54, V, at, width, height: across * V + 44 + above };
  }
  const V = isFrench ? 60 : 76;
  const width = across * V + 14;
  const U = within(30, (width * shape - 20) / 14.45, 48);
  const at = (u: number, v: number): Point => [7 + (v + low) * V, 10 + 0.45 * U + u * U];
  return { ...common, U, V, at, width, height: 14.45 * U + 20 };
}

/** Return the places of a spot's chips, in rows and columns of the cloth. */
export function spotPlaces(spot: DrawnSpot, grid: RouletteGrid): readonly Point[] {
  const covers = spot.covers ?? [];
  const numbers = covers.filter((n) => n !== 0 && n !== DOUBLE_ZERO);
  const hasZero = numbers.length < covers.length;
  const us = numbers.map((n) => 1.5 + row(n));
  const vs = numbers.map((n) => column(n) + 0.5);
  const which = Number(spot.name.split(':')[1]?.charAt(0));
  switch (spot.kind) {
    case 'pleno':
      return [hasZero ? [0.32, zeroMiddle(covers, grid)] : [us[0] ?? 0, vs[0] ?? 0]];
    case 'caballo':
      if (!numbers.length) return [[0.5, 1.5]];
      return [hasZero ? [1, besideZero(covers, vs[0] ?? 0, grid)] : [mean(us), mean(vs)]];
    case 'cuadro':
      return [[mean(us), mean(vs)]];
    case 'transversal':
      return [hasZero ? [1, numbers.length === 1 ? 1.5 : mean(vs)] : [us[0] ?? 0, 0]];
    case 'seisena':
      return [[mean(us), 0]];
    case 'cuatro_numeros':
    case 'cuadro_especial':
      return [[1, 0]];
    case 'columna':
      return [[13.5, which - 0.5]];
    case 'dos_columnas':
      return [[13.5, which]];
    case 'docena':
      return dozens(which, grid);
    case 'dos_docenas':
      return dozens(which + 0.5, grid);
    case 'sencilla':
      return [chance(spot.name, grid)];
    default:
      return [];
  }
}

function zeroMiddle(covers: readonly number[], grid: RouletteGrid): number {
  if (grid.zeros === 1) return 1.5;
  return covers[0] === DOUBLE_ZERO ? 2.25 : 0.75;
}

/** Return the place between a number and a zero. With two zeros the middle column touches both. */
function besideZero(covers: readonly number[], v: number, grid: RouletteGrid): number {
  if (grid.zeros === 1 || v !== 1.5) return v;
  return covers.includes(DOUBLE_ZERO) ? 1.78 : 1.22;
}

function dozens(which: number, grid: RouletteGrid): readonly Point[] {
  if (!grid.isFrench) return [[4 * which - 1, -DOZENS / 2]];
  const part = grid.low / 3;
  return [
    [13.5, 3 + part * (which - 0.5)],
    [13.5, -part * (which - 0.5)],
  ];
}

function chance(name: string, grid: RouletteGrid): Point {
  if (!grid.isFrench) return [2 + 2 * ONE_SIDE_CHANCES.indexOf(name), -DOZENS - CHANCES / 2];
  const nth = FRENCH_CHANCES.indexOf(name);
  return [3 + 4 * (nth % 3), nth < 3 ? -grid.low / 2 : 3 + grid.high / 2];
}

/** Distance of a word from the middle of its field. Its chips are on the other side, so that neither covers the other. */
export const WORD = 0.2;
const CHIPS = 0.17;

/** Return the point at a share of a field's depth below its middle, or right of it if words are upright. */
export function below(grid: RouletteGrid, [u, v]: Point, part: number, deep: number): Point {
  if (grid.isWide) return [u, v - part * deep];
  return grid.isFrench ? [u + part * 4, v] : [u, v + part * deep];
}

/** Return the place of chips on a spot: beside the word of its field, if it has one. */
function chipsOf(spot: DrawnSpot, place: Point, grid: RouletteGrid): Point {
  switch (spot.kind) {
    case 'sencilla':
      return below(grid, place, CHIPS, grid.isFrench ? grid.low : CHANCES);
    case 'docena':
      return grid.isFrench ? place : [place[0] + 1.35, place[1]];
    case 'columna':
      return grid.isWide ? below(grid, place, CHIPS, 1) : [place[0], place[1] + CHIPS];
    default:
      return place;
  }
}

/** Return how far a spot that fills a box reaches from its middle. */
function reach(spot: DrawnSpot, grid: RouletteGrid): Point | null {
  const isZero = (spot.covers?.[0] ?? 1) === 0 || spot.covers?.[0] === DOUBLE_ZERO;
  switch (spot.kind) {
    case 'pleno':
      return isZero ? [0.5, 1.5 / grid.zeros] : [0.5, 0.5];
    case 'columna':
      return [0.5, 0.5];
    case 'docena':
      return grid.isFrench ? [0.5, grid.low / 6] : [2, DOZENS / 2];
    case 'sencilla':
      return grid.isFrench ? [2, grid.low / 2] : [1, CHANCES / 2];
    default:
      return null;
  }
}

/** Return the rectangle between two places of the grid. */
export function boxOf(
  grid: RouletteGrid,
  u0: number,
  v0: number,
  u1: number,
  v1: number,
  less = 0,
): Shape & { is: 'rect' } {
  const [x0, y0] = grid.at(u0, v0);
  const [x1, y1] = grid.at(u1, v1);
  const [x, y] = [Math.min(x0, x1) + less, Math.min(y0, y1) + less];
  return { is: 'rect', x, y, width: Math.abs(x1 - x0) - 2 * less, height: Math.abs(y1 - y0) - 2 * less };
}

function shapeOf(spot: DrawnSpot, [u, v]: Point, grid: RouletteGrid): Shape {
  const thin = grid.isWide ? 11 : Math.min(10.5, grid.U * 0.3);
  const far = reach(spot, grid);
  if (far) {
    const less =
      spot.kind === 'pleno' && spot.covers?.[0] !== 0 && spot.covers?.[0] !== DOUBLE_ZERO ? thin : 1;
    return boxOf(grid, u - far[0], v - far[1], u + far[0], v + far[1], less);
  }
  const [x, y] = grid.at(u, v);
  if (spot.kind !== 'caballo') {
    const r =
      grid.zeros === 2 && u === 1 && spot.kind === 'transversal'
        ? Math.min(thin + 2, grid.V * 0.13)
        : thin + 2;
    return disc(x, y, r);
  }
  const [one = 0, other = 0] = spot.covers ?? [];
  const alongU = other - one === 3 || (one === 0 && other !== DOUBLE_ZERO) || other === DOUBLE_ZERO;
  const squeezed = grid.zeros === 2 && u === 1 && v > 1 && v < 2;
  const isAcross = grid.isWide === (alongU && one + other !== DOUBLE_ZERO);
  const long = squeezed ? grid.V * 0.1 : grid.isWide === isAcross ? grid.V / 2 - thin : grid.U / 2 - thin;
  const [w, h] = isAcross ? [thin, Math.max(6, long)] : [Math.max(6, long), thin];
  return rectangle(x - w, y - h, 2 * w, 2 * h);
}

/** Return the plan of a roulette. A spot's place follows from its kind and its numbers. */
export function roulettePlan(layout: DrawnLayout, room: Room): Plan {
  const grid = rouletteGrid(layout, room);
  const spots: Placed[] = [];
  const base = { ...EMPTY, cloth: 'roulette' as const, isWide: grid.isWide };
  if (room.isTurned) return { ...base, ...racetrack(layout, grid, true), chip: 13 };
  for (const kind of ORDER) {
    for (const spot of layout.spots.filter((one) => one.kind === kind)) {
      const places = spotPlaces(spot, grid);
      const main = places[0];
      if (!main) continue;
      const prison = kind === 'sencilla' ? { prison: grid.at(main[0] + 1.45, main[1]) } : {};
      for (const place of places.toReversed()) {
        const at = grid.at(...chipsOf(spot, place, grid));
        spots.push({ name: spot.name, shape: shapeOf(spot, place, grid), at, ...prison });
      }
    }
  }
  if (grid.isWide) spots.push(...racetrack(layout, grid, false).spots);
  const wheel = grid.isWide ? { x: 162, y: grid.height / 2, r: 132 } : null;
  return { ...base, width: grid.width, height: grid.height, chip: grid.isWide ? 16 : 13.5, spots, wheel };
}
