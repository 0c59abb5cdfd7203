import { describe, expect, it } from 'vitest';
import { areaPlan } from '../../src/cloths/area';
import { leftOver, touched, type Plan, type Room } from '../../src/cloths/plan';
import { planOf } from '../../src/cloths/planner';
import { layoutOf, LAYOUTS } from '../layouts';

const room = (width: number, height: number, me: number, isTurned = false): Room => ({
  width,
  height,
  me,
  places: [],
  isTurned,
});
const ROOMS: Readonly<Record<string, readonly [number, number]>> = {
  desktop: [1040, 640],
  tablet: [980, 560],
  phone: [374, 590],
  'small phone': [344, 470],
};
/** Return the spots that have no place in the drawing. They are in the side list. */
const SIDE = /^boton:/;

function wrong(plan: Plan): string[] {
  return plan.spots
    .filter((spot) => {
      const hit = touched(plan, spot.at);
      return hit?.name !== spot.name || hit.seat !== spot.seat;
    })
    .map((spot) => `${spot.name} ${String(spot.seat)} → ${String(touched(plan, spot.at)?.name)}`);
}

describe.each([...LAYOUTS.keys()])('the cloth of %s', (game) => {
  const layout = layoutOf(game);

  it.each(Object.entries(ROOMS))('each spot is touched at its middle: %s', (_name, [width, height]) => {
    for (const me of [1, Math.ceil(layout.seats / 2), layout.seats]) {
      const plan = planOf(game, layout, room(width, height, me));
      expect(wrong(plan)).toEqual([]);
    }
  });

  it.each(Object.entries(ROOMS))('every spot has a place on it: %s', (_name, [width, height]) => {
    const pages = [false, true].map((isTurned) => planOf(game, layout, room(width, height, 1, isTurned)));
    const placed = pages.map((plan) => leftOver(layout, plan).map((spot) => spot.name));
    const missing = placed[0]?.filter((name) => placed[1]?.includes(name) && !SIDE.test(name));
    expect(missing).toEqual([]);
  });

  it.each(Object.entries(ROOMS))('all lies on the felt: %s', (_name, [width, height]) => {
    const plan = planOf(game, layout, room(width, height, 1));
    const places = [...plan.spots.map((spot) => spot.at), ...plan.seats.values(), ...plan.pots.values()];
    for (const [x, y] of places) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(plan.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(plan.height);
    }
  });

  it('every hand that is dealt has a place', () => {
    const plan = planOf(game, layout, room(1040, 640, 1));
    const hidden = /^(vacante|anuladas|retiradas|descarte_\d+|mesa|pendiente)$/; // put aside, not drawn
    const missing = (layout.cards ?? [])
      .map((pile) => String(pile.owner))
      .filter((owner) => !plan.cards.has(owner) && !hidden.test(owner));
    expect(missing).toEqual([]);
  });
});

it('a game that nobody has drawn lies on the grid of the server', () => {
  const at = { row: 0, column: 8, height: 8, width: 8 };
  const spot = { name: 'nueva', kind: 'nueva', clauses: [], least: null, most: null, words: 'nueva', at };
  const plan = areaPlan({ seats: 3, spots: [spot] }, room(1000, 600, 1));
  expect(plan.spots.map((one) => one.name)).toEqual(['nueva']);
  expect(wrong(plan)).toEqual([]);
});
