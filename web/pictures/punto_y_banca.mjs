import { line, row } from './drawing.mjs';

export const picture = `<path d="M30 18Q140 -6 250 18Q266 60 214 102Q140 76 66 102Q14 60 30 18Z" ${line}/><path d="M52 62Q140 40 228 62M60 80Q140 56 220 80" ${line}/>${row('4h 5s', 84, 16, 22, 24)}${row('Kd 8c', 148, 16, 22, 24)}`;
