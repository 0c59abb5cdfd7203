import type { GameFacts } from '../../gameFacts';
import type { Point } from '../../pieces/geometry';
import { disc, EMPTY, isWide, within, type CardsPlace, type Placed, type Plan, type Room } from '../plan';
import type { DrawnLayout } from '../../wire/generated/http';

/** A player's box: the places of its cards and bets, and their size. */
export interface Box {
  readonly seat: number;
  readonly cards: Point;
  readonly bets: Point;
  readonly insurance: Point;
  readonly isMine: boolean;
  readonly isSmall: boolean;
}

const WIDE = 1200;
const NARROW = 390;
const [FLATTEST, DEEPEST, TALLEST] = [650, 742, 920];

/** Return the boxes of a half circle. Box 1 is the first to the croupier's left, on the right of the screen. */
export function boxes(layout: DrawnLayout, room: Room): readonly Box[] {
  const { seats } = layout;
  const mine = room.me || Math.ceil(seats / 2);
  const numbers = Array.from({ length: seats }, (_, nth) => nth + 1);
  if (isWide(room)) {
    const flat = flatness(heightOf(room));
    return numbers.map((seat) => wideBox(seat, seats, seat === mine, hasMany(layout), flat));
  }
  const others = numbers.filter((seat) => seat !== mine).toReversed();
  return numbers.map((seat) => narrowBox(seat, others, heightOf(room), hasMany(layout)));
}

/** Return whether a box has several bets. Insurance has its own arc. */
function hasMany(layout: DrawnLayout): boolean {
  return layout.spots.filter((spot) => spot.seat === 1 && spot.kind !== 'seguro').length > 1;
}

function wideBox(seat: number, seats: number, isMine: boolean, isFull: boolean, flat: number): Box {
  const part = seats > 1 ? 1 - (2 * (seat - 1)) / (seats - 1) : 0;
  const angle = (71 * Math.sign(part) * Math.abs(part) ** 0.82 * Math.PI) / 180;
  const on = (x: number, top: number, y: number): Point => [
    WIDE / 2 + x * Math.sin(angle),
    top + y * flat * Math.cos(angle),
  ];
  return {
    seat,
    cards: on(408 - (isMine ? 96 * Math.abs(part) : 0), 26, 388),
    bets: isFull ? on(492, 34, 582) : on(516, 40, 590),
    insurance: on(362, 40, 312),
    isMine,
    isSmall: false,
  };
}

function narrowBox(seat: number, others: readonly number[], height: number, isFull: boolean): Box {
  const nth = others.indexOf(seat);
  if (nth < 0) {
    const y = height * (isFull ? 0.5 : 0.6);
    return {
      seat,
      cards: [195, y],
      bets: [195, height - (isFull ? 84 : 52)],
      insurance: [330, y],
      isMine: true,
      isSmall: false,
    };
  }
  const x = NARROW / 2 + (nth - (others.length - 1) / 2) * (350 / others.length);
  const y = height * 0.33 + 12 * Math.cos((nth - (others.length - 1) / 2) * 0.5);
  return { seat, cards: [x, y], bets: [x, y + 78], insurance: [x, y + 100], isMine: false, isSmall: true };
}

function heightOf(room: Room): number {
  const shape = room.height / Math.max(1, room.width);
  return isWide(room) ? within(FLATTEST, WIDE * shape, TALLEST) : Math.max(480, NARROW * shape);
}

/** Return the depth of a wide table against the deepest one. A low window has a flat table, not a small one. */
export function flatness(height: number): number {
  return height / DEEPEST;
}

/** Return half the width of the felt at a height of a wide table. */
export function edgeAt(y: number, height: number): number {
  return 570 * Math.sqrt(Math.max(0, 1 - ((y - 42) / (height - 62)) ** 2));
}

/** Return the offsets of a box's bets: side by side, or in two rows. */
function cluster(count: number, gap: number): readonly Point[] {
  if (count <= 1) return [[0, 0]];
  if (count === 2) {
    return [
      [-gap / 2, 0],
      [gap / 2, 0],
    ];
  }
  const above = Math.floor(count / 2);
  const row = (length: number, y: number): Point[] =>
    Array.from({ length }, (_, nth) => [(nth - (length - 1) / 2) * gap, y] as const);
  return [...row(count - above, gap / 2), ...row(above, -gap / 2)];
}

