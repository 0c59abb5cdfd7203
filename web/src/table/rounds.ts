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
}

/** The part so far of a round that is not over. */
export interface RoundSoFar {
  readonly results: readonly Result[];
  readonly won: number | null;
  readonly nets: ReadonlyMap<number, number>;
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
    else if (event.event === 'round_over') {
      round += 1;
      ended.push({ round, ...left });
      left = NOTHING_YET;
    }
  }
  return { ended, left };
}

/** Add a payment: chips back less chips staked. A bet that stays undecided returns its stake and counts nothing. */
function paidAlso({ results, won, nets }: RoundSoFar, payment: Payment, me: number): RoundSoFar {
  const { seat, returned, stake } = payment;
  const net = (nets.get(seat) ?? 0) + returned - stake;
  return { results, nets: new Map(nets).set(seat, net), won: seat === me ? net : won };
}

const LOOKED_BACK = 300; // states before the current one, which the server has in memory

/** Fetch the rounds that ended before a state. Used once, at the first message. */
export async function roundsBefore(
  table: string,
  number: number,
  rounds: number,
  me: number,
): Promise<ReturnType<typeof roundsIn> | null> {
  const since = Math.max(0, number - LOOKED_BACK);
  const eyes = me ? `s${String(me)}` : 'rail';
  const answer = await fetch(`/api/tables/${table}/events?eyes=${eyes}&since=${String(since)}`);
  if (!answer.ok) return null;
  const told = (await answer.json()) as Get['/api/tables/{table}/events'];
  const until = told.events.filter((one) => one.number <= number);
  const { ended, left } = roundsIn(until, rounds, me);
  return { ended: since ? ended.slice(1) : ended, left }; // the first round may be incomplete
}
