import type { GameFacts } from '../gameFacts.ts';
import { paiGow } from './families/paiGow.ts';

export const facts: GameFacts = {
  ...paiGow,
  order: 7,
  title: 'PAI GOW',
  usesTiles: true,
};
