import type { GameFacts } from '../gameFacts.ts';
import { roulette } from './families/roulette.ts';

export const facts: GameFacts = {
  ...roulette,
  order: 3,
  draws: [
    0, 28, 9, 26, 30, 11, 7, 20, 32, 17, 5, 22, 34, 15, 3, 24, 36, 13, 1, 37, 27, 10, 25, 29, 12, 8, 19, 31,
    18, 6, 21, 33, 16, 4, 23, 35, 14, 2,
  ],
};
