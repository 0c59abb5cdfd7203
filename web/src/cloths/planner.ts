import type { Layout } from '../wire/layout';
import { areaPlan } from './area';
import { boulePlan } from './boule';
import { crapsPlan } from './craps';
import { ovalPlan } from './oval';
import type { Plan, Planner, Room } from './plan';
import { puntoPlan } from './punto';
import { roulettePlan } from './roulette';
import { rowPlan } from './fortune';
import { rowsPlan } from './treintaYCuarenta';
import { semicirclePlan } from './semicircle';

const PLANNERS: Readonly<Record<string, Planner>> = {
  ruleta: roulettePlan,
  ruleta_americana: roulettePlan,
  ruleta_doble_cero: roulettePlan,
  boule: boulePlan,
  ruleta_de_la_fortuna: rowPlan,
  craps: crapsPlan,
  treinta_y_cuarenta: rowsPlan,
  punto_y_banca: puntoPlan,
  blackjack: semicirclePlan,
  sin_descarte: semicirclePlan,
  trijoker: semicirclePlan,
  tres_cartas: semicirclePlan,
  holdem_contrapartida: semicirclePlan,
  holdem_bonus: semicirclePlan,
  pai_gow_poker: semicirclePlan,
  pai_gow_domino: semicirclePlan,
  holdem: ovalPlan,
  omaha: ovalPlan,
  sintetico: ovalPlan,
  seven_stud: ovalPlan,
  five_stud: ovalPlan,
  cubierto: ovalPlan,
  chemin_de_fer: ovalPlan,
  bacara_dos_panos: ovalPlan,
};

/** How the cloth of a game fills a room; a game that has no drawing of its own lies on the server's grid. */
export function planOf(game: string, layout: Layout, room: Room): Plan {
  return (PLANNERS[game] ?? areaPlan)(layout, room, game);
}
