/** Words of the croupier, and the phase of the table in which they were said. */
interface Call {
  readonly words: string;
  readonly phase: string;
}

const MOST = 3; // calls that wait; older ones are dropped
const SHOWN: Readonly<Record<string, number>> = { quick: 600, instant: 0 };
const USUAL = 1200; // milliseconds that a call is shown at least

/**
 * The croupier's calls, one after the other.
 *
 * A call is dropped when its phase is over, so the strip never shows words of a phase that has passed.
 */
export class CallQueue {
  shown = $state.raw('');
  #phase = '';
  #waiting: readonly Call[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #speak: (words: string) => void;

  constructor(speak: (words: string) => void) {
    this.#speak = speak;
  }

  /** Receive the words that led to a phase. */
  hear(words: readonly string[], phase: string, pace: string): void {
    if (phase !== this.#phase) {
      this.#phase = phase;
      this.#waiting = [];
      this.#stop();
      this.shown = '';
    }
    this.#waiting = [...this.#waiting, ...words.map((said) => ({ words: said, phase }))].slice(-MOST);
    if (!this.#timer) this.#next(SHOWN[pace] ?? USUAL);
  }

  close(): void {
    this.#stop();
    this.#waiting = [];
  }

  #next(time: number): void {
    this.#timer = null;
    const [first, ...rest] = this.#waiting;
    if (!first) return;
    this.#waiting = rest;
    this.shown = first.words;
    this.#speak(first.words);
    this.#timer = setTimeout(() => this.#next(time), time);
  }

  #stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
