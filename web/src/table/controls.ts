import { GAMES } from '../gameFacts';
import { spotOf } from '../wire/layout';
import { valueAt } from '../wire/messages';
import type { ActNotOffered } from '../wire/generated/live';
import type { Deed } from '../wire/generated/game';
import type { Dial, OneOf, Range } from '../wire/generated/common';
import type { Offer, View } from '../wire/generated/table';
import type { DrawnLayout } from '../wire/generated/http';

/** A bet that is offered: its offer, the dial of its spot, and its range. */
export interface Stake {
  readonly offer: Offer;
  readonly dial: string;
  readonly cents: Range;
}

/** The offers to take chips back from a bet: all of them, or a part. */
export interface Back {
  readonly whole: Offer | null;
  readonly part: { readonly offer: Offer; readonly cents: Range } | null;
}

/** The offers as controls: bets on the cloth, chips to take back, and acts with their dials. */
export interface Controls {
  readonly stakes: ReadonlyMap<string, Stake>;
  /** The ranges of the bets, each once. */
  readonly ranges: readonly Range[];
  readonly back: ReadonlyMap<string, Back>;
  /** Choices that the law gives for one stake: half or prison. */
  readonly questions: ReadonlyMap<string, readonly Offer[]>;
  /** The acts of this turn. The first is the default. */
  readonly acts: readonly Offer[];
  /** Optional acts, which are listed apart. */
  readonly asides: readonly Offer[];
  readonly isTurn: boolean;
}

const FACTS = [...GAMES.values()];
/** Acts that belong to no decision of a round, whatever the game. */
const ALWAYS_ASIDE = ['consent'];
const ASIDE = new Set([...ALWAYS_ASIDE, ...FACTS.flatMap((facts) => facts.sideActs ?? [])]);
const ASKED = new Set(['take_half', 'imprison']);

/** Sort the offers of a view into controls. */
export function controlsOf(view: View, layout: DrawnLayout): Controls {
  const stakes = new Map<string, Stake>();
  const back = new Map<string, Back>();
  const questions = new Map<string, Offer[]>();
  const rest: Offer[] = [];
  const isTurn = view.turn === view.eyes;
  for (const offer of view.offers) {
    const where = clothDial(offer, layout);
    if (where)
      for (const bet of where.values) stakes.set(bet, { offer, dial: where.dial, cents: where.cents });
    else if (offer.act.do === 'withdraw') takeBack(offer, back);
    else if (ASKED.has(offer.act.do) && typeof offer.act.bet === 'string') {
      questions.set(offer.act.bet, [...(questions.get(offer.act.bet) ?? []), offer]);
    } else rest.push(offer);
    if (offer.act.do === 'withdraw' && isTurn && !Object.keys(dialsOf(offer)).length && hasRival(view, offer))
      rest.push(offer);
  }
  const hasChips = typeof view.eyes === 'number' && (view.purses[view.eyes - 1] ?? 0) > 0;
  const aside = (offer: Offer): boolean =>
    (ASIDE.has(offer.act.do) && !(isTurn && offer.act.bet !== undefined)) ||
    (offer.act.do === 'buy' ? hasChips : !isTurn && onlyRange(offer) !== null && stakes.size > 0);
  const acts = rest.filter((offer) => !aside(offer));
  return { stakes, ranges: rangesOf(stakes), back, questions, acts, asides: rest.filter(aside), isTurn };
}

function rangesOf(stakes: ReadonlyMap<string, Stake>): readonly Range[] {
  const found = new Map<string, Range>();
  for (const { cents } of stakes.values())
    found.set(`${String(cents.least)} ${String(cents.most)} ${String(cents.step)}`, cents);
  return [...found.values()];
}

/** Return whether taking this stake back is one of several answers to a question about it. */
function hasRival(view: View, offer: Offer): boolean {
  return view.offers.some((other) => other.act.do === 'leave' && other.act.bet === offer.act.bet);
}

/** Return the dial of an offer that names spots of the cloth, if the offer also has an amount. */
function clothDial(
  offer: Offer,
  layout: DrawnLayout,
): { readonly dial: string; readonly values: readonly string[]; readonly cents: Range } | null {
  const cents = dialsOf(offer).cents;
  if (cents?.dial !== 'range' || offer.act.do === 'withdraw') return null;
  const seat = typeof offer.act.by === 'number' ? offer.act.by : 0;
  for (const [name, dial] of Object.entries(dialsOf(offer))) {
    if (dial.dial !== 'one_of') continue;
    if (dial.values.every((value) => spotOf(layout.spots, value, seat)))
      return { dial: name, values: dial.values, cents };
  }
  return null;
}

