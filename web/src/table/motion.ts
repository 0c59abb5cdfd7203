import type { Point } from '../pieces/geometry';

/** May things move? Not where the reader or the system says no, nor in a page that nobody sees. */
export function mayMove(): boolean {
  if (
    typeof matchMedia === 'undefined' ||
    document.hidden ||
    document.documentElement.dataset.motion === 'none'
  )
    return false;
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** How long the wheel takes to stop, in milliseconds. */
export function wheelTime(): number {
  return mayMove() ? 2600 : 0;
}

const EASING = 'cubic-bezier(.2,.7,.2,1)';

/** Let a piece come from where it lay before; the drawing is already what it will be. */
export function flyFrom(
  node: SVGGElement,
  { from, time, when }: { from: Point; time: number; when: boolean },
): void {
  if (!when || !mayMove() || typeof node.animate !== 'function') return;
  const start = `translate(${String(from[0])}px, ${String(from[1])}px)`;
  node.animate([{ transform: start }, { transform: 'none' }], { duration: time, easing: EASING });
}

/** Let a piece that is gone move away, and say when it has. */
export function flyAway(
  node: SVGGElement,
  { to, delay, done }: { to: Point; delay: number; done: () => void },
): void {
  const end = `translate(${String(to[0])}px, ${String(to[1])}px)`;
  const flight = node.animate([{ transform: 'none' }, { transform: end }], {
    duration: 420,
    delay,
    easing: EASING,
    fill: 'forwards',
  });
  flight.onfinish = done;
  flight.oncancel = done;
}
