import { black, polar, red, times } from './drawing.mjs';

/** A slice of a wheel. */
function slice(inner, outer, from, to, fill) {
  const points = [
    polar(140, 56, outer, from),
    polar(140, 56, outer, to),
    polar(140, 56, inner, to),
    polar(140, 56, inner, from),
  ];
  return `<path d="M${points[0]}A${outer} ${outer} 0 0 1 ${points[1]}L${points[2]}A${inner} ${inner} 0 0 0 ${points[3]}Z" fill="${fill}" stroke="var(--felt-line)" stroke-width=".4"/>`;
}

const fortune = () => {
  const fills = ['var(--brass-2)', 'var(--rail)', 'var(--cell-zero)', 'var(--rail-2)', 'var(--brass)'];
  const cells = times(54, (at) =>
    slice(
      20,
      48,
      (at * 20) / 3,
      ((at + 1) * 20) / 3,
      at === 0 ? red : at === 27 ? black : fills[(at * 7) % 5],
    ),
  );
  return `${cells}<circle cx="140" cy="56" r="19" fill="var(--rail-2)" stroke="var(--brass)"/><path d="M140 2l-5-1 5 12 5-12z" fill="var(--halo)"/>`;
};

export const picture = fortune();
