import type { Cloth } from '../drawing';
import BoxCloth from '../BoxCloth.svelte';
import { treintaYCuarentaPlan } from './treintaYCuarenta';

export default { plan: treintaYCuarentaPlan, Drawing: BoxCloth } satisfies Cloth;
