import { factsOf } from '../gameFacts';
import { areaPlan } from './area';
import BoxCloth from './BoxCloth.svelte';
import type { Cloth } from './drawing';
import type { Plan, Room } from './plan';
import type { DrawnLayout } from '../wire/generated/http';

const found = import.meta.glob<Cloth>('./*/cloth.ts', { eager: true, import: 'default' });

/** Return the cloth of a game. A game without a cloth of its own is drawn on the server's grid. */
export function clothOf(game: string): Cloth {
  return found[`./${factsOf(game).cloth ?? ''}/cloth.ts`] ?? { plan: areaPlan, Drawing: BoxCloth };
}

/** Return the places of everything on a game's cloth, for a window. */
export function planOf(game: string, layout: DrawnLayout, room: Room): Plan {
  const plan = clothOf(game).plan(layout, room, factsOf(game));
  const unit = Math.max(plan.width / Math.max(1, room.width), plan.height / Math.max(1, room.height));
  return { ...plan, unit };
}
