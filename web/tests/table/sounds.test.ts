import { expect, it } from 'vitest';
import { ballOf, isSilent, soundsOf } from '../../src/table/sounds';
import type { TableEvent } from '../../src/wire/messages';

const room = { isOn: true, isHidden: false, tempo: 'normal' };
const event = (name: string): TableEvent => ({ event: name }) as unknown as TableEvent;

it('is silent unless switched on, in a hidden page and where nothing takes time', () => {
  expect(isSilent(room)).toBe(false);
  expect(isSilent({ ...room, isOn: false })).toBe(true);
  expect(isSilent({ ...room, isHidden: true })).toBe(true);
  expect(isSilent({ ...room, tempo: 'instant' })).toBe(true);
});

it('hears chips and cards one after the other, and nothing of payments', () => {
  const heard = soundsOf(['staked', 'dealt', 'payment', 'round_over', 'came'].map(event));
  expect(heard.map(({ sound }) => sound)).toEqual(['chip', 'card']);
  const many = soundsOf(Array.from({ length: 30 }, () => event('dealt')));
  expect(many).toHaveLength(8);
  for (const [nth, { at }] of many.entries())
    expect(at).toBeGreaterThanOrEqual(nth ? (many[nth - 1]?.at ?? 0) + (many[nth - 1]?.ms ?? 0) : 0);
});

it('slows the ball down and ends it before it lies', () => {
  const ticks = ballOf(1400).map(({ at }) => at);
  const pauses = ticks.slice(1).map((at, nth) => at - (ticks[nth] ?? 0));
  expect(pauses.every((pause, nth) => nth === 0 || pause > (pauses[nth - 1] ?? 0))).toBe(true);
  expect(ticks.at(-1)).toBeLessThan(1400);
});
