import { EMPTY, isWide, rectangle, within, type Placed, type Plan, type Room } from '../plan';
import type { DrawnLayout } from '../../wire/generated/http';

/** Return the plan of the wheel of fortune: its spots in a row beside the wheel, on a phone below it. */
export function fortunePlan(layout: DrawnLayout, room: Room): Plan {
  const wide = isWide(room);
  const shape = room.height / Math.max(1, room.width);
  const width = wide ? 1120 : 390;
  const height = within(wide ? 400 : 560, width * shape, wide ? 660 : 800);
  const many = layout.spots.length;
  const spots: Placed[] = layout.spots.map((spot, nth) => {
    if (!wide) {
      const h = (height - 300) / Math.ceil(many / 2);
      const isLast = nth === many - 1 && many % 2 === 1;
      const [x, y, w] = [10 + (nth % 2) * 185, 285 + Math.floor(nth / 2) * h, isLast ? 370 : 185];
      return { name: spot.name, shape: rectangle(x, y, w, h), at: [x + w * 0.66, y + h / 2] };
    }
    const [w, h] = [650 / many, height * 0.8];
    const [x, y] = [446 + nth * w, height * 0.1];
    return { name: spot.name, shape: rectangle(x, y, w, h), at: [x + w / 2, y + h * 0.6] };
  });
  const r = wide ? within(150, height * 0.44, 200) : 128;
  const wheel = wide ? { x: 226, y: height / 2, r } : { x: 195, y: 142, r };
  return { ...EMPTY, cloth: 'fortune', isWide: wide, width, height, chip: wide ? 20 : 16, spots, wheel };
}
