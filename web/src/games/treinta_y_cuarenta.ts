import type { GameFacts } from '../gameFacts.ts';

export const facts: GameFacts = {
  family: 'bank',
  order: 3,
  cloth: 'treintaYCuarenta',
  continues: ['cut'],
  keys: { insure: 'i', decline: 'n', cut: 't', take_half: 'h', imprison: 'p' },
};
