// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { bankrollOf, choicesNamed, hoursOf, sessions } from '../src/sessions.svelte';

const BOULE = { table: 'a1', game: 'boule', norm: 'IB05', choices: { seats: 9, minimum: 200, other: null } };

beforeEach(() => {
  for (const { table } of sessions.kept) sessions.forget(table);
});

it('stores each round once, the newest session first, and forgets', () => {
  sessions.played(BOULE, { round: 1, bets: { rojo: 500 }, won: -500, at: Date.now() });
  sessions.played(BOULE, { round: 1, bets: { rojo: 500 }, won: -500, at: Date.now() });
  sessions.played({ ...BOULE, table: 'b2' }, { round: 1, bets: {}, won: 100, at: Date.now() });
  expect(sessions.kept.map(({ table }) => table)).toEqual(['b2', 'a1']);
  expect(sessions.of('a1')?.rounds).toHaveLength(1);
  expect(JSON.parse(localStorage.getItem('novamas.sessions') ?? '')).toHaveLength(2);
  sessions.forget('b2');
  expect(sessions.of('b2')).toBeNull();
});

it('counts decisions by their cost against the best one', () => {
  sessions.decided(BOULE, 0);
  sessions.decided(BOULE, 35);
  expect(sessions.of('a1')?.decisions).toEqual({ known: 2, best: 1, cost: 35 });
});

it('sums the bankroll, the hours and the choices', () => {
  const rounds = [
    { round: 1, bets: {}, won: -500, at: 1_800_000 },
    { round: 2, bets: {}, won: 200, at: 3_600_000 },
  ];
  expect(bankrollOf(rounds)).toEqual([-500, -300]);
  expect(hoursOf({ ...BOULE, began: 0, rounds, decisions: { known: 0, best: 0, cost: 0 } })).toBe(1);
  expect(choicesNamed(BOULE.choices)).toEqual(['seats=9', 'minimum=200']);
});
