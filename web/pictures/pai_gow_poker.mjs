import { row, semicircle } from './drawing.mjs';

export const picture = semicircle(row('Kh Kd', 122, 8, 19, 17) + row('As Qs 9s 7s 3s', 96, 40, 19, 17));
