import { describe, expect, it } from 'vitest';
import { fiveSteps } from '../src/doc/fiveSteps';
import type { Step } from '../src/table/scene';

/** A state of a phase, with events by their names; it is told if it has a sentence. */
const state = (phase: string, says = '', ...events: string[]): Step =>
  ({
    number: 1,
    events: events.map((event, nth) => ({ number: 1, nth, event: { event } })),
    says: says ? [says] : [],
    view: { shows: { phase } },
    seats: [],
    payments: [],
  }) as unknown as Step;

const ROUND = [
  state('betting'),
  state('betting', 'seat 2 bets', 'staked'),
  state('betting', 'seat 3 bets', 'staked'),
  state('closed', 'no more bets', 'said'),
  state('spin', 'the ball runs', 'said'),
  state('spin', '17, black', 'came'),
  state('pay', 'seat 2 wins', 'payment'),
  state('pay', 'seat 3 loses', 'payment'),
  state('betting'),
];

describe('a round in five steps', () => {
  it('is cut where a phase begins, a result comes and payments begin', () => {
    const scenes = fiveSteps(ROUND);
    expect(scenes.map(({ says }) => says[0])).toEqual([
      'seat 2 bets',
      'no more bets',
      'the ball runs',
      '17, black',
      'seat 2 wins',
    ]);
    expect(scenes.map(({ phase }) => phase)).toEqual(['betting', 'closed', 'spin', 'spin', 'pay']);
  });

  it('leaves no sentence out, and tells none twice', () => {
    const all = ROUND.flatMap(({ says }) => says);
    expect(fiveSteps(ROUND).flatMap(({ says }) => says)).toEqual(all);
    const long = Array.from({ length: 40 }, (_, nth) =>
      state(`phase ${String(Math.floor(nth / 3))}`, `line ${String(nth)}`),
    );
    expect(fiveSteps(long)).toHaveLength(5);
    expect(fiveSteps(long).flatMap(({ says }) => says)).toHaveLength(40);
  });

  it('has fewer steps where there is less to tell, and none where nothing is told', () => {
    expect(fiveSteps([state('a', 'one'), state('a', 'two')])).toHaveLength(2);
    expect(fiveSteps([state('a')])).toEqual([]);
  });
});
