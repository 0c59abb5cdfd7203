import { oval, row } from './drawing.mjs';

export const picture = oval(
  row('? ? 9h Qs 9c 4d ?', 73, 26, 18, 20) + row('? ? Kd 7d Td 2c ?', 73, 60, 18, 20),
);
