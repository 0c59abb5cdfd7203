import type { SetUpChoice, SetUpPayload } from '../../wire/generated/http';

/** How a table is opened: what its house chooses, who else sits at it, and how fast it goes on. */
export interface Opening {
  readonly game: string;
  readonly norm: string;
  readonly choices: Readonly<Record<string, unknown>>;
  readonly bots: Readonly<Record<number, string>>;
  readonly pace: { readonly step_ms: number; readonly betting_ms: number; readonly patience_ms: number };
  readonly public: boolean;
}

const ROUND = 10_000; // céntimos to which a proposed amount is rounded

/** Chips that every seat holds from the start: where the example takes more than half of a purse, the half of it. */
export interface SeatChips {
  readonly usual: number;
  readonly proposed: number;
}

/** What every seat should hold so that one can sit down with what one has; nothing where the example will do. */
export function seatChips(setup: SetUpPayload, purse: number): SeatChips | null {
  const usual = setup.choices.find((choice) => choice.choice === 'buy_in')?.example;
  const proposed = Math.floor(purse / 2 / ROUND) * ROUND;
  return typeof usual === 'number' && usual > proposed ? { usual, proposed } : null;
}

/** The example set-up of a game, with what is proposed and then what is chosen on the page instead. */
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

/** A value out of the address as the server reads it. */
function valueOf(choice: SetUpChoice, text: string): unknown {
  if (choice.unit === 'flag') return text === 'true';
  return ['count', 'days', 'cents'].includes(choice.unit) ? Number(text) : text;
}

/** So many bots of the minds that the game has, one after the other, on the seats after the first. */
export function botsOn(count: number, minds: readonly string[]): Record<number, string> {
  const mindOf = (nth: number): string => minds[nth % minds.length] ?? '';
  return Object.fromEntries(Array.from({ length: count }, (_, nth) => [nth + 2, mindOf(nth)]));
}
