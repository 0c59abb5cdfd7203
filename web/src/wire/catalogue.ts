/** What the catalogue answers, as its description has it (docs/http.md). Fractions are texts «p/q». */

export interface Problem {
  readonly code: string;
  readonly clause: string | null;
  readonly says: string;
}

export interface Progress {
  readonly what: string;
  readonly done: number;
  readonly whole: number;
}

export interface Job {
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly address: string;
  readonly seconds: number;
  readonly progress: Progress | null;
  readonly result: unknown;
  readonly error: Problem | null;
}

export interface About {
  readonly version: string;
  readonly edition: string;
  readonly languages: readonly string[];
  readonly norms: readonly string[];
}

export interface Catalogue {
  readonly language: string;
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly games: Readonly<Record<string, string>>;
}

export type Stage = 'whole' | 'amended parts only';

export interface Game {
  readonly game: string;
  readonly name: string;
  readonly says: string;
  readonly norms: Readonly<Record<string, Stage>>;
  readonly norm: string;
  readonly playable: boolean;
}

export interface Games {
  readonly games: readonly Game[];
}

export type Scalar = string | number | boolean | null;
export type Value = Scalar | readonly Value[] | { readonly [name: string]: Value };

export interface Frame extends Game {
  readonly jurisdiction: string;
  readonly stage: Stage;
  readonly cite: readonly string[];
  readonly borrowed: Readonly<Record<string, Value>>;
  readonly readings: readonly { readonly clause: string; readonly asks: string; readonly applies: string }[];
}

export interface Choice {
  readonly choice: string;
  readonly part: string;
  readonly says: string;
  readonly unit: string;
  readonly default: Value;
  readonly must_be_stated: boolean;
  readonly one_of: readonly Scalar[];
  readonly least: number | string | null;
  readonly most: number | string | null;
  readonly least_clause: string;
  readonly most_clause: string;
  readonly lawful: string;
  readonly cite: readonly string[];
  readonly reading: boolean;
  readonly example: Value;
  readonly example_says: string;
}

export interface SetUp {
  readonly game: string;
  readonly norm: string;
  readonly choices: readonly Choice[];
  readonly things: Readonly<Record<string, { readonly says: string; readonly cite: readonly string[] }>>;
  readonly example: { readonly choices: Readonly<Record<string, Value>>; readonly lawful: boolean };
  readonly minds: readonly string[];
}

export interface Norm {
  readonly norm: string;
  readonly jurisdiction: string;
  readonly region: string;
  readonly title: string;
  readonly gazette: string;
  readonly signed: string;
  readonly published: string | null;
  readonly in_force_earliest: string;
  readonly in_force_latest: string;
  readonly amends: readonly {
    readonly of: string;
    readonly says: string;
    readonly cite: readonly string[];
    readonly replaces: readonly string[];
  }[];
  readonly cite: readonly string[];
  readonly games: Readonly<Record<string, Stage>>;
  readonly clauses: number;
}

export interface Norms {
  readonly norms: readonly Norm[];
}

export interface Clause {
  readonly id: string;
  readonly norm: string;
  readonly game: string;
  readonly path: readonly string[];
  readonly kind: string;
  readonly duty: string;
  readonly says: string;
  readonly see: readonly string[];
  readonly erratum: string | null;
  readonly reading: { readonly applies: string; readonly asks: string; readonly why: string } | null;
  readonly replaced: {
    readonly norm: string;
    readonly says: string;
    readonly cite: readonly string[];
  } | null;
}

export interface Clauses {
  readonly clauses: readonly Clause[];
  readonly total: number;
}

export interface Beside {
  readonly clause: Clause;
  readonly beside: Readonly<Record<string, readonly BesideRule[]>>;
}

export interface BesideRule {
  readonly rule: string;
  readonly same_figures: boolean;
  readonly borrowed: boolean;
  readonly clauses: readonly Clause[];
}

export interface BetOdds {
  readonly edge: string;
  readonly edge_float: number;
  readonly per: string;
  readonly exact: boolean;
  readonly within: number | null;
  readonly sd: number | null;
  readonly hit: string | null;
  readonly hit_float: number | null;
  readonly distribution: readonly (readonly [string, string])[];
}

