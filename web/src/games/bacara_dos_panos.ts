import type { GameFacts } from '../gameFacts.ts';
import { passingBank } from './families/passingBank.ts';

export const facts: GameFacts = {
  ...passingBank,
  order: 2,
  printed: { primero: 'primer paño', segundo: 'segundo paño' },
};
