import type { GameFacts } from '../gameFacts.ts';
import { semicircle } from './families/semicircle.ts';

export const facts: GameFacts = {
  ...semicircle,
  family: 'house_poker',
  order: 5,
  hand: 2,
  title: "TEXAS HOLD'EM BONUS",
};
