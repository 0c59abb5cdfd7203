import type { Get } from './wire/generated/http';
import { fetchJson } from './wire/http';

const KEY = 'novamas.receipts';
const MOST = 200;

type SignedReceipt = Get['/api/tables/{table}/receipt'];

/** A receipt that the house signed, with the game and the time, for the list. */
export interface KeptReceipt {
  readonly game: string;
  readonly at: string;
  readonly receipt: SignedReceipt;
}

/** The signed receipts that were kept in this browser, the newest first. They are stored only here. */
class Receipts {
  kept = $state.raw<readonly KeptReceipt[]>(read());

  /** Fetch the receipt of a table as it is now, and store it. Returns the line that it speaks of. */
  async keep(table: string, game: string, language: string): Promise<number> {
    const receipt = await fetchJson<SignedReceipt>(`/api/tables/${table}/receipt`, { language });
    const others = this.kept.filter((one) => one.receipt.signature !== receipt.signature);
    this.kept = [{ game, at: new Date().toISOString(), receipt }, ...others].slice(0, MOST);
    localStorage.setItem(KEY, JSON.stringify(this.kept));
    return receipt.line;
  }

  forget(): void {
    this.kept = [];
    localStorage.removeItem(KEY);
  }
}

/** Return the receipt as the text that every check of receipts reads. */
export function textOf({ receipt }: KeptReceipt): string {
  return JSON.stringify(receipt);
}

/** Return the address at which a receipt is held against the record of its table. */
export function checkOf(one: KeptReceipt): string {
  const asked = new URLSearchParams({
    table: one.receipt.table,
    house: one.receipt.house,
    receipt: textOf(one),
  });
  return `/verify?${asked.toString()}`;
}

function read(): readonly KeptReceipt[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as readonly KeptReceipt[]) : [];
  } catch {
    return [];
  }
}

export const receipts = new Receipts();
