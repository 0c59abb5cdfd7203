/** Facts that all poker among players shares. */
export const circle = {
  family: 'circle',
  cloth: 'oval',
  bots: 4,
  sideActs: [
    'tip', 'rest', 'return', 'leave', 'agree', 'claim_turn', 'ask_to_see', 'rule_on_turn', 'expel', 'change_minimum',
    'end_game', 'hour_up', 'keep_places', 'assign_place',
  ],
  alternatives: [
    ['check', 'match', 'raise_to', 'fold', 'bet_on', 'go'],
    ['show', 'renounce'],
  ],
  keys: {
    fold: 'f', match: 'c', check: 'k', raise_to: 'r', go: 'g', bet_on: 'b', show: 'm', renounce: 'x', buy: 'b',
    leave: 'n',
  },
} as const; // prettier-ignore
