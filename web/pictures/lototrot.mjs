import { ticket, times } from './drawing.mjs';

const races = () =>
  times(
    7,
    (at) =>
      `<rect x="${80 + at * 17.5}" y="36" width="14" height="32" rx="2" fill="none" stroke="var(--card-edge)"/><circle cx="${87 + at * 17.5}" cy="${42 + ((at * 5) % 4) * 7}" r="3.4" fill="#b3201c"/>`,
  );

export const picture = ticket(`${races()}<path d="M80 78h60M80 85h40" stroke="#8a8069"/>`, 52);
