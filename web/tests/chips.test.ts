import { expect, it } from 'vitest';
import { colourOf, edgeOf, stackIn } from '../src/pieces/chips';

it('no two seats of an American roulette have the same chips', () => {
  const faces = Array.from({ length: 40 }, (_, nth) => colourOf(nth + 1));
  expect(new Set(faces.map((face) => `${face.base} ${edgeOf(face, 10)}`)).size).toBe(40);
  expect(new Set(faces.slice(0, 10).map((face) => face.base)).size).toBe(10);
});

it('a stack in a colour has a chip for each worth, as many as are shown', () => {
  expect(stackIn(colourOf(1), 600, 200)).toHaveLength(3);
  expect(stackIn(colourOf(1), 60000, 200)).toHaveLength(6);
  expect(stackIn(colourOf(1), 100, 200)).toHaveLength(1);
});
