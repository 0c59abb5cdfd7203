import type { Cloth } from '../drawing';
import SemicircleTable from './SemicircleTable.svelte';
import { semicirclePlan } from './semicircle';

export default { plan: semicirclePlan, Drawing: SemicircleTable } satisfies Cloth;
