import type { Component } from 'svelte';
import type { Plan, Planner } from './plan';
import type { DrawnLayout, LayoutPayload } from '../wire/generated/http';
import type { SeatInfo } from '../wire/generated/live';
import type { View } from '../wire/generated/table';

/** The parts of a table that drawings show. */
export interface DrawnTable {
  readonly layout: LayoutPayload | null;
  readonly view: View | null;
  readonly seats: readonly SeatInfo[];
  /** The reader's seat, or 0. */
  readonly me: number;
}

/** The texts that drawings write, in the reader's language. */
export interface DrawnText {
  readonly say: (code: string, figures?: Readonly<Record<string, string | number>>) => string;
  readonly money: (cents: number) => string;
  readonly mind: (mind: string) => string;
}

/** Properties of every drawing of a cloth: its places, the table, and the numbers to light up. */
export interface TableDrawing {
  readonly plan: Plan;
  readonly layout: DrawnLayout;
  readonly table: DrawnTable;
  readonly words: DrawnText;
  /** The numbers that the bet in hand covers. */
  readonly lit: ReadonlySet<number>;
}

/** A cloth: the places of everything on it, and the drawing under them. One folder each, found by name. */
export interface Cloth {
  readonly plan: Planner;
  readonly Drawing: Component<TableDrawing>;
}
