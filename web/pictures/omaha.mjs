import { around, common, oval } from './drawing.mjs';

export const picture = oval(around('? ? ? ?', 13) + common('Qd 8s 3c 5s Jh'));
