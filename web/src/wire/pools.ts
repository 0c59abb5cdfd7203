/** What the pools answer: those for chips of play, and the organiser's office (docs/schema/openapi.json). */

export type Category = 'seven' | 'six' | 'five' | 'four';

export interface Funds {
  readonly seven: number;
  readonly reserve: number;
}

export interface Horse {
  readonly number: number;
  readonly name: string;
}

export interface Race {
  readonly order: number;
  readonly racecourse: string;
  readonly number: number;
  readonly starts: string;
  readonly horses: readonly (Horse & { readonly ways: number; readonly wins: string })[];
  readonly winner: number | null;
}

/** A ticket with all the elements without which it is not valid. */
export interface Ticket {
  readonly code: string;
  readonly racecourses: readonly string[];
  readonly outlet: string;
  readonly day: string;
  readonly races: readonly {
    readonly order: number;
    readonly racecourse: string;
    readonly number: number;
  }[];
  readonly forecast: string;
  readonly form: string;
  readonly game: string;
  readonly cents: number;
}

export interface CategoryWon {
  readonly category: Category;
  readonly clause: string;
  readonly columns: number;
  readonly each: number;
  readonly cents: number;
}

export interface Bet {
  readonly ticket: Ticket;
  readonly hits: readonly boolean[];
  readonly won: number;
  readonly wins: readonly CategoryWon[];
  readonly paid_where: string | null;
  readonly paid: {
    readonly cents: number;
    readonly place: PaidAt;
    readonly means: 'cash' | 'cheque';
    readonly payee: string;
  } | null;
}

export type PaidAt = 'outlet' | 'office';

export interface Shared {
  readonly columns: number;
  readonly takings: number;
  readonly prize_money: number;
  readonly organiser: number;
  readonly brought: Funds;
  readonly left: Funds;
  readonly prizes: readonly {
    readonly category: Category;
    readonly clause: string;
    readonly winners: number;
    readonly each: number;
    readonly cents: number;
  }[];
  readonly steps: readonly { readonly code: string; readonly clause: string; readonly says: string }[];
}

export interface RaceDay {
  readonly day: string;
  readonly price: number;
  readonly prize_share: string;
  readonly form: string;
  readonly others: number;
  readonly commitment: string;
  readonly seed: string | null;
  readonly races: readonly Race[];
  readonly bets: readonly Bet[];
  readonly shared: Shared | null;
  readonly first_day: string;
  readonly last_day: string;
  readonly clauses: Readonly<Record<string, string>>;
}

/** Somebody's season of Lototrot, the newest day first. */
export interface Season {
  readonly purse: number;
  readonly today: string;
  readonly funds: Funds;
  readonly days: readonly RaceDay[];
}

export interface Quote {
  readonly columns: number;
  readonly cents: number;
  readonly form: string;
  readonly chances: readonly {
    readonly category: Category;
    readonly clause: string;
    readonly chance: string;
  }[];
  readonly nothing: string;
}

export interface Voucher {
  readonly code: string;
  readonly issue: string;
  readonly ticket: number;
  readonly prize: string;
  readonly cents: number;
  readonly thing: string;
  readonly on: string;
  readonly last_day: string;
  readonly issued: string;
  readonly paid_where: string;
  readonly term: string;
  readonly paid: { readonly takes: Takes; readonly clause: string } | null;
}

export type Takes = 'money' | 'thing';

export interface VirtualTicket {
  readonly code: string;
  readonly number: number;
  readonly is_played: boolean;
  readonly act: number;
  readonly cells: readonly string[];
  readonly comes_in: number;
  readonly voucher: Voucher | null;
}

export interface Issue {
  readonly plan: string;
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly presentation: string;
  readonly action: 'descubrir' | 'carrera';
  readonly tickets: number;
  readonly ways: number;
  readonly price: number;
  readonly returned: string;
  readonly hit: string;
  readonly acts: number;
  readonly prizes: readonly {
    readonly name: string;
    readonly times: number;
    readonly cents: number;
    readonly thing: string;
    readonly mark: string;
    readonly chance: string;
  }[];
  readonly marks: readonly { readonly mark: string; readonly called: string }[];
  readonly sold: number;
  readonly awarded: number;
  readonly commitment: string;
  readonly seed: string | null;
  readonly bought: readonly VirtualTicket[];
  readonly clauses: Readonly<Record<string, string>>;
}

/** Somebody's own terminal of Promotrot. */
export interface Terminal {
  readonly purse: number;
  readonly issues: readonly Issue[];
  readonly vouchers: readonly Voucher[];
}

// ---- the organiser's office

export type DayState = 'open' | 'closed' | 'settled' | 'paying';

export interface Accounts {
  readonly seven: number;
  readonly reserve: number;
  readonly organiser: number;
  readonly days: readonly (readonly [string, DayState])[];
}

export interface OfficeDay {
  readonly state: DayState;
  readonly programme: {
    readonly day: string;
    readonly closes: string;
    readonly races: readonly {
      readonly racecourse: string;
      readonly number: number;
      readonly starts: string;
      readonly horses: readonly Horse[];
    }[];
  };
  readonly price: number;
  readonly prize_share: string;
  readonly form: string;
}

export interface Step {
  readonly code: string;
  readonly clause: string;
  readonly figures: Readonly<Record<string, string | number>>;
}

export interface Settlement {
  readonly takings: number;
  readonly prize_money: number;
  readonly organiser: number;
  readonly prizes: readonly {
    readonly category: Category;
    readonly winners: number;
    readonly cents: number;
  }[];
  readonly steps: readonly Step[];
}

export interface DayReport {
  readonly day: string;
  readonly state: DayState;
  readonly price: number;
  readonly prize_share: string;
  readonly sold: Readonly<Record<string, { readonly tickets: number; readonly cents: number }>>;
  readonly withdrawn: Readonly<Record<string, readonly number[]>>;
  readonly results: readonly { readonly race: number; readonly winners: readonly number[] }[];
  readonly settlement: Settlement | null;
  readonly first_day: string | null;
  readonly last_day: string | null;
  readonly waiting: number;
  readonly refunds: number;
}
