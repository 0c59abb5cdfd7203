import { around, common, oval } from './drawing.mjs';

export const picture = oval(around('? ?', 14) + common('Qd 8s 3c 5s Jh'));
