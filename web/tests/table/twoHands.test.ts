import { expect, it } from 'vitest';
import { planOf } from '../../src/cloths/planner';
import { settledBy, withSettled } from '../../src/table/settledRound';
import { cardsOf } from '../../src/table/stacks';
import { layoutOf } from '../layouts';
import type { Held, View } from '../../src/wire/generated/table';
import type { TableEvent } from '../../src/wire/messages';

const down = (first: number, count: number): readonly Held[] =>
  Array.from({ length: count }, (_, nth) => [null, false, first + nth]);
const open = (first: number, cards: readonly number[]): readonly Held[] =>
  cards.map((card, nth) => [card, true, first + nth]);

/** Seats 1 and 2 have set their hands, the croupier's seven cards are open. */
const view: View = {
  eyes: 1,
  turn: 'croupier',
  chips: [],
  piles: [
    [1, [[50, false, 7], [45, false, 9], [9, false, 10], [5, false, 11], [2, false, 12], [30, false, 8], [31, false, 13]]],
    [2, down(14, 7)],
    ['croupier', open(0, [51, 49, 48, 46, 21, 14, 1])],
  ],
  undealt: 0,
  purses: [],
  shows: {
    phase: 'croupier_sets',
    dealt: [0, 1, 2],
    apart: [['croupier', 'mano', 7], [1, 'alta', 5], [1, 'baja', 2], [2, 'alta', 5], [2, 'baja', 2]],
  },
  offers: [],
  number: 30,
  rounds: 0,
  results: [],
}; // prettier-ignore
const noted = (code: string, figures: Readonly<Record<string, string | number>>): TableEvent => ({
  event: 'noted',
  code,
  figures,
});
const events: readonly TableEvent[] = [
  noted('bank_set', { low: 'KhAc' }),
  { event: 'shown', owner: 2, cards: [3, 7, 11, 20, 25, 33, 40] },
  noted('hands_open', { box: 2, low: '2s3s' }),
  { event: 'round_over' },
];
const plan = planOf('pai_gow_poker', layoutOf('pai_gow_poker'), {
  width: 1040,
  height: 640,
  me: 1,
  places: [],
  isTurned: false,
});

it('a hand that is set lies as two, each with its name', () => {
  const { cards, hands } = cardsOf(plan, view, false);
  const mine = cards.filter(({ key }) => key.startsWith('1|')).map(({ at }) => at[0]);
  const steps = mine.slice(1).map((x, nth) => x - (mine[nth] ?? 0));
  expect(steps.findIndex((step) => step === Math.max(...steps))).toBe(4);
  expect(hands.map(({ key, hand }) => [key, hand])).toEqual([
    ['1|0', 'alta'], ['1|1', 'baja'], ['2|0', 'alta'], ['2|1', 'baja'],
  ]); // prettier-ignore
});

it('when the round is over every hand lies open as two, as it was called', () => {
  const decided = settledBy(view, [], events);
  const after = decided && withSettled({ ...view, piles: [], shows: { phase: 'waiting' } }, decided);
  const lies = new Map(after?.piles.map(([owner, held]) => [String(owner), held.map(([card]) => card)]));
  expect(lies.get('croupier')).toEqual([51, 49, 21, 14, 1, 48, 46]);
  expect(lies.get('2')).toEqual([11, 20, 25, 33, 40, 3, 7]);
  expect(lies.get('1')?.slice(5)).toEqual([30, 31]);
  expect(after?.shows.apart).toEqual([
    ['croupier', 'alta', 5], ['croupier', 'baja', 2],
    [1, 'alta', 5], [1, 'baja', 2], [2, 'alta', 5], [2, 'baja', 2],
  ]); // prettier-ignore
});

it('a hand that was wrongly set lies as it was dealt', () => {
  const decided = settledBy(view, [], events.slice(0, 2).concat(events.slice(3)));
  expect(decided?.hands.filter(([owner]) => owner === 'croupier')).toHaveLength(2);
  expect(decided?.piles.find(([owner]) => owner === '2')?.[1].map(([card]) => card)).toEqual([
    3, 7, 11, 20, 25, 33, 40,
  ]);
});
