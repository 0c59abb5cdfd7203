import { fetchJson } from '../wire/http';
import { fill, type Figures } from './format';
import type { Get, TextsPayload } from '../wire/generated/http';

export const LANGUAGES = ['es', 'ca', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const KEY = 'novamas.language';

/** The words of the interface in the reader's language; another one is spoken without a new page. */
class Voice {
  language = $state.raw<Language>('es');
  #texts = $state.raw<TextsPayload['texts']>({});
  #games = $state.raw<TextsPayload['games']>({});

  /** The interface's own text of a code, with its figures. */
  say = (code: string, figures: Figures = {}): string => this.text(`web.${code}`, figures);

  /** A text of the program's catalogue by its address, `shelf.code`; the code itself where there is none. */
  text = (address: string, figures: Figures = {}): string => {
    const [shelf = '', code = ''] = address.split('.');
    const found = this.#texts[shelf]?.[code];
    return found === undefined ? code : fill(found, figures, this.language);
  };

  /** Is there a text at this address? */
  has = (address: string): boolean => {
    const [shelf = '', code = ''] = address.split('.');
    return this.#texts[shelf]?.[code] !== undefined;
  };

  /** What a game is called. */
  game = (slug: string): string => this.#games[slug] ?? slug;

  /** Speak a language: its catalogue is fetched, and the page says so to whoever reads it aloud. */
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

/** The language of before, or the first of the browser's that we have; Spanish where there is none. */
export function preferredLanguage(): Language {
  const asked = new URLSearchParams(location.search).get('lang');
  const liked = [asked, localStorage.getItem(KEY), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return (
    LANGUAGES.find((one) => one === liked.find((tag) => LANGUAGES.some((known) => known === tag))) ?? 'es'
  );
}
