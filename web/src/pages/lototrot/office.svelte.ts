import { live } from '../../shell/announcer.svelte';
import { ask, Trouble } from '../../wire/http';
import { percent, value } from '../../words/numbers';
import { fill } from '../../words/format';
import { words } from '../../words/voice.svelte';
import type { Accounts, DayPayload, DayReport, Step } from '../../wire/generated/http';

/** The organiser's central office, for whoever has its token; the token is kept nowhere but here. */
export class Office {
  accounts = $state.raw<Accounts | null>(null);
  day = $state.raw<DayPayload | null>(null);
  report = $state.raw<DayReport | null>(null);
  trouble = $state.raw<{ readonly by: string; readonly what: Trouble } | null>(null);
  isBusy = $state.raw(false);
  #token = '';

  /** Come in with a token, and see how each day stands. */
  async enter(token: string): Promise<void> {
    this.#token = token.trim();
    await this.#try('enter', async () => {
      this.accounts = await this.#ask<Accounts>('accounts');
    });
  }

  /** Look at a day. */
  async show(day: string): Promise<void> {
    await this.#try('show', async () => await this.#look(day));
  }

  /** Do something with the day that is shown; then all of it is looked at again. */
  async act(by: string, what: string, body: unknown): Promise<void> {
    const day = this.report?.day ?? '';
    await this.#try(by, async () => {
      await this.#ask(`days/${day}/${what}`, body);
      await this.#look(day);
    });
  }

  /** Open a day with its programme. */
  async open(programme: string): Promise<void> {
    await this.#try('open', async () => {
      const opened = await this.#ask<DayPayload>('days', { programme });
      await this.#look(opened.programme.day);
    });
  }

  async #look(day: string): Promise<void> {
    this.day = await this.#ask<DayPayload>(`days/${day}`);
    this.report = await this.#ask<DayReport>(`days/${day}/report`);
    this.accounts = await this.#ask<Accounts>('accounts');
  }

  async #ask<T>(what: string, body?: unknown): Promise<T> {
    return await ask<T>(`/lototrot/${what}`, { language: words.language, token: this.#token, body });
  }

  async #try(by: string, what: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.trouble = null;
    try {
      await what();
    } catch (fault) {
      const found = fault instanceof Trouble ? fault : new Trouble(0, 'our_mistake', null, String(fault));
      this.trouble = { by, what: found };
      live.call(found.says);
    } finally {
      this.isBusy = false;
    }
  }
}

/** A step of the settlement in words: what it calls a value or a share is written as people read it. */
export function stepTold(
  step: Step,
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>,
): string {
  const figures = Object.fromEntries(
    Object.entries(step.figures ?? {}).map(([name, figure]) => {
      if (typeof figure === 'number') return [name, figure];
      if (name === 'share') return [name, percent(value(String(figure)), words.language)];
      return [name, texts.values?.[String(figure)] ?? String(figure)];
    }),
  );
  return fill(texts.steps?.[step.code] ?? step.code, figures, words.language);
}
