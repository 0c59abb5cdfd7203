import type { GameFacts } from '../gameFacts.ts';
import { ONE_ZERO, roulette } from './families/roulette.ts';

export const facts: GameFacts = {
  ...roulette,
  order: 1,
  startsOn: ['home', 'tables', 'odds', 'check', 'record'],
  sampleSeed: 7,
  ready: 1,
  draws: ONE_ZERO,
};
