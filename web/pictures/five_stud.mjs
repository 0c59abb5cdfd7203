import { oval, row } from './drawing.mjs';

export const picture = oval(row('? Ah Ks 9c 9d', 90, 26, 19, 21) + row('? Qd Qh 8d Ts', 90, 60, 19, 21));
