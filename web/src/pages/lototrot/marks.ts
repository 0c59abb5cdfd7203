import type { RacePayload } from '../../wire/generated/http';

/** The marked horses of a ticket, race by race. */
export type Marks = readonly ReadonlySet<number>[];

/** A cell of the ticket: the place of a race on it, and the number of a horse. */
export interface Cell {
  readonly race: number;
  readonly number: number;
}

/** Return a ticket without marks. */
export function blank(races: number): Marks {
  return Array.from({ length: races }, () => new Set<number>());
}

/** Return the ticket with a cell marked or unmarked. In a single bet the new mark replaces the race's old one. */
export function toggled(marks: Marks, cell: Cell, isSingle: boolean): Marks {
  return marks.map((marked, race) => {
    if (race !== cell.race) return marked;
    const next = new Set(isSingle && !marked.has(cell.number) ? [] : marked);
    if (!next.delete(cell.number)) next.add(cell.number);
    return next;
  });
}

/** Write the marks as a forecast: `3/1,4/7/2/5/6/1`. */
export function written(marks: Marks): string {
  return marks.map((marked) => [...marked].toSorted((one, other) => one - other).join(',')).join('/');
}

/** Read a forecast as marks. */
export function read(forecast: string): Marks {
  return forecast.split('/').map((race) => new Set(race.split(',').filter(Boolean).map(Number)));
}

/** Return the races without a mark, counted from 1. */
export function missing(marks: Marks): readonly number[] {
  return marks.flatMap((marked, race) => (marked.size ? [] : [race + 1]));
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

const within = (place: number, length: number): number => Math.min(Math.max(place, 0), length - 1);

/** Return the cell that a key leads to: arrows to the next one, Home and End to the ends of the race. */
export function stepped(from: Cell, key: string, races: readonly RacePayload[]): Cell | null {
  const step = STEPS[key];
  if (!step) return null;
  const race = within(from.race + step[0], races.length);
  const horses = races[race]?.horses ?? [];
  const place = races[from.race]?.horses.findIndex((horse) => horse.number === from.number) ?? 0;
  return { race, number: horses[within(place + step[1], horses.length)]?.number ?? from.number };
}
