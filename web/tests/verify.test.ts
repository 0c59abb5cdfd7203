// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
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
