import { boxes, row, semicircle } from './drawing.mjs';

const star = '<path d="M140 62l4 9 10 1-7 7 2 10-9-5-9 5 2-10-7-7 10-1z" fill="var(--brass)"/>';

export const picture = semicircle(boxes(7, 5) + row('Ah 9s 9d', 112, 14, 19, 19) + star);
