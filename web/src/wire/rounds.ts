/** What is answered of tables that are checked and rounds that are played, replayed or audited. */

export interface Finding {
  readonly severity: 'red' | 'amber';
  readonly table: string | null;
  readonly game: string | null;
  readonly code: string;
  readonly clause: string | null;
  readonly says: string;
  readonly law: string | null;
  readonly line: number | null;
  readonly field: string | null;
  readonly lawful_says: string | null;
  readonly why: readonly string[];
}

export interface Checked {
  readonly tables: number;
  readonly red: number;
  readonly amber: number;
  readonly findings: readonly Finding[];
}

export interface Paid {
  readonly payment: number;
  readonly seat: number;
  readonly bet: string;
  readonly stake: number;
  readonly returned: number;
  readonly arithmetic: string;
  readonly clauses: readonly {
    readonly id: string;
    readonly says: string;
    readonly reading: string | null;
    readonly borrowed: string | null;
  }[];
}

export interface RoundStep {
  readonly phase: string;
  readonly deed: string;
  readonly told: readonly string[];
  readonly clauses: readonly string[];
  readonly payments: readonly Paid[];
}

export interface RoundPlayed {
  readonly game: string;
  readonly norm: string;
  readonly seed: number;
  readonly steps: readonly RoundStep[];
  readonly record: string;
}

export interface Departure {
  readonly kind: string;
  readonly code: string;
  readonly line: number | null;
  readonly round: string;
  readonly seat: number | null;
  readonly bet: string | null;
  readonly due: number | null;
  readonly claimed: number | null;
  readonly clause: string | null;
  readonly says: string;
}

export interface Audited {
  readonly files: readonly {
    readonly file: string;
    readonly game: string;
    readonly norm: string;
    readonly edition: string;
  }[];
  readonly clean: boolean;
  readonly total: number;
  readonly undecided: number;
  readonly departures: readonly Departure[];
  readonly kinds: Readonly<Record<string, { readonly count: number; readonly at_stake: number }>>;
}

export interface Replayed {
  readonly game: string;
  readonly norm: string;
  readonly deeds: readonly { readonly line: number; readonly deed: string }[];
}

export interface Explained {
  readonly payments: readonly (Paid & { readonly line: number })[];
}
