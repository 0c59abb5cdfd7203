import type { Cloth } from '../drawing';
import CrapsLayout from './CrapsLayout.svelte';
import { crapsPlan } from './craps';

export default { plan: crapsPlan, Drawing: CrapsLayout } satisfies Cloth;
