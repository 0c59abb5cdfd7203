import { dialsOf, onlyRange } from './controls';
import { cardName } from '../pieces/cards';
import { factsOf } from '../gameFacts';
import type { TableFeed } from './feed.svelte';
import type { Figures, TableText } from './tableText';
import type { Offer, View } from '../wire/generated/table';
import type { CostOfAct } from '../wire/generated/live';

/** What an act would cost its player: chips staked, lost and given back, in céntimos. */
export interface Consequence {
  readonly cost?: number;
  readonly loss?: number;
  readonly back?: number;
  readonly returned?: number;
}

/** What each offered act would cost. */
export type Consequences = ReadonlyMap<Offer, Consequence>;

export const NO_CONSEQUENCES: Consequences = new Map();

/** Return what each offered act costs, by the figures of the house. */
export function consequencesIn(offers: readonly Offer[], costs: readonly CostOfAct[]): Consequences {
  const found = new Map<Offer, Consequence>();
  for (const offer of offers) {
    const wanted = JSON.stringify(Object.entries(offer.act).toSorted());
    const cost = costs.find(({ act }) => JSON.stringify(Object.entries(act).toSorted()) === wanted);
    if (!cost) continue;
    const { staked = 0, back = 0, lost = 0, returned = 0 } = cost;
    const figures = { cost: staked, back, loss: lost, returned };
    found.set(offer, Object.fromEntries(Object.entries(figures).filter(([, cents]) => cents > 0)));
  }
  return found;
}

/** A question in words, and what happens without an answer. */
export interface Question {
  readonly text: string;
  readonly silence: string;
}

/** Return whether an act only continues: it is the one thing to do, and it gives up nothing. */
export function isContinuation(offer: Offer, acts: readonly Offer[], game: string): boolean {
  if (Object.keys(dialsOf(offer)).length) return false;
  return acts.length === 1 && (factsOf(game).continues?.includes(offer.act.do) ?? false);
}

/** Return the question to the player now, or null if nothing is asked. `again` is the stake that may be repeated. */
export function questionOf(table: TableFeed, words: TableText, again: number): Question | null {
  const { view, controls, me } = table;
  if (!view || !controls || !me) return null;
  const figures = figuresOf(table);
  if (controls.questions.size) {
    const [first] = controls.questions.values();
    return { text: words.question(['choosing'], figures), silence: silenceOf(first?.[0], table, words, []) };
  }
  const codes = codesOf(view, controls.acts);
  if (controls.acts.length && (controls.isTurn || !controls.stakes.size)) {
    const text = words.question(codes, figures) || words.asks(view.shows.phase, figures);
    return { text, silence: controls.isTurn ? silenceOf(controls.acts[0], table, words, codes) : '' };
  }
  if (!controls.stakes.size) return null;
  if (table.mine.length) return { text: '', silence: '' };
  const text = again
    ? words.question(['again'], { cost: again })
    : words.question([view.shows.phase, 'lay'], figures);
  return { text, silence: '' };
}

/** Return the sentence about the default of a turn: the first offer. */
function silenceOf(
  offer: Offer | undefined,
  table: TableFeed,
  words: TableText,
  codes: readonly string[],
): string {
  if (!offer) return '';
  const left = table.clock !== null && table.patience > 0;
  if (!left) return words.say('no_hurry');
  return words.say('if_silent', { what: words.silence(offer.act, codes) });
}

/** Return the codes of a question's text, the most particular first. */
export function codesOf(view: View, acts: readonly Offer[]): readonly string[] {
  const { phase, price, point } = view.shows;
  const verbs = acts.map(({ act }) => `${phase}_${act.do}`);
  const isShooting = 'shooter' in view.shows && view.chips.some(([seat]) => seat === view.eyes);
  return [
    ...(price === 0 ? [`${phase}_free`] : []),
    ...(typeof point === 'number' ? [`${phase}_point`] : []),
    ...(isShooting ? [`${phase}_keep`] : []),
    ...verbs,
    phase,
  ];
}

