import {} from './drawing.mjs';
import { POINTS } from '../src/pieces/cards.ts';

/** A Chinese domino: ones and fours are red, and half of each six of the double six. */
function tile(above, below, x) {
  const half = (face, isTop) =>
    POINTS[face]
      .map(([i, j]) => {
        const isRed = face === 1 || face === 4 || (above === 6 && below === 6 && i === (isTop ? 0 : 2));
        return `<circle cx="${11 + i * 9}" cy="${(isTop ? 11 : 63) + j * 9}" r="${face === 1 ? 4.6 : 3.2}" fill="var(--pip-${isRed ? 'red' : 'white'})"/>`;
      })
      .join('');
  return `<g transform="translate(${x} 16) scale(.8)"><rect width="40" height="92" rx="5" fill="var(--tile)" stroke="var(--tile-edge)"/>${half(above, true)}${half(below, false)}</g>`;
}

export const picture = tile(6, 6, 66) + tile(1, 1, 104) + tile(4, 5, 150) + tile(2, 4, 188);
