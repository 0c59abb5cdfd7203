// The streams that the Python client is tested by (tests/hall/test_differences.py): both come to the same states.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { KeptTable } from '../../src/wire/kept';
import type { DifferenceMessage, Greeting, TableMessage } from '../../src/wire/generated/live';

const STREAMS = 'tests/streams';

type Line = DifferenceMessage | TableMessage | Greeting | { readonly kept: Record<string, unknown> };

it.each(readdirSync(STREAMS))('%s leads to the recorded states', (name) => {
  const lines = readFileSync(`${STREAMS}/${name}`, 'utf8').trim().split('\n');
  let table: KeptTable | null = null;
  let compared = 0;
  let answered = 0;
  for (const line of lines.map((text) => JSON.parse(text) as Line)) {
    if ('kept' in line) {
      expect(table?.state).toEqual({ pace: '', durations: {}, awaited: [], ...line.kept });
      compared += 1;
    } else if (line.type === 'told') {
      table?.apply(line);
      answered += line.answer ? 1 : 0;
    } else table = new KeptTable(line);
  }
  expect(compared).toBeGreaterThan(3);
  expect(answered).toBeGreaterThan(3);
});
