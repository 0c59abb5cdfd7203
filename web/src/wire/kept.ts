import type { Dial, Who } from './generated/common';
import type {
  Clock,
  DifferenceMessage,
  NumberedHallEvent,
  OfferKind,
  SeatInfo,
  StateChange,
  TableMessage,
} from './generated/live';
import type { Offer, View } from './generated/table';
import type { PartValue } from './messages';
import type { Deed, Shows } from './generated/game';

/** The state in a message that brings it whole. */
export type Whole = Pick<
  TableMessage,
  | 'number'
  | 'view'
  | 'seats'
  | 'cash'
  | 'clock'
  | 'pace'
  | 'durations'
  | 'awaited'
  | 'receipt'
  | 'kinds'
  | 'offers'
>;

/** A message that brings what is different. */
export type Difference = Omit<DifferenceMessage, 'type'>;

/** Rows of offers, by the name of the phase. */
type Rows = NonNullable<TableMessage['offers']>;
/** An offer: the number of its kind, and its parts in the kind's order. */
export type Row = Rows[string][number];
type Part = Row[number];
/** A change of a list: from this place so many items go, and these come. */
type Cut<Item> = readonly [at: number, gone: number, come: readonly Item[]];

/** A table as a viewpoint sees it. */
export interface TableState {
  readonly number: number;
  readonly view: View;
  readonly seats: readonly SeatInfo[];
  readonly cash: number | null;
  readonly clock: Clock | null;
  /** The speed of the table. Empty if all its steps have the same duration. */
  readonly pace: Pace;
  /** Milliseconds of each kind of step at this speed. */
  readonly durations: Durations;
  /** Seats and roles that the table waits for. */
  readonly awaited: readonly Who[];
  readonly receipt: string;
}

type Pace = NonNullable<TableMessage['pace']>;
type Durations = NonNullable<TableMessage['durations']>;
type Fields = Readonly<Record<string, unknown>>;

/**
 * A table that is kept by its differences.
 *
 * Everything is replaced, nothing is changed in place: what a difference does not touch stays the same object, so a
 * component is drawn again only where something is new. Rows of offers stay known by phase, because a phase brings
 * back the offers of the last time.
 */
export class KeptTable {
  #number: number;
  #fields: Fields;
  #shows: Fields;
  #seats: ReadonlyMap<string, SeatInfo>;
  #kinds: readonly OfferKind[];
  #rows: ReadonlyMap<string, readonly Row[]>;
  #receipt: string;
  #offers: readonly Offer[] = [];
  #madeFrom: readonly Row[] = [];
  #state: TableState;

  constructor(whole: Whole) {
    const { shows, ...fields } = whole.view;
    this.#number = whole.number;
    const { cash, clock, pace = '', durations = {}, awaited = [] } = whole;
    this.#fields = { ...fields, cash, clock, pace, durations, awaited };
    this.#shows = { ...shows };
    this.#seats = new Map(whole.seats.map((seat) => [String(seat.seat), seat]));
    this.#kinds = whole.kinds ?? [];
    this.#rows = new Map(Object.entries(whole.offers ?? {}).map(([phase, rows]) => [phase, unbundled(rows)]));
    this.#receipt = whole.receipt;
    this.#state = this.#made(null);
  }

  get state(): TableState {
    return this.#state;
  }

  /** Apply a difference and return the new state. */
  apply({ number, set = {}, splice = {}, receipt }: Difference): TableState {
    this.#number = number;
    this.#receipt = receipt ?? this.#receipt;
    for (const [name, value] of Object.entries(set)) this.#set(name, value);
    for (const [name, cuts] of Object.entries(splice)) this.#splice(name, cuts);
    this.#state = this.#made(this.#state);
    return this.#state;
  }

  #set(name: string, value: unknown): void {
    if (name === 'shows') this.#shows = merged(this.#shows, value as Fields);
    else if (name === 'seats') this.#seats = withSeats(this.#seats, value as Seats);
    else this.#fields = { ...this.#fields, [name]: value };
  }

  #splice(name: string, cuts: readonly Cut<unknown>[]): void {
    const [, fact] = /^shows\.(.+)$/.exec(name) ?? [];
    if (name === 'kinds') this.#kinds = spliced(this.#kinds, cuts as readonly Cut<OfferKind>[]);
    else if (name === 'offers') {
      const come = (cuts as readonly Cut<Row>[]).map(
        ([at, gone, rows]) => [at, gone, unbundled(rows)] as const,
      );
      const rows = spliced(this.#rows.get(this.#phase) ?? [], come);
      this.#rows = new Map(this.#rows).set(this.#phase, rows);
    } else if (fact !== undefined)
      this.#shows = { ...this.#shows, [fact]: spliced(listIn(this.#shows, fact), cuts) };
    else this.#fields = { ...this.#fields, [name]: spliced(listIn(this.#fields, name), cuts) };
  }

  get #phase(): string {
    return String(this.#shows.phase);
  }

  #made(before: TableState | null): TableState {
    const rows = this.#rows.get(this.#phase) ?? [];
    if (rows !== this.#madeFrom) {
      this.#offers = offersOf(rows, this.#kinds, this.#offers);
      this.#madeFrom = rows;
    }
    const { cash, clock, pace, durations, awaited, ...fields } = this.#fields;
    const view = {
      ...fields,
      shows: this.#shows as unknown as Shows,
      offers: this.#offers,
      number: this.#number,
    } as unknown as View;
    const seats = [...this.#seats.values()];
    return {
      number: this.#number,
      view,
      seats: before && isSame(before.seats, seats) ? before.seats : seats,
      cash: cash as number | null,
      clock: clock as Clock | null,
      pace: pace as Pace,
      durations: durations as Durations,
      awaited: awaited as readonly Who[],
      receipt: this.#receipt,
    };
  }
}

