import { describe, expect, it } from 'vitest';
import { piecesNamed } from '../../src/pieces/cards';
import { backDeed, controlsOf, fits, nearest, stakeDeed, together } from '../../src/table/controls';
import { readBet, spotOf } from '../../src/wire/layout';
import { layoutOf } from '../layouts';
import type { DrawnLayout } from '../../src/wire/generated/http';
import type { Deed } from '../../src/wire/generated/game';
import type { Dial, Range } from '../../src/wire/generated/common';
import type { Offer, View } from '../../src/wire/generated/table';

const range = (least: number, most: number, step = 100): Range => ({
  dial: 'range',
  least,
  most,
  step,
  clause: 'C',
  most_clause: '',
});
const list = (...values: string[]): Dial => ({ dial: 'one_of', values, clause: 'C' });
const offer = (act: Partial<Deed> & { do: string }, dials: Record<string, Dial> = {}): Offer => ({
  act: { by: 1, ...act } as Deed,
  clause: 'C',
  dials,
});

function view(offers: readonly Offer[], more: Partial<View> = {}): View {
  return {
    eyes: 1,
    turn: 'croupier',
    chips: [],
    piles: [],
    undealt: 0,
    purses: [],
    shows: { phase: 'betting' },
    offers,
    number: 1,
    rounds: 0,
    results: [],
    ...more,
  };
}
const layout = (game: string): DrawnLayout => layoutOf(game);

describe('offers become controls', () => {
  it('a dial of spots with an amount lights the spots of the cloth', () => {
    const bets = offer(
      { do: 'bet', bet: 'rojo', cents: 200 },
      { bet: list('rojo', 'negro'), cents: range(200, 36000) },
    );
    const controls = controlsOf(view([bets]), layout('ruleta'));
    expect([...controls.stakes.keys()]).toEqual(['rojo', 'negro']);
    expect(controls.acts).toEqual([]);
    const stake = controls.stakes.get('negro');
    expect(stake && stakeDeed(stake, 'negro', 500)).toEqual({ do: 'bet', by: 1, bet: 'negro', cents: 500 });
  });

  it('so does one that names them by another part: the two cloths', () => {
    const stake = offer(
      { do: 'stake', pano: 'segundo', cents: 1000 },
      { cents: range(1000, 2000), pano: list('segundo') },
    );
    const controls = controlsOf(view([stake]), layout('bacara_dos_panos'));
    const found = controls.stakes.get('segundo');
    expect(found && stakeDeed(found, 'segundo', 1500)).toEqual({
      do: 'stake',
      by: 1,
      pano: 'segundo',
      cents: 1500,
    });
  });

  it('a bet of one’s own box is found by its short name', () => {
    const ante = offer(
      { do: 'bet', bet: 'ante', cents: 500 },
      { bet: list('ante'), cents: range(500, 10000) },
    );
    expect(controlsOf(view([ante]), layout('holdem_bonus')).stakes.has('ante')).toBe(true);
    expect(spotOf(layout('holdem_bonus').spots, 'ante', 3)?.seat).toBe(3);
    expect(spotOf(layout('blackjack').spots, 'mano:3.2', 3)?.name).toBe('mano:3');
    expect(spotOf(layout('ruleta').spots, 'rojo@2', 4)?.name).toBe('rojo');
  });

  it('part of a stake is taken back where that is offered, else all of it', () => {
    const whole = offer({ do: 'withdraw', bet: 'banca', cents: 700 });
    const part = offer(
      { do: 'withdraw', bet: 'banca', cents: 100 },
      { bet: list('banca'), cents: range(100, 200) },
    );
    const back = controlsOf(view([whole, part]), layout('punto_y_banca')).back.get('banca');
    expect(back && backDeed(back, 'banca', 200, 700)).toEqual({
      do: 'withdraw',
      by: 1,
      bet: 'banca',
      cents: 200,
    });
    expect(back && backDeed(back, 'banca', 500, 700)).toEqual(whole.act);
    expect(back && backDeed(back, 'banca', Infinity, 700)).toEqual(whole.act);
  });

  it('half or prison is asked beside the stake it is about', () => {
    const half = offer({ do: 'take_half', bet: 'rojo' });
    const prison = offer({ do: 'imprison', bet: 'rojo' });
    const controls = controlsOf(view([half, prison], { turn: 1 }), layout('ruleta'));
    expect(controls.questions.get('rojo')).toEqual([half, prison]);
    expect(controls.acts).toEqual([]);
  });

  it('acts keep their order, the first is the usual one; what is beside the game stays aside', () => {
    const acts = [
      offer({ do: 'fold' }),
      offer({ do: 'match' }),
      offer({ do: 'tip', cents: 50 }, { cents: range(50, 3800, 50) }),
    ];
    const controls = controlsOf(view(acts, { turn: 1, purses: [3800, 100] }), layout('holdem'));
    expect(controls.acts.map((one) => one.act.do)).toEqual(['fold', 'match']);
    expect(controls.asides.map((one) => one.act.do)).toEqual(['tip']);
    expect(controls.isTurn).toBe(true);
  });

  it('whoever has no chips must buy some; who has may', () => {
    const buy = offer({ do: 'buy', cents: 4000 }, { cents: range(4000, 20000, 50) });
    expect(controlsOf(view([buy], { purses: [0] }), layout('holdem')).acts).toEqual([buy]);
    expect(controlsOf(view([buy], { purses: [500] }), layout('holdem')).asides).toEqual([buy]);
  });

  it('leaving a bet or taking it back are two answers of one question', () => {
    const offers = [
      offer({ do: 'leave', bet: 'apuesta_2' }),
      offer({ do: 'withdraw', bet: 'apuesta_2', cents: 700 }),
    ];
    const controls = controlsOf(view(offers, { turn: 1 }), layout('trijoker'));
    expect(controls.acts.map((one) => one.act.do)).toEqual(['leave', 'withdraw']);
  });
});

