import type { Cloth } from '../drawing';
import BoxCloth from '../BoxCloth.svelte';
import { fortunePlan } from './fortune';

export default { plan: fortunePlan, Drawing: BoxCloth } satisfies Cloth;
