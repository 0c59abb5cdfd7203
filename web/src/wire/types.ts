/* What leaves any table, printed from docs/schema by scripts/types.mjs: not to be written by hand. */

export type Who = number | Role;

export type Event = Said | Came | Staked | Withdrew | Slid | Payment | Bought | Took | Fed | PaidOut | Linked | Dealt | Looked | Shown | Parted | Burned | Discarded | Happened | Noted | RoundOver;

export type Told = NumberedEvent;

export type Dial = Range | OneOf | Line;

export type Claim = ClaimLine;

export type Break = ChainBreak;

/** A participant without a seat. */
export type Role = "chance" | "croupier" | "floor" | "nobody" | "rail";

/** Words spoken aloud. */
export interface Said {
  readonly event: "said";
  readonly who: Who;
  readonly words: string;
  readonly clause?: string;
}

/** A result of the ball, the wheel, the dice or the cards. */
export interface Came {
  readonly event: "came";
  readonly result: PocketCame | Throw | Points;
  readonly clause?: string;
}

/** The pocket in which the ball or the pointer stopped: its label and its colour. */
export interface PocketCame {
  readonly result: "pocket";
  readonly label: string;
  readonly colour: string;
}

/** The upper faces of the dice. */
export interface Throw {
  readonly result: "throw";
  readonly dice: readonly number[];
}

/** The points of each hand, by its owner. A void hand has None. */
export interface Points {
  readonly result: "points";
  readonly hands: readonly (readonly [string, number | null])[];
}

/** Chips go from a player to the cloth. */
export interface Staked {
  readonly event: "staked";
  readonly seat: number;
  readonly bet: string;
  readonly cents: number;
  readonly clause?: string;
}

/** Chips go from the cloth back to their owner. Nothing is won or lost. */
export interface Withdrew {
  readonly event: "withdrew";
  readonly seat: number;
  readonly bet: string;
  readonly cents: number;
  readonly clause?: string;
}

/** Chips go from one bet of a player to another. */
export interface Slid {
  readonly event: "slid";
  readonly seat: number;
  readonly bet: string;
  readonly to: string;
  readonly cents: number;
  readonly clause?: string;
}

/** A bet is decided: the player staked `stake` and gets `returned`, which includes any prize. */
export interface Payment {
  readonly event: "payment";
  readonly seat: number;
  readonly bet: string;
  readonly stake: number;
  readonly returned: number;
  readonly clauses: readonly string[];
  readonly rate?: string | null;
  readonly stays?: boolean;
  readonly against?: readonly [number, string] | null;
}

/** A player buys chips. A negative amount is taken away by a player who leaves the table. */
export interface Bought {
  readonly event: "bought";
  readonly seat: number;
  readonly cents: number;
  readonly clause?: string;
}

/** The house deducts its charge from chips on the cloth or from a pot: commission, rake, cagnotte. */
export interface Took {
  readonly event: "took";
  readonly seat: number;
  readonly bet: string;
  readonly cents: number;
  readonly clause?: string;
}

/** The house adds money to a jackpot: a share of the stakes, or its starting amount. */
export interface Fed {
  readonly event: "fed";
  readonly jackpot: string;
  readonly cents: number;
  readonly clause?: string;
}

/** A jackpot gives the house the money for a prize. */
export interface PaidOut {
  readonly event: "paid_out";
  readonly jackpot: string;
  readonly cents: number;
  readonly clause?: string;
}

/** Linked tables feed a jackpot. A negative amount was won at one of them. */
export interface Linked {
  readonly event: "linked";
  readonly jackpot: string;
  readonly cents: number;
  readonly clause?: string;
}

/** A card is dealt to its owner. If it is face down, only the owner may know it. */
export interface Dealt {
  readonly event: "dealt";
  readonly to: number | string;
  readonly card: number | null;
  readonly up: boolean;
  readonly place: number;
}

/** An owner looks at a card that no one had seen. Only the owner may know it. */
export interface Looked {
  readonly event: "looked";
  readonly owner: number | string;
  readonly card: number | null;
  readonly place: number;
}

/** Cards of an owner are turned face up. */
export interface Shown {
  readonly event: "shown";
  readonly owner: number | string;
  readonly cards: readonly (number | null)[];
  readonly clause?: string;
}

/** A card or hand of an owner becomes part of another hand. */
export interface Parted {
  readonly event: "parted";
  readonly owner: number | string;
  readonly to: number | string;
  readonly clause?: string;
}

/** A card leaves the shoe unseen. */
export interface Burned {
  readonly event: "burned";
  readonly place: number;
  readonly clause?: string;
}

/** A card leaves play. `card` is None if it was face down. */
export interface Discarded {
  readonly event: "discarded";
  readonly owner: number | string;
  readonly card: number | null;
  readonly clause?: string;
}

/** An incident is recorded in the form it took, with the clause that decides the consequences. */
export interface Happened {
  readonly event: "happened";
  readonly incident: string;
  readonly clause: string;
  readonly form?: Readonly<Record<string, boolean | number | string | readonly string[]>>;
}

/** The table chief or the croupier notes a change at the table. */
export interface Noted {
  readonly event: "noted";
  readonly code: string;
  readonly clause?: string;
  readonly figures?: Readonly<Record<string, boolean | number | string | readonly string[]>>;
  readonly by?: Who;
}

