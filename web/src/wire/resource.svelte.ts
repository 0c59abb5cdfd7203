import { voice } from '../words/voice.svelte';
import { fetchJson, RequestError, type BodyOf } from './http';
import type { Post, Progress } from './generated/http';

const LATE = 150; // milliseconds until a page shows that it is loading

/** A response that follows its address: its value, its error, or its progress. */
export class Resource<T> {
  value = $state.raw<T | null>(null);
  error = $state.raw<RequestError | null>(null);
  isPending = $state.raw(true);
  isLate = $state.raw(false);
  progress = $state.raw<Progress | null>(null);
  seconds = $state.raw(0);
  #tried = $state.raw(0);

  /** Fetch it again. */
  again(): void {
    this.#tried += 1;
  }

  get tried(): number {
    return this.#tried;
  }
}

/** Fetch an address, and again whenever the address or the language changes. */
export function resourceAt<T>(address: () => string | null): Resource<T> {
  return followed<T>(address, () => undefined);
}

/** Send a body to an address, and again whenever the body or the language changes. Without one it waits. */
export function postedTo<P extends keyof Post>(path: P, body: () => BodyOf<P> | null): Resource<Post[P]> {
  return followed<Post[P]>(() => (body() === null ? null : path), body);
}

function followed<T>(address: () => string | null, body: () => unknown): Resource<T> {
  const answer = new Resource<T>();
  $effect(() => {
    const asked = address();
    const sent = body();
    const language = voice.language;
    void answer.tried;
    if (asked === null) return;
    const stop = new AbortController();
    void follow(answer, asked, sent, language, stop);
    const leave = (): void => stop.abort();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  });
  return answer;
}

async function follow<T>(
  answer: Resource<T>,
  address: string,
  body: unknown,
  language: string,
  stop: AbortController,
) {
  answer.isPending = true;
  answer.progress = null;
  const late = setTimeout(() => (answer.isLate = true), LATE);
  const onProgress = (progress: Progress | null, seconds: number): void => {
    answer.progress = progress;
    answer.seconds = seconds;
  };
  try {
    answer.value = await fetchJson<T>(address, { language, body, signal: stop.signal, onProgress });
    answer.error = null;
  } catch (fault) {
    if (stop.signal.aborted) return;
    answer.error =
      fault instanceof RequestError ? fault : new RequestError(0, 'our_mistake', null, String(fault));
    answer.value = null;
  } finally {
    clearTimeout(late);
    if (!stop.signal.aborted) {
      answer.isPending = false;
      answer.isLate = false;
    }
  }
}
