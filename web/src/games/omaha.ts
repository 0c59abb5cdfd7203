import type { GameFacts } from '../gameFacts.ts';
import { circle } from './families/circle.ts';

export const facts: GameFacts = {
  ...circle,
  order: 2,
  hand: 4,
  hasBoard: true,
};
