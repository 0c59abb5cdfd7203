import { beforeEach, expect, test, vi } from 'vitest';

const SIGNED = {
  house: 'ab'.repeat(32),
  line: 7,
  link: 'cd'.repeat(32),
  signature: 'ef'.repeat(64),
  table: 'a1',
};
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

function signing(line: number, signature: string): void {
  vi.stubGlobal('fetch', (where: string) => {
    expect(where).toBe('/api/tables/a1/receipt');
    return Promise.resolve(new Response(JSON.stringify({ ...SIGNED, line, signature })));
  });
}

test('a signed receipt is kept in the browser, and can be shown and checked later', async () => {
  const { receipts, checkOf, textOf } = await import('../src/receipts.svelte');
  signing(7, SIGNED.signature);
  expect(await receipts.keep('a1', 'ruleta', 'es')).toBe(7);
  expect(await receipts.keep('a1', 'ruleta', 'es')).toBe(7); // the same one is kept once
  signing(9, '12'.repeat(64));
  await receipts.keep('a1', 'ruleta', 'es');
  expect(receipts.kept.map((one) => one.receipt.line)).toEqual([9, 7]);
  vi.resetModules();
  const later = await import('../src/receipts.svelte');
  const [, first] = later.receipts.kept;
  expect(first && textOf(first)).toBe(JSON.stringify(SIGNED));
  const asked = new URL(first ? checkOf(first) : '', 'http://x').searchParams;
  expect(JSON.parse(asked.get('receipt') ?? '')).toEqual(SIGNED);
  expect([asked.get('table'), asked.get('house')]).toEqual(['a1', SIGNED.house]);
  later.receipts.forget();
  expect(stored.size).toBe(0);
});

test('a damaged store of receipts is an empty one', async () => {
  stored.set('novamas.receipts', '{');
  const { receipts } = await import('../src/receipts.svelte');
  expect(receipts.kept).toEqual([]);
});