/** A round has ended. */
export interface RoundOver {
  readonly event: "round_over";
}

/** An event with the number of the state it led to and its position among the events of that state. */
export interface NumberedEvent {
  readonly number: number;
  readonly nth: number;
  readonly event: Event;
}

/** The reason why an act is not lawful now. For a dial out of range, also the values it allows. */
export interface Refusal {
  readonly code: string;
  readonly clause: string;
  readonly dial?: string;
  readonly given?: number | string | null;
  readonly least?: number | null;
  readonly most?: number | null;
  readonly step?: number | null;
  readonly near?: readonly string[];
  readonly figures?: Readonly<Record<string, boolean | number | string | readonly string[]>>;
}

/** One breach of the law in a set-up: the choice, the code, the clause and the values. */
export interface Fault {
  readonly choice: string | null;
  readonly code: string;
  readonly clause: string | null;
  readonly figures?: Readonly<Record<string, boolean | number | string | readonly string[]>>;
  readonly says?: Text | null;
}

/** A text in Spanish, Catalan and English, with figures in braces. */
export interface Text {
  readonly es: string;
  readonly ca: string;
  readonly en: string;
}

/** A number or an amount between a minimum and a maximum, in steps. */
export interface Range {
  readonly dial: "range";
  readonly least: number;
  readonly most: number;
  readonly step?: number;
  readonly clause?: string;
  readonly most_clause?: string;
}

/** One value of a closed list. */
export interface OneOf {
  readonly dial: "one_of";
  readonly values: readonly string[];
  readonly clause?: string;
}

/** One line of free text, possibly empty. The text has no consequences in the game. */
export interface Line {
  readonly dial: "line";
  readonly most: number;
  readonly clause?: string;
}

/** All objects on and around a table. */
export interface Layout {
  readonly seats: number;
  readonly spots: readonly Spot[];
  readonly cards?: readonly CardPlace[];
  readonly pots?: readonly Pot[];
  readonly markers?: readonly Marker[];
  readonly wheel?: readonly PocketDrawn[];
}

/** A place for chips: its name in the grammar of bets, what it pays and the clauses that say so. */
export interface Spot {
  readonly name: string;
  readonly kind: string;
  readonly clauses: readonly string[];
  readonly pays?: string | null;
  readonly prizes?: readonly Prize[];
  readonly covers?: readonly number[];
  readonly order?: number;
  readonly seat?: number | null;
  readonly lays?: readonly (readonly [string, number])[];
  readonly at?: Area;
}

/** A row of a pay table: a combination and what it pays to 1. */
export interface Prize {
  readonly combination: string;
  readonly pays: string;
  readonly clauses: readonly string[];
}

/** A rectangle on the grid, in units: its upper left corner, its height and its width. */
export interface Area {
  readonly row: number;
  readonly column: number;
  readonly height: number;
  readonly width: number;
}

/** The place of an owner's cards, tiles or rows of cards. `seat` is the player they are in front of. */
export interface CardPlace {
  readonly owner: number | string;
  readonly seat?: number | null;
  readonly at?: Area;
}

/** The place of chips that have no owner until they are won: the pots of a hand, a jackpot. */
export interface Pot {
  readonly name: string;
  readonly clauses: readonly string[];
  readonly at?: Area;
}

/** An object that marks a seat, a bet or a number. `fact` is the field of the view that locates it. */
export interface Marker {
  readonly name: string;
  readonly clauses: readonly string[];
  readonly fact?: string;
}

/** A pocket of a wheel. */
export interface PocketDrawn {
  readonly label: string;
  readonly number: number;
  readonly colour: string;
}

/** The first line of a record: the conditions of play. */
export interface Header {
  readonly game: string;
  readonly norm: string;
  readonly edition: string;
  readonly choices: Readonly<Record<string, unknown>>;
  readonly novamas?: string;
  readonly opened?: string | null;
  readonly cash?: Readonly<Record<string, number>> | null;
  readonly commitment?: string | null;
  readonly player_commitment?: string | null;
  readonly number?: number | null;
  readonly minds?: Readonly<Record<string, string>> | null;
  readonly figures?: Readonly<Record<string, unknown>> | null;
}

/** A line of a record that holds claims. */
export interface ClaimLine {
  readonly claimed: Claimed;
}

/** The claims about one round. A field is None or empty if the source does not report it. */
export interface Claimed {
  readonly paid?: readonly Paid[] | null;
  readonly laid?: readonly string[] | null;
  readonly round?: string;
  readonly time?: string;
  readonly table?: string;
  readonly croupier?: string;
}

/** The amount that a player is claimed to have got back for a bet, prize included. */
export type Paid = readonly [number, string, number];

/** The last line of a record. */
export interface Seal {
  readonly lines: number;
  readonly last: string;
  readonly seed?: string | null;
  readonly player_seed?: string | null;
  readonly signed?: Signature;
}

/** A house's signature of a seal (`novamas.record.signatures`). */
export interface Signature {
  readonly table: string;
  readonly house: string;
  readonly signature: string;
}

/** The first line at which a record does not hold, with the expected and the found value. */
export interface ChainBreak {
  readonly code: string;
  readonly line: number;
  readonly expected?: number | string | null;
  readonly found?: number | string | null;
  readonly refusal?: Refusal | null;
  readonly game?: string;
}
