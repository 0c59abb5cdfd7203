import { drawing, drawnOf } from '../pools/draws';
import type { RaceDayPayload } from '../../wire/generated/http';

/** Compute the winners of a race day from its revealed seed, race by race. */
export function winnersOf(day: RaceDayPayload, seed: string): readonly number[] {
  const draw = drawing(seed, 'races');
  return day.races.map((race) => {
    const ways = race.horses.map((horse) => horse.ways);
    const at = drawnOf(ways, draw(ways.reduce((sum, one) => sum + one, 0)));
    return race.horses[at]?.number ?? 0;
  });
}

/** Return whether the revealed seed gives these winners. */
export function isProved(day: RaceDayPayload): boolean {
  if (day.seed === null) return false;
  const winners = winnersOf(day, day.seed);
  return day.races.every((race, at) => race.winner === winners[at]);
}
