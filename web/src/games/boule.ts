import type { GameFacts } from '../gameFacts.ts';

export const facts: GameFacts = {
  family: 'wheels',
  order: 4,
  cloth: 'boule',
  draws: [1, 6, 2, 7, 3, 5, 4, 8, 9, 1, 6, 2, 7, 3, 5, 4, 8, 9],
};
