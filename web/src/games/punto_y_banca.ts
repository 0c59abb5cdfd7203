import type { GameFacts } from '../gameFacts.ts';

export const facts: GameFacts = {
  family: 'bank',
  order: 4,
  cloth: 'punto',
  seat: 4,
};
