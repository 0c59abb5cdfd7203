import type { Dial } from './generated/common';
import type { Clock, SeatInfo } from './generated/live';
import type { Offer, View } from './generated/table';
import type { Deed, Shows } from './deeds';

/** A change of a list: from this place so many items go, and these come. */
export type Cut<Item> = readonly [at: number, gone: number, come: readonly Item[]];

/** A part of a row: a range `[least, most]` or `[least, most, usual]`, a list of names, or the value itself. */
export type Part = string | number | boolean | null | readonly (string | number)[];

/** An offer: the number of its kind, and its parts in the kind's order. */
export type Row = readonly [kind: number, ...parts: Part[]];

/** The fields that offers of one kind share. Ranges lack their limits, and lists their names. */
export interface Kind {
  readonly act: Pick<Deed, 'do' | 'by'>;
  readonly parts: readonly string[];
  readonly clause?: string;
  readonly dials?: Readonly<Record<string, Partial<Dial>>>;
}

/** The whole of a table, as the first message and a change of viewpoint bring it. */
export interface Whole {
  readonly number: number;
  readonly view: Omit<View, 'offers'>;
  readonly seats: readonly SeatInfo[];
  readonly cash?: number | null;
  readonly clock?: Clock | null;
  readonly receipt?: string;
  readonly kinds?: readonly Kind[];
  readonly offers?: Readonly<Record<string, readonly Row[]>>;
}

/** The difference between two states of a table. `set` comes before `splice`. Absent fields have not changed. */
export interface Difference {
  readonly number: number;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly splice?: Readonly<Record<string, readonly Cut<unknown>[]>>;
  readonly receipt?: string;
}

/** A table as a viewpoint sees it. */
export interface TableState {
  readonly number: number;
  readonly view: View;
  readonly seats: readonly SeatInfo[];
  readonly cash: number | null;
  readonly clock: Clock | null;
  readonly receipt: string;
}

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
  #kinds: readonly Kind[];
  #rows: ReadonlyMap<string, readonly Row[]>;
  #receipt: string;
  #offers: readonly Offer[] = [];
  #madeFrom: readonly Row[] = [];
  #state: TableState;

  constructor(whole: Whole) {
    const { shows, ...fields } = whole.view;
    this.#number = whole.number;
    this.#fields = { ...fields, cash: whole.cash ?? null, clock: whole.clock ?? null };
    this.#shows = shows;
    this.#seats = new Map(whole.seats.map((seat) => [String(seat.seat), seat]));
    this.#kinds = whole.kinds ?? [];
    this.#rows = new Map(Object.entries(whole.offers ?? {}));
    this.#receipt = whole.receipt ?? '';
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
    if (name === 'kinds') this.#kinds = spliced(this.#kinds, cuts as readonly Cut<Kind>[]);
    else if (name === 'offers') {
      const rows = spliced(this.#rows.get(this.#phase) ?? [], cuts as readonly Cut<Row>[]);
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
    const { cash, clock, ...fields } = this.#fields;
    const view = {
      ...fields,
      shows: this.#shows as Shows,
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
      receipt: this.#receipt,
    };
  }
}

type Seats = Readonly<Record<string, Partial<SeatInfo> | null>>;

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

/** Return rows as offers. Neighbours of one kind with the same other parts are one offer with a list of names. */
export function offersOf(
  rows: readonly Row[],
  kinds: readonly Kind[],
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
    const offer = offerOf(row, names, kinds[row[0]] ?? NO_KIND);
    return before.get(JSON.stringify(offer)) ?? offer;
  });
}

const NO_KIND: Kind = { act: { do: '', by: 'nobody' }, parts: [] };

/** Return the place in a row of its one name of a list, or 0. */
function placeOfName([kind, ...parts]: Row, kinds: readonly Kind[]): number {
  const { parts: names = [], dials = {} } = kinds[kind] ?? NO_KIND;
  return 1 + names.findIndex((name, at) => dials[name]?.dial === 'one_of' && !Array.isArray(parts[at]));
}

function offerOf([, ...parts]: Row, names: readonly string[], kind: Kind): Offer {
  const act: Record<string, Deed[string]> = {};
  const dials: Record<string, Dial> = {};
  kind.parts.forEach((name, at) => {
    const part = parts[at] ?? null;
    const dial = kind.dials?.[name];
    const list: readonly (string | number)[] = part !== null && typeof part === 'object' ? part : names;
    if (dial?.dial === 'range') {
      const [least = 0, most = least, usual = least] = list.map(Number);
      dials[name] = { ...dial, dial: 'range', least, most };
      act[name] = usual;
    } else if (dial?.dial === 'one_of') {
      dials[name] = { ...dial, dial: 'one_of', values: list.map(String) };
      act[name] = list[0] ?? null;
    } else {
      if (dial) dials[name] = dial as Dial;
      act[name] = part !== null && typeof part === 'object' ? null : part;
    }
  });
  return { act: { ...kind.act, ...act }, clause: kind.clause ?? '', dials };
}