/** Return the figures that questions and answers speak of. */
export function figuresOf(table: TableFeed): Figures {
  const { view, me, controls } = table;
  if (!view) return {};
  const { shows } = view;
  const found: Record<string, string | number> = {};
  if (typeof shows.price === 'number') found.price = shows.price;
  if (typeof shows.point === 'number') found.point = shows.point;
  if (typeof shows.bank === 'number') found.bank_holds = shows.bank;
  found.pot = potOf(view);
  const mine = ownHand(view, me);
  const total = mine && totalOf(view, mine);
  if (total) found.total = total;
  const bank = bankShows(view);
  if (bank) found.bank = bank;
  const name = mine ? table.names.get(mine)?.name : undefined;
  if (name) found.hand = name;
  if (name && total) found.total = name;
  const stake = controls?.acts.find((offer) => table.consequences.get(offer)?.cost);
  const cost = stake && table.consequences.get(stake)?.cost;
  if (cost) found.cost = cost;
  return found;
}

/** Return the chips in the pots and in front of the players. */
export function potOf(view: View): number {
  const pots = (view.shows.pots as readonly { readonly cents: number }[] | undefined) ?? [];
  const before = view.chips.filter(([, bet]) => bet === 'apuesta');
  return (
    pots.reduce((sum, { cents }) => sum + cents, 0) + before.reduce((sum, [, , cents]) => sum + cents, 0)
  );
}

/** Return the owner of the hand that the player decides about. */
export function ownHand(view: View, me: number): string {
  const waiting: unknown = Array.isArray(view.shows.waiting) ? view.shows.waiting[0] : undefined;
  if (typeof waiting === 'string' && view.turn === me) return waiting;
  const own = (owner: string): boolean =>
    owner === String(me) || new RegExp(`^(mano|casilla):${String(me)}(\\.|$)`).test(owner);
  return view.piles.map(([owner]) => String(owner)).find(own) ?? '';
}

function totalOf(view: View, owner: string): string {
  const totals = (view.shows.totals as readonly (readonly [string | number, number])[] | undefined) ?? [];
  const found = totals.find(([whose]) => String(whose) === owner);
  return found ? String(found[1]) : '';
}

const RANKS: Readonly<Record<string, string>> = { T: '10' };

/** Return the ranks of the bank's open cards. */
function bankShows(view: View): string {
  const bank = view.piles.find(([owner]) => /^(bank|banca)$/.test(String(owner)));
  const open = (bank?.[1] ?? []).flatMap(([card]) => (card === null ? [] : [cardName(card).charAt(0)]));
  return open.map((rank) => RANKS[rank] ?? rank).join(' ');
}

/** Return the figures of one answer: those of the question, and what the act would cost. */
export function answerFigures(offer: Offer, table: TableFeed, figures: Figures): Figures {
  const others: Record<string, string | number> = { ...figures };
  delete others.cost;
  const known = table.consequences.get(offer) ?? {};
  const given: Record<string, string | number> = {};
  if (!onlyRange(offer) && typeof offer.act.cents === 'number' && offer.act.cents)
    given.cost = offer.act.cents;
  if (typeof offer.act.partner === 'number') given.partner = offer.act.partner;
  return { ...others, ...given, ...known };
}

/** Letters that answer to acts. A letter that no act has by name comes from its label. */
export function lettersOf(
  answers: readonly { readonly act: string; readonly label: string }[],
  named: Readonly<Record<string, string>>,
  taken: readonly string[],
): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  const used = new Set(taken);
  for (const { act } of answers) {
    const letter = named[act];
    if (letter && !used.has(letter) && !letters.has(act)) {
      letters.set(act, letter);
      used.add(letter);
    }
  }
  for (const { act, label } of answers) {
    if (letters.has(act)) continue;
    const plain = label.normalize('NFD').toLowerCase();
    const letter = [...plain, ...'abcdefghijklmnopqrstuvwxyz'].find(
      (one) => /[a-z]/.test(one) && !used.has(one),
    );
    if (!letter) continue;
    letters.set(act, letter);
    used.add(letter);
  }
  return letters;
}
