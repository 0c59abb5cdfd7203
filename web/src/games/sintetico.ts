import type { GameFacts } from '../gameFacts.ts';
import { circle } from './families/circle.ts';

export const facts: GameFacts = {
  ...circle,
  order: 6,
  hand: 2,
  hasBoard: true,
  isReversed: true,
};
