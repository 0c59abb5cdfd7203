/** What is said on the socket of a table, by either side, as the server's protocol has it. */

export type Who = number | 'chance' | 'croupier' | 'floor' | 'rail' | 'nobody';
export type Owner = number | string;

/** Something that happens at a table, and by whom; what else it says depends on the game. */
export interface Deed {
  readonly do: string;
  readonly by: Who;
  readonly [part: string]: string | number | boolean | null;
}

export interface RangeDial {
  readonly dial: 'range';
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly clause: string;
  readonly most_clause: string;
}

export interface OneOfDial {
  readonly dial: 'one_of';
  readonly values: readonly string[];
  readonly clause: string;
}

export interface LineDial {
  readonly dial: 'line';
  readonly most: number;
  readonly clause: string;
}

export type Dial = RangeDial | OneOfDial | LineDial;

/** A lawful act with the dials that may still be turned, and the clause that allows it. */
export interface Offer {
  readonly act: Deed;
  readonly clause: string;
  readonly dials: Readonly<Record<string, Dial>>;
}

export type Result =
  | { readonly result: 'pocket'; readonly label: string; readonly colour: string }
  | { readonly result: 'throw'; readonly dice: readonly number[] }
  | { readonly result: 'points'; readonly hands: readonly (readonly [string, number | null])[] };

/** What is noticed at a table; which parts there are depends on the kind. */
export interface TableEvent {
  readonly event: string;
  readonly [part: string]: unknown;
}

export interface Payment extends TableEvent {
  readonly event: 'payment';
  readonly seat: number;
  readonly bet: string;
  readonly stake: number;
  readonly returned: number;
  readonly clauses: readonly string[];
  readonly rate: string | null;
  readonly stays: boolean;
}

export interface Told {
  readonly number: number;
  readonly nth: number;
  readonly event: TableEvent;
}

export type Chips = readonly [seat: number, bet: string, cents: number];
export type Held = readonly [card: number | null, up: boolean, place: number];
export type Pile = readonly [owner: Owner, cards: readonly Held[]];

/** What one pair of eyes sees of a table. */
export interface View {
  readonly eyes: Who;
  readonly turn: Who;
  readonly chips: readonly Chips[];
  readonly piles: readonly Pile[];
  readonly undealt: number;
  readonly purses: readonly number[];
  readonly shows: Readonly<Record<string, unknown>> & { readonly phase: string };
  readonly offers: readonly Offer[];
  readonly number: number;
  readonly rounds: number;
  readonly results: readonly { readonly result: Result }[];
}

export interface Seat {
  readonly seat: number;
  readonly name: string;
  readonly mind: string;
  readonly chips: number;
  readonly ready: boolean;
  readonly leaving: boolean;
}

export interface Pace {
  readonly step_ms: number;
  readonly betting_ms: number;
  readonly patience_ms: number;
}

/** A table as it is shown to whoever comes by. */
export interface TableShown {
  readonly table: string;
  readonly name: string;
  readonly game: string;
  readonly norm: string;
  readonly choices: Readonly<Record<string, unknown>>;
  readonly pace: Pace;
  readonly public: boolean;
  readonly seats: readonly Seat[];
  readonly free: readonly number[];
  readonly roles: Readonly<Record<string, string>>;
  readonly commitment: string | null;
  readonly is_closing: boolean;
  readonly is_closed: boolean;
  readonly is_owner: boolean;
  readonly my_seats: readonly number[];
  readonly my_roles: readonly string[];
}

/** Until when the table waits before it goes on by itself, in microseconds since 1970. */
export interface Clock {
  readonly ends: number;
  readonly now: number;
}

export interface Refusal {
  readonly code: string;
  readonly clause: string;
  readonly dial: string;
  readonly given: number | string | null;
  readonly least: number | null;
  readonly most: number | null;
  readonly step: number | null;
  readonly near: readonly string[];
}

export interface Problem {
  readonly code: string;
  readonly clause: string | null;
  readonly says: string;
}

interface State {
  readonly number: number;
  readonly events: readonly Told[];
  readonly says: readonly string[];
  readonly view: View;
  readonly seats: readonly Seat[];
  readonly cash: number | null;
  readonly clock: Clock | null;
  readonly receipt: string;
}

export interface Greeting extends State {
  readonly type: 'hello';
  readonly table: TableShown;
  readonly eyes: string;
  readonly since: number;
  readonly commitment: string | null;
}

export interface ToldState extends State {
  readonly type: 'told';
}

export interface Answer {
  readonly type: 'answer';
  readonly id: string;
  readonly number: number;
  readonly done: number;
  readonly refusal: Refusal | null;
  readonly says: string;
}

export interface Refused {
  readonly type: 'refused';
  readonly id: string;
  readonly error: Problem;
}

export interface WhyTold {
  readonly type: 'why';
  readonly id: string;
  readonly number: number;
  readonly nth: number;
  readonly payment: Payment;
  readonly says: string;
  readonly arithmetic: string;
  readonly clauses: readonly ClauseTold[];
}

export interface WhyNotTold {
  readonly type: 'why_not';
  readonly id: string;
  readonly refusal: Refusal | null;
  readonly says: readonly string[];
}

export interface ActNotOffered {
  readonly act: Deed;
  readonly refusal: Refusal;
  readonly says: string;
}

export interface NotOfferedTold {
  readonly type: 'not_offered';
  readonly id: string;
  readonly number: number;
  readonly acts: readonly ActNotOffered[];
}

/** What a clause says, how we read it, and from which norm its figures are borrowed. */
export interface ClauseTold {
  readonly id: string;
  readonly says: string;
  readonly reading: string | null;
  readonly borrowed: string | null;
}

/** What would follow from something, and how the table would stand then. */
export interface WhatIfTold {
  readonly type: 'what_if';
  readonly id: string;
  readonly number: number;
  readonly refusal: Refusal | null;
  readonly is_hidden: boolean;
  readonly events: readonly TableEvent[];
  readonly says: readonly string[];
  readonly clauses: readonly ClauseTold[];
  readonly view: View | null;
}

export interface HintTold {
  readonly type: 'hint';
  readonly id: string;
  readonly number: number;
  readonly says: readonly string[];
}

export type Said =
  | Greeting
  | ToldState
  | Answer
  | Refused
  | WhyTold
  | WhyNotTold
  | NotOfferedTold
  | WhatIfTold
  | HintTold
  | { readonly type: 'pong'; readonly id: string; readonly number: number; readonly now: number }
  | { readonly type: 'closing'; readonly number: number }
  | { readonly type: 'bye'; readonly code: number; readonly error: Problem };

/** What answers something that was asked under an id. */
export type Reply = Extract<Said, { readonly id: string }>;

/** What is asked of a table, but for its id. */
export type Asked =
  | { readonly type: 'look'; readonly eyes: string }
  | { readonly type: 'act'; readonly at: number; readonly acts: readonly Deed[] }
  | { readonly type: 'sit'; readonly seat: number; readonly cents: number }
  | { readonly type: 'bot'; readonly seat: number; readonly mind: string }
  | { readonly type: 'send_away'; readonly seat: number }
  | { readonly type: 'take_role' | 'leave_role'; readonly role: 'croupier' | 'floor' }
  | { readonly type: 'stand' | 'ready' | 'close' | 'hint' | 'not_offered' | 'ping' }
  | { readonly type: 'why'; readonly number: number; readonly nth: number }
  | { readonly type: 'why_not' | 'what_if'; readonly act: Deed };
