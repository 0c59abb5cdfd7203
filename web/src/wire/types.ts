/* What leaves any table, printed from docs/schema by scripts/types.mjs: not to be written by hand. */

export type Who = number | Role;

export type Event = Said | Came | Staked | Withdrew | Slid | Payment | Bought | Took | Fed | PaidOut | Linked | Dealt | Looked | Shown | Parted | Burned | Discarded | Happened | Noted | RoundOver;

export type Dial = Range | OneOf | Line;

export type Claim = ClaimLine;

/** Everybody at a table who has no seat. */
export type Role = "chance" | "croupier" | "floor" | "nobody" | "rail";

/** Words said aloud. */
export interface Said {
  readonly event: "said";
  readonly who: Who;
  readonly words: string;
  readonly clause?: string;
}

/** What the ball, the wheel or the dice showed. */
export interface Came {
  readonly event: "came";
  readonly result: PocketCame | Throw | Points;
  readonly clause?: string;
}

/** Where the ball or the pointer came to rest: what is written there, and its colour. */
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

/** The points of hands, by whose they are; nothing where a hand is void. */
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

/** Chips go from the cloth back to their owner, nothing won or lost. */
export interface Withdrew {
  readonly event: "withdrew";
  readonly seat: number;
  readonly bet: string;
  readonly cents: number;
  readonly clause?: string;
}

/** Chips go from one of a player's bets to another. */
export interface Slid {
  readonly event: "slid";
  readonly seat: number;
  readonly bet: string;
  readonly to: string;
  readonly cents: number;
  readonly clause?: string;
}

/** A bet is decided: of `stake` staked, `returned` is the player's, prize included; and why. */
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

/** A player buys chips; a negative amount is what one who leaves the table takes away. */
export interface Bought {
  readonly event: "bought";
  readonly seat: number;
  readonly cents: number;
  readonly clause?: string;
}

/** The house takes its charge out of chips on the cloth or of a pot: commission, rake, cagnotte. */
export interface Took {
  readonly event: "took";
  readonly seat: number;
  readonly bet: string;
  readonly cents: number;
  readonly clause?: string;
}

/** The house sets money aside for a jackpot: a share of the stakes, or what it starts again with. */
export interface Fed {
  readonly event: "fed";
  readonly jackpot: string;
  readonly cents: number;
  readonly clause?: string;
}

/** A jackpot gives the house what it pays a prize with. */
export interface PaidOut {
  readonly event: "paid_out";
  readonly jackpot: string;
  readonly cents: number;
  readonly clause?: string;
}

/** Linked tables have fed a jackpot; a negative amount is what one of them has won of it. */
export interface Linked {
  readonly event: "linked";
  readonly jackpot: string;
  readonly cents: number;
  readonly clause?: string;
}

/** A card is laid before its owner; face down, only the owner may know which. */
export interface Dealt {
  readonly event: "dealt";
  readonly to: number | string;
  readonly card: number | null;
  readonly up: boolean;
  readonly place: number;
}

/** An owner lifts a card that nobody had seen, and alone may know which it is. */
export interface Looked {
  readonly event: "looked";
  readonly owner: number | string;
  readonly card: number | null;
  readonly place: number;
}

/** Cards before their owner are turned face up. */
export interface Shown {
  readonly event: "shown";
  readonly owner: number | string;
  readonly cards: readonly (number | null)[];
  readonly clause?: string;
}

/** A card before an owner becomes another hand of his. */
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

/** A card leaves play, face up or with the hand it belonged to. */
export interface Discarded {
  readonly event: "discarded";
  readonly owner: number | string;
  readonly card: number | null;
  readonly clause?: string;
}

/** An incident is recorded in the form it took, and the clause that decides what follows. */
export interface Happened {
  readonly event: "happened";
  readonly incident: string;
  readonly clause: string;
  readonly form?: Readonly<Record<string, boolean | number | string | readonly string[]>>;
}

/** The floor or the croupier notes a change at the table. */
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

/** An event in its envelope: the number of the state that it led to, and its place among its like. */
export interface Told {
  readonly number: number;
  readonly nth: number;
  readonly event: Event;
}

/** Why an act is not lawful now; where a dial was turned too far, with what it may show. */
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

/** One thing that is not as the law has it: in which choice, under which clause, with which figures. */
export interface Fault {
  readonly choice: string | null;
  readonly code: string;
  readonly clause: string | null;
  readonly figures?: Readonly<Record<string, boolean | number | string | readonly string[]>>;
  readonly says?: Text | null;
}

/** The same in Spanish, Catalan and English; figures stand in braces. */
export interface Text {
  readonly es: string;
  readonly ca: string;
  readonly en: string;
}

/** An amount: from, to, and by which step. */
export interface Range {
  readonly dial: "range";
  readonly least: number;
  readonly most: number;
  readonly step?: number;
  readonly clause?: string;
  readonly most_clause?: string;
}

/** One thing out of a closed list. */
export interface OneOf {
  readonly dial: "one_of";
  readonly values: readonly string[];
  readonly clause?: string;
}

/** Words of one's own on one line, or none; nothing follows from what they say. */
export interface Line {
  readonly dial: "line";
  readonly most: number;
  readonly clause?: string;
}

/** All that a table has on its cloth and around it. */
export interface Layout {
  readonly seats: number;
  readonly spots: readonly Spot[];
  readonly cards?: readonly CardPlace[];
  readonly pots?: readonly Pot[];
  readonly markers?: readonly Marker[];
  readonly wheel?: readonly PocketDrawn[];
}

/** A place for chips: its name in the grammar of bets, what it pays, and where the law says so. */
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

/** A row of a pay table: what a combination pays to one. */
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

/** Where the cards, tiles or rows of an owner lie; `seat` is who has them before him. */
export interface CardPlace {
  readonly owner: number | string;
  readonly seat?: number | null;
  readonly at?: Area;
}

/** Where chips lie that are nobody's until they are won: the pots of a hand, a jackpot. */
export interface Pot {
  readonly name: string;
  readonly clauses: readonly string[];
  readonly at?: Area;
}

/** A thing that marks a seat, a bet or a number; `fact` names what a view shows of where it is. */
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

/** What a record was played under. */
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

/** Claims as a line of a record. */
export interface ClaimLine {
  readonly claimed: Claimed;
}

/** What is said of one round; nothing where the file does not tell. */
export interface Claimed {
  readonly paid?: readonly Paid[] | null;
  readonly laid?: readonly string[] | null;
  readonly round?: string;
  readonly time?: string;
  readonly table?: string;
  readonly croupier?: string;
}

/** What a player is said to have got back of a bet, prize included. */
export type Paid = readonly [number, string, number];

/** The last line of a record. */
export interface Seal {
  readonly lines: number;
  readonly last: string;
  readonly seed?: string | null;
  readonly player_seed?: string | null;
  readonly signed?: Signature;
}

/** A house's name under a seal (`novamas.record.signing`). */
export interface Signature {
  readonly table: string;
  readonly house: string;
  readonly signature: string;
}

/** Where a record does not hold: the first line that does not, what it should say and what it says. */
export interface Break {
  readonly code: string;
  readonly line: number;
  readonly expected?: number | string | null;
  readonly found?: number | string | null;
  readonly refusal?: Refusal | null;
  readonly game?: string;
}
