/** What is said to whoever hears the page: one sentence at a time, and at once where it cannot wait. */
class Announcer {
  polite = $state.raw('');
  assertive = $state.raw('');

  /** Say something when whoever listens is ready. */
  say(text: string): void {
    this.polite = '';
    requestAnimationFrame(() => (this.polite = text));
  }

  /** Say something at once. */
  call(text: string): void {
    this.assertive = '';
    requestAnimationFrame(() => (this.assertive = text));
  }
}

export const announcer = new Announcer();
