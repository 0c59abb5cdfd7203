import type { Seat, Told, View } from '../../wire/live';
import type { TableLayout } from '../layout';
import type { Step, TableSeen } from '../seen';

const NOTHING: readonly never[] = [];

/** A round that is seen again: its states one by one, forwards and back. */
export class Replay implements TableSeen {
  layout = $state.raw<TableLayout | null>(null);
  steps = $state.raw<readonly Step[]>([]);
  /** Which of its states is shown, counted from nought. */
  at = $state.raw(0);
  plays = $state.raw(false);
  readonly asked = NOTHING;
  /** Was the state before shown a moment ago? Then what happened since may be seen to move. */
  #isNext = $state.raw(false);

  readonly step: Step | null = $derived.by(() => this.steps[this.at] ?? null);
  readonly view: View | null = $derived(this.step?.view ?? null);
  readonly seats: readonly Seat[] = $derived(this.step?.seats ?? NOTHING);
  readonly me = $derived(typeof this.view?.eyes === 'number' ? this.view.eyes : 0);
  readonly news: readonly Told[] = $derived(this.#isNext ? (this.step?.events ?? NOTHING) : NOTHING);
  readonly isAtEnd = $derived(this.at >= this.steps.length - 1);

  /** Show a state; one that there is not is the first or the last. */
  show(at: number): void {
    const next = Math.max(0, Math.min(at, this.steps.length - 1));
    this.#isNext = next === this.at + 1;
    this.at = next;
  }

  /** Show the next state, or stop where there is none. */
  goOn(): void {
    this.show(this.at + 1);
    if (this.isAtEnd) this.plays = false;
  }

  /** Play from here; from the beginning where the end was reached. */
  playOrPause(): void {
    if (!this.plays && this.isAtEnd) this.show(0);
    this.plays = !this.plays;
  }
}
