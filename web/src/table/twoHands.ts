import { cardName, piecesNamed } from '../pieces/cards';
import type { Held, View } from '../wire/generated/table';
import type { Owner, TableEvent } from '../wire/messages';

/** A hand in front of an owner: whole, or the high or the low one of a set hand. */
export type Apart = readonly [owner: Owner, hand: 'mano' | 'alta' | 'baja', pieces: number];

/** Return the hands of a table whose game sets a hand as two. Empty at other games. */
export function apartIn(shows: View['shows']): readonly Apart[] {
  return (shows.apart as readonly Apart[] | undefined) ?? [];
}

/** Return the hands into which an owner's pieces are set, with their sizes. */
export function partsOf(shows: View['shows'], owner: string, pieces: number): readonly Apart[] {
  const parts = apartIn(shows).filter(([whose]) => String(whose) === owner);
  return parts.reduce((sum, [, , count]) => sum + count, 0) === pieces ? parts : [];
}

/** Return the piles after the called hands were opened: each low hand after its high one. */
export function opened(
  piles: ReadonlyMap<string, readonly Held[]>,
  shows: View['shows'],
  events: readonly TableEvent[],
): { readonly piles: ReadonlyMap<string, readonly Held[]>; readonly hands: readonly Apart[] } {
  const lows = lowsIn(events);
  const after = new Map(piles);
  const hands: Apart[] = [];
  for (const { box, owner, first, size, parts } of handsOf(shows)) {
    const low = lows.get(box);
    const pile = after.get(String(owner)) ?? [];
    const hand = low === undefined ? null : lowLast(pile.slice(first, first + size), low);
    if (!hand) hands.push(...parts);
    else {
      after.set(String(owner), [...pile.slice(0, first), ...hand.pieces, ...pile.slice(first + size)]);
      hands.push([owner, 'alta', size - hand.low], [owner, 'baja', hand.low]);
    }
  }
  return { piles: after, hands };
}

interface BoxHand {
  readonly box: number;
  readonly owner: Owner;
  /** Index of its first piece among the owner's. */
  readonly first: number;
  readonly size: number;
  readonly parts: readonly Apart[];
}

/** Return the hand of each box, in the order of dealing. */
function handsOf(shows: View['shows']): readonly BoxHand[] {
  const dealt = (shows.dealt as readonly number[] | undefined) ?? [];
  const taken = new Map<string, number>();
  const found: BoxHand[] = [];
  let parts: Apart[] = [];
  for (const part of apartIn(shows)) {
    parts = [...parts, part];
    if (part[1] === 'alta') continue;
    const size = parts.reduce((sum, [, , count]) => sum + count, 0);
    const owner = part[0];
    const first = taken.get(String(owner)) ?? 0;
    taken.set(String(owner), first + size);
    found.push({ box: dealt[found.length] ?? -1, owner, first, size, parts });
    parts = [];
  }
  return found.length === dealt.length ? found : [];
}

/** Return the announced low hands by box. The croupier's box is 0. */
function lowsIn(events: readonly TableEvent[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const event of events) {
    if (event.event !== 'noted' || (event.code !== 'bank_set' && event.code !== 'hands_open')) continue;
    const { box = 0, low = '' } = event.figures ?? {};
    found.set(Number(box), String(low));
  }
  return found;
}

function lowLast(
  hand: readonly Held[],
  low: string,
): { readonly pieces: readonly Held[]; readonly low: number } | null {
  const names = hand.map(([card]) => cardName(card));
  const places = piecesNamed(low, names);
  if (!places) return null;
  const high = hand.filter((_, place) => !places.includes(place));
  return { pieces: [...high, ...hand.filter((_, place) => places.includes(place))], low: places.length };
}
