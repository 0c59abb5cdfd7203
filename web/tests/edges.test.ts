import { expect, test } from 'vitest';
import { edgesOf, leastEdge } from '../src/doc/edges';
import blackjack from '../src/games/edges/blackjack.json';

const least = (bets: Readonly<Record<string, number>>): number =>
  Math.min(...Object.values(bets).filter((edge) => edge > 0.0005));

test('a card shows the least edge of its norm, and of all norms if none is chosen', () => {
  const { IB05, AR10 } = blackjack;
  expect(leastEdge('blackjack', 'IB05')).toBe(least(IB05));
  expect(leastEdge('blackjack', 'AR10')).toBe(least(AR10));
  expect(leastEdge('blackjack')).toBe(Math.min(least(IB05), least(AR10)));
  expect(least(IB05)).not.toBe(least(AR10));
});

test('the plot shows the edge that the card shows', () => {
  for (const game of ['blackjack', 'ruleta', 'punto_y_banca', 'craps']) {
    const drawn = edgesOf(game).filter((edge) => edge > 0.0005);
    expect(drawn[0], game).toBe(leastEdge(game));
  }
});

test('a game of which the house keeps nothing of a bet has no edge', () => {
  expect(leastEdge('holdem')).toBeNull();
  expect(leastEdge('no_such_game')).toBeNull();
});
