/** ARIA live regions: announce one sentence at a time, urgent ones at once. */
class Announcer {
  polite = $state.raw('');
  assertive = $state.raw('');

  /** Announce a sentence after the current one. */
  say(text: string): void {
    this.polite = '';
    requestAnimationFrame(() => (this.polite = text));
  }

  /** Announce a sentence at once. */
  call(text: string): void {
    this.assertive = '';
    requestAnimationFrame(() => (this.assertive = text));
  }
}

export const announcer = new Announcer();
