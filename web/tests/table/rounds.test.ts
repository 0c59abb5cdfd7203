import { expect, test } from 'vitest';
import { NOTHING_YET, roundsIn } from '../../src/table/rounds';
import type { TableEvent } from '../../src/wire/messages';
import type { NumberedHallEvent } from '../../src/wire/generated/live';

const told = (...events: TableEvent[]): NumberedHallEvent[] =>
  events.map((event, nth) => ({ number: 1, nth, event }));
const came = (label: string): TableEvent => ({
  event: 'came',
  result: { result: 'pocket', label, colour: 'rojo' },
});
const payment = (seat: number, stake: number, returned: number): TableEvent => ({
  event: 'payment',
  seat,
  bet: 'rojo',
  stake,
  returned,
  clauses: [],
});
const over: TableEvent = { event: 'round_over' };

test('rounds are counted back from how many have ended', () => {
  const events = told(came('7'), payment(1, 500, 1000), over, came('8'), payment(2, 500, 0), over, came('9'));
  const { ended, left } = roundsIn(events, 12, 1);
  expect(ended.map(({ round, won }) => [round, won])).toEqual([
    [11, 500],
    [12, null],
  ]);
  expect(ended[0]?.results).toEqual([{ result: 'pocket', label: '7', colour: 'rojo' }]);
  expect(left.results).toHaveLength(1);
});

test('a round that is told in parts is one round', () => {
  const first = roundsIn(told(came('7'), payment(1, 500, 0)), 3, 1);
  expect(first.ended).toEqual([]);
  const { ended, left } = roundsIn(told(payment(1, 200, 400), over), 4, 1, first.left);
  expect(ended).toEqual([
    {
      round: 4,
      results: [{ result: 'pocket', label: '7', colour: 'rojo' }],
      won: -300,
      nets: new Map([[1, -300]]),
    },
  ]);
  expect(left).toEqual(NOTHING_YET);
});
