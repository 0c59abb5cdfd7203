import { black, polar, red, times } from './drawing.mjs';

const boule = () => {
  const order = [1, 6, 2, 7, 3, 5, 4, 8, 9];
  const holes = times(18, (at) => {
    const number = order[at % 9];
    const [x, y] = polar(140, 56, 34, at * 20);
    return `<circle cx="${x}" cy="${y}" r="5.4" fill="${number === 5 ? 'var(--brass)' : [1, 3, 6, 8].includes(number) ? black : red}"/>`;
  });
  return `<circle cx="140" cy="56" r="48" fill="var(--rail)" stroke="var(--brass)"/><circle cx="140" cy="56" r="17" fill="var(--rail-2)" stroke="var(--brass)"/>${holes}`;
};

export const picture = boule();
