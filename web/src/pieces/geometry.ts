/** A point on the felt, in the felt's units. */
export type Point = readonly [x: number, y: number];

/** Return the point at a distance from a centre and an angle from twelve o'clock. */
export function polar(cx: number, cy: number, radius: number, degrees: number): Point {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
}

/** Write a point for a path. */
export function written([x, y]: Point): string {
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}

/** Return the path of a piece of a ring between two radii and two angles. */
export function ring(cx: number, cy: number, inner: number, outer: number, from: number, to: number): string {
  const big = to - from > 180 ? 1 : 0;
  const at = (radius: number, angle: number): string => written(polar(cx, cy, radius, angle));
  const arc = (radius: number, sweep: number, angle: number): string =>
    `A${radius.toFixed(2)} ${radius.toFixed(2)} 0 ${String(big)} ${String(sweep)} ${at(radius, angle)}`;
  return `M${at(outer, from)}${arc(outer, 1, to)}L${at(inner, to)}${arc(inner, 0, from)}Z`;
}

/** Return the mean of some numbers. */
export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

/** Return the height of a seat's plate of a width. A tiny one has room for the chips only. */
export function plateHeight(width: number): number {
  return width < TINY ? 28 : Math.max(40, width * 0.32);
}
export const TINY = 90;