export interface Advice {
  readonly bet: string;
  readonly best: string;
  readonly worth: Readonly<Record<string, string>>;
  readonly says?: readonly string[];
  readonly chart?: readonly {
    readonly hand: { readonly code: string; readonly points?: number; readonly card?: string };
    readonly against: Readonly<Record<string, string>>;
  }[];
  readonly table?: readonly {
    readonly when: Readonly<Record<string, string>>;
    readonly best: string;
    readonly worth: Readonly<Record<string, string>>;
  }[];
}

export interface Odds {
  readonly game: string;
  readonly norm: string;
  readonly choices: Readonly<Record<string, Value>>;
  readonly bets: Readonly<Record<string, BetOdds>>;
}

export interface Strategy {
  readonly strategy: readonly Advice[];
}

export interface Spot {
  readonly name: string;
  readonly kind: string;
  readonly clauses: readonly string[];
  readonly pays?: string;
  readonly prizes?: readonly {
    readonly combination: string;
    readonly pays: string;
    readonly clauses: readonly string[];
  }[];
  readonly least: number | null;
  readonly most: number | null;
  readonly words: string;
}

export interface Layout {
  readonly game: string;
  readonly norm: string;
  readonly choices: Readonly<Record<string, Value>>;
  readonly layout: { readonly seats: number; readonly spots: readonly Spot[] };
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface Side {
  readonly figures: Readonly<Record<string, Value>>;
  readonly cite: readonly string[];
}

export interface Difference {
  readonly path: string;
  readonly one: Side | null;
  readonly other: Side | null;
}

export interface Diff {
  readonly game: string;
  readonly one: { readonly norm: string };
  readonly other: { readonly norm: string };
  readonly rules: readonly Difference[];
  readonly choices: readonly Difference[];
  readonly wording: readonly Difference[];
  readonly edges: readonly {
    readonly bet: string;
    readonly per: string;
    readonly one: string | null;
    readonly other: string | null;
    readonly change: string | null;
  }[];
}

export interface ParSheet {
  readonly game: string;
  readonly norm: string;
  readonly edition: string;
  readonly program: string;
  readonly version: string;
  readonly payouts: readonly {
    readonly bet: string;
    readonly called: string;
    readonly pays: string | null;
    readonly cite: readonly string[];
    readonly borrowed: boolean;
  }[];
  readonly choices: readonly {
    readonly option: { readonly name: string; readonly unit: string; readonly cite: readonly string[] };
    readonly value: Value;
    readonly says: string;
  }[];
  readonly readings: readonly { readonly clause: string; readonly applies: string }[];
  readonly odds: Readonly<Record<string, ParOdds>>;
  readonly mathematics: Readonly<Record<string, Mathematics>>;
  readonly effects: readonly {
    readonly choice: string;
    readonly value: Value;
    readonly edges: Readonly<Record<string, string | null>>;
  }[];
  readonly called: Readonly<Record<string, string>>;
  readonly advice: readonly string[];
}

export interface ParOdds {
  readonly edge: string;
  readonly per: string;
  readonly sd: number | null;
  readonly hit: string | null;
  readonly distribution: readonly (readonly [string, string])[];
  readonly exact: boolean;
  readonly within: number | null;
}

export interface Mathematics {
  readonly method: string;
  readonly moments: {
    readonly returned: string;
    readonly sd: number;
    readonly skewness: number | null;
    readonly excess_kurtosis: number | null;
    readonly outcomes: readonly { readonly net: string; readonly chance: string; readonly part: string }[];
    readonly volatility: readonly (readonly [string, number])[];
    readonly intervals: readonly {
      readonly rounds: number;
      readonly level: string;
      readonly low: number;
      readonly high: number;
    }[];
  } | null;
}

export interface PlacardLine {
  readonly what: string;
  readonly figure: string;
  readonly limits: string;
  readonly within: boolean;
}

export interface Placard {
  readonly title: string;
  readonly under: string;
  readonly headlines: readonly PlacardLine[];
  readonly parts: readonly {
    readonly title: string;
    readonly lines: readonly PlacardLine[];
    readonly sentences: readonly string[];
  }[];
  readonly ordered: string;
  readonly clauses: string;
}

export interface OpenTables {
  readonly tables: readonly { readonly table: string; readonly game: string; readonly norm: string }[];
}
