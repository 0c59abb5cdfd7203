import { describe, expect, it } from 'vitest';
import { KeptTable, numbered, offersOf, spliced, type Row, type Whole } from '../../src/wire/kept';
import type { OfferKind } from '../../src/wire/generated/live';

const BET: OfferKind = {
  act: { do: 'bet', by: 1 },
  parts: ['bet', 'cents'],
  clause: 'IB05.01.IV.3.b.1',
  dials: { bet: { dial: 'one_of' }, cents: { dial: 'range', step: 100 } },
};
const WITHDRAW: OfferKind = {
  act: { do: 'withdraw', by: 1 },
  parts: ['bet', 'cents'],
  clause: 'IB05.01.IV.3.b.1',
};
const READY: OfferKind = { act: { do: 'ready', by: 1 }, parts: [] };

const seat = (number: number, chips: number): Whole['seats'][number] => ({
  seat: number,
  name: '',
  mind: 'steady',
  chips,
  ready: false,
  leaving: false,
});

const whole: Whole = {
  number: 5,
  view: {
    eyes: 1,
    turn: 'croupier',
    chips: [],
    piles: [],
    undealt: 0,
    purses: [],
    shows: { phase: 'betting', running: false, closed: [1] },
    offers: [],
    number: 5,
    rounds: 2,
    results: [],
  },
  seats: [seat(1, 20_000), seat(2, 20_000)],
  cash: 100_000,
  clock: null,
  receipt: 'r5',
  kinds: [BET],
  offers: {
    betting: [
      [0, 'rojo', [500, 9000]],
      [0, 'negro', [500, 9000]],
      [0, 'pleno:17', [100, 1500]],
    ],
  },
};
const bet = (values: string[], least: number, most: number): object => ({
  act: { do: 'bet', by: 1, bet: values[0], cents: least },
  clause: BET.clause,
  dials: { bet: { dial: 'one_of', values }, cents: { dial: 'range', step: 100, least, most } },
});

describe('rows of offers', () => {
  it('neighbours of one kind and one range are one offer', () => {
    expect(offersOf(whole.offers?.betting ?? [], [BET])).toEqual([
      bet(['rojo', 'negro'], 500, 9000),
      bet(['pleno:17'], 100, 1500),
    ]);
  });

  it('rows that are not neighbours stay apart, because their order counts', () => {
    const rows: Row[] = [[0, 'rojo', [500, 9000]], [0, 'pleno:17', [100, 1500]], [0, 'negro', [500, 9000]]]; // prettier-ignore
    expect(offersOf(rows, [BET])).toHaveLength(3);
  });

  it('an amount whose usual value is not its least begins with the usual one', () => {
    const [offer] = offersOf([[0, 'rojo', [500, 9000, 1000]]], [BET]);
    expect(offer?.act.cents).toBe(1000);
    expect(offer?.dials?.cents).toMatchObject({ least: 500, most: 9000 });
  });

  it('a part without a dial is itself, and an act may have no parts', () => {
    const offers = offersOf([[0, 'rojo', 500], [1]], [WITHDRAW, READY]); // prettier-ignore
    expect(offers.map(({ act }) => act)).toEqual([
      { do: 'withdraw', by: 1, bet: 'rojo', cents: 500 },
      { do: 'ready', by: 1 },
    ]);
    expect(offers.map(({ dials }) => dials)).toEqual([{}, {}]);
  });

  it('a list whose usual value is not the first comes whole, after the usual value', () => {
    const kind: OfferKind = {
      act: { do: 'say', by: 1 },
      parts: ['word'],
      dials: { word: { dial: 'one_of' } },
    };
    const [offer, ...more] = offersOf([[0, ['no', 'card', 'no']]], [kind]);
    expect(more).toEqual([]);
    expect(offer?.act.word).toBe('no');
    expect(offer?.dials?.word).toMatchObject({ values: ['card', 'no'] });
  });

  it('a second list of names comes whole in each row', () => {
    const kind: OfferKind = {
      act: { do: 'announce', by: 1 },
      parts: ['bet', 'with'],
      dials: { bet: { dial: 'one_of' }, with: { dial: 'one_of' } },
    };
    const rows: Row[] = [[0, 'rojo', ['s1', 's1', 's2']], [0, 'negro', ['s1', 's1', 's2']]]; // prettier-ignore
    const [offer, ...more] = offersOf(rows, [kind]);
    expect(more).toEqual([]);
    expect(offer?.dials).toMatchObject({
      bet: { values: ['rojo', 'negro'] },
      with: { values: ['s1', 's2'] },
    });
  });
});

describe('bundles', () => {
  it('stand for rows that differ by one text, wherever they come', () => {
    const bundle: Row = [0, [['rojo', 'negro', 'par']], [200, 9000]];
    const { offers, ...rest } = whole;
    expect(offers).toBeDefined();
    const table = new KeptTable({ ...rest, offers: { betting: [bundle] } });
    expect(table.state.view.offers).toEqual([bet(['rojo', 'negro', 'par'], 200, 9000)]);
    const { view } = table.apply({ number: 6, splice: { offers: [[1, 1, [[0, [['a', 'b']], [200, 9000]]]]] } }); // prettier-ignore
    expect(view.offers).toEqual([bet(['rojo', 'a', 'b', 'par'], 200, 9000)]);
  });
});