type Seats = NonNullable<StateChange['seats']>;

/** Return fields with some of them replaced. A field that is null is removed. */
function merged(before: Fields, changes: Fields): Fields {
  const all = Object.entries({ ...before, ...changes });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

/** Return the seats with their changed fields. A seat that is null is free now. */
function withSeats(before: ReadonlyMap<string, SeatInfo>, changes: Seats): ReadonlyMap<string, SeatInfo> {
  const seats = new Map(before);
  for (const [seat, fields] of Object.entries(changes)) {
    if (fields) seats.set(seat, { ...seats.get(seat), ...fields } as SeatInfo);
    else seats.delete(seat);
  }
  return new Map([...seats].toSorted(([one], [other]) => Number(one) - Number(other)));
}

function listIn(fields: Fields, name: string): readonly unknown[] {
  const found = fields[name];
  return Array.isArray(found) ? found : [];
}

/** Return a list after its cuts, which come from the end to the beginning. */
export function spliced<Item>(list: readonly Item[], cuts: readonly Cut<Item>[]): readonly Item[] {
  const made = [...list];
  for (const [at, gone, come] of cuts) made.splice(at, gone, ...come);
  return made;
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}

/** Return rows one by one: `[[text, text]]` in a row stands for as many rows. */
export function unbundled(rows: readonly Row[]): readonly Row[] {
  return rows.flatMap((row) => {
    const at = row.findIndex((part) => isList(part) && Array.isArray(part[0]));
    const part = row[at];
    const texts = isList(part) && Array.isArray(part[0]) ? (part[0] as readonly string[]) : null;
    return texts ? texts.map((text) => row.with(at, text)) : [row];
  });
}

/** Return rows as offers. Neighbours of one kind with the same other parts are one offer with a list of names. */
export function offersOf(
  rows: readonly Row[],
  kinds: readonly OfferKind[],
  known: readonly Offer[] = [],
): readonly Offer[] {
  const groups: { readonly key: string; readonly row: Row; readonly names: string[] }[] = [];
  for (const row of rows) {
    const at = placeOfName(row, kinds);
    const key = JSON.stringify(row.with(at, null));
    const last = groups.at(-1);
    if (at > 0 && last?.key === key) last.names.push(String(row[at]));
    else groups.push({ key, row, names: at > 0 ? [String(row[at])] : [] });
  }
  const before = new Map(known.map((offer) => [JSON.stringify(offer), offer]));
  return groups.map(({ row, names }) => {
    const offer = offerOf(row, names, kindOf(row, kinds));
    return before.get(JSON.stringify(offer)) ?? offer;
  });
}

const NO_KIND: OfferKind = { act: { do: '', by: 'nobody' } };

function kindOf([kind]: Row, kinds: readonly OfferKind[]): OfferKind {
  return kinds[Number(kind)] ?? NO_KIND;
}

/** Return the place in a row of its one name of a list, or 0. */
function placeOfName(row: Row, kinds: readonly OfferKind[]): number {
  const { parts = [], dials = {} } = kindOf(row, kinds);
  return 1 + parts.findIndex((name, at) => dials[name]?.dial === 'one_of' && !isList(row[at + 1]));
}

function isList(part: Part | undefined): part is Extract<Part, readonly unknown[]> {
  return Array.isArray(part);
}

function offerOf([, ...parts]: Row, names: readonly string[], kind: OfferKind): Offer {
  const act: Record<string, PartValue> = {};
  const dials: Record<string, Dial> = {};
  (kind.parts ?? []).forEach((name, at) => {
    const part = parts[at] ?? null;
    const dial = kind.dials?.[name];
    if (dial?.dial === 'range') {
      const [least = 0, most = least, usual = least] = isList(part) ? part.map(Number) : [];
      dials[name] = { ...dial, dial: 'range', least, most };
      act[name] = usual;
    } else if (dial?.dial === 'one_of') {
      const [usual, ...values] = isList(part) ? part.map(String) : [String(part), ...names];
      dials[name] = { ...dial, dial: 'one_of', values };
      act[name] = usual ?? null;
    } else {
      if (dial) dials[name] = { most: 0, ...dial, dial: 'line' };
      act[name] = isList(part) ? null : part;
    }
  });
  return { act: { ...kind.act, ...act } as Deed, clause: kind.clause ?? '', dials };
}

/** Return the events of a difference with their numbers and places. `since` is the number of the state before. */
export function numbered(
  { number, of, events = [] }: Pick<Difference, 'number' | 'of' | 'events'>,
  since: number,
): readonly NumberedHallEvent[] {
  const counts = of ?? [events.length];
  const first = of ? since + 1 : number;
  const places = counts.flatMap((count, state) =>
    Array.from({ length: count }, (_, nth) => ({ number: first + state, nth })),
  );
  return events.flatMap((event, at) => {
    const place = places[at];
    return place ? [{ ...place, event }] : [];
  });
}