it('an amount fits a dial by its least, its most and its step; else the nearest is found', () => {
  const dial = range(200, 1900, 200);
  expect([200, 400, 1800].every((cents) => fits(dial, cents))).toBe(true);
  expect([100, 300, 2000, 1900].some((cents) => fits(dial, cents))).toBe(false);
  expect([100, 330, 5000].map((cents) => nearest(dial, cents))).toEqual([200, 400, 1800]);
});

it('a bet is told apart', () => {
  expect(readBet('mano:3.2')).toMatchObject({ kind: 'mano', place: '3', hand: 2, times: 0, spot: 'mano:3' });
  expect(readBet('rojo@1')).toMatchObject({ kind: 'rojo', place: '', times: 1, spot: 'rojo' });
  expect(readBet('seguro:rojo')).toMatchObject({ kind: 'seguro', place: 'rojo', spot: 'seguro:rojo' });
});

it('values of a dial name cards, tiles or places in the hand', () => {
  expect(piecesNamed('2hTd', ['Td', 'As', '2h'])).toEqual([2, 0]);
  expect(piecesNamed('4:6+4:6', ['4:6', '5:5', '4:6'])).toEqual([0, 2]);
  expect(piecesNamed('135', ['As', 'Ks', 'Qs', 'Js', 'Ts'])).toEqual([0, 2, 4]);
  expect(piecesNamed('river', ['As'])).toBeNull();
});

it('dials of one act to many are one control, a few stand side by side', () => {
  const to = (seat: number): Offer => offer({ do: 'associate', seat }, { cents: range(100, 900) });
  const banco = offer({ do: 'banco' });
  const many = [banco, to(2), to(3), to(4), to(5)];
  expect(together(many)).toEqual([[banco], many.slice(1)]);
  expect(together(many.slice(0, 4))).toEqual([[banco], [to(2)], [to(3)], [to(4)]]);
});