function takeBack(offer: Offer, back: Map<string, Back>): void {
  const { bet: dial, cents } = dialsOf(offer);
  const bets = dial?.dial === 'one_of' ? dial.values : [String(offer.act.bet)];
  for (const bet of bets) {
    const known = back.get(bet) ?? { whole: null, part: null };
    back.set(
      bet,
      cents?.dial === 'range' ? { ...known, part: { offer, cents } } : { ...known, whole: offer },
    );
  }
}

/** Return the act of staking an amount on a bet. */
export function stakeDeed(stake: Stake, bet: string, cents: number): Deed {
  return { ...stake.offer.act, [stake.dial]: bet, cents };
}

/** Return the act of taking an amount back from a bet. If the part is not offered, of taking all of it. */
export function backDeed(back: Back, bet: string, cents: number, lies: number): Deed | null {
  const { part, whole } = back;
  if (part && cents < lies && fits(part.cents, cents)) return { ...part.offer.act, bet, cents };
  return whole ? whole.act : null;
}

/** Return an offer's act with the chosen values. */
export function turned(offer: Offer, values: Readonly<Record<string, string | number>>): Deed {
  return { ...offer.act, ...values };
}

/** Return the open parameters of an offer. */
export function dialsOf(offer: Offer): Readonly<Record<string, Dial>> {
  return offer.dials ?? {};
}

/** Return the step between two amounts of a range. */
export function stepOf(dial: Range): number {
  return dial.step ?? 1;
}

/** Return whether a dial allows an amount. */
export function fits(dial: Range, cents: number): boolean {
  return cents >= dial.least && cents <= dial.most && (cents - dial.least) % stepOf(dial) === 0;
}

/** Return the allowed amount nearest to an amount. */
export function nearest(dial: Range, cents: number): number {
  const steps = Math.round((Math.min(dial.most, Math.max(dial.least, cents)) - dial.least) / stepOf(dial));
  const found = dial.least + steps * stepOf(dial);
  return found > dial.most ? found - stepOf(dial) : found;
}

/** Return the dial of an offer whose only parameter is an amount. */
export function onlyRange(offer: Offer): readonly [string, Range] | null {
  const [first, ...more] = Object.entries(dialsOf(offer));
  return first?.[1].dial === 'range' && !more.length ? [first[0], first[1]] : null;
}

/** Return the dial of an offer whose only parameter is one of a list. */
export function onlyOneOf(offer: Offer): readonly [string, OneOf] | null {
  const [first, ...more] = Object.entries(dialsOf(offer));
  return first?.[1].dial === 'one_of' && !more.length ? [first[0], first[1]] : null;
}

/** Return the first value of every dial of an offer. */
export function firstValues(offer: Offer): Record<string, string | number> {
  const start = (name: string, dial: Dial): string | number => {
    const given = valueAt(offer.act, name);
    if (typeof given === 'string' || typeof given === 'number') return given;
    return dial.dial === 'range' ? dial.least : dial.dial === 'one_of' ? (dial.values[0] ?? '') : '';
  };
  return Object.fromEntries(Object.entries(dialsOf(offer)).map(([name, dial]) => [name, start(name, dial)]));
}

/** Acts that are weighed against each other: where one is offered, the others explain why they are not. */
const WEIGHED = FACTS.flatMap((facts) => facts.alternatives ?? []);

/** Return the acts that are not offered but are alternatives of an offered one. */
export function barredBeside(
  offers: readonly Offer[],
  barred: readonly ActNotOffered[],
): readonly ActNotOffered[] {
  const offered = new Set(offers.map((offer) => offer.act.do));
  const groups = WEIGHED.filter((verbs) => [...offered].every((verb) => verbs.includes(verb)));
  const beside = new Set(offered.size > 1 ? groups.flat() : []);
  return barred.filter(({ act }) => beside.has(act.do) && !offered.has(act.do));
}

/** The letters that choose acts. They are the same at every table. */
export const ACT_KEYS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...FACTS.map((facts) => facts.keys),
);

const MANY = 3; // the most offers of one act that are shown side by side

/** Group offers of one act that differ in one value, such as the other player. Many of them become one control. */
export function together(acts: readonly Offer[]): readonly (readonly [Offer, ...Offer[]])[] {
  const alike = (offer: Offer): readonly Offer[] =>
    onlyRange(offer) ? acts.filter((one) => one.act.do === offer.act.do && onlyRange(one)) : [offer];
  return acts.flatMap((offer): (readonly [Offer, ...Offer[]])[] => {
    const all = alike(offer);
    if (all.length <= MANY) return [[offer]];
    return all[0] === offer ? [[offer, ...all.slice(1)]] : [];
  });
}
