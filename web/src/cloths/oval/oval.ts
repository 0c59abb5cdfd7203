import type { GameFacts } from '../../gameFacts';
import { plateHeight, type Point } from '../../pieces/geometry';
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

/** The outline of a table with players all around. */
export interface Oval {
  readonly cx: number;
  readonly cy: number;
  readonly rx: number;
  readonly ry: number;
}

/** Return the oval that fills a window. */
export function ovalIn(room: Room): Oval & { width: number; height: number } {
  const wide = isWide(room);
  const shape = room.height / Math.max(1, room.width);
  const width = wide ? 1200 : 390;
  const height = wide ? within(600, width * shape, 800) : Math.max(460, width * shape);
  return wide
    ? { width, height, cx: 600, cy: height / 2 + 22, rx: 530, ry: height / 2 - 78 } // cards are above the first plate
    : { width, height, cx: 195, cy: height * 0.48, rx: 172, ry: height * 0.42 };
}

/** Return the place of each seat: the reader's below, the others from its left in the order of play. */
export function seatsAround(
  layout: DrawnLayout,
  room: Room,
  isReversed: boolean,
): ReadonlyMap<number, Point> {
  const { cx, cy, rx, ry } = ovalIn(room);
  const order = room.places.some(Boolean) ? fullOrder(room.places, layout.seats) : numbersTo(layout.seats);
  const turned = isReversed ? order.toReversed() : order;
  const first = Math.max(0, turned.indexOf(room.me));
  const found = new Map<number, Point>();
  const wide = isWide(room);
  turned.forEach((_, nth) => {
    const seat = turned[(first + nth) % turned.length] ?? 0;
    const angle = Math.PI + (nth * 2 * Math.PI) / turned.length;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const square = wide ? 0.72 : 0.5;
    const [x, y] = [Math.sign(sin) * Math.abs(sin) ** square, Math.sign(cos) * Math.abs(cos) ** 0.8];
    found.set(seat, [cx + x * (rx - (wide ? 40 : 40)), cy - y * (ry + (wide ? 6 : y > 0 ? -34 : -8))]);
  });
  return found;
}

function numbersTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, nth) => nth + 1);
}

/** Return the seats around the table. Seats without a place yet fill the free ones. */
function fullOrder(places: readonly number[], seats: number): readonly number[] {
  const free = numbersTo(seats).filter((seat) => !places.includes(seat));
  const order = places.map((seat) => seat || (free.shift() ?? 0));
  return [...order, ...free];
}

/** Return the width of cards. The reader's own are larger; large hands have smaller cards. */
function cardWidth(isMine: boolean, isWideRoom: boolean, most: number): number {
  if (isMine) return isWideRoom ? (most > 4 ? 62 : 84) : most > 4 ? 46 : most > 2 ? 54 : 62;
  return isWideRoom ? (most > 4 ? 36 : 48) : most > 2 ? 24 : 32;
}

/** Return the plan of circle games and passing banks: seats all around, shared cards and bets in the middle. */
export function ovalPlan(layout: DrawnLayout, room: Room, facts: GameFacts): Plan {
  const wide = isWide(room);
  const { width, height, cx, cy } = ovalIn(room);
  const seats = seatsAround(layout, room, facts.isReversed ?? false);
  const many = layout.seats > 8;
  const spots: Placed[] = [];
  const cards = new Map<string, CardsPlace>();
  const plate = wide ? (many ? 132 : 172) : many ? 74 : 104;
  const most = facts.hand ?? 2;
  for (const [seat, [x, y]] of seats) {
    const mine = seat === room.me;
    const card = cardWidth(mine, wide, many ? 12 : most);
    const up = card * 1.4 + plateHeight(plate) / 2 - (mine ? -4 : 3);
    const place = {
      x,
      y: y - up,
      width: card,
      step: most > 2 ? (mine ? 0.6 : facts.hasOpenCards ? 0.74 : 0.62) : mine ? 1.02 : 0.66,
      room: wide ? 320 : mine ? (most > 5 ? 160 : 250) : 112, // between the plates beside the reader's
    };
    for (const pile of layout.cards ?? []) if (pile.seat === seat) cards.set(String(pile.owner), place);
    const [dx, dy] = [(cx - x) * (wide ? 0.27 : 0.24), (cy - y) * (wide ? 0.38 : 0.3) + (y < cy ? 14 : 0)];
    layout.spots
      .filter((spot) => spot.seat === seat)
      .forEach((spot, nth) => {
        const beside: Point = wide
          ? [x - 210 + 42 * nth, y - 52]
          : [x - 50 - 28 * nth, Math.max(y - 118, cy + 120)];
        const before: Point = [
          x + dx + (wide ? 42 : 24) * nth * (x > cx ? -1 : 1),
          y + dy - (mine ? card * 0.62 : 0),
        ];
        const at = mine && many ? beside : before;
        spots.push({ name: spot.name, seat, shape: disc(at[0], at[1], wide ? 18 : 13), at });
      });
  }
  const centre = centrePlaces(layout, wide, [cx, cy]);
  spots.unshift(...centre.spots);
  for (const [owner, place] of centre.cards) cards.set(owner, place);
  const pots = new Map<string, Point>();
  const shown = layout.pots ?? [];
  shown.forEach((pot, nth) => {
    const column = nth === 0 ? 0 : ((nth - 1) % 3) - 1;
    const row = nth <= 3 ? 0 : 1;
    const y = wide ? cy - 108 - row * 46 : cy + 66 + row * 40;
    pots.set(pot.name, [cx + column * (wide ? 190 : 112) - (wide ? 60 : 40), y]);
  });
  const chip = wide ? 18 : 13;
  return {
    ...EMPTY,
    cloth: layout.pots?.length ? 'oval' : 'circle',
    isWide: wide,
    width,
    height,
    chip,
    spots,
    cards,
    seats,
    plate,
    pots,
    marks: new Map([['bank', wide ? [cx - 124, cy - 68] : [cx - 92, cy - 98]]]),
  };
}

/** Return the places in the middle: the board, or shared bets and hands. */
function centrePlaces(
  layout: DrawnLayout,
  wide: boolean,
  [cx, cy]: Point,
): { spots: readonly Placed[]; cards: ReadonlyMap<string, CardsPlace> } {
  const common = layout.spots.filter((spot) => spot.seat === undefined);
  const [w, h, down, chip] = wide ? [200, 104, -44, 13] : [102, 78, 24, 9]; // all players of a full table bet here
  const spots = common.map((spot, nth) => {
    const x = cx + (nth - (common.length - 1) / 2) * (w + (wide ? 14 : 10));
    const y = cy + down;
    return { name: spot.name, shape: rectangle(x - w / 2, y, w, h), at: [x, y + h * 0.66] as const, chip };
  });
  const cards = new Map<string, CardsPlace>();
  const board = {
    x: cx,
    y: cy - (wide ? 44 : 32),
    width: wide ? 76 : 46,
    step: 1.13,
    room: wide ? 460 : 260,
  };
  for (const pile of layout.cards ?? []) {
    if (pile.seat !== undefined) continue;
    const spot = spots.find((one) => one.name === String(pile.owner));
    if (spot) {
      cards.set(String(pile.owner), {
        x: spot.at[0],
        y: cy + (wide ? down - 82 : -78),
        width: wide ? 54 : 40,
        step: 0.8,
        room: w,
      });
    } else if (pile.owner === 'board') cards.set('board', board);
  }
  return { spots, cards };
}
