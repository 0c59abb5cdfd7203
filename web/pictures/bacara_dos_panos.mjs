import { line, oval, row } from './drawing.mjs';

export const picture = oval(
  `<path d="M108 12v88M172 12v88" ${line}/>${row('6h 2s', 54, 40, 20, 21)}${row('? ?', 119, 40, 20, 21)}${row('Kd 7c', 185, 40, 20, 21)}`,
);
