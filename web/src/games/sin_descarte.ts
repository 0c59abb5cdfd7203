import type { GameFacts } from '../gameFacts.ts';
import { semicircle } from './families/semicircle.ts';

export const facts: GameFacts = {
  ...semicircle,
  family: 'house_poker',
  order: 1,
  hand: 5,
  title: 'PÓQUER SIN DESCARTE',
  printed: { apuesta_inicial: 'inicial', segunda_apuesta: 'segunda' },
  keys: { buy: 'b' },
};
