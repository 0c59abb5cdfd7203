export type Tab = 'coach' | 'odds' | 'why' | 'log' | 'people' | 'floor';

/** A chip of the rack or a stack of the cloth that is being dragged. */
export interface Dragged {
  readonly cents: number;
  /** The bet it was taken from. Empty for a chip of the rack. */
  readonly from: string;
  readonly x: number;
  readonly y: number;
  /** Whether a finger drags it; it is then drawn above the finger. */
  readonly isByFinger: boolean;
  /** Whether it has been moved, not only pressed. */
  readonly isMoving: boolean;
}

const STILL = 6; // pixels; shorter movements count as a press

/** Input state of this browser: the chosen chip, the pointed spot, the open panel. */
export class Hand {
  chip = $state.raw(500);
  /** The bet under the pointer, the finger or the focus. */
  lit = $state.raw('');
  tab = $state.raw<Tab>('why');
  isOpen = $state.raw(false);
  isText = $state.raw(false);
  /** Whether a phone shows the second page of the felt. */
  isTurned = $state.raw(false);
  /** The bet whose exact amount is being typed. */
  exact = $state.raw('');

  dragged = $state.raw<Dragged | null>(null);
  /** The digits of a number that is being typed, or null. */
  typed = $state.raw<string | null>(null);

  /** Start to drag a chip or a stack. */
  grab(cents: number, from: string, { clientX, clientY, pointerType }: PointerEvent): void {
    const isByFinger = pointerType !== 'mouse';
    this.dragged = { cents, from, x: clientX, y: clientY, isByFinger, isMoving: false };
  }

  /** Move the dragged chips with the pointer. */
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
