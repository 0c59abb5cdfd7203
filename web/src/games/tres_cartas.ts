import type { GameFacts } from '../gameFacts.ts';
import { semicircle } from './families/semicircle.ts';

export const facts: GameFacts = {
  ...semicircle,
  family: 'house_poker',
  order: 3,
  hand: 3,
  title: 'PÓQUER DE TRES CARTAS',
  printed: { pareja_plus: 'par. plus', segunda_apuesta: 'segunda' },
};
