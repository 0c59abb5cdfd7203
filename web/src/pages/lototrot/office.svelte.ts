import { announcer } from '../../shell/announcer.svelte';
import { fetchJson, post, RequestError, type BodyOf, type PostOptions } from '../../wire/http';
import { percent, value } from '../../words/numbers';
import { fill } from '../../words/format';
import { voice } from '../../words/voice.svelte';
import type { Accounts, DayPayload, DayReport, Get, Post, Step } from '../../wire/generated/http';

/** The address of a request about a race day. */
type DayAddress = Extract<keyof Post, `/lototrot/days/{day}/${string}`>;
/** The requests about a race day: what comes after its address. */
type DayAct = DayAddress extends `/lototrot/days/{day}/${infer What}` ? What : never;

/** The organiser's central office, opened by its token. The token is kept in memory only. */
export class Office {
  accounts = $state.raw<Accounts | null>(null);
  day = $state.raw<DayPayload | null>(null);
  report = $state.raw<DayReport | null>(null);
  error = $state.raw<{ readonly by: string; readonly what: RequestError } | null>(null);
  isBusy = $state.raw(false);
  #token = '';

  /** Log in with a token and fetch the state of each race day. */
  async enter(token: string): Promise<void> {
    this.#token = token.trim();
    await this.#try('enter', async () => {
      this.accounts = await this.#ask<Get['/lototrot/accounts']>('accounts');
    });
  }

  /** Fetch a race day. */
  async show(day: string): Promise<void> {
    await this.#try('show', async () => await this.#look(day));
  }

  /** Send a request about the day that is shown, and fetch the day again. */
  async act<What extends DayAct>(
    by: string,
    what: What,
    body: BodyOf<`/lototrot/days/{day}/${What}`>,
  ): Promise<void> {
    const day = this.report?.day ?? '';
    await this.#try(by, async () => {
      const path: `/lototrot/days/{day}/${What}` = `/lototrot/days/{day}/${what}`;
      await post(path, body, { ...this.#asking, at: { day } } as PostOptions<typeof path>);
      await this.#look(day);
    });
  }

  /** Open a race day with its programme. */
  async open(programme: string): Promise<void> {
    await this.#try('open', async () => {
      const opened = await post('/lototrot/days', { programme }, this.#asking);
      await this.#look(opened.programme.day);
    });
  }

  async #look(day: string): Promise<void> {
    this.day = await this.#ask<Get['/lototrot/days/{day}']>(`days/${day}`);
    this.report = await this.#ask<Get['/lototrot/days/{day}/report']>(`days/${day}/report`);
    this.accounts = await this.#ask<Get['/lototrot/accounts']>('accounts');
  }

  get #asking(): { readonly language: string; readonly token: string } {
    return { language: voice.language, token: this.#token };
  }

  async #ask<T>(what: string): Promise<T> {
    return await fetchJson<T>(`/lototrot/${what}`, this.#asking);
  }

  async #try(by: string, what: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.error = null;
    try {
      await what();
    } catch (fault) {
      const found =
        fault instanceof RequestError ? fault : new RequestError(0, 'our_mistake', null, String(fault));
      this.error = { by, what: found };
      announcer.call(found.says);
    } finally {
      this.isBusy = false;
    }
  }
}

/** Return a step of the settlement in words, with values and shares written out. */
export function stepText(
  step: Step,
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>,
): string {
  const figures = Object.fromEntries(
    Object.entries(step.figures ?? {}).map(([name, figure]) => {
      if (typeof figure === 'number') return [name, figure];
      if (name === 'share') return [name, percent(value(String(figure)), voice.language)];
      return [name, texts.values?.[String(figure)] ?? String(figure)];
    }),
  );
  return fill(texts.steps?.[step.code] ?? step.code, figures, voice.language);
}
