import type { GameFacts } from '../gameFacts.ts';
import { circle } from './families/circle.ts';

export const facts: GameFacts = {
  ...circle,
  order: 4,
  hand: 5,
  hasOpenCards: true,
};
