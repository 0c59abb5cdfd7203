import { fetchJson, post, RequestError } from '../wire/http';
import { voice } from '../words/voice.svelte';
import type { Get, OwnTable as MyTable } from '../wire/generated/http';

const COUNT = 'novamas.mine';
const UNDO_TIME = 6000;

/** The open tables of this person and the wallet, the same on every page. */
class MyTables {
  tables = $state.raw<readonly MyTable[]>([]);
  most = $state.raw(0);
  purse = $state.raw<number | null>(null);
  isOpen = $state.raw(false);
  error = $state.raw<RequestError | null>(null);
  /** A table that is about to be closed. It can be kept until the time is over. */
  closing = $state.raw<MyTable | null>(null);
  isFilled = $state.raw(false);
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** The tables without the one that is about to be closed. */
  readonly shown = $derived(this.tables.filter(({ table }) => table.table !== this.closing?.table.table));
  readonly awaiting = $derived(this.shown.some((one) => one.awaits_me));
  readonly idle = $derived(this.shown.filter((one) => one.is_idle));

  /** Number of tables at the last visit, so that a page can keep their place free while it loads. */
  get expected(): number {
    return Number(localStorage.getItem(COUNT) ?? 0);
  }

  /** Fetch the tables and the wallet. A visitor without a pass has none. */
  async load(): Promise<void> {
    await this.#asking(async (language) => {
      const me = await fetchJson<Get['/api/me']>('/api/me', { language });
      if (!me.person) return;
      const [mine, chips] = await Promise.all([
        fetchJson<Get['/api/tables/mine']>('/api/tables/mine', { language }),
        fetchJson<Get['/api/tables/chips']>('/api/tables/chips', { language }),
      ]);
      this.tables = mine.tables;
      this.most = mine.most;
      this.purse = chips.cents;
      localStorage.setItem(COUNT, String(mine.tables.length));
    });
  }

  /** Close a table after some seconds, in which it can be kept. A second one closes the first at once. */
  close(one: MyTable): void {
    void this.closeNow();
    this.closing = one;
    this.#timer = setTimeout(() => void this.closeNow(), UNDO_TIME);
  }

  /** Keep the table that was about to be closed. */
  keep(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.closing = null;
  }

  /** Close the table that was about to be closed, now. */
  async closeNow(): Promise<void> {
    const { closing } = this;
    if (!closing) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const { table } = closing.table;
    await this.#asking((language) => post('/api/tables/{table}/close', {}, { language, at: { table } }));
    if (this.closing === closing) this.closing = null;
    await this.load();
  }

  /** Close these tables at once: a place for another one is needed. */
  async closeAtOnce(one: MyTable): Promise<void> {
    this.closing = one;
    await this.closeNow();
  }

  /** Close every own table without a bet. */
  async closeIdle(): Promise<void> {
    await this.#asking((language) => post('/api/tables/mine/close_idle', {}, { language }));
    await this.load();
  }

  /** Refill the wallet. */
  async refill(): Promise<boolean> {
    return await this.#asking(async (language) => {
      const filled = await post('/api/tables/chips', {}, { language });
      this.purse = filled.cents;
      this.isFilled = true;
    });
  }

  async #asking(ask: (language: string) => Promise<unknown>): Promise<boolean> {
    try {
      await ask(voice.language);
      this.error = null;
      return true;
    } catch (fault) {
      this.error =
        fault instanceof RequestError ? fault : new RequestError(0, 'our_mistake', null, String(fault));
      return false;
    }
  }
}

export const myTables = new MyTables();
