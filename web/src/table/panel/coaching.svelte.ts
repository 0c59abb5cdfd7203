import type { TableState } from '../state.svelte';
import type { Deed } from '../../wire/generated/game';
import type { CoachMessage } from '../../wire/generated/live';

const TIMES = 8; // that exact advice is asked for after a bot's
const AFTER = 1500; // milliseconds

/** The coach's advice for the state that is shown. Older advice would name buttons that are gone. */
export class Coaching {
  readonly #table: TableState;
  #found = $state.raw<CoachMessage | null>(null);
  isAsking = $state.raw(false);
  /** Why there is no advice, in the server's words. */
  refused = $state.raw('');
  #asked = -1;

  constructor(table: TableState) {
    this.#table = table;
    table.onact = (acts) => this.#weigh(acts);
  }

  /** Report what a decision costs, if the advice for it knows. */
  #weigh(acts: readonly Deed[]): void {
    const cost = this.advice?.answers.find(({ act }) => act.do === acts[0]?.do)?.cents;
    if (typeof cost === 'number') this.#table.ondecision(cost);
  }

  readonly advice = $derived.by(() => (this.#found?.number === this.#table.number ? this.#found : null));

  /**
   * Ask for the state that is shown, and for the next one if the table went on meanwhile. What a bot would do is
   * shown until the exact advice is there, which is asked for again.
   */
  async ask(left = TIMES): Promise<void> {
    const { number } = this.#table;
    if (this.isAsking || (this.#asked === number && left === TIMES)) return;
    this.#asked = number;
    this.isAsking = true;
    const reply = await this.#table.askCoach();
    this.#found = typeof reply === 'string' ? null : reply;
    this.refused = typeof reply === 'string' ? reply : '';
    this.isAsking = false;
    if (!this.#table.controls?.isTurn) return;
    if (this.#table.number !== number) return this.ask();
    if (left && this.#found?.as_bot)
      setTimeout(() => {
        if (this.#table.number === number) void this.ask(left - 1);
      }, AFTER);
  }
}
