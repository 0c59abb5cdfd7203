/** Pockets of a wheel with one zero, clockwise. */
export const ONE_ZERO = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22,
  18, 29, 7, 28, 12, 35, 3, 26,
] as const;

/** Facts that all roulettes share. */
export const roulette = {
  family: 'wheels',
  cloth: 'roulette',
  sideActs: ['take_colour'],
  keys: { take_half: 'h', imprison: 'p' },
} as const;
