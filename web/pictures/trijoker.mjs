import { line, row, semicircle } from './drawing.mjs';

export const picture = semicircle(
  `${[-16, 0, 16].map((by) => `<circle cx="${140 + by}" cy="86" r="6.5" ${line}/>`).join('')}${row('? ?', 122, 8, 17, 19)}${row('Jh Js 4c', 108, 36, 22, 21)}`,
);
