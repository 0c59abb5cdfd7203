import { NO_NAMES, type HandNames } from '../handNames';
import { settledBy, paymentsIn, type SettledRound } from '../settledRound';
import type { Step, TableScene } from '../scene';
import type { NumberedHallEvent, SeatInfo } from '../../wire/generated/live';
import type { View } from '../../wire/generated/table';
import type { LayoutPayload } from '../../wire/generated/http';

const NOTHING: readonly never[] = [];

/** The replay of a round, state by state, forward and back. */
export class Replay implements TableScene {
  layout = $state.raw<LayoutPayload | null>(null);
  steps = $state.raw<readonly Step[]>([]);
  /** Index of the shown state. */
  at = $state.raw(0);
  plays = $state.raw(false);
  names = $state.raw<HandNames>(NO_NAMES);
  readonly asked = NOTHING;
  /** Whether the state before was shown last, so that the events may be animated. */
  #isNext = $state.raw(false);

  readonly step: Step | null = $derived.by(() => this.steps[this.at] ?? null);
  readonly view: View | null = $derived(this.step?.view ?? null);
  readonly seats: readonly SeatInfo[] = $derived(this.step?.seats ?? NOTHING);
  readonly me = $derived(typeof this.view?.eyes === 'number' ? this.view.eyes : 0);
  readonly news: readonly NumberedHallEvent[] = $derived(
    this.#isNext ? (this.step?.events ?? NOTHING) : NOTHING,
  );
  readonly coming = null;
  readonly decided = $derived.by(() => this.#decided());
  readonly isAtEnd = $derived(this.at >= this.steps.length - 1);

  /** Return the round that this state settled, with its earlier payments. */
  #decided(): SettledRound | null {
    const before = this.steps[this.at - 1];
    if (!before || !this.step) return null;
    const events = this.steps.slice(0, this.at).flatMap((step) => step.events.map(({ event }) => event));
    const ended = events.findLastIndex(({ event }) => event === 'round_over');
    const now = this.step.events.map(({ event }) => event);
    return settledBy(before.view, paymentsIn(events.slice(ended + 1)), now);
  }

  /** Show a state. An index out of range shows the first or the last. */
  show(at: number): void {
    const next = Math.max(0, Math.min(at, this.steps.length - 1));
    this.#isNext = next === this.at + 1;
    this.at = next;
  }

  /** Show the next state, or stop at the end. */
  goOn(): void {
    this.show(this.at + 1);
    if (this.isAtEnd) this.plays = false;
  }

  /** Play from here, or from the beginning at the end. */
  playOrPause(): void {
    if (!this.plays && this.isAtEnd) this.show(0);
    this.plays = !this.plays;
  }
}
