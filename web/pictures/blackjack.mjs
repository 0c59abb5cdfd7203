import { boxes, row, semicircle } from './drawing.mjs';

export const picture = semicircle(boxes(7) + row('Ac Kh', 124, 12, 22, 15));
