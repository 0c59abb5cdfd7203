import type { SettledRound } from './settledRound';
import type { Result } from '../wire/messages';
import type { NumberedHallEvent, SeatInfo, WhyMessage } from '../wire/generated/live';
import type { View } from '../wire/generated/table';
import type { LayoutPayload } from '../wire/generated/http';

/** A table as it is drawn: in play, or seen again. */
export interface TableScene {
  readonly layout: LayoutPayload | null;
  readonly view: View | null;
  readonly seats: readonly SeatInfo[];
  /** My seat; nought for who has none. */
  readonly me: number;
  /** Bets that are asked for and not yet answered. */
  readonly asked: readonly string[];
  /** The round that was decided last, while it still lies on the table. */
  readonly decided: SettledRound | null;
  /** What the wheel is slowing down to. */
  readonly coming: Result | null;
  /** What happened with the last number: what drawings may move by. */
  readonly news: readonly NumberedHallEvent[];
}

/** One state of a round that is seen again: what led to it, how the table stood, and why each bet was paid. */
export interface Step {
  readonly number: number;
  readonly events: readonly NumberedHallEvent[];
  readonly says: readonly string[];
  readonly view: View;
  readonly seats: readonly SeatInfo[];
  readonly payments: readonly WhyMessage[];
}
