import type { GameFacts } from '../gameFacts';
import type { Point } from '../pieces/geometry';
import type { DrawnLayout, DrawnSpot } from '../wire/generated/http';

/** A shape on the felt that can be touched. */
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

/** A spot in its place: where it is touched, and where chips on it lie. */
export interface Placed {
  readonly name: string;
  readonly seat?: number | null | undefined;
  readonly shape: Shape;
  readonly at: Point;
  /** Where the chips of a seat lie, where each has its own place on a spot that is everybody's. */
  readonly of?: (seat: number) => Point;
  /** The radius of chips here, where it is not that of the others. */
  readonly chip?: number;
  /** Where prisoners of this spot lie. */
  readonly prison?: Point;
}

/** Where the cards of an owner lie: the middle of their upper edge, and how wide and how close they are. */
export interface CardsPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** How much of its width each card is moved against the one below it. */
  readonly step: number;
  /** The room there is for all of them. */
  readonly room: number;
  /** Do their points stand beside them, not below? */
  readonly isRow?: boolean;
}

/** How a cloth fills the room: all places in the felt's own units. */
export interface Plan {
  /** The name of the drawing, for styles and tests. */
  readonly cloth: string;
  readonly isWide: boolean;
  readonly width: number;
  readonly height: number;
  /** The radius of a chip. */
  readonly chip: number;
  /** In the order in which they are touched: later ones lie above. */
  readonly spots: readonly Placed[];
  readonly cards: ReadonlyMap<string, CardsPlace>;
  readonly seats: ReadonlyMap<number, Point>;
  /** The width of a seat's plate; nothing where seats are not drawn. */
  readonly plate: number;
  readonly pots: ReadonlyMap<string, Point>;
  readonly wheel: { readonly x: number; readonly y: number; readonly r: number } | null;
  readonly dice: Point | null;
  readonly shoe: Point | null;
  readonly marks: ReadonlyMap<string, Point>;
}

/** The room that there is for the felt, and who looks at it. */
export interface Room {
  readonly width: number;
  readonly height: number;
  readonly me: number;
  /** Who sits at which place around the table, where seats and places differ. */
  readonly places: readonly number[];
  /** Is the second page of the felt shown, where it has two? */
  readonly isTurned: boolean;
}

export type Planner = (layout: DrawnLayout, room: Room, facts: GameFacts) => Plan;

export const EMPTY: Omit<Plan, 'cloth' | 'isWide' | 'width' | 'height' | 'chip' | 'spots'> = {
  cards: new Map(),
  seats: new Map(),
  plate: 0,
  pots: new Map(),
  wheel: null,
  dice: null,
  shoe: null,
  marks: new Map(),
};

/** Is the room one for a cloth that lies across? */
export function isWide(room: Room): boolean {
  return room.width > 640;
}

export function rectangle(x: number, y: number, width: number, height: number): Shape {
  return { is: 'rect', x, y, width, height };
}

export function disc(x: number, y: number, r: number): Shape {
  return { is: 'circle', x, y, r };
}

/** A number, but not less than one and not more than another. */
export function within(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** Does a point lie in a shape? */
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

/** The spot that is touched at a point: the one that lies above. */
export function touched(plan: Plan, point: Point): Placed | null {
  return plan.spots.findLast((spot) => holds(spot.shape, point)) ?? null;
}

/** The nearest spot in a direction of the screen, straight ones before those to the side. */
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

/** What no drawing has a place for: it stands in the side list. */
export function leftOver(layout: DrawnLayout, plan: Plan): readonly DrawnSpot[] {
  const placed = new Set(plan.spots.map((spot) => `${spot.name} ${String(spot.seat)}`));
  return layout.spots.filter((spot) => !placed.has(`${spot.name} ${String(spot.seat)}`));
}
