import type { GameFacts } from '../gameFacts.ts';
import { circle } from './families/circle.ts';

export const facts: GameFacts = {
  ...circle,
  order: 1,
  ready: 3,
  hand: 2,
  hasBoard: true,
};
