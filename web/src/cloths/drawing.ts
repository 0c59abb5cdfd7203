import type { Layout } from '../wire/layout';
import type { TableSeen } from '../table/scene';
import type { Words } from '../table/tableText';
import type { Plan } from './plan';

/** What a table with seats is drawn from: its places, what lies at them, and who sits there. */
export interface TableDrawing {
  readonly plan: Plan;
  readonly layout: Layout;
  readonly table: TableSeen;
  readonly words: Words;
}
