import type { Point } from '../pieces/geometry';
import { EMPTY, isWide, rectangle, type CardsPlace, type Placed, type Plan, type Room } from './plan';
import type { Area, DrawnLayout } from '../wire/generated/http';

const MARGIN = 20;

/** Return the plan of any game on the server's grid, for games without a cloth. */
export function areaPlan(layout: DrawnLayout, room: Room): Plan {
  const areas = [...layout.spots, ...(layout.cards ?? []), ...(layout.pots ?? [])].flatMap((one) =>
    one.at && one.at.width ? [one.at] : [],
  );
  const rows = Math.max(8, ...areas.map((at) => at.row + at.height));
  const columns = Math.max(8, ...areas.map((at) => at.column + at.width));
  const width = isWide(room) ? 1120 : 390;
  const height = Math.max(width * 0.3, (width * room.height) / Math.max(1, room.width));
  const scale: Point = [(width - 2 * MARGIN) / columns, (height - 2 * MARGIN) / rows];
  const box = (at: Area): { x: number; y: number; width: number; height: number } => ({
    x: MARGIN + at.column * scale[0],
    y: MARGIN + at.row * scale[1],
    width: at.width * scale[0],
    height: at.height * scale[1],
  });
  const spots: Placed[] = [];
  const cards = new Map<string, CardsPlace>();
  const pots = new Map<string, Point>();
  for (const spot of layout.spots) {
    if (!spot.at?.width) continue;
    const { x, y, width: w, height: h } = box(spot.at);
    spots.push({
      name: spot.name,
      seat: spot.seat,
      shape: rectangle(x, y, w, h),
      at: [x + w / 2, y + h / 2],
    });
  }
  spots.sort((a, b) => sizeOf(b) - sizeOf(a));
  for (const place of layout.cards ?? []) {
    if (!place.at?.width) continue;
    const at = box(place.at);
    const card = Math.min(at.height / 1.5, 60, at.width / 2);
    cards.set(String(place.owner), {
      x: at.x + at.width / 2,
      y: at.y + 4,
      width: card,
      step: 0.5,
      room: at.width,
    });
  }
  for (const pot of layout.pots ?? []) {
    if (!pot.at?.width) continue;
    const at = box(pot.at);
    pots.set(pot.name, [at.x + at.width / 2, at.y + at.height / 2]);
  }
  return { ...EMPTY, cloth: 'area', isWide: isWide(room), width, height, chip: 13, spots, cards, pots };
}

function sizeOf(spot: Placed): number {
  return spot.shape.is === 'rect' ? spot.shape.width * spot.shape.height : 0;
}
