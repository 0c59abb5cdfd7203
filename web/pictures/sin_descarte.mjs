import { boxes, row, semicircle } from './drawing.mjs';

export const picture = semicircle(boxes(7, 5) + row('As ? ? ? ?', 98, 12, 19, 16));
