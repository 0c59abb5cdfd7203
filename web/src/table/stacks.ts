import type { Placed, Plan } from '../cloths/plan';
import { cardName } from '../pieces/cards';
import { plateHeight, type Point } from '../pieces/geometry';
import { readBet, spotOf } from '../wire/layout';
import { valueAt } from '../wire/messages';
import { NO_NAMES, type HandNames } from './handNames';
import { partsOf } from './twoHands';
import type { View } from '../wire/generated/table';

/** A stack as drawn: its owner, its bet, its place, and whether it is in prison. */
export interface StackDrawn {
  readonly key: string;
  readonly seat: number;
  readonly bet: string;
  readonly cents: number;
  readonly at: Point;
  readonly radius: number;
  readonly times: number;
  readonly isMine: boolean;
}

export interface CardDrawn {
  readonly key: string;
  readonly name: string;
  readonly at: Point;
  readonly width: number;
  readonly glows: boolean;
}

/** The points or the name of a hand, beside it. */
export interface TotalDrawn {
  readonly owner: string;
  readonly text: string;
  readonly at: Point;
  readonly isTurn: boolean;
}

/** The name of one of two set hands, below it. */
export interface HandDrawn {
  readonly key: string;
  readonly hand: 'alta' | 'baja';
  /** The name of the hand, or nothing while it is not known. */
  readonly name: string;
  readonly at: Point;
}

export interface PotDrawn {
  readonly name: string;
  readonly cents: number;
  readonly at: Point;
}

/** Return the place of a seat's chips on a bet. */
export function chipPlace(plan: Plan, bet: string, seat: number): Point | null {
  const name = readBet(bet);
  const spot = spotOf(plan.spots, bet, seat);
  if (!spot) return null;
  const [x, y] = name.times ? (spot.prison ?? spot.at) : (spot.of?.(seat) ?? spot.at);
  return name.hand ? [x - name.hand * plan.chip * 2.3, y] : [x, y];
}

/** Return the stacks on the cloth. Those of one spot are side by side if there is room, else behind the reader's own. */
export function stacksOf(plan: Plan, view: View, me: number): readonly StackDrawn[] {
  const sorted = [...view.chips].sort(([a], [b]) => (a === me ? 1 : b === me ? -1 : b - a));
  const lying = new Map<string, { seat: number; bet: string; cents: number; at: Point }[]>();
  for (const [seat, bet, cents] of sorted) {
    if (plan.pots.size && plan.pots.has(readBet(bet).kind)) continue;
    const at = chipPlace(plan, bet, seat);
    if (!at) continue;
    const place = at.join(' ');
    lying.set(place, [...(lying.get(place) ?? []), { seat, bet, cents, at }]);
  }
  return [...lying.values()].flatMap((stacks) => {
    const spot = stacks[0] ? spotOf(plan.spots, stacks[0].bet, stacks[0].seat) : null;
    const radius = spot?.chip ?? plan.chip;
    return stacks.map(({ seat, bet, cents, at }, nth): StackDrawn => {
      const [dx, dy] = apart(stacks.length, nth, radius, widthOf(spot));
      return {
        key: `${String(seat)}|${bet}`,
        seat,
        bet,
        cents,
        at: [at[0] + dx, at[1] + dy],
        radius,
        times: readBet(bet).times,
        isMine: seat === me,
      };
    });
  });
}

const widthOf = (spot: Placed | null): number => (spot?.shape.is === 'rect' ? spot.shape.width : 0);

/** Return the offset of the n-th of several stacks: in rows, or one behind the other, up and to the right. */
function apart(count: number, nth: number, chip: number, room: number): Point {
  const columns = Math.floor((room * 0.96) / (chip * 2.1));
  if (columns < 2 || count < 2) {
    const behind = count - 1 - nth;
    return [behind * chip * 0.9, -behind * chip * 0.75];
  }
  const rows = Math.ceil(count / columns);
  const [column, row] = [nth % columns, Math.floor(nth / columns)];
  const inRow = row < rows - 1 ? columns : count - row * columns;
  return [(column - (inRow - 1) / 2) * chip * 2.1, (row - (rows - 1) / 2) * chip * 1.7];
}

