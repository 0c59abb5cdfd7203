import type { Point } from '../../pieces/geometry';
import {
  disc,
  EMPTY,
  isWide,
  rectangle,
  within,
  type CardsPlace,
  type Placed,
  type Plan,
  type Room,
} from '../plan';
import type { DrawnLayout } from '../../wire/generated/http';

/** Return the plan of treinta y cuarenta: two rows of cards above the four bets of the shield, and their insurance. */
export function treintaYCuarentaPlan(layout: DrawnLayout, room: Room): Plan {
  const wide = isWide(room);
  const width = wide ? 1000 : 390;
  const shape = room.height / Math.max(1, room.width);
  const height = within(wide ? 560 : 560, width * shape, wide ? 700 : 800);
  const top = wide ? height * 0.44 : height * 0.4;
  const [left, right] = wide ? [140, 860] : [10, 380];
  const third = (right - left) / 3;
  const [h, foot] = [(height - top - 16) * 0.54, (height - top - 16) * 0.46];
  const boxes: Readonly<Record<string, readonly [number, number, number, number]>> = {
    negro: [left, top, third, h],
    color: [left + third, top, third, h],
    rojo: [left + 2 * third, top, third, h],
    inverso: [left, top + h, right - left, foot],
  };
  const spots: Placed[] = [];
  for (const spot of layout.spots) {
    const place = spot.name.split(':')[1];
    const box = boxes[place ?? spot.name];
    if (!box) continue;
    const [x, y, w, tall] = box;
    const middle: Point = [x + w / 2, y + tall * (spot.name === 'inverso' ? 0.7 : 0.62)];
    const prison: Point = [x + w - 26, y + tall * 0.3];
    if (place)
      spots.push({ name: spot.name, shape: disc(x + 24, y + 24, wide ? 17 : 15), at: [x + 24, y + 24] });
    else spots.unshift({ name: spot.name, shape: rectangle(x, y, w, tall), at: middle, prison });
  }
  const card = wide ? 58 : 38;
  const spread = wide ? 640 : 300;
  const cards = new Map<string, CardsPlace>();
  const row = (nth: number): CardsPlace => ({
    x: wide ? 480 : 180,
    y: 14 + nth * (card * 1.4 + (wide ? 16 : 12)),
    width: card,
    step: 1.04,
    room: spread,
    isRow: true,
  });
  ['negra', 'roja'].forEach((owner, nth) => cards.set(owner, row(nth)));
  const shoe: Point | null = wide ? [870, 24] : null;
  return {
    ...EMPTY,
    cloth: 'treintaYCuarenta',
    isWide: wide,
    width,
    height,
    chip: wide ? 17 : 14,
    spots,
    cards,
    shoe,
  };
}
