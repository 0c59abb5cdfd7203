import { line } from './drawing.mjs';
import { POINTS } from '../src/pieces/cards.ts';

const die = (face, x, y, turn) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})"><rect width="20" height="20" rx="3.6" fill="var(--die)"/>${POINTS[face].map(([i, j]) => `<circle cx="${5 + i * 5}" cy="${5 + j * 5}" r="1.9" fill="var(--die-pip)"/>`).join('')}</g>`;

export const picture = `<rect x="34" y="12" width="212" height="88" rx="40" ${line}/><rect x="62" y="24" width="118" height="22" ${line}/><path d="M85 24v22M108 24v22M131 24v22M155 24v22M62 46v30a12 12 0 0 0 12 12h106M62 66h118" ${line}/>${die(3, 192, 34, -8)}${die(4, 212, 58, 12)}`;
