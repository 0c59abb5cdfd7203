import type { SetUpChoice, SetUpPayload } from '../../wire/generated/http';

const ROUND = 10_000; // céntimos; proposed amounts are multiples of it

/** Chips of each seat at the start: the example's, or half of the balance if the example takes more. */
export interface SeatChips {
  readonly usual: number;
  readonly proposed: number;
}

/** Return the chips of a seat that the player can pay for. Null if the example's can be paid. */
export function seatChips(setup: SetUpPayload, purse: number): SeatChips | null {
  const usual = setup.choices.find((choice) => choice.choice === 'buy_in')?.example;
  const proposed = Math.floor(purse / 2 / ROUND) * ROUND;
  return typeof usual === 'number' && usual > proposed ? { usual, proposed } : null;
}

/** Return the example set-up of a game, with proposed chips and then the page's choices in its place. */
export function choicesOf(
  setup: SetUpPayload,
  chosen: Readonly<Record<string, string>>,
  chips: SeatChips | null,
): Record<string, unknown> {
  const stated = setup.choices.filter((choice) => choice.must_be_stated && choice.example !== null);
  const example = Object.fromEntries(stated.map((choice) => [choice.choice, choice.example]));
  const typed = setup.choices.filter((choice) => choice.choice in chosen);
  const given = Object.fromEntries(
    typed.map((choice) => [choice.choice, valueOf(choice, chosen[choice.choice] ?? '')]),
  );
  return { ...example, ...(chips && { buy_in: chips.proposed }), ...given };
}

/** Read a value of the address as the server expects it. */
function valueOf(choice: SetUpChoice, text: string): unknown {
  if (choice.unit === 'flag') return text === 'true';
  return ['count', 'days', 'cents'].includes(choice.unit) ? Number(text) : text;
}

/** Return bots for the seats after the first, with the game's skills in turn. */
export function botsOn(count: number, minds: readonly string[]): Record<number, string> {
  const mindOf = (nth: number): string => minds[nth % minds.length] ?? '';
  return Object.fromEntries(Array.from({ length: count }, (_, nth) => [nth + 2, mindOf(nth)]));
}
