import { speaker } from './house';
import { Shown } from './shown';

const REFRESH = 4000; // milliseconds between two looks at the table

/** `<novamas-table table="…">`: the last round of a public table, as its spectators see it. It only reads. */
export class NovamasTable extends Shown {
  protected override async show(signal: AbortSignal): Promise<void> {
    const { house, language } = this;
    const say = await speaker(house, language, signal);
    const link = this.link(this.page, say('web.element_watch'));
    this.put(link);
    for (let last = ''; !signal.aborted; await pause(REFRESH, signal)) {
      if (document.hidden) continue;
      const drawn = await this.#picture(signal);
      if (drawn === null || drawn === last) continue;
      last = drawn;
      const picture = new DOMParser().parseFromString(drawn, 'image/svg+xml').documentElement;
      this.put(document.importNode(picture, true), link);
    }
  }

  /** Return the picture of the last round. Null before the first round, or while the house does not respond. */
  async #picture(signal: AbortSignal): Promise<string | null> {
    const path = `${this.house}/api/tables/${encodeURIComponent(this.#table)}/picture.svg`;
    const request: RequestInit = {
      credentials: 'omit',
      headers: { 'accept-language': this.language },
      signal,
    };
    const answer = await fetch(path, request).catch(() => null);
    return answer?.ok ? await answer.text() : null;
  }

  protected override get page(): string {
    return `${this.house}/t/${encodeURIComponent(this.#table)}`;
  }

  get #table(): string {
    return this.getAttribute('table') ?? '';
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true });
  });
}
