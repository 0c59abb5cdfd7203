import type { GameFacts } from '../gameFacts.ts';

export const facts: GameFacts = {
  family: 'wheels',
  order: 5,
  cloth: 'fortune',
  printed: { joker_rojo: 'joker', joker_negro: 'joker' },
  draws: [
    0, 24, 15, 24, 7, 15, 24, 4, 24, 15, 24, 7, 24, 15, 2, 24, 15, 24, 7, 24, 15, 4, 24, 15, 24, 7, 24, 1, 15,
    24, 15, 24, 4, 24, 15, 24, 7, 24, 15, 24, 2, 15, 24, 7, 24, 15, 24, 4, 24, 15, 7, 24, 15, 24,
  ],
};
