import { around, common, oval } from './drawing.mjs';

export const picture = oval(around('? ?', 14) + common('Ac Kd ? ? ?'));
