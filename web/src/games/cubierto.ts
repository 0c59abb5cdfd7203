import type { GameFacts } from '../gameFacts.ts';
import { circle } from './families/circle.ts';

export const facts: GameFacts = {
  ...circle,
  order: 5,
  hand: 5,
  alternatives: [...circle.alternatives, ['served', 'discard']],
  keys: { ...circle.keys, served: 's', discard: 'x' },
};
