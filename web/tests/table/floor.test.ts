import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  answers,
  deedOf,
  kindsOf,
  matching,
  nextOpen,
  presets,
  readSynonyms,
  topicOf,
  type Value,
} from '../../src/table/panel/floor';
import type { Dial, Range } from '../../src/wire/generated/common';
import type { Offer } from '../../src/wire/generated/table';

const range = (least: number, most: number, step: number): Range => ({
  dial: 'range',
  least,
  most,
  step,
  clause: 'C',
  most_clause: '',
});
const offer = (verb: string, act: Record<string, Value>, dials: Record<string, Dial> = {}): Offer =>
  ({ act: { do: verb, by: 'floor', ...act }, clause: 'C', dials }) as Offer;
const chosen = (...parts: [string, Value][]): ReadonlyMap<string, Value> => new Map(parts);

const WHATS = ['pairs', 'lending', 'phone'];
const OFFERS = [
  ...[5, 1, 3].flatMap((seat) => WHATS.map((what) => offer('misconduct', { seat, what }))),
  offer('bet_out_of_turn', { seat: 3, cents: 800 }, { cents: range(800, 3900, 50) }),
  offer('onlooker', {}),
];
const synonyms = (language: string) => {
  const words = readFileSync(new URL('../../../src/novamas/words/data/web.toml', import.meta.url), 'utf8');
  const text = words.split('[floor_synonyms]')[1] ?? '';
  return readSynonyms(new RegExp(`^${language} = "(.*)"$`, 'm').exec(text)?.[1] ?? '');
};

describe('incidents of the floor', () => {
  it('are one kind for all seats and forms', () => {
    expect(kindsOf(OFFERS).map(({ verb, offers }) => [verb, offers.length])).toEqual([
      ['misconduct', 9],
      ['bet_out_of_turn', 1],
      ['onlooker', 1],
    ]);
    expect(['misconduct', 'bet_out_of_turn', 'card_seen', 'deal_fault'].map(topicOf)).toEqual([
      'people',
      'bets',
      'cards',
      'deal',
    ]);
  });

  it('ask who first, by seat, then which, and nothing that has one answer', () => {
    const [misconduct] = kindsOf(OFFERS);
    const offers = misconduct?.offers ?? [];
    expect(nextOpen(offers, chosen())).toEqual({ part: 'seat', values: [1, 3, 5], isPerson: true });
    expect(nextOpen(offers, chosen(['seat', 3]))).toEqual({ part: 'what', values: WHATS, isPerson: false });
    expect(matching(offers, chosen(['seat', 3], ['what', 'phone']))).toHaveLength(1);
    expect(deedOf(offers, chosen(['seat', 3]), {})).toBeNull();
    expect(deedOf(offers, chosen(['seat', 3], ['what', 'phone']), {})?.deed).toMatchObject({
      do: 'misconduct',
      seat: 3,
      what: 'phone',
    });
  });

  it('take an amount beside the preview, the least unless another is chosen', () => {
    const [, bet] = kindsOf(OFFERS);
    const offers = bet?.offers ?? [];
    expect(nextOpen(offers, chosen())).toBeNull();
    expect(deedOf(offers, chosen(), {})?.deed.cents).toBe(800);
    expect(deedOf(offers, chosen(), { cents: 1000 })?.deed.cents).toBe(1000);
    expect(presets(range(800, 3900, 50))).toEqual([800, 1600, 2400, 3900]);
    expect(presets(range(800, 900, 50))).toEqual([800, 900]);
  });

  it('choose among people by a dial as well', () => {
    const rule: Dial = { dial: 'one_of', values: ['C.1', 'C.2'], clause: 'C' };
    const who: Dial = { dial: 'one_of', values: ['s2', 's1'], clause: 'C' };
    const words: Dial = { dial: 'line', most: 200, clause: 'C' } as Dial;
    const offers = [offer('conduct', { rule: 'C.1', who: 's1', words: '' }, { rule, who, words })];
    expect(nextOpen(offers, chosen())).toEqual({ part: 'who', values: ['s1', 's2'], isPerson: true });
    const all = chosen(['who', 's2'], ['rule', 'C.2']);
    expect(deedOf(offers, all, { words: 'shouts' })?.deed).toMatchObject({
      who: 's2',
      rule: 'C.2',
      words: 'shouts',
    });
  });

  it.each([
    ['es', 'antes', 'Apuesta fuera de turno'],
    ['es', 'móvil', 'Conducta no permitida'],
    ['es', 'carta vis', 'Carta descubierta'],
    ['ca', 'abans', 'Aposta fora de torn'],
    ['en', 'early', 'Bet out of turn'],
    ['en', 'flashed', 'Card shown'],
  ])('are found by other words in %s: %s', (language, sought, name) => {
    expect(answers(name, sought, synonyms(language))).toBe(true);
    expect(answers('Mirón', sought, synonyms(language))).toBe(false);
  });
});
