import type { TableEvent } from '../wire/messages';

/** What is heard at a table: chips, cards, the ball. Nothing is heard of winning. */
export type Sound = 'chip' | 'card' | 'ball';

/** When a sound begins, and how long it lasts, in milliseconds. */
export interface Heard {
  readonly sound: Sound;
  readonly at: number;
  readonly ms: number;
}

/** What the rules of silence depend on. */
export interface Room {
  readonly isOn: boolean;
  readonly isHidden: boolean;
  readonly tempo: string;
}

const APART = 70; // milliseconds between two sounds, so that they never add up
const MOST = 8; // of one message
const LENGTH: Readonly<Record<Exclude<Sound, 'ball'>, number>> = { chip: 45, card: 60 };

/** Return whether nothing is heard: the switch is off, the page is hidden, or nothing takes time. */
export function isSilent({ isOn, isHidden, tempo }: Room): boolean {
  return !isOn || isHidden || tempo === 'instant';
}

/** Return what is heard of events, one sound after the other. */
export function soundsOf(events: readonly TableEvent[]): readonly Heard[] {
  const found = events.flatMap(({ event }): readonly Exclude<Sound, 'ball'>[] =>
    event === 'staked' ? ['chip'] : event === 'dealt' ? ['card'] : [],
  );
  return found.slice(0, MOST).map((sound, nth) => ({ sound, at: nth * APART, ms: LENGTH[sound] }));
}

/** Return the ticks of a ball that slows down until it lies. */
export function ballOf(ms: number): readonly Heard[] {
  const ticks: Heard[] = [];
  for (let at = 0, pause = APART; at < ms - pause; pause *= 1.09) {
    ticks.push({ sound: 'ball', at, ms: 12 });
    at += pause;
  }
  return ticks;
}
