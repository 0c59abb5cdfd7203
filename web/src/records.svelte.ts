const KEY = 'novamas.records';
const MOST = 200;

/** A table that was played in this browser. */
export interface KeptRecord {
  readonly table: string;
  readonly game: string;
  readonly norm: string;
  readonly on: string;
}

/** The tables that were played in this browser. Only their addresses are stored, and only here. */
class Records {
  kept = $state.raw<readonly KeptRecord[]>(read());

  /** Store a table. A known one moves to the front. */
  keep(one: KeptRecord): void {
    this.kept = [one, ...this.kept.filter((other) => other.table !== one.table)].slice(0, MOST);
    localStorage.setItem(KEY, JSON.stringify(this.kept));
  }

  forget(): void {
    this.kept = [];
    localStorage.removeItem(KEY);
  }
}

function read(): readonly KeptRecord[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as readonly KeptRecord[]) : [];
  } catch {
    return [];
  }
}

export const records = new Records();
