import type { GameFacts } from '../gameFacts.ts';

export const facts: GameFacts = {
  family: 'pools',
  order: 2,
};