/** Return the plan of blackjack and of poker against the house: boxes with bets and cards in front of the croupier. */
export function semicirclePlan(layout: DrawnLayout, room: Room, facts: GameFacts): Plan {
  const wide = isWide(room);
  const height = heightOf(room);
  const width = wide ? WIDE : NARROW;
  const kinds = [...new Set(layout.spots.filter((spot) => spot.seat).map((spot) => spot.kind))];
  const inBox = kinds.filter((kind) => kind !== 'seguro' || kinds[0] !== 'mano');
  const spots: Placed[] = [];
  const cards = new Map<string, CardsPlace>();
  const seats = new Map<number, Point>();
  const most = facts.hand ?? 3;
  for (const box of boxes(layout, room)) {
    const small = box.isSmall ? (inBox.length > 1 ? 0.33 : 0.5) : box.isMine && !wide ? 1.1 : 1;
    const radius = (inBox.length > 4 ? 24 : inBox.length > 1 ? 27 : 30) * small;
    const places = cluster(inBox.length, radius * 2.14);
    for (const spot of layout.spots.filter((one) => one.seat === box.seat)) {
      const nth = inBox.indexOf(spot.kind);
      const [dx, dy] = places[nth] ?? [0, 0];
      const at: Point = nth < 0 ? box.insurance : [box.bets[0] + dx, box.bets[1] + dy];
      const r = nth < 0 ? radius * (box.isMine && wide ? 0.9 : 0.66) : radius;
      const chip = box.isSmall ? { chip: 9 } : {};
      spots.push({ name: spot.name, seat: spot.seat, shape: disc(at[0], at[1], r), at, ...chip });
    }
    const card = box.isSmall ? (most > 3 ? 18 : 25) : box.isMine ? (wide ? 66 : 68) : most > 3 ? 38 : 46;
    const step = most > 3 ? (box.isMine ? 0.62 : 0.5) : box.isMine ? 1.04 : 0.62;
    const spread = box.isSmall ? 56 : wide ? (box.isMine ? 250 : 170) + (most > 5 ? 60 : 0) : 360;
    const place = { x: box.cards[0], y: box.cards[1], width: card, step, room: spread };
    for (const pile of layout.cards ?? []) if (pile.seat === box.seat) cards.set(String(pile.owner), place);
    seats.set(box.seat, box.bets);
  }
  const x = width / 2;
  const common = (layout.cards ?? [])
    .filter((pile) => pile.seat === undefined)
    .map((pile) => String(pile.owner));
  const bank = {
    x,
    y: wide ? 74 : 18,
    width: wide ? (most > 5 ? 54 : 68) : most > 5 ? 40 : 52,
    step: most > 5 ? 0.58 : 1.06,
    room: wide ? 420 : 300,
  };
  const boardTop = wide ? Math.max(172, 190 * flatness(height)) : 104; // above the words of the arc
  const board = { x, y: boardTop, width: wide ? 54 : 44, step: 1.08, room: wide ? 420 : 330 };
  for (const owner of common) cards.set(owner, owner === 'board' ? board : bank);
  const loose = layout.spots.filter((spot) => spot.seat === undefined);
  loose.forEach((spot, nth) => {
    const at: Point = wide ? [x + (nth - (loose.length - 1) / 2) * 110 + 250, 118] : [340, 40 + nth * 56];
    spots.push({ name: spot.name, shape: disc(at[0], at[1], wide ? 26 : 20), at });
  });
  const aside = wide ? (most > 5 ? 190 : 150) : 130; // of the bank's cards
  const marks = new Map<string, Point>([['bank', [x - aside, wide ? 120 : 50]]]);
  const shoe: Point | null = wide ? [1004, 40] : null;
  return {
    ...EMPTY,
    cloth: 'semicircle',
    isWide: wide,
    width,
    height,
    chip: wide ? 19 : 18,
    spots,
    cards,
    seats,
    shoe,
    marks,
  };
}
