import { afterEach, expect, test, vi } from 'vitest';
import { connection } from '../src/wire/connection.svelte';
import { address } from '../src/wire/address';
import { fetchJson, RequestError } from '../src/wire/http';

const answers: (() => Response | Promise<Response>)[] = [];
const asked: string[] = [];

function answering(...given: (() => Response)[]): void {
  answers.push(...given);
  vi.stubGlobal('fetch', (where: string, how?: RequestInit) => {
    asked.push(`${how?.method ?? 'GET'} ${where}`);
    const next = answers.shift();
    return next ? Promise.resolve().then(next) : Promise.reject(new TypeError('nobody'));
  });
}
const json =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status });
const away = () => {
  throw new TypeError('connection refused');
};

afterEach(() => {
  answers.length = asked.length = 0;
  connection.retryAt = null;
  vi.useRealTimers();
});

test('what is wrong comes as one sentence with its code and clause', async () => {
  answering(json({ error: { code: 'unknown_game', clause: null, says: 'There is no such game.' } }, 404));
  const fault = await fetchJson('/api/games/x', { language: 'en' }).catch((one: unknown) => one);
  expect(fault).toBeInstanceOf(RequestError);
  expect(fault).toMatchObject({ status: 404, code: 'unknown_game', says: 'There is no such game.' });
});

test('a house that does not answer is asked again, and the bar says so meanwhile', async () => {
  vi.useFakeTimers();
  answering(away, away, json({ games: [] }));
  const found = fetchJson('/api/games', { language: 'es' });
  await vi.advanceTimersByTimeAsync(10);
  expect(connection.isAway).toBe(true);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await found).toEqual({ games: [] });
  expect(connection.isAway).toBe(false);
  expect(asked).toHaveLength(3);
});

test('what takes long is waited for, and how far it came is told', async () => {
  const job = {
    id: 'j',
    address: '/api/jobs/j',
    seconds: 1,
    progress: { what: 'shoes', done: 1, whole: 4 },
    result: null,
    error: null,
  };
  answering(
    json({ ...job, state: 'running' }, 202),
    json({ ...job, state: 'done', result: { edge: '1/37' } }),
  );
  const told: unknown[] = [];
  const found = await fetchJson('/api/odds/ruleta', {
    language: 'es',
    onProgress: (progress) => told.push(progress),
  });
  expect(found).toEqual({ edge: '1/37' });
  expect(told).toEqual([{ what: 'shoes', done: 1, whole: 4 }]);
});

test('whoever goes away cancels what is still being counted', async () => {
  const job = {
    id: 'j',
    address: '/api/jobs/j',
    seconds: 1,
    progress: null,
    result: null,
    error: null,
    state: 'running',
  };
  answering(json(job, 202), json({}, 204));
  const stop = new AbortController();
  const found = fetchJson('/api/odds/ruleta', { language: 'es', signal: stop.signal }).catch(() => 'stopped');
  await new Promise((done) => setTimeout(done, 20));
  stop.abort();
  expect(await found).toBe('stopped');
  expect(asked).toEqual(['GET /api/odds/ruleta', 'DELETE /api/jobs/j']);
});

test('an address leaves out what is empty and says lists one by one', () => {
  expect(address('/api/odds/ruleta', { norm: 'IB05', q: '', choice: ['a=1', 'b=2'], on: null })).toBe(
    '/api/odds/ruleta?norm=IB05&choice=a%3D1&choice=b%3D2',
  );
});
