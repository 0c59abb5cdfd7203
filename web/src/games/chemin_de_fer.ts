import type { GameFacts } from '../gameFacts.ts';
import { passingBank } from './families/passingBank.ts';

export const facts: GameFacts = {
  ...passingBank,
  order: 1,
  printed: { garage_obligatorio: 'garage oblig.' },
  sideActs: [...passingBank.sideActs, 'step_away', 'ask_change', 'ask_advice'],
  keys: { ...passingBank.keys, levantar: 'l', announce: 'a', repartir: 'p' },
};
