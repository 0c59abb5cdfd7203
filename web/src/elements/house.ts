import type { Get, JobInfo } from '../wire/generated/http';
import { capital } from '../words/numbers';

const LANGUAGES = ['es', 'ca', 'en'];
const JOB_WAIT = 1000;

/** The house that sent this script. */
const HOUSE = new URL(import.meta.url).origin;

/** Return the house that an element names, or the one that sent this script. */
export function houseOf(element: HTMLElement): string {
  return (element.getAttribute('house') ?? HOUSE).replace(/\/$/, '');
}

/** Return the language of the page around an element. One that the house does not speak becomes Spanish. */
export function languageOf(element: HTMLElement): string {
  const tag = element.closest('[lang]')?.getAttribute('lang') ?? '';
  return LANGUAGES.find((language) => tag.toLowerCase().startsWith(language)) ?? 'es';
}

/** Ask a house, without cookies. A long computation is awaited. */
export async function ask<T>(address: string, language: string, signal: AbortSignal): Promise<T> {
  const request: RequestInit = { headers: { 'accept-language': language }, credentials: 'omit', signal };
  const answer = await fetch(address, request);
  if (!answer.ok) throw new Error(String(answer.status));
  if (answer.status !== 202) return (await answer.json()) as T;
  for (let job = (await answer.json()) as JobInfo; ;) {
    if (job.state === 'done') return job.result as T;
    if (job.state === 'failed' || job.state === 'cancelled') throw new Error(job.state);
    await new Promise((done) => setTimeout(done, JOB_WAIT));
    job = (await (await fetch(new URL(job.address, address), request)).json()) as JobInfo;
  }
}

/** Texts of a house for its elements, by language. */
const texts = new Map<string, Promise<Get['/api/words/{language}']>>();

/** Return a function that says a text of the house: `web.edge`. */
export async function speaker(
  house: string,
  language: string,
  signal: AbortSignal,
): Promise<(address: string) => string> {
  const key = `${house} ${language}`;
  const found =
    texts.get(key) ?? ask<Get['/api/words/{language}']>(`${house}/api/words/${language}`, language, signal);
  texts.set(key, found);
  const { texts: all, games } = await found.catch((fault: unknown) => {
    texts.delete(key);
    throw fault;
  });
  return (address) => {
    const [shelf = '', code = ''] = address.split('.');
    return (shelf === 'games' ? games[code] : all[shelf]?.[code]) ?? capital(code.replaceAll('_', ' '));
  };
}
