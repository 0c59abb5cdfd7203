import type { Cloth } from '../drawing';
import RouletteCloth from './RouletteCloth.svelte';
import { roulettePlan } from './roulette';

export default { plan: roulettePlan, Drawing: RouletteCloth } satisfies Cloth;
