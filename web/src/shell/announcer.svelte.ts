/** How an announcement is queued. */
export interface Announcement {
  /** The phase that it belongs to. When another phase begins, it is dropped. */
  readonly phase?: string;
  /** Whether it is the listener's own: it goes before all others. */
  readonly isOwn?: boolean;
  /** Whether the listener asked for it just now: it is said at once. */
  readonly isAnswer?: boolean;
}

interface Waiting extends Announcement {
  readonly text: string;
}

const APART = 700; // milliseconds between two sentences, so that a screen reader speaks both

/** ARIA live regions: a queue of polite sentences, and urgent ones at once. */
export class Announcer {
  polite = $state.raw('');
  assertive = $state.raw('');
  #waiting: readonly Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** Announce a sentence after those that wait. The same sentence waits only once. */
  say(text: string, how: Announcement = {}): void {
    if (how.isAnswer) return this.#speak(text);
    const { phase } = how;
    const current = this.#waiting.filter((one) => !phase || !one.phase || one.phase === phase || one.isOwn);
    if (!text || current.some((one) => one.text === text)) return;
    const own = current.filter((one) => one.isOwn);
    const others = current.filter((one) => !one.isOwn);
    const added = { ...how, text };
    this.#waiting = how.isOwn ? [...own, added, ...others] : [...own, ...others, added];
    if (!this.#timer) this.#next();
  }

  /** Announce a sentence at once. */
  call(text: string): void {
    this.assertive = '';
    requestAnimationFrame(() => (this.assertive = text));
  }

  #next(): void {
    this.#timer = null;
    const [first, ...rest] = this.#waiting;
    if (!first) return;
    this.#waiting = rest;
    this.#speak(first.text);
  }

  #speak(text: string): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), APART);
    if (this.polite === text) this.polite = '';
    requestAnimationFrame(() => (this.polite = text));
  }
}

export const announcer = new Announcer();
