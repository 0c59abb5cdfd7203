import { semicircle } from './semicircle.ts';

/** Facts that both games of pai gow share. */
export const paiGow = {
  ...semicircle,
  family: 'house_poker',
  hand: 7,
  sideActs: ['change_minimum', 'change_maximum'],
  alternatives: [
    ['set_hand', 'set_as_house'],
    ['take_bank', 'decline'],
  ],
  continues: ['take_up'],
  keys: { set_as_house: 'h', set_hand: 's', take_bank: 'b', decline: 'n' },
} as const;
