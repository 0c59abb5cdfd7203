import type { Cloth } from '../drawing';
import PuntoBanca from './PuntoBanca.svelte';
import { puntoPlan } from './punto';

export default { plan: puntoPlan, Drawing: PuntoBanca } satisfies Cloth;
