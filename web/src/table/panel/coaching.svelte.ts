import type { TableState } from '../state.svelte';
import type { CoachMessage } from '../../wire/generated/live';

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
  }

  readonly advice = $derived.by(() => (this.#found?.number === this.#table.number ? this.#found : null));

  /** Ask once for the state that is shown. */
  async ask(): Promise<void> {
    const { number } = this.#table;
    if (this.#asked === number || this.isAsking) return;
    this.#asked = number;
    this.isAsking = true;
    const reply = await this.#table.askCoach();
    this.#found = typeof reply === 'string' ? null : reply;
    this.refused = typeof reply === 'string' ? reply : '';
    this.isAsking = false;
  }
}
