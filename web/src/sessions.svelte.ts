const KEY = 'novamas.sessions';
const MOST = 40;
const MOST_ROUNDS = 1000;

/** A round that was played in this browser: its bets and what they won, in céntimos. */
export interface SessionRound {
  readonly round: number;
  readonly bets: Readonly<Record<string, number>>;
  readonly won: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Decisions for which the coach knew the cost of every answer. */
export interface Decisions {
  readonly known: number;
  readonly best: number;
  /** What the others cost, in céntimos. */
  readonly cost: number;
}

/** A session: the rounds at one table. */
export interface KeptSession {
  readonly table: string;
  readonly game: string;
  readonly norm: string;
  readonly choices: Readonly<Record<string, unknown>>;
  readonly began: number;
  readonly rounds: readonly SessionRound[];
  readonly decisions: Decisions;
}

/** The facts of a table that a session keeps. */
export type TableOfSession = Pick<KeptSession, 'table' | 'game' | 'norm' | 'choices'>;

const NO_DECISIONS: Decisions = { known: 0, best: 0, cost: 0 };

/** The sessions that were played in this browser, the newest first. They are stored only here. */
class Sessions {
  kept = $state.raw<readonly KeptSession[]>(read());

  of(table: string): KeptSession | null {
    return this.kept.find((one) => one.table === table) ?? null;
  }

  /** Store a round. One that is known is not counted twice. */
  played(of: TableOfSession, round: SessionRound): void {
    this.#change(of, (session) =>
      session.rounds.some((one) => one.round === round.round)
        ? session
        : { ...session, rounds: [...session.rounds, round].slice(-MOST_ROUNDS) },
    );
  }

  /** Store a decision by its cost against the best one. */
  decided(of: TableOfSession, cost: number): void {
    this.#change(of, (session) => {
      const { known, best, cost: sum } = session.decisions;
      return {
        ...session,
        decisions: { known: known + 1, best: best + (cost === 0 ? 1 : 0), cost: sum + cost },
      };
    });
  }

  forget(table: string): void {
    this.#store(this.kept.filter((one) => one.table !== table));
  }

  #change(of: TableOfSession, change: (session: KeptSession) => KeptSession): void {
    const { table, game, norm, choices } = of;
    const before = this.of(table) ?? {
      ...{ table, game, norm, choices, began: Date.now() },
      rounds: [],
      decisions: NO_DECISIONS,
    };
    this.#store([change(before), ...this.kept.filter((one) => one.table !== table)].slice(0, MOST));
  }

  #store(kept: readonly KeptSession[]): void {
    this.kept = kept;
    localStorage.setItem(KEY, JSON.stringify(kept));
  }
}

function read(): readonly KeptSession[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as readonly KeptSession[]) : [];
  } catch {
    return [];
  }
}

/** Return the choices of a table as a request names them. */
export function choicesNamed(choices: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(choices)
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => `${name}=${String(value)}`);
}

/** Return the hours from the beginning of a session to the end of its last round. */
export function hoursOf({ began, rounds }: KeptSession): number {
  return Math.max(0, (rounds.at(-1)?.at ?? began) - began) / 3_600_000;
}

/** Return the bankroll after each round, from zero. */
export function bankrollOf(rounds: readonly SessionRound[]): readonly number[] {
  let sum = 0;
  return rounds.map(({ won }) => (sum += won));
}

export const sessions = new Sessions();