describe('differences', () => {
  it('lists are cut from the end to the beginning', () => {
    const cuts = [[4, 0, ['f']], [1, 2, ['x']]] as const; // prettier-ignore
    expect(spliced(['a', 'b', 'c', 'd', 'e'], cuts)).toEqual(['a', 'x', 'd', 'f', 'e']);
  });

  it('a chip changes its spot, its seat and two offers', () => {
    const table = new KeptTable(whole);
    const { view, seats } = table.apply({
      number: 6,
      set: { seats: { 1: { chips: 19_500 } } },
      splice: {
        chips: [[0, 0, [[1, 'rojo', 500]]]],
        kinds: [[1, 0, [WITHDRAW]]],
        offers: [
          [3, 0, [[1, 'rojo', 500]]],
          [0, 1, [[0, 'rojo', [100, 8500]]]],
        ],
      },
    });
    expect(view.chips).toEqual([[1, 'rojo', 500]]);
    expect(seats.map(({ chips }) => chips)).toEqual([19_500, 20_000]);
    expect(view.offers).toEqual([
      bet(['rojo'], 100, 8500),
      bet(['negro'], 500, 9000),
      bet(['pleno:17'], 100, 1500),
      { act: { do: 'withdraw', by: 1, bet: 'rojo', cents: 500 }, clause: WITHDRAW.clause, dials: {} },
    ]);
    expect([view.number, view.rounds]).toEqual([6, 2]);
  });

  it('a phase brings back the rows that it had', () => {
    const table = new KeptTable(whole);
    const offers = table.state.view.offers;
    expect(table.apply({ number: 6, set: { shows: { phase: 'falling' } } }).view.offers).toEqual([]);
    expect(table.apply({ number: 7, set: { shows: { phase: 'betting' } } }).view.offers).toEqual(offers);
  });

  it('facts are set and spliced part by part, and null takes one away', () => {
    const table = new KeptTable(whole);
    const difference = {
      number: 6,
      set: { shows: { running: null, minimum: 500 } },
      splice: { 'shows.closed': [[1, 0, [2]]] },
    } as const;
    expect(table.apply(difference).view.shows).toEqual({
      phase: 'betting',
      minimum: 500,
      closed: [1, 2],
    });
  });

  it('a seat is taken, and one is left', () => {
    const table = new KeptTable(whole);
    const { seats } = table.apply({ number: 6, set: { seats: { 1: null, 3: seat(3, 5000) } } });
    expect(seats.map((one) => one.seat)).toEqual([2, 3]);
  });

  it('money, time and receipt are fields of the table', () => {
    const clock = { ends: 2, now: 1 };
    const table = new KeptTable(whole);
    const state = table.apply({ number: 6, set: { cash: 90_000, clock, turn: 'chance' }, receipt: 'r6' });
    expect([state.cash, state.clock, state.receipt, state.view.turn]).toEqual([
      90_000,
      clock,
      'r6',
      'chance',
    ]);
    expect(table.apply({ number: 7 }).receipt).toBe('r6');
  });
});

describe('events', () => {
  const over = { event: 'round_over' } as const;

  it('lead to the number of their message', () => {
    expect(numbered({ number: 7, events: [over, over] }, 6)).toEqual([
      { number: 7, nth: 0, event: over },
      { number: 7, nth: 1, event: over },
    ]);
  });

  it('of several states have the number and the place of each', () => {
    const places = numbered({ number: 9, of: [1, 0, 2], events: [over, over, over] }, 6);
    expect(places.map(({ number, nth }) => [number, nth])).toEqual([[7, 0], [9, 0], [9, 1]]); // prettier-ignore
  });
});

describe('objects', () => {
  it('stay the same where nothing changed', () => {
    const table = new KeptTable(whole);
    const before = table.state;
    const after = table.apply({ number: 6, splice: { chips: [[0, 0, [[2, 'negro', 500]]]] } });
    expect(after.seats).toBe(before.seats);
    expect(after.view.offers).toBe(before.view.offers);
    expect(after.view.shows).toBe(before.view.shows);
    expect(after.view.chips).not.toBe(before.view.chips);
    expect(before.view.chips).toEqual([]);
  });

  it('an offer stays the same where only its neighbour changed', () => {
    const table = new KeptTable(whole);
    const [, single] = table.state.view.offers;
    const { view } = table.apply({ number: 6, splice: { offers: [[1, 1, []]] } });
    expect(view.offers[1]).toBe(single);
    expect(view.offers[0]).toEqual(bet(['rojo'], 500, 9000));
  });

  it('a seat stays the same where only its neighbour changed', () => {
    const table = new KeptTable(whole);
    const before = table.state.seats;
    const { seats } = table.apply({ number: 6, set: { seats: { 2: { ready: true } } } });
    expect(seats[0]).toBe(before[0]);
    expect(seats[1]).toEqual({ ...before[1], ready: true });
  });
});
