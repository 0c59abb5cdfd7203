import type { Plan } from '../cloths/plan';
import { plateHeight, type Point } from '../pieces/geometry';
import { chipPlace } from './stacks';
import { spotOf } from '../wire/layout';
import { opened, type Apart } from './twoHands';
import type { Held, Pile, View } from '../wire/generated/table';
import type { Payment } from '../wire/generated/common';
import type { Result, TableEvent } from '../wire/messages';

/** A settled round: its cards at the end, and the payments of its bets. */
export interface SettledRound {
  readonly piles: readonly Pile[];
  /** Points of hands, as counted at the end or shown since their last card. */
  readonly totals: readonly (readonly [string, number])[];
  readonly payments: readonly Payment[];
  /** Parts of hands that are set as two. */
  readonly hands: readonly Apart[];
}

/** The payment of a bet, as drawn on the cloth. */
export interface PaidDrawn {
  readonly key: string;
  readonly seat: number;
  readonly at: Point;
  /** Céntimos on the spot for the owner. 0 if all was lost. */
  readonly cents: number;
  readonly won: number;
  readonly radius: number;
  /** Whether the stake stays on the spot, apart from its win. */
  readonly stays: boolean;
  /** Whether the sum has room beside the chips, where it hides no word of the cloth. */
  readonly isWide: boolean;
}

/** Return the round that these events settled after a view, or null. */
export function settledBy(
  before: View,
  earlier: readonly Payment[],
  events: readonly TableEvent[],
): SettledRound | null {
  if (!events.some(({ event }) => event === 'round_over')) return null;
  const payments = [...earlier, ...paymentsIn(events)];
  const dealtTo = new Set<string>();
  const counted: (readonly [string, number])[] = [];
  const piles = new Map(before.piles.map(([owner, cards]) => [String(owner), cards]));
  for (const event of events) {
    if (event.event === 'round_over') break;
    if (event.event === 'dealt') {
      const owner = String(event.to);
      dealtTo.add(owner);
      const card: Held = [event.card as number | null, Boolean(event.up), Number(event.place)];
      piles.set(owner, [...(piles.get(owner) ?? []), card]);
    } else if (event.event === 'shown') {
      const owner = String(event.owner);
      piles.set(owner, turnedUp(piles.get(owner) ?? [], event.cards as readonly (number | null)[]));
    } else if (event.event === 'came') {
      counted.push(...pointsIn(event.result as Result));
    }
  }
  const totals = (before.shows.totals as SettledRound['totals'] | undefined) ?? [];
  const lying = opened(piles, before.shows, events);
  return {
    piles: [...lying.piles],
    totals: [...totals.filter(([owner]) => !dealtTo.has(String(owner))), ...counted],
    payments,
    hands: lying.hands,
  };
}

function pointsIn(result: Result): readonly (readonly [string, number])[] {
  if (result.result !== 'points') return [];
  return result.hands.flatMap(([whose, points]) => (points === null ? [] : [[whose, points] as const]));
}

export function paymentsIn(events: readonly TableEvent[]): readonly Payment[] {
  return events.filter((event): event is Payment => event.event === 'payment');
}

/** Turn cards face up: unknown cards become those of the shown ones that are not yet known. */
function turnedUp(held: readonly Held[], shown: readonly (number | null)[]): readonly Held[] {
  const known = held.map(([card]) => card);
  const others = shown.filter((card) => {
    const at = known.indexOf(card); // a shoe has equal cards
    if (at >= 0) known.splice(at, 1);
    return card !== null && at < 0;
  });
  return held.map(([card, up, place]) =>
    card === null ? [others.shift() ?? null, true, place] : [card, up || shown.includes(card), place],
  );
}

/** Return whether these events clear the settled round: new cards, a new result, or the player's own bet. */
export function isCleared(events: readonly TableEvent[], me: number): boolean {
  return events.some(
    (event) =>
      event.event === 'dealt' || event.event === 'came' || (event.event === 'staked' && event.seat === me),
  );
}

/** Return the view with the cards of the settled round. */
export function withSettled(view: View, decided: SettledRound | null): View {
  if (!decided) return view;
  const { piles, totals, hands } = decided;
  return { ...view, piles, shows: { ...view.shows, totals, apart: hands } };
}

/** Return the place of a player's total win or loss: at the small box, or below the plate. */
function besideSeat(plan: Plan, seat: number): Point | null {
  const at = plan.seats.get(seat);
  return at ? [at[0], at[1] + (plan.plate ? plateHeight(plan.plate) / 2 + 12 : 0)] : null;
}

const SMALL = 12; // radius below which chips show no amount
const WIDE = 100; // width from which chips and a sum fit side by side

/** Return the payments of a round at their places. On a shared cloth only the player's own. */
export function paidOf(plan: Plan, { payments }: SettledRound, me: number): readonly PaidDrawn[] {
  const drawn = new Map<string, PaidDrawn>();
  for (const { seat, bet, stake, returned, stays = false } of payments) {
    const won = returned - stake;
    if (stays && !won) continue; // undecided: a prisoner, or a bet without a result
    const spot = spotOf(plan.spots, bet, seat);
    if (spot && spot.seat === undefined && seat !== me) continue;
    const isSmall = spot?.seat !== undefined && (spot.chip ?? plan.chip) < SMALL;
    const place = isSmall ? null : chipPlace(plan, bet, seat);
    const at = place ?? besideSeat(plan, seat);
    if (!at) continue;
    const key = place ? `${String(seat)}|${bet}` : `${String(seat)}|`;
    const sofar = drawn.get(key);
    drawn.set(key, {
      key,
      seat,
      at,
      cents: place && !stays ? returned : 0,
      won: won + (sofar?.won ?? 0),
      radius: spot?.chip ?? plan.chip,
      stays,
      isWide: plan.isWide && place !== null && spot?.shape.is === 'rect' && spot.shape.width >= WIDE,
    });
  }
  return [...drawn.values()];
}

/** Return the owner of the hand that won most, or nothing if no player won. */
export function winnerOf({ payments }: SettledRound): string {
  const won = new Map<number, number>();
  for (const { seat, stake, returned } of payments) won.set(seat, (won.get(seat) ?? 0) + returned - stake);
  const [best] = [...won].filter(([, cents]) => cents > 0).toSorted(([, one], [, other]) => other - one);
  return best ? String(best[0]) : '';
}
