import { announcer } from '../../shell/announcer.svelte';
import { ensurePass } from '../../wire/identity';
import { fetchJson, post, RequestError, type BodyOf, type PostOptions } from '../../wire/http';
import { voice } from '../../words/voice.svelte';
import type { Get, Post } from '../../wire/generated/http';

/** The state of a player's own pool, by game. */
export interface Pools {
  readonly lototrot: Get['/api/pools/lototrot'];
  readonly promotrot: Get['/api/pools/promotrot'];
}

/** The requests to a pool: what comes after its address. */
type Act<Game extends keyof Pools> =
  Extract<keyof Post, `/api/pools/${Game}/${string}`> extends `/api/pools/${Game}/${infer What}`
    ? What
    : never;

/** The address of a request to a pool. */
type AddressOf<Game extends keyof Pools, What extends Act<Game>> = Extract<
  keyof Post,
  `/api/pools/${Game}/${What}`
>;

/** A player's own pool. Every request is answered with its whole new state. */
export class OwnPool<Game extends keyof Pools> {
  shown = $state.raw<Pools[Game] | null>(null);
  /** The last refused request, and the control that made it. */
  error = $state.raw<{ readonly by: string; readonly what: RequestError } | null>(null);
  isBusy = $state.raw(false);
  readonly #path: `/api/pools/${Game}`;

  constructor(game: Game) {
    this.#path = `/api/pools/${game}`;
  }

  /** Get a guest pass if needed, and fetch the pool. */
  async begin(): Promise<boolean> {
    return await this.#try('begin', async () => {
      await ensurePass(voice.language);
      await this.#look();
    });
  }

  /** Fetch the pool again, for example in another language. */
  async look(): Promise<void> {
    await this.#try('begin', () => this.#look());
  }

  /** Send a request. A refusal is shown, with the pool's state after it. */
  async act<What extends Act<Game>>(
    by: string,
    what: What,
    body: BodyOf<AddressOf<Game, What>>,
  ): Promise<boolean> {
    return await this.#try(by, async () => {
      try {
        const path = `${this.#path}/${what}` as AddressOf<Game, What>;
        const options = { language: voice.language } as PostOptions<typeof path>;
        this.shown = (await post(path, body, options)) as unknown as Pools[Game];
      } catch (fault) {
        if (fault instanceof RequestError && this.shown !== null) await this.#look();
        throw fault;
      }
    });
  }

  /** Refill the practice chips, once a day. */
  async refill(by: string): Promise<void> {
    await this.#try(by, async () => {
      await post('/api/tables/chips', {}, { language: voice.language });
      await this.#look();
    });
  }

  async #look(): Promise<void> {
    this.shown = await fetchJson<Pools[Game]>(this.#path, { language: voice.language });
  }

  /** Run one request at a time. Its error is shown beside the control that made it. */
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
