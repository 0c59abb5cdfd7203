import { line, oval, row } from './drawing.mjs';

export const picture = oval(
  `<path d="M140 12v88" ${line} stroke-dasharray="3 4"/><rect x="186" y="40" width="34" height="22" rx="3" fill="var(--rail-2)" stroke="var(--brass)"/><rect x="190" y="44" width="20" height="14" rx="2" fill="var(--card-back)"/>${row('4h 5s', 60, 40, 22, 24)}${row('? ?', 128, 40, 22, 24)}`,
);
