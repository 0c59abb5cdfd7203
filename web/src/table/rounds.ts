import type { Payment } from '../wire/generated/common';
import type { Result } from '../wire/messages';
import type { NumberedHallEvent } from '../wire/generated/live';
import type { Get } from '../wire/generated/http';

/** A round in the strip: its result, and the player's win or loss. */
export interface RoundPlayed {
  readonly round: number;
  readonly results: readonly Result[];
  /** The player's win or loss. Null without a decided bet. */
  readonly won: number | null;
  /** The win or loss of every seat with a decided bet. */
  readonly nets: ReadonlyMap<number, number>;
  /** What the house deducted from the pots. */
  readonly rake?: number;
}

/** The part so far of a round that is not over. */
export interface RoundSoFar {
  readonly results: readonly Result[];
  readonly won: number | null;
  readonly nets: ReadonlyMap<number, number>;
  readonly rake?: number;
}

export const NOTHING_YET: RoundSoFar = { results: [], won: null, nets: new Map() };

/** Split events into ended rounds and the part of the current one. `rounds` is the number of rounds ended by then. */
export function roundsIn(
  events: readonly NumberedHallEvent[],
  rounds: number,
  me: number,
  before: RoundSoFar = NOTHING_YET,
): { readonly ended: readonly RoundPlayed[]; readonly left: RoundSoFar } {
  const ended: RoundPlayed[] = [];
  let round = rounds - events.filter(({ event }) => event.event === 'round_over').length;
  let left = before;
  for (const { event } of events) {
    if (event.event === 'came') left = { ...left, results: [...left.results, event.result] };
    else if (event.event === 'payment') left = paidAlso(left, event, me);
    else if (event.event === 'took') left = { ...left, rake: (left.rake ?? 0) + event.cents };
    else if (event.event === 'round_over') {
      round += 1;
      ended.push({ round, ...left });
      left = NOTHING_YET;
    }
  }
  return { ended, left };
}

/** Add a payment: chips back less chips staked. A bet that stays undecided returns its stake and counts nothing. */
function paidAlso(before: RoundSoFar, payment: Payment, me: number): RoundSoFar {
  const { won, nets } = before;
  const { seat, returned, stake } = payment;
  const net = (nets.get(seat) ?? 0) + returned - stake;
  return { ...before, nets: new Map(nets).set(seat, net), won: seat === me ? net : won };
}

/** A past round as the house tells it. */
export type PastRound = Get['/api/tables/{table}/history']['rounds'][number];

/** Fetch the last rounds of a table, the present one included, the newest first. Null without an answer. */
export async function fetchHistory(
  table: string,
  me: number,
  limit: number,
  before?: number,
): Promise<readonly PastRound[] | null> {
  const query = new URLSearchParams({ eyes: me ? `s${String(me)}` : 'rail', limit: String(limit) });
  if (before !== undefined) query.set('before', String(before));
  const answer = await fetch(`/api/tables/${table}/history?${query.toString()}`).catch(() => null);
  if (!answer?.ok) return null;
  return ((await answer.json()) as Get['/api/tables/{table}/history']).rounds;
}

/** Return a past round with its results and the net of each seat. */
export function playedIn(past: PastRound, me: number): RoundPlayed {
  let left: RoundSoFar = { ...NOTHING_YET, results: past.came };
  for (const { payment } of past.payments) left = paidAlso(left, payment, me);
  return { round: past.round, ...left };
}
