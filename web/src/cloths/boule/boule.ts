import { EMPTY, isWide, rectangle, within, type Placed, type Plan, type Room } from '../plan';
import type { DrawnLayout } from '../../wire/generated/http';

/** Column and row of each number of the boule: four on each side of the five. */
const NUMBERS: Readonly<Record<string, readonly [number, number]>> = {
  'numero:1': [0, 0], 'numero:2': [1, 0], 'numero:3': [0, 1], 'numero:4': [1, 1], 'numero:5': [2, 0],
  'numero:6': [3, 0], 'numero:7': [4, 0], 'numero:8': [3, 1], 'numero:9': [4, 1],
}; // prettier-ignore
const LEFT = ['falta', 'impar', 'negro'];
const RIGHT = ['pasa', 'par', 'rojo'];

/** Return the plan of boule: eight numbers around the five, the even chances on both sides. */
export function boulePlan(layout: DrawnLayout, room: Room): Plan {
  const wide = isWide(room);
  const shape = room.height / Math.max(1, room.width);
  const width = wide ? 1120 : 390;
  const height = within(wide ? 380 : 520, width * shape, wide ? 640 : 760);
  const spots: Placed[] = [];
  const add = (name: string, x: number, y: number, w: number, h: number): void => {
    if (!layout.spots.some((spot) => spot.name === name)) return;
    spots.push({ name, shape: rectangle(x, y, w, h), at: [x + w / 2, y + h * 0.68] });
  };
  if (wide) {
    const [x, y, w, h] = [330, 24, 154, (height - 48) / 3];
    for (const [name, [column, row]] of Object.entries(NUMBERS)) {
      add(name, x + column * w, y + row * h, w, name === 'numero:5' ? 2 * h : h);
    }
    [...LEFT, ...RIGHT].forEach((name, nth) => add(name, x + (nth * 5 * w) / 6, y + 2 * h, (5 * w) / 6, h));
  } else {
    const [w, h] = [370 / 5, (height - 20) / 6];
    for (const [name, [column, row]] of Object.entries(NUMBERS)) {
      add(name, 10 + column * w, 10 + row * 1.5 * h, w, name === 'numero:5' ? 3 * h : 1.5 * h);
    }
    LEFT.forEach((name, nth) => add(name, 10, 10 + (3 + nth) * h, 185, h));
    RIGHT.forEach((name, nth) => add(name, 195, 10 + (3 + nth) * h, 185, h));
  }
  const wheel = wide ? { x: 164, y: height / 2, r: 130 } : null;
  return { ...EMPTY, cloth: 'boule', isWide: wide, width, height, chip: wide ? 18 : 15, spots, wheel };
}
