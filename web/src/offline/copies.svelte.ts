import { isPool } from '../gameFacts';
import type { Get } from '../wire/generated/http';
import { address } from '../wire/address';
import { fetchJson } from '../wire/http';
import type { Language } from '../words/voice.svelte';

const KEY = 'novamas.offline';
const AT_ONCE = 2;

/** What was kept for reading without the house: when, in which language, how many pages of data. */
interface Kept {
  readonly at: string;
  readonly language: Language;
  readonly count: number;
}

/** The event by which a browser offers to install the app. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** The app without the house: copies for reading, installation, and a new version that waits. */
class OfflineApp {
  kept = $state.raw<Kept | null>(read());
  /** Share of the copies that are made, while they are being made. */
  progress = $state.raw<number | null>(null);
  #offer = $state.raw<InstallOffer | null>(null);
  #registration: ServiceWorkerRegistration | null = null;
  #stop: AbortController | null = null;

  get isAvailable(): boolean {
    return 'serviceWorker' in navigator && 'caches' in globalThis;
  }

  get canInstall(): boolean {
    return this.#offer !== null;
  }

  /** Let the browser start the worker that keeps the app and its copies. */
  async register(): Promise<void> {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      this.#offer = event as InstallOffer;
    });
    if (!this.isAvailable) return;
    await loaded();
    try {
      this.#registration = await navigator.serviceWorker.register('/worker.js');
    } catch {
      // Without a worker the app is the same, but needs the house.
    }
  }

  /** Let a new version begin, if one waits, and return whether one did. It is asked when a page is left. */
  takeNewVersion(): boolean {
    const waiting = this.#registration?.waiting;
    waiting?.postMessage('take over');
    return Boolean(waiting);
  }

  async install(): Promise<void> {
    await this.#offer?.prompt();
    this.#offer = null;
  }

  /** Fetch everything that can be read, so that the worker has a copy of each. */
  async keep(language: Language): Promise<void> {
    await navigator.serviceWorker.ready;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.progress = 0;
    try {
      const games = await fetchJson<Get['/api/games']>('/api/games', { language, signal });
      const drills = await fetchJson<Get['/api/drills']>('/api/drills', { language, signal });
      const addresses = readableAddresses(games, drills, language);
      let done = 0;
      let count = 0;
      const left = [...addresses];
      const worker = async (): Promise<void> => {
        for (let next = left.shift(); next !== undefined; next = left.shift()) {
          try {
            await fetchJson(next, { language, signal });
            count += 1;
          } catch (fault) {
            if (signal.aborted) throw fault; // any other refusal leaves this one out
          }
          done += 1;
          this.progress = done / addresses.length;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      this.kept = { at: new Date().toISOString(), language, count };
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch (fault) {
      if (!signal.aborted) throw fault;
    } finally {
      this.progress = null;
      this.#stop = null;
    }
  }

  stop(): void {
    this.#stop?.abort();
  }

  async forget(): Promise<void> {
    this.stop();
    localStorage.removeItem(KEY);
    this.kept = null;
    if (this.isAvailable) await caches.delete('novamas-copies');
  }
}

/** Wait until the browser has fetched what the first page needs. */
async function loaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((done) => addEventListener('load', done, { once: true }));
}

/** Return the addresses that the pages of law, odds and school ask for. */
export function readableAddresses(
  { games }: Pick<Get['/api/games'], 'games'>,
  { lessons }: Pick<Get['/api/drills'], 'lessons'>,
  language: Language,
): readonly string[] {
  const of = games.flatMap(({ game, norms }) => {
    const parts = isPool(game) ? ['games'] : ['games', 'layouts', 'setups', 'odds'];
    return [
      `/api/games/${game}`,
      `/api/words/${language}/${game}`,
      ...Object.keys(norms).flatMap((norm) => parts.map((part) => address(`/api/${part}/${game}`, { norm }))),
    ];
  });
  const school = lessons.map(({ lesson }) => `/api/lessons/${lesson}`);
  return [`/api/words/${language}`, '/api/norms', '/api/clauses', '/api/glossary', ...school, ...of];
}

function read(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

export const offlineApp = new OfflineApp();
