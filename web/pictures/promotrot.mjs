import { ticket } from './drawing.mjs';

export const picture = ticket(
  '<text x="140" y="66" text-anchor="middle" font-family="Newsreader Variable, Georgia, serif" font-weight="500" font-size="28" fill="#1d1b16">004 217</text><path d="M80 80h120" stroke="#8a8069" stroke-dasharray="3 3"/>',
  36,
);
