import { describe, expect, test } from 'vitest';
import { answerAboutClauses } from '../src/offline/clauses';
import { readableAddresses } from '../src/offline/copies.svelte';

const clause = (id: string, more: object = {}) =>
  ({
    id,
    norm: 'IB05',
    game: 'ruleta',
    kind: 'payout',
    duty: 'must',
    path: [],
    says: '',
    reading: null,
    replaced: null,
    ...more,
  }) as never;

const ALL = [
  clause('IB05.01.I.1', { says: 'El cero deja las apuestas en prisión.' }),
  clause('IB05.01.I.10', { game: 'boule', reading: { asks: '¿Cuál?', applies: 'Esta.' } }),
  clause('AR10.5.2', { norm: 'AR10', replaced: { by: 'X' } }),
];
const ask = (address: string): unknown => answerAboutClauses(ALL, new URL(address, 'http://house'));
const ids = (address: string): readonly string[] =>
  (ask(address) as { clauses: readonly { id: string }[] }).clauses.map((one) => one.id);

describe('clauses without the house', () => {
  test('are found by words without accents', () => {
    expect(ids('/api/clauses?q=PRISION+cero')).toEqual(['IB05.01.I.1']);
  });
  test('are found by norm, game, path, reading and replacement', () => {
    expect(ids('/api/clauses?norm=AR10')).toEqual(['AR10.5.2']);
    expect(ids('/api/clauses?game=boule')).toEqual(['IB05.01.I.10']);
    expect(ids('/api/clauses?path=IB05.01.I.1')).toEqual(['IB05.01.I.1']);
    expect(ids('/api/clauses?doubtful=true')).toEqual(['IB05.01.I.10']);
    expect(ids('/api/clauses?replaced=false')).toEqual(['IB05.01.I.1', 'IB05.01.I.10']);
  });
  test('come in pages with their total', () => {
    expect(ask('/api/clauses?first=1&most=1')).toMatchObject({ total: 3, first: 1 });
    expect(ids('/api/clauses?first=1&most=1')).toEqual(['IB05.01.I.10']);
  });
  test('are shown one by one, and an unknown one is not answered', () => {
    expect(ids('/api/clauses/AR10.5.2')).toEqual(['AR10.5.2']);
    expect(ask('/api/clauses/AR10.5.3')).toBeNull();
    expect(ask('/api/clauses/AR10.5.2/beside')).toBeNull();
  });
});

test('what is kept for reading is what the pages ask for', () => {
  const games = [
    { game: 'boule', norms: { IB05: {}, AR10: {} } },
    { game: 'lototrot', norms: { IB05: {} } },
  ] as never;
  const kept = readableAddresses({ games }, { lessons: [{ lesson: 'cero' }] as never }, 'ca');
  expect(kept).toContain('/api/odds/boule?norm=AR10');
  expect(kept).toContain('/api/lessons/cero');
  expect(kept).toContain('/api/words/ca');
  expect(kept).not.toContain('/api/odds/lototrot?norm=IB05');
  expect(new Set(kept).size).toBe(kept.length);
});