/** Return the offset of a split hand. The hands of a box are side by side, the first to the right. */
function handOffset(view: View, owner: string, gap: number): number {
  const spot = readBet(owner).spot;
  const hands = view.piles.filter(([one]) => readBet(String(one)).spot === spot).map(([one]) => String(one));
  if (hands.length < 2) return 0;
  return ((hands.length - 1) / 2 - hands.indexOf(owner)) * gap;
}

/** Return the owner of the hand that is being played. */
function ownerInTurn(view: View): string {
  const waiting = view.shows.waiting;
  const first: unknown = Array.isArray(waiting) ? waiting[0] : undefined;
  if (typeof first === 'string') return first;
  return typeof view.turn === 'number' ? String(view.turn) : '';
}

const SIDE_BY_SIDE = 1.08; // of a width
const APART = 0.3; // of a width, between two hands
const LEAST_STEP = 0.16; // of a width
const ROW_APART = 0.12; // of a height
const NAMED = 20; // width of pieces from which a hand has its name below
const [HIGH_CARD, HIGH_TILE] = [1.4, 2.3]; // of a width

/** Offsets of pieces from the first, across in the felt's units and down in heights, and their total width. */
interface Spread {
  readonly at: readonly Point[];
  readonly all: number;
}

/** Place one hand below the other, if there is no room side by side. */
function stacked(parts: readonly number[], width: number, wanted: number, room: number): Spread {
  const rows = parts.map((count) => spread([count], width, wanted, room));
  const all = Math.max(...rows.map((row) => row.all));
  const at = rows.flatMap((row, down) =>
    row.at.map(([x]): Point => [x + (all - row.all) / 2, down * (1 + ROW_APART)]),
  );
  return { at, all };
}

/** Return the offset of each piece from the first, and the total width. Set hands have a gap between them. */
function spread(parts: readonly number[], width: number, wanted: number, room: number): Spread {
  const pieces = parts.reduce((sum, count) => sum + count, 0);
  const free = room - parts.length * width - (parts.length - 1) * APART * width;
  const least = parts.length > 1 ? LEAST_STEP * width : 0;
  const step = pieces > parts.length ? Math.max(least, Math.min(wanted, free / (pieces - parts.length))) : 0;
  const at: Point[] = [];
  let from = 0;
  for (const count of parts) {
    for (let nth = 0; nth < count; nth += 1) at.push([from + nth * step, 0]);
    from += width + step * (count - 1) + APART * width;
  }
  return { at, all: from - APART * width };
}

const LIFTED = 0.1; // of a height, for the cards that make the winning hand
const LETTER = 7; // mean width of a letter of a label, in pixels
const SIDE = 56; // width of the points beside a hand

