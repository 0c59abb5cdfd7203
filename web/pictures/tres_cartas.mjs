import { boxes, row, semicircle } from './drawing.mjs';

export const picture = semicircle(boxes(7, 5) + row('Qh 6c 4s', 106, 14, 23, 23));
