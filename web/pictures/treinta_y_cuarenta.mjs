import { line, row } from './drawing.mjs';

export const picture = `<path d="M92 8h96v52q0 34-48 46q-48-12-48-46z" ${line}/><path d="M140 8v58M92 66h96" ${line}/>${row('9h Kc 4d 8s', 101, 14, 19, 19.5)}${row('Td 6c 7h 9s', 101, 42, 19, 19.5)}`;
