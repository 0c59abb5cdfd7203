import type { GameFacts } from '../gameFacts.ts';
import { semicircle } from './families/semicircle.ts';

export const facts: GameFacts = {
  ...semicircle,
  family: 'house_poker',
  order: 2,
  hand: 3,
  title: 'TRIJOKER',
  printed: { apuesta_1: '1', apuesta_2: '2', apuesta_3: '3' },
  sideActs: ['leave'],
  keys: { leave: 'n' },
};
