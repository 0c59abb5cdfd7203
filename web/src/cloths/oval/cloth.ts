import type { Cloth } from '../drawing';
import OvalTable from './OvalTable.svelte';
import { ovalPlan } from './oval';

export default { plan: ovalPlan, Drawing: OvalTable } satisfies Cloth;
