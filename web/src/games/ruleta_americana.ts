import type { GameFacts } from '../gameFacts.ts';
import { ONE_ZERO, roulette } from './families/roulette.ts';

export const facts: GameFacts = {
  ...roulette,
  order: 2,
  keys: { ...roulette.keys, announce: 'a' },
  draws: ONE_ZERO,
};
