import type { Component } from 'svelte';
import type { TableScene } from '../table/scene';
import type { TableText } from '../table/tableText';
import type { Plan, Planner } from './plan';
import type { DrawnLayout } from '../wire/generated/http';

/** Properties of every drawing of a cloth: its places, what lies at them, and the people at the table. */
export interface TableDrawing {
  readonly plan: Plan;
  readonly layout: DrawnLayout;
  readonly table: TableScene;
  readonly words: TableText;
  /** The numbers that the bet in hand covers. */
  readonly lit: ReadonlySet<number>;
}

/** A cloth: the places of everything on it, and the drawing under them. One folder each, found by name. */
export interface Cloth {
  readonly plan: Planner;
  readonly Drawing: Component<TableDrawing>;
}