/** Return the cards and tiles on the table, and the points of open hands. */
export function cardsOf(
  plan: Plan,
  view: View,
  areTiles: boolean,
  names: HandNames = NO_NAMES,
  winner = '',
): { cards: readonly CardDrawn[]; totals: readonly TotalDrawn[]; hands: readonly HandDrawn[] } {
  const cards: CardDrawn[] = [];
  const totals: TotalDrawn[] = [];
  const hands: HandDrawn[] = [];
  const turn = ownerInTurn(view);
  const points = new Map(pairs(view.shows.totals));
  const made = names.get(winner)?.madeOf ?? [];
  for (const [owner, held] of view.piles) {
    const name = String(owner);
    const place = plan.cards.get(name) ?? plan.cards.get(readBet(name).spot);
    if (!place || !held.length) continue;
    const width = areTiles ? place.width * 0.72 : place.width;
    const high = width * (areTiles ? HIGH_TILE : HIGH_CARD);
    const wanted = (areTiles ? SIDE_BY_SIDE : place.step) * width; // a corner does not identify a tile
    const parts = partsOf(view.shows, name, held.length);
    const counts = parts.length ? parts.map(([, , count]) => count) : [held.length];
    const isStacked = counts.length > 1 && width < NAMED; // no room side by side
    const { at: offsets, all } = isStacked
      ? stacked(counts, width, wanted, place.room)
      : spread(counts, width, wanted, place.room);
    const x = place.x + handOffset(view, name, Math.min(place.room * 0.62, width * 2.3)) - all / 2;
    held.forEach(([card, , nth], order) => {
      const isMade = card !== null && made.includes(card) && (name === winner || name === 'board');
      const down = (offsets[order]?.[1] ?? 0) - (isMade ? LIFTED : 0);
      const at: Point = [x + (offsets[order]?.[0] ?? 0), place.y + down * high];
      const glows = turn === name || isMade;
      cards.push({ key: `${name}|${String(nth)}`, name: cardName(card), at, width, glows });
    });
    const foot = place.y + high;
    let first = 0;
    for (const [nth, [, hand, count]] of parts.entries()) {
      const last = first + count - 1;
      const middle = x + ((offsets[first]?.[0] ?? 0) + (offsets[last]?.[0] ?? 0) + width) / 2;
      first += count;
      if (hand !== 'mano' && width >= NAMED)
        hands.push({
          key: `${name}|${String(nth)}`,
          hand,
          name: names.get(`${name}#${String(nth)}`)?.name ?? '',
          at: [middle, foot + 11],
        });
    }
    const isSplit = view.piles.filter(([one]) => readBet(String(one)).spot === readBet(name).spot).length > 1;
    const total = points.get(name);
    const called = isSplit && total === 21 ? undefined : names.get(name)?.name;
    const text = called ?? (total === undefined ? '' : String(total));
    const middle = x + all / 2;
    const end: Point = [x + all + 28, place.y + width * 0.7];
    const above: Point = [middle, place.y - 13];
    const isBeset = plan.seats.has(Number(name)) || all + SIDE > place.room; // other plates or hands are close
    const isTight = !plan.isWide && isBeset && place.y > 40;
    const at: Point =
      isTight && plan.plate ? above : place.isRow || plan.plate ? end : [middle, place.y + width * 1.4 + 15];
    const fits = plan.isWide || total !== undefined || text.length * LETTER * plan.unit < place.room;
    if (text && fits) totals.push({ owner: name, text, at, isTurn: turn === name });
  }
  return { cards, totals, hands };
}

function pairs(found: unknown): readonly (readonly [string, number])[] {
  if (!Array.isArray(found)) return [];
  return found.flatMap((pair: unknown) =>
    Array.isArray(pair) ? [[String(pair[0]), Number(pair[1])] as const] : [],
  );
}

/** Return the pots of a hand: those that the game reports, or the chips in them. */
export function potsOf(plan: Plan, view: View): readonly PotDrawn[] {
  if (!plan.pots.size) return [];
  const told = view.shows.pots;
  const found = new Map<string, number>();
  if (Array.isArray(told) && told.length) {
    for (const pot of told as readonly { bet: string; cents: number }[]) found.set(pot.bet, pot.cents);
  } else {
    for (const [, bet, cents] of view.chips)
      if (plan.pots.has(bet)) found.set(bet, (found.get(bet) ?? 0) + cents);
  }
  return [...found].flatMap(([name, cents]) => {
    const at = plan.pots.get(name);
    return at && cents ? [{ name, cents, at }] : [];
  });
}

/** Return the place of what a marker marks: a seat or a number. Null if it marks nothing now. */
export function markerPlace(plan: Plan, view: View, fact: string): Point | null {
  const value = valueAt(view.shows, fact);
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const mark = plan.marks.get(String(value));
  if (mark) return mark;
  const seat = plan.seats.get(Number(value));
  if (!seat) return value === 0 && fact === 'banker' ? (plan.marks.get('bank') ?? null) : null;
  if (!plan.plate) return [seat[0], seat[1] + plan.chip * 2.2];
  const inwards = seat[0] < plan.width / 2 - 1 ? 1 : -1; // outside there may be no room
  const isAside = Math.abs(seat[0] - plan.width / 2) > plan.plate / 2;
  if (!plan.isWide && isAside && seat[1] > plan.height / 2)
    return [seat[0] + inwards * (plan.plate / 2 - 10), seat[1] + plateHeight(plan.plate) / 2 + 9]; // the reader's cards are beside
  return [seat[0] + inwards * (plan.plate / 2 + 16), seat[1]];
}

/** Return the seat at each place around the table, if seats and places differ. */
export function placesOf(view: View | null): readonly number[] {
  const party = view?.shows.party as { readonly places?: readonly number[] } | undefined;
  return party?.places ?? [];
}
