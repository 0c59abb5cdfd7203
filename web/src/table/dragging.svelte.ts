export type Tab = 'why' | 'odds' | 'table' | 'incident' | 'log';

/** A chip of the rack or a stack of the cloth on its way under the pointer. */
export interface Dragged {
  readonly cents: number;
  /** The bet it was taken from; nothing for a chip of the rack. */
  readonly from: string;
  readonly x: number;
  readonly y: number;
  /** Under a finger it is drawn above it. */
  readonly isByFinger: boolean;
  /** Has it been moved, or is it only pressed? */
  readonly isMoving: boolean;
}

const STILL = 6; // pixels within which a pointer is not meant to move

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

  dragged = $state.raw<Dragged | null>(null);
  /** The digits of a number that is being typed; nothing while none is. */
  typed = $state.raw<string | null>(null);

  /** Take a chip or a stack under the pointer. */
  grab(cents: number, from: string, { clientX, clientY, pointerType }: PointerEvent): void {
    const isByFinger = pointerType !== 'mouse';
    this.dragged = { cents, from, x: clientX, y: clientY, isByFinger, isMoving: false };
  }

  /** What is under the pointer goes with it. */
  drag({ clientX, clientY }: PointerEvent): void {
    const { dragged } = this;
    if (!dragged) return;
    const isMoving = dragged.isMoving || Math.hypot(clientX - dragged.x, clientY - dragged.y) > STILL;
    if (isMoving) this.dragged = { ...dragged, x: clientX, y: clientY, isMoving };
  }

  /** Open the panel on a tab. */
  open(tab: Tab): void {
    this.tab = tab;
    this.isOpen = true;
  }
}
