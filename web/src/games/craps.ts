import type { GameFacts } from '../gameFacts.ts';

export const facts: GameFacts = {
  family: 'bank',
  order: 1,
  cloth: 'craps',
  printed: { dont_win: "don't win", dont_come: "don't come" },
  sideActs: ['ask_for_dice'],
  alternatives: [['take_dice', 'refuse_dice']],
  keys: { take_dice: 't', refuse_dice: 'n' },
  draws: Array.from({ length: 36 }, (_, at) => 10 * (Math.floor(at / 6) + 1) + (at % 6) + 1),
};
