/** Facts that the games in which players hold the bank share. */
export const passingBank = {
  family: 'player_bank',
  cloth: 'oval',
  hand: 2,
  sideActs: ['rise', 'ask_table', 'buy_chips'],
  alternatives: [
    ['carta', 'no'],
    ['take_bank', 'decline'],
    ['keep', 'pass_bank', 'garage'],
  ],
  continues: ['repartir', 'levantar', 'abatir', 'give'],
  keys: { carta: 'h', no: 's', take_bank: 'b', decline: 'n', buy: 'b', give: 'h' },
} as const;
