import { expect, test } from 'vitest';
import { choicesOf, seatChips } from '../../src/pages/table/newTable';
import type { SetUpPayload } from '../../src/wire/generated/http';

const setup = (buyIn: number | null): SetUpPayload =>
  ({
    game: 'chemin_de_fer',
    choices: [
      { choice: 'buy_in', unit: 'cents', must_be_stated: false, example: buyIn },
      { choice: 'pareja_plus', unit: 'name', must_be_stated: true, example: 'A' },
    ],
  }) as unknown as SetUpPayload;

test('a seat that takes more than half of a purse is proposed with the half of it', () => {
  expect(seatChips(setup(2_000_000), 1_000_000)).toEqual({ usual: 2_000_000, proposed: 500_000 });
  expect(seatChips(setup(2_000_000), 333_333)).toEqual({ usual: 2_000_000, proposed: 160_000 });
});

test('a seat that can be paid is left as the example has it', () => {
  expect(seatChips(setup(100_000), 1_000_000)).toBeNull();
  expect(seatChips(setup(null), 1_000_000)).toBeNull();
});

test('what is chosen on the page comes before what is proposed, and that before the example', () => {
  const chips = { usual: 2_000_000, proposed: 500_000 };
  expect(choicesOf(setup(2_000_000), {}, chips)).toEqual({ pareja_plus: 'A', buy_in: 500_000 });
  expect(choicesOf(setup(2_000_000), { buy_in: '70000' }, chips)).toEqual({
    pareja_plus: 'A',
    buy_in: 70_000,
  });
  expect(choicesOf(setup(2_000_000), {}, null)).toEqual({ pareja_plus: 'A' });
});
