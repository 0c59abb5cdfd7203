import type { TransitionConfig } from 'svelte/transition';
import type { Point } from '../pieces/geometry';

/** Return whether drawings may move. Not against the settings or the system's, nor in a hidden page. */
export function mayMove(): boolean {
  if (
    typeof matchMedia === 'undefined' ||
    document.hidden ||
    document.documentElement.dataset.motion === 'none'
  )
    return false;
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Return the milliseconds that the wheel takes to stop, by the pace of the table if it has one. */
export function wheelTime(pace = 2600): number {
  return mayMove() ? pace : 0;
}

const EASING = 'cubic-bezier(.2,.7,.2,1)';

/** Animate a piece from its former place. The drawing already has the final one. */
export function flyFrom(
  node: SVGGElement,
  { from, time, when, delay = 0 }: { from: Point; time: number; when: boolean; delay?: number },
): void {
  if (!when || !mayMove() || typeof node.animate !== 'function') return;
  const start = `translate(${String(from[0])}px, ${String(from[1])}px)`;
  const flight = [{ transform: start }, { transform: 'none' }];
  node.animate(flight, { duration: time, delay, easing: EASING, fill: 'backwards' });
}

/** Animate a piece that leaves the table towards its owner. */
export function goHome(_node: SVGGElement, { to }: { to: Point }): TransitionConfig {
  return {
    duration: mayMove() ? 260 : 0,
    css: (_left, gone) =>
      `transform: translate(${String(gone * to[0])}px, ${String(gone * to[1])}px); opacity: ${String(1 - gone / 2)}`,
  };
}

/** Animate a removed piece, and report the end. */
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
