import type { Step } from '../table/scene';

/** A part of a round that is told with one picture of the felt. */
export interface Scene {
  /** Indexes of its states: the last one is shown. */
  readonly from: number;
  readonly to: number;
  /** The phase in which it begins. */
  readonly phase: string;
  /** The sentences of its events. */
  readonly says: readonly string[];
}

export const STEPS = 5;

/** How well a round may be cut before a state: where a phase begins, a result comes or payments begin. */
function weight(steps: readonly Step[], at: number): number {
  const [before, here] = [steps[at - 1], steps[at]];
  if (!before || !here) return 0;
  const has = (step: Step, name: string): boolean => step.events.some(({ event }) => event.event === name);
  const isResult = has(here, 'came') && !has(before, 'came');
  const pays = has(here, 'payment') && !has(before, 'payment');
  const isPhase = before.view.shows.phase !== here.view.shows.phase;
  return (pays ? 4 : 0) + (isResult ? 3 : 0) + (isPhase ? 2 : 0);
}

/** Return the seats that have chips in some state. A record does not say who sat there. */
export function seatsIn(steps: readonly Step[]): readonly number[] {
  const found = steps.flatMap(({ view }) => [
    ...view.chips.map(([seat]) => seat),
    ...view.purses.flatMap((cents, at) => (cents > 0 ? [at + 1] : [])),
  ]);
  return [...new Set(found.filter((seat) => typeof seat === 'number'))].toSorted((one, other) => one - other);
}

/** Divide a round into at most five scenes, each with something to tell. */
export function fiveSteps(steps: readonly Step[]): readonly Scene[] {
  const told = steps.flatMap((step, at) => (step.says.length ? [at] : []));
  const first = told[0];
  const last = told.at(-1);
  if (first === undefined || last === undefined) return [];
  const cuts = told.filter((at) => at > first).map((at) => ({ at, weight: weight(steps, at) }));
  const chosen = spread(cuts).slice(0, STEPS - 1);
  const starts = [first, ...chosen.map(({ at }) => at).toSorted((one, other) => one - other)];
  return starts.map((from, nth) => {
    const to = (starts[nth + 1] ?? last + 1) - 1;
    return {
      from,
      to,
      phase: steps[from]?.view.shows.phase ?? '',
      says: steps.slice(from, to + 1).flatMap((step) => step.says),
    };
  });
}

/** Return the heaviest cuts first; among equal ones those farthest from the cuts before them. */
function spread<T extends { readonly at: number; readonly weight: number }>(
  cuts: readonly T[],
): readonly T[] {
  const left = [...cuts];
  const found: T[] = [];
  while (left.length) {
    const gap = (cut: T): number => Math.min(...found.map(({ at }) => Math.abs(at - cut.at)), cut.at);
    const best = left.reduce((one, other) =>
      other.weight > one.weight || (other.weight === one.weight && gap(other) > gap(one)) ? other : one,
    );
    found.push(best);
    left.splice(left.indexOf(best), 1);
  }
  return found;
}
