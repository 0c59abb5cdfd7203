import { boxes, row, semicircle } from './drawing.mjs';

export const picture = semicircle(boxes(7, 5) + row('Ah 9s 9d 4c ?', 93, 14, 19, 19));
