import type { Who } from './generated/common';

/** A deed: an act, a draw or an incident, and its author. Its other fields depend on the game. */
export interface Deed {
  readonly do: string;
  readonly by: Who;
  readonly [part: string]: string | number | boolean | null;
}

/** Public facts of a phase. Fields other than its name depend on the game. */
export interface Shows {
  readonly phase: string;
  readonly [fact: string]: unknown;
}
