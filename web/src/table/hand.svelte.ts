export type Tab = 'why' | 'odds' | 'table' | 'incident' | 'log';

/** What is only this browser's: the chip in hand, what is pointed at, which panel is open. */
export class Hand {
  chip = $state.raw(500);
  /** The bet under the pointer, the finger or the focus. */
  lit = $state.raw('');
  tab = $state.raw<Tab>('why');
  isOpen = $state.raw(false);
  isText = $state.raw(false);
  /** Is the second page of the felt shown, on a phone? */
  isTurned = $state.raw(false);
  /** The bet whose exact amount is being written. */
  exact = $state.raw('');

  /** Open the panel on a tab. */
  open(tab: Tab): void {
    this.tab = tab;
    this.isOpen = true;
  }
}
