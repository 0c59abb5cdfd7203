import { announcer } from '../../shell/announcer.svelte';
import { ensurePass } from '../../wire/identity';
import { fetchJson, RequestError } from '../../wire/http';
import { voice } from '../../words/voice.svelte';
import type { Get } from '../../wire/generated/http';

/** The state of a player's own pool, by game. */
export interface Pools {
  readonly lototrot: Get['/api/pools/lototrot'];
  readonly promotrot: Get['/api/pools/promotrot'];
}

/** Somebody's own pool as the house shows it: whatever is done, the answer is how all of it stands then. */
export class OwnPool<Game extends keyof Pools> {
  shown = $state.raw<Pools[Game] | null>(null);
  /** What was refused last, and by which control it was asked for. */
  error = $state.raw<{ readonly by: string; readonly what: RequestError } | null>(null);
  isBusy = $state.raw(false);
  readonly #path: string;

  constructor(game: Game) {
    this.#path = `/api/pools/${game}`;
  }

  /** Be somebody, and see how one's pool stands. */
  async begin(): Promise<boolean> {
    return await this.#try('begin', async () => {
      await ensurePass(voice.language);
      await this.#look();
    });
  }

  /** See it again, as in another language. */
  async look(): Promise<void> {
    await this.#try('begin', () => this.#look());
  }

  /** Have something done; what is refused is told, and how all stands then is shown. */
  async act(by: string, what: string, body: unknown): Promise<boolean> {
    return await this.#try(by, async () => {
      try {
        this.shown = await fetchJson<Pools[Game]>(`${this.#path}/${what}`, {
          language: voice.language,
          body,
        });
      } catch (fault) {
        if (fault instanceof RequestError && this.shown !== null) await this.#look();
        throw fault;
      }
    });
  }

  /** Ask for more chips of play, as everybody may once a day. */
  async refill(by: string): Promise<void> {
    await this.#try(by, async () => {
      await fetchJson('/api/tables/chips', { language: voice.language, body: {} });
      await this.#look();
    });
  }

  async #look(): Promise<void> {
    this.shown = await fetchJson<Pools[Game]>(this.#path, { language: voice.language });
  }

  /** Do one thing at a time; what goes wrong stands beside the control by which it was asked for. */
  async #try(by: string, what: () => Promise<void>): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.error = null;
    try {
      await what();
      return true;
    } catch (fault) {
      const found =
        fault instanceof RequestError ? fault : new RequestError(0, 'our_mistake', null, String(fault));
      this.error = { by, what: found };
      announcer.call(found.says);
      return false;
    } finally {
      this.isBusy = false;
    }
  }
}
