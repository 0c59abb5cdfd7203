import type { Point } from '../../pieces/geometry';
import { EMPTY, isWide, within, type CardsPlace, type Placed, type Plan, type Room } from '../plan';
import type { DrawnLayout } from '../../wire/generated/http';

const BANDS = ['empate', 'banca', 'punto'];

/** Return a point of an arc: a share from the left (0) to the right (1), and a distance from the croupier. */
export function onArc(width: number, height: number, isWide: boolean, part: number, nth: number): Point {
  const angle = ((part - 0.5) * (isWide ? 112 : 78) * Math.PI) / 180;
  const band = isWide ? (height - 280) / 3.9 : (height - 230) / 4.6;
  const [r, top] = isWide
    ? [360 + nth * band, height * 0.5 - 360 + band * 0.1]
    : [400 + nth * band, height * 0.36 - 300];
  return [
    width / 2 + (isWide ? 396 + nth * 66 : 240 + nth * 10) * Math.sin(angle),
    top + r * Math.cos(angle) - (isWide ? 20 : 0),
  ];
}

/** Return an arc across the table as a path. It is part of an ellipse. */
export function arcPath(width: number, height: number, isWide: boolean, nth: number): string {
  const [from, to] = [onArc(width, height, isWide, 0, nth), onArc(width, height, isWide, 1, nth)];
  const band = isWide ? (height - 280) / 3.9 : (height - 230) / 4.6;
  const [rx, ry] = isWide ? [396 + nth * 66, 360 + nth * band] : [240 + nth * 10, 400 + nth * band];
  return `M${from.join(' ')}A${String(rx)} ${String(ry)} 0 0 0 ${to.join(' ')}`;
}

/** Return the plan of punto y banca: three bands with a place for each seat, and two hands. */
export function puntoPlan(layout: DrawnLayout, room: Room): Plan {
  const wide = isWide(room);
  const width = wide ? 1120 : 390;
  const shape = room.height / Math.max(1, room.width);
  const height = within(wide ? 560 : 520, width * shape, wide ? 920 : 800);
  const seatsOf = (seat: number): number => 1 - (seat - 0.5) / layout.seats;
  const spots: Placed[] = layout.spots.map((spot) => {
    const nth = Math.max(0, BANDS.indexOf(spot.name));
    const on = (part: number, out: number): Point => onArc(width, height, wide, part, nth + out);
    const points: Point[] = [];
    for (let part = 0; part <= 16; part += 1) points.push(on(part / 16, -0.46));
    for (let part = 16; part >= 0; part -= 1) points.push(on(part / 16, 0.46));
    const of = (seat: number): Point => on(seatsOf(seat), 0.05);
    return { name: spot.name, shape: { is: 'polygon', points }, at: on(0.5, 0.05), of };
  });
  const [w, y] = wide ? [72, 54] : [46, 40];
  const cards = new Map<string, CardsPlace>([
    ['punto', { x: width / 2 - (wide ? 150 : 95), y, width: w, step: 1.06, room: wide ? 250 : 165 }],
    ['banca', { x: width / 2 + (wide ? 150 : 95), y, width: w, step: 1.06, room: wide ? 250 : 165 }],
  ]);
  const seats = new Map<number, Point>();
  for (let seat = 1; seat <= layout.seats; seat += 1)
    seats.set(seat, onArc(width, height, wide, seatsOf(seat), 2.82));
  const shoe: Point | null = wide ? [930, 30] : null;
  return {
    ...EMPTY,
    cloth: 'punto',
    isWide: wide,
    width,
    height,
    chip: wide ? 17 : 12,
    spots,
    cards,
    seats,
    shoe,
  };
}
