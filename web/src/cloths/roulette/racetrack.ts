import type { Point } from '../../pieces/geometry';
import type { Placed } from '../plan';
import type { RouletteGrid } from './roulette';
import type { DrawnLayout } from '../../wire/generated/http';

export const TRACK_HEIGHT = 158;
const BAND = 30;

/** The oval of the racetrack: the numbers in the order of the wheel. */
export interface Track {
  readonly width: number;
  readonly height: number;
  readonly at: (pocket: number) => Point;
  readonly cell: (pocket: number) => readonly Point[];
  /** The lines between the three sectors, and the places of their names. */
  readonly sectors: readonly { readonly name: string; readonly at: Point; readonly width: number }[];
}

/** Return the racetrack: above the cloth, or alone on its own page of the felt. */
export function track(layout: DrawnLayout, grid: RouletteGrid, isAlone: boolean): Track {
  const pockets = layout.wheel?.length ?? 0;
  const [cx, cy, long, r] = isAlone ? [195, 270, 150, 90] : [712, 22 + TRACK_HEIGHT / 2 - 8, 290, 50];
  const around = 4 * long + 2 * Math.PI * r;
  const step = around / pockets;
  const start = (-Math.PI * r) / 2;
  const turn = ([x, y, angle]: readonly [number, number, number]): readonly [number, number, number] =>
    isAlone ? [cx + (y - cy), cy - (x - cx), angle - 90] : [x, y, angle];
  const along = (length: number): readonly [number, number, number] => {
    let s = ((length % around) + around) % around;
    if (s < 2 * long) return [cx - long + s, cy - r, 0];
    s -= 2 * long;
    if (s < Math.PI * r)
      return [cx + long + r * Math.sin(s / r), cy - r * Math.cos(s / r), (s / r) * (180 / Math.PI)];
    s -= Math.PI * r;
    if (s < 2 * long) return [cx + long - s, cy + r, 180];
    s -= 2 * long;
    return [cx - long - r * Math.sin(s / r), cy + r * Math.cos(s / r), 180 + (s / r) * (180 / Math.PI)];
  };
  const at = (pocket: number): Point => {
    const [x, y] = turn(along(start + pocket * step));
    return [x, y];
  };
  const cell = (pocket: number): readonly Point[] => {
    const inner: Point[] = [];
    const outer: Point[] = [];
    for (let part = -4; part <= 4; part += 1) {
      const [x, y, angle] = turn(along(start + pocket * step + (part * step) / 8));
      const [dx, dy] = [Math.cos(((angle - 90) * Math.PI) / 180), Math.sin(((angle - 90) * Math.PI) / 180)];
      inner.push([x - (BAND / 2) * dx, y - (BAND / 2) * dy]);
      outer.push([x + (BAND / 2) * dx, y + (BAND / 2) * dy]);
    }
    return [...inner, ...outer.toReversed()];
  };
  const place = (x: number): Point => {
    const [a, b] = turn([cx + x, cy, 0]);
    return [a, b];
  };
  const part = isAlone ? 0.52 : 1;
  const sectors = [
    { name: 'serie_grande', at: place(-178 * part), width: 190 * part },
    { name: 'huerfanos', at: place(30 * part), width: 150 * part },
    { name: 'tercio', at: place(205 * part), width: 160 * part },
  ];
  return { width: isAlone ? 390 : 1120, height: isAlone ? 540 : grid.V, at, cell, sectors };
}

/** Return the plan of the announced bets by the order of the wheel: numbers with neighbours, and sectors. */
export function racetrack(
  layout: DrawnLayout,
  grid: RouletteGrid,
  isAlone: boolean,
): { width: number; height: number; spots: readonly Placed[] } {
  const named = new Set(layout.spots.map((spot) => spot.name));
  const oval = track(layout, grid, isAlone);
  const spots: Placed[] = [];
  if (!named.has('vecinos:0')) return { width: oval.width, height: oval.height, spots };
  for (const sector of oval.sectors) {
    const [x, y] = sector.at;
    const [w, h] = isAlone ? [110, sector.width] : [sector.width, 56];
    const shape = { is: 'rect' as const, x: x - w / 2, y: y - h / 2, width: w, height: h };
    if (named.has(sector.name)) spots.push({ name: sector.name, shape, at: sector.at });
  }
  layout.wheel?.forEach((pocket, nth) => {
    const name = `vecinos:${pocket.label}`;
    if (named.has(name))
      spots.push({ name, shape: { is: 'polygon', points: oval.cell(nth) }, at: oval.at(nth) });
  });
  return { width: oval.width, height: oval.height, spots };
}
