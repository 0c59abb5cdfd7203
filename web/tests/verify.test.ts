// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { hex, utf8 } from '../src/pages/verify/bytes';
import { isSound, verify } from '../src/pages/verify/verification';

const RECORD = readFileSync('tests/ruleta.jsonl');
const now = (): Promise<void> => Promise.resolve();
const codes = async (data: Uint8Array, receipts = ''): Promise<string[]> =>
  (await verify(data, '', receipts, now)).checks.map((check) => `${check.state} ${check.code}`);
const changed = (from: string, to: string): Uint8Array =>
  new TextEncoder().encode(RECORD.toString('utf8').replace(from, to));

test('the page proves itself by known answers', () => {
  expect(isSound()).toBe(true);
});

test('a record that holds is found to hold', async () => {
  expect(await codes(RECORD)).toEqual([
    'good whole',
    'good sealed',
    'open from_number',
    'good draws_agree',
    'open not_signed',
  ]);
});

test('a line that was changed breaks the chain where it stands', async () => {
  const found = await verify(changed('"do":"launch"', '"do":"lunch"'), '', '', now);
  expect(found.checks).toEqual([
    { state: 'bad', code: 'other_link', figures: { line: expect.any(Number) as number } },
  ]);
});

test('a receipt names the line that it was given for', async () => {
  const link = /"link":"([0-9a-f]{64})"/.exec(RECORD.toString('utf8'))?.[1] ?? '';
  expect(await codes(RECORD, link)).toContain('good receipt_holds');
  expect(await codes(RECORD, 'f'.repeat(64))).toContain('bad other_receipt');
  expect(await codes(RECORD, 'nothing')).toContain('bad no_receipt');
});

test('what is no record is said to be none', async () => {
  expect(await codes(new TextEncoder().encode('hello\n'))).toEqual(['bad no_record']);
});

test('a receipt for a line that no record has is no receipt', async () => {
  const pair = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error('a pair of keys was asked for');
  const house = hex(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)));
  const link = 'ab'.repeat(32);
  for (const line of [0, -1]) {
    const text = new Uint8Array(utf8(`novamas receipt 1\ntable mesa\nline ${String(line)}\nlink ${link}\n`));
    const signed = await crypto.subtle.sign({ name: 'Ed25519' }, pair.privateKey, text);
    const given = { table: 'mesa', line, link, house, signature: hex(new Uint8Array(signed)) };
    vi.stubGlobal('isSecureContext', true);
    expect(await codes(RECORD, JSON.stringify(given))).toContain('bad no_receipt');
  }
});

test('keys for which anyone can sign hold nothing', async () => {
  vi.stubGlobal('isSecureContext', true);
  const given = { table: 'mesa', line: 1, link: 'ab'.repeat(32), house: `01${'00'.repeat(31)}` };
  const receipt = JSON.stringify({ ...given, signature: `01${'00'.repeat(63)}` });
  expect(await codes(RECORD, receipt)).toContain('bad receipt_altered');
});
