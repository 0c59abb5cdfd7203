import type { DrawnTable } from '../cloths/drawing';
import type { HandNames } from './handNames';
import type { SettledRound } from './settledRound';
import type { Result } from '../wire/messages';
import type { NumberedHallEvent, SeatInfo, WhyMessage } from '../wire/generated/live';
import type { View } from '../wire/generated/table';

/** A table to be drawn: in play, or in a replay. */
export interface TableScene extends DrawnTable {
  /** Bets that are sent and not yet confirmed. */
  readonly asked: readonly string[];
  /** The last settled round, while it is still on the table. */
  readonly decided: SettledRound | null;
  /** The result that the wheel is slowing down to. */
  readonly coming: Result | null;
  /** The names of the hands that lie open. */
  names: HandNames;
  /** Whether the house waits for players who are not ready. */
  readonly awaitsReady?: boolean;
  /** Events of the last message, which drawings may animate. */
  readonly news: readonly NumberedHallEvent[];
}

/** One state of a replay: its events, its view, and the reasons for payments. */
export interface Step {
  readonly number: number;
  readonly events: readonly NumberedHallEvent[];
  readonly says: readonly string[];
  readonly view: View;
  readonly seats: readonly SeatInfo[];
  readonly payments: readonly WhyMessage[];
}
