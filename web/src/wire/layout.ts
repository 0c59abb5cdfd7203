import type { Pocket } from '../pieces/wheel';

/** A place for chips as the server sends it: its name in the grammar of bets, what it pays, and where it lies. */
export interface Spot {
  readonly name: string;
  readonly kind: string;
  readonly clauses: readonly string[];
  readonly pays?: string;
  readonly prizes?: readonly { readonly combination: string; readonly pays: string }[];
  readonly covers?: readonly number[];
  readonly seat?: number;
  readonly lays?: readonly (readonly [string, number])[];
  readonly at?: Area;
  readonly least: number | null;
  readonly most: number | null;
  readonly words: string;
}

/** A rectangle on the server's grid. */
export interface Area {
  readonly row: number;
  readonly column: number;
  readonly height: number;
  readonly width: number;
}

export interface CardPlace {
  readonly owner: number | string;
  readonly seat?: number;
  readonly at?: Area;
}

/** All that a table has on its cloth and around it. */
export interface Layout {
  readonly seats: number;
  readonly spots: readonly Spot[];
  readonly cards?: readonly CardPlace[];
  readonly pots?: readonly { readonly name: string; readonly at?: Area }[];
  readonly markers?: readonly { readonly name: string; readonly fact?: string }[];
  readonly wheel?: readonly Pocket[];
}

/** What a page is told once of a table: its layout, and the words of all that happens at it. */
export interface TableLayout {
  readonly game: string;
  readonly norm: string;
  readonly language: string;
  readonly choices: Readonly<Record<string, unknown>>;
  readonly layout: Layout;
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A bet, told apart: what it is, where it lies, on which hand, and how often prison has caught it. */
export interface BetName {
  readonly kind: string;
  readonly place: string;
  readonly hand: number;
  readonly times: number;
  /** Where on the cloth it lies. */
  readonly spot: string;
}

const WRITTEN = /^(\w+)(?::([\w:-]+))?(?:\.([1-9]\d*))?(?:@([1-9]\d*))?$/;

/** The parts of a bet as it is written: `mano:3.2`, `rojo@1`. */
export function readBet(text: string): BetName {
  const [, kind = text, place = '', hand = '0', times = '0'] = WRITTEN.exec(text) ?? [];
  return { kind, place, hand: Number(hand), times: Number(times), spot: place ? `${kind}:${place}` : kind };
}

interface Named {
  readonly name: string;
  readonly seat?: number | undefined;
}

const indexes = new WeakMap<readonly Named[], ReadonlyMap<string, readonly Named[]>>();

/** The spots of a list by their names: a list is looked through once, and asked for every bet of every view. */
function byName<S extends Named>(spots: readonly S[]): ReadonlyMap<string, readonly S[]> {
  const known = indexes.get(spots) as ReadonlyMap<string, readonly S[]> | undefined;
  if (known) return known;
  const found = new Map<string, S[]>();
  for (const spot of spots) found.set(spot.name, [...(found.get(spot.name) ?? []), spot]);
  indexes.set(spots, found);
  return found;
}

/** Where somebody's chips on a bet lie: on his own spot, on everybody's, or on another's box. */
export function spotOf<S extends Named>(spots: readonly S[], bet: string, seat: number): S | null {
  const named = byName(spots);
  const exact = named.get(bet)?.find((one) => one.seat === seat || one.seat === undefined);
  if (exact) return exact;
  const name = readBet(bet);
  const box = /^\d+$/.test(name.place) ? Number(name.place) : undefined;
  const wanted: readonly (readonly [string, number | undefined])[] = [
    [name.spot, seat],
    [name.spot, undefined],
    [name.spot, box],
    [name.kind, box],
    [`${name.kind}:${String(seat)}`, undefined],
    [`${name.kind}:${String(seat)}`, seat],
  ];
  for (const [spot, whose] of wanted) {
    const found = named.get(spot)?.find((one) => one.seat === whose);
    if (found) return found;
  }
  return null;
}
