import type { GameFacts } from '../gameFacts.ts';
import { semicircle } from './families/semicircle.ts';

export const facts: GameFacts = {
  ...semicircle,
  family: 'bank',
  order: 2,
  startsOn: ['diff', 'replay'],
  sampleSeed: 4,
  ready: 2,
  hand: 2,
  title: 'BLACK JACK PAGA 3 A 2',
  alternatives: [
    ['hit', 'stand', 'double', 'split', 'surrender'],
    ['insure', 'even_money', 'surrender', 'decline'],
  ],
  continues: ['cut'],
  keys: {
    hit: 'h',
    stand: 's',
    double: 'd',
    split: 'p',
    surrender: 'x',
    insure: 'i',
    decline: 'n',
    cut: 't',
  },
};
