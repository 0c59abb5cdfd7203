/// <reference lib="webworker" />
import { answerAboutClauses } from './clauses';
import type { Get, JobInfo } from '../wire/generated/http';

declare const self: ServiceWorkerGlobalScope;
/** What the build puts here: every file of the app, and a name that changes with any of them. */
declare const APP_FILES: readonly string[];
declare const APP_BUILD: string;

const SHELL = `novamas-app-${APP_BUILD}`;
const COPIES = 'novamas-copies';
const MOST_COPIES = 3000;
/** What may be read from a copy while the house does not respond. Tables, records and tickets never are. */
const READABLE =
  /^\/api\/(words|games|norms|clauses|glossary|odds|par|layouts|setups|strategy|drills|lessons)(\/|$)/;

/** Keys of the copies that jobs of the house are computing, by the address of the job. */
const computed = new Map<string, string>();

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(APP_FILES)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldApps().then(() => self.clients.claim()));
});

// A new version of the app waits until a page says that no hand is being played.
self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (address.pathname.startsWith('/assets/')) event.respondWith(file(request));
  else if (READABLE.test(address.pathname)) event.respondWith(reading(event, address));
  else if (computed.has(address.pathname)) event.respondWith(result(event, address.pathname));
});

/** Pages that are open keep the files of the version before: two versions stay. */
async function forgetOldApps(): Promise<void> {
  const apps = (await caches.keys()).filter((name) => name.startsWith('novamas-app-'));
  await Promise.all(apps.slice(0, -2).map((name) => caches.delete(name)));
}

/** Return a page from the house, or the app itself while the house does not respond. */
async function page(request: Request): Promise<Response> {
  try {
    return present(await fetch(request));
  } catch (fault) {
    const kept = await caches.match('/', { cacheName: SHELL });
    if (kept) return kept;
    throw fault;
  }
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? (await fetch(request));
}

/** Return what the house says, and keep a copy. While it does not respond, return the last copy with its date. */
async function reading(event: FetchEvent, address: URL): Promise<Response> {
  const language = event.request.headers.get('accept-language') ?? '';
  const key = keyOf(address, language);
  try {
    const answer = present(await fetch(event.request));
    if (answer.status === 200) event.waitUntil(keep(key, answer.clone()));
    if (answer.status === 202) computed.set(((await answer.clone().json()) as JobInfo).address, key);
    return answer;
  } catch (fault) {
    const kept =
      (await caches.match(key, { cacheName: COPIES })) ?? (await fromAllClauses(address, language));
    if (kept) return kept;
    throw fault;
  }
}

/** Return how far a job of the house is. Keep a copy of its result under the address that was asked first. */
async function result(event: FetchEvent, job: string): Promise<Response> {
  const answer = await fetch(event.request);
  const key = computed.get(job);
  if (answer.ok && key) {
    const { state, result } = (await answer.clone().json()) as JobInfo;
    if (state === 'done') {
      computed.delete(job);
      event.waitUntil(keep(key, Response.json(result)));
    }
  }
  return answer;
}

/** Return an answer. A proxy that found no house behind it is no answer. */
function present(answer: Response): Response {
  if (answer.status === 502 || answer.status === 504) throw new TypeError('no house behind the proxy');
  return answer;
}

/** Return the key of a copy. The same address has another text in another language. */
function keyOf(address: URL, language: string): string {
  const key = new URL(address);
  key.hash = '';
  key.searchParams.set('-language', language);
  return key.href;
}

async function keep(key: string, answer: Response): Promise<void> {
  const headers = {
    'content-type': answer.headers.get('content-type') ?? 'application/json',
    'x-kept-at': new Date().toISOString(),
  };
  const copies = await caches.open(COPIES);
  await copies.put(key, new Response(await answer.blob(), { headers }));
  const keys = await copies.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_COPIES)).map((old) => copies.delete(old)));
}

async function fromAllClauses(address: URL, language: string): Promise<Response | null> {
  const key = keyOf(new URL('/api/clauses', address), language);
  const kept = await caches.match(key, { cacheName: COPIES });
  if (!kept) return null;
  const { clauses } = (await kept.clone().json()) as Get['/api/clauses'];
  const answer = answerAboutClauses(clauses, address);
  const at = kept.headers.get('x-kept-at') ?? '';
  return answer && Response.json(answer, { headers: { 'x-kept-at': at } });
}
