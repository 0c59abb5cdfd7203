import { around, oval, times } from './drawing.mjs';

const stack = times(
  5,
  (at) =>
    `<ellipse cx="140" cy="${64 - at * 3}" rx="13" ry="12" fill="${at % 2 ? '#f6f1e4' : '#c26f22'}" stroke="#000" stroke-opacity=".35"/>`,
);

export const picture = oval(around('? ? ? ? ?', 13) + stack);
