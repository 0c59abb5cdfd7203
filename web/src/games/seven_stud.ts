import type { GameFacts } from '../gameFacts.ts';
import { circle } from './families/circle.ts';

export const facts: GameFacts = {
  ...circle,
  order: 3,
  hand: 7,
  hasOpenCards: true,
};
