import type { GameFacts } from '../gameFacts';
import type { Point } from '../pieces/geometry';
import type { DrawnLayout, DrawnSpot } from '../wire/generated/http';

/** A touchable shape on the felt. */
export type Shape =
  | {
      readonly is: 'rect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    }
  | { readonly is: 'circle'; readonly x: number; readonly y: number; readonly r: number }
  | { readonly is: 'polygon'; readonly points: readonly Point[] };

/** A spot in its place: its touchable shape, and the place of its chips. */
export interface Placed {
  readonly name: string;
  readonly seat?: number | null | undefined;
  readonly shape: Shape;
  readonly at: Point;
  /** Returns the place of a seat's chips, if each seat has its own on a shared spot. */
  readonly of?: (seat: number) => Point;
  /** The radius of chips here, if it differs. */
  readonly chip?: number;
  /** The place of this spot's prisoners. */
  readonly prison?: Point;
}

/** The place of an owner's cards: the middle of their upper edge, their width and their distance. */
export interface CardsPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Distance of two cards, as a share of their width. */
  readonly step: number;
  /** Width for all of them. */
  readonly room: number;
  /** Whether their points are beside them, not below. */
  readonly isRow?: boolean;
}

/** A cloth that fills a window: all places in the felt's units. */
export interface Plan {
  /** The name of the drawing, for styles and tests. */
  readonly cloth: string;
  readonly isWide: boolean;
  readonly width: number;
  readonly height: number;
  /** The felt's units in one pixel of the screen. */
  readonly unit: number;
  /** The radius of a chip. */
  readonly chip: number;
  /** In drawing order: later ones are above. */
  readonly spots: readonly Placed[];
  readonly cards: ReadonlyMap<string, CardsPlace>;
  readonly seats: ReadonlyMap<number, Point>;
  /** The width of a seat's plate. 0 if seats are not drawn. */
  readonly plate: number;
  readonly pots: ReadonlyMap<string, Point>;
  readonly wheel: { readonly x: number; readonly y: number; readonly r: number } | null;
  readonly dice: Point | null;
  readonly shoe: Point | null;
  readonly marks: ReadonlyMap<string, Point>;
}

/** The window for the felt, and its reader's seat. */
export interface Room {
  readonly width: number;
  readonly height: number;
  readonly me: number;
  /** The seat at each place around the table, if seats and places differ. */
  readonly places: readonly number[];
  /** Whether the second page of the felt is shown, if it has two. */
  readonly isTurned: boolean;
}

export type Planner = (layout: DrawnLayout, room: Room, facts: GameFacts) => Plan;

export const EMPTY: Omit<Plan, 'cloth' | 'isWide' | 'width' | 'height' | 'chip' | 'spots'> = {
  unit: 1,
  cards: new Map(),
  seats: new Map(),
  plate: 0,
  pots: new Map(),
  wheel: null,
  dice: null,
  shoe: null,
  marks: new Map(),
};

const SQUARE = 0.85; // width of a height, from which a room takes a landscape cloth

/** Return whether the room takes a landscape cloth: by its shape, and never on a phone. */
export function isWide(room: Room): boolean {
  return room.width > 640 && room.width >= SQUARE * room.height;
}

const LEGIBLE = 12; // pixels of the smallest letter on a cloth
const DIE = 56; // pixels of a die

/** Return a font size that is legible on the screen. */
export function legible({ unit }: Pick<Plan, 'unit'>, size: number): number {
  return Math.max(size, LEGIBLE * unit);
}

/** Return the width of a die. */
export function dieWidth({ unit }: Pick<Plan, 'unit'>): number {
  return DIE * unit;
}

export function rectangle(x: number, y: number, width: number, height: number): Shape {
  return { is: 'rect', x, y, width, height };
}

export function disc(x: number, y: number, r: number): Shape {
  return { is: 'circle', x, y, r };
}

/** Return a value limited to a range. */
export function within(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** Return whether a point is in a shape. */
export function holds(shape: Shape, [x, y]: Point): boolean {
  switch (shape.is) {
    case 'rect':
      return x >= shape.x && x <= shape.x + shape.width && y >= shape.y && y <= shape.y + shape.height;
    case 'circle':
      return Math.hypot(x - shape.x, y - shape.y) <= shape.r;
    case 'polygon':
      return isInside(shape.points, x, y);
  }
}

function isInside(points: readonly Point[], x: number, y: number): boolean {
  let inside = false;
  points.forEach(([x1, y1], nth) => {
    const [x2, y2] = points[(nth + 1) % points.length] as Point;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}

/** Return the uppermost spot at a point. */
export function touched(plan: Plan, point: Point): Placed | null {
  return plan.spots.findLast((spot) => holds(spot.shape, point)) ?? null;
}

/** Return the nearest spot in a direction of the screen. Straight ones come before those to the side. */
export function nextSpot(
  plan: Plan,
  from: Point,
  [dx, dy]: Point,
  live: (spot: Placed) => boolean,
): Placed | null {
  let found: Placed | null = null;
  let least = Infinity;
  for (const spot of plan.spots) {
    if (!live(spot)) continue;
    const [x, y] = [spot.at[0] - from[0], spot.at[1] - from[1]];
    const along = x * dx + y * dy;
    const score = along + 3 * (Math.abs(x * dy) + Math.abs(y * dx));
    if (along > 3 && score < least) [found, least] = [spot, score];
  }
  return found;
}

/** Return the spots that have no place in the drawing. They are in the side list. */
export function leftOver(layout: DrawnLayout, plan: Plan): readonly DrawnSpot[] {
  const placed = new Set(plan.spots.map((spot) => `${spot.name} ${String(spot.seat)}`));
  return layout.spots.filter((spot) => !placed.has(`${spot.name} ${String(spot.seat)}`));
}
