import { expect, it } from 'vitest';
import { planOf } from '../../src/cloths/planner';
import { settledBy, isCleared, paidOf, withSettled } from '../../src/table/settledRound';
import { layoutOf } from '../layouts';
import type { Payment } from '../../src/wire/generated/common';
import type { TableEvent } from '../../src/wire/messages';
import type { View } from '../../src/wire/generated/table';

const view: View = {
  eyes: 4,
  turn: 'croupier',
  chips: [[4, 'mano:4', 500]],
  piles: [
    ['mano:4', [[8, true, 0]]],
    ['bank', [[null, false, 1]]],
  ],
  undealt: 200,
  purses: [],
  shows: { phase: 'banking', totals: [['mano:4', 10], ['bank', 9]] },
  offers: [],
  number: 30,
  rounds: 0,
  results: [],
}; // prettier-ignore
const payment = (more: Partial<Payment>): Payment => ({
  event: 'payment',
  seat: 4,
  bet: 'mano:4',
  stake: 500,
  returned: 1000,
  clauses: [],
  rate: '1',
  stays: false,
  ...more,
});
const dealt: TableEvent = { event: 'dealt', to: 'bank', card: 11, up: true, place: 2 };
const shown: TableEvent = { event: 'shown', owner: 'bank', cards: [7] };
const over: TableEvent = { event: 'round_over' };
const came: TableEvent = { event: 'came', result: { result: 'throw', dice: [3, 4] } };
const staked = (seat: number): TableEvent => ({ event: 'staked', seat, bet: 'mano:4', cents: 500 });
const plan = planOf('blackjack', layoutOf('blackjack'), {
  width: 1040,
  height: 640,
  me: 4,
  places: [],
  isTurned: false,
});

it('the last card of a round, and what was turned up, lies there when it is over', () => {
  const decided = settledBy(view, [], [shown, dealt, payment({}), over]);
  expect(decided?.piles).toEqual([
    ['mano:4', [[8, true, 0]]],
    ['bank', [[7, true, 1], [11, true, 2]]],
  ]); // prettier-ignore
  expect(decided && withSettled({ ...view, piles: [] }, decided).piles).toBe(decided?.piles);
});

it('points are told only of hands to which nothing came any more', () => {
  expect(settledBy(view, [], [dealt, over])?.totals).toEqual([['mano:4', 10]]);
});

it('points that were counted at the end are told of every hand that they name', () => {
  const counted: readonly (readonly [string, number | null])[] = [['bank', 20], ['mano:4', null]]; // prettier-ignore
  const points: TableEvent = { event: 'came', result: { result: 'points', hands: counted } };
  expect(settledBy(view, [], [dealt, points, over])?.totals).toEqual([['mano:4', 10], ['bank', 20]]); // prettier-ignore
});

it('nothing is decided before the round is over; what was paid earlier in it belongs to it', () => {
  expect(settledBy(view, [], [payment({})])).toBeNull();
  const earlier = payment({ bet: 'seguro:4', returned: 0 });
  expect(settledBy(view, [earlier], [payment({}), over])?.payments).toEqual([earlier, payment({})]);
});

it('what is returned lies on its spot with what it won; what was lost only says so', () => {
  const won = settledBy(view, [], [payment({}), over]);
  expect(won && paidOf(plan, won, 4)).toMatchObject([{ key: '4|mano:4', cents: 1000, won: 500 }]);
  const lost = settledBy(view, [], [payment({ returned: 0 }), over]);
  expect(lost && paidOf(plan, lost, 4)).toMatchObject([{ cents: 0, won: -500 }]);
  const held = settledBy(view, [], [payment({ returned: 500, stays: true }), over]);
  expect(held && paidOf(plan, held, 4)).toEqual([]);
});

it('the table is cleared by the next card or ball, or by a bet of mine, not by that of another', () => {
  expect(isCleared([dealt], 4)).toBe(true);
  expect(isCleared([came], 4)).toBe(true);
  expect(isCleared([staked(4)], 4)).toBe(true);
  expect(isCleared([staked(2)], 4)).toBe(false);
});
