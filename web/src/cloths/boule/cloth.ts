import type { Cloth } from '../drawing';
import BoxCloth from '../BoxCloth.svelte';
import { boulePlan } from './boule';

export default { plan: boulePlan, Drawing: BoxCloth } satisfies Cloth;
