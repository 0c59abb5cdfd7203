import { fetchJson } from '../wire/http';
import { fill, type Figures } from './format';
import type { Get, TextsPayload } from '../wire/generated/http';

export const LANGUAGES = ['es', 'ca', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const KEY = 'novamas.language';

/** The texts of the interface in the reader's language. A change of language needs no new page. */
class Voice {
  language = $state.raw<Language>('es');
  #texts = $state.raw<TextsPayload['texts']>({});
  #games = $state.raw<TextsPayload['games']>({});

  /** Return a text of the interface by its key. */
  say = (code: string, figures: Figures = {}): string => this.text(`web.${code}`, figures);

  /** Return a text by file and key: `file.key`. An unknown key is returned itself. */
  text = (address: string, figures: Figures = {}): string => {
    const [shelf = '', code = ''] = address.split('.');
    const found = this.#texts[shelf]?.[code];
    return found === undefined ? code : fill(found, figures, this.language);
  };

  /** Return a text with its placeholders. */
  raw = (address: string): string => {
    const [shelf = '', code = ''] = address.split('.');
    return this.#texts[shelf]?.[code] ?? code;
  };

  /** Return whether there is a text under this key. */
  has = (address: string): boolean => {
    const [shelf = '', code = ''] = address.split('.');
    return this.#texts[shelf]?.[code] !== undefined;
  };

  /** Return the name of a game. */
  game = (slug: string): string => this.#games[slug] ?? slug;

  /** The slugs of all games of the server. */
  get gameSlugs(): readonly string[] {
    return Object.keys(this.#games);
  }

  /** Load the texts of a language and set it on the page, for screen readers too. */
  async speak(language: Language): Promise<void> {
    const found = await fetchJson<Get['/api/words/{language}']>(`/api/words/${language}`, { language });
    this.#texts = found.texts;
    this.#games = found.games;
    this.language = language;
    document.documentElement.lang = language;
    localStorage.setItem(KEY, language);
  }
}

export const voice = new Voice();

/** Return the last used language, else the first known one of the browser's, else Spanish. */
export function preferredLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lang');
  const liked = [asked, localStorage.getItem(KEY), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return (
    LANGUAGES.find((one) => one === liked.find((tag) => LANGUAGES.some((known) => known === tag))) ?? 'es'
  );
}
