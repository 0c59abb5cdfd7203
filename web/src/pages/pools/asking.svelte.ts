import { live } from '../../shell/live.svelte';
import { arrive } from '../../wire/me';
import { ask, Trouble } from '../../wire/rest';
import { words } from '../../words/words.svelte';

/** Somebody's own pool as the house shows it: whatever is done, the answer is how all of it stands then. */
export class OwnPool<T> {
  shown = $state.raw<T | null>(null);
  /** What was refused last, and by which control it was asked for. */
  trouble = $state.raw<{ readonly by: string; readonly what: Trouble } | null>(null);
  isBusy = $state.raw(false);
  readonly #path: string;

  constructor(game: 'lototrot' | 'promotrot') {
    this.#path = `/api/pools/${game}`;
  }

  /** Be somebody, and see how one's pool stands. */
  async begin(): Promise<boolean> {
    await arrive(words.language);
    return await this.#ask('begin', '', undefined);
  }

  /** See it again, as in another language. */
  async look(): Promise<void> {
    await this.#ask('begin', '', undefined);
  }

  /** Have something done; it is not asked for twice at once. */
  async act(by: string, what: string, body: unknown): Promise<boolean> {
    return !this.isBusy && (await this.#ask(by, `/${what}`, body));
  }

  async #ask(by: string, what: string, body: unknown): Promise<boolean> {
    this.isBusy = true;
    this.trouble = null;
    try {
      this.shown = await ask<T>(this.#path + what, { language: words.language, body });
      return true;
    } catch (fault) {
      const found = fault instanceof Trouble ? fault : new Trouble(0, 'our_mistake', null, String(fault));
      this.trouble = { by, what: found };
      live.call(found.says);
      return false;
    } finally {
      this.isBusy = false;
    }
  }
}
