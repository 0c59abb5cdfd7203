import { factsOf } from '../gameFacts';
import type { HandNames } from './handNames';
import type { RoundPlayed } from './rounds';
import type { TableText } from './tableText';
import type { Result } from '../wire/messages';

/** A round in the history: its text and its shape, so that colour never speaks alone. */
export interface Token {
  readonly text: string;
  readonly shape: 'red' | 'black' | 'zero' | 'banca' | 'punto' | 'tie' | 'up' | 'down' | 'even' | 'none';
}

const SHAPES: Readonly<Record<string, Token['shape']>> = { rojo: 'red', negro: 'black', verde: 'zero' };
const SIDES: Readonly<Record<string, readonly [Token['shape'], string]>> = {
  more: ['banca', 'B'],
  less: ['punto', 'P'],
  same: ['tie', 'E'],
};

/** Return the token of a round: the number, the sum of the dice, who won, or the player's net. */
export function tokenOf({ round, results, won }: RoundPlayed, game: string): Token {
  const last = results.at(-1);
  if (last?.result === 'pocket')
    return { text: last.label.startsWith('joker') ? 'J' : last.label, shape: SHAPES[last.colour] ?? 'none' };
  if (isThrow(last)) return { text: String(sumOf(last)), shape: shapeOfNet(won) ?? 'none' };
  const side = last ? sideOf(last, game) : null;
  if (side) {
    const [shape, text] = side;
    return { text, shape };
  }
  const shape = shapeOfNet(won);
  if (!shape || won === null) return { text: String(round), shape: 'none' };
  return { text: won ? short(won) : '=', shape };
}

const DICE_OF_BETS = 2; // three dice only say who gets the first hand

/** Return whether a result decides the bets by its dice. */
function isThrow(result: Result | undefined): result is Extract<Result, { result: 'throw' }> {
  return result?.result === 'throw' && result.dice.length === DICE_OF_BETS;
}

function shapeOfNet(won: number | null): Token['shape'] | null {
  return won === null ? null : won > 0 ? 'up' : won < 0 ? 'down' : 'even';
}

/** Return an amount for a token: its sign and its euros. */
function short(cents: number): string {
  const euros = Math.abs(cents) / 100;
  const written = euros >= 1000 ? `${String(Math.round(euros / 1000))}k` : String(Math.round(euros));
  return `${cents < 0 ? '−' : '+'}${written}`;
}

function sumOf(result: Extract<Result, { result: 'throw' }>): number {
  return result.dice.reduce((sum, face) => sum + face, 0);
}

/** Return the side that won a coup of baccarat: the bank, the punto, or neither. */
function sideOf(result: Result, game: string): readonly [Token['shape'], string] | null {
  if (result.result !== 'points' || factsOf(game).cloth !== 'punto') return null;
  const points = new Map(result.hands);
  const [bank, punto] = [points.get('bank') ?? points.get('banca'), points.get('punto')];
  if (typeof bank !== 'number' || typeof punto !== 'number') return null;
  return SIDES[bank > punto ? 'more' : bank < punto ? 'less' : 'same'] ?? null;
}

/** What a round was worth to each seat, in céntimos. */
export type Nets = ReadonlyMap<number, number>;

/** Return an amount with its sign: a true minus, a plus, or nothing for zero. */
export function signed(cents: number, money: (cents: number) => string): string {
  return `${cents > 0 ? '+' : cents < 0 ? '−' : ''}${money(Math.abs(cents))}`;
}

/** Return what fell and who won, in words. */
export function outcomeText(
  { results, nets, rake }: RoundPlayed,
  table: { readonly me: number; readonly names: HandNames; readonly game: string },
  words: TableText,
): string {
  const { me, names, game } = table;
  const last = results.at(-1);
  if (last?.result === 'pocket') return pocketText(last, words);
  if (isThrow(last)) return words.say('came_dice', { sum: sumOf(last), dice: last.dice.join(' + ') });
  const isCircle = factsOf(game).family === 'circle';
  const best = [...nets].filter(([, cents]) => cents > 0).toSorted(([, one], [, other]) => other - one)[0];
  if (isCircle && best) {
    const who = best[0] === me ? words.say('you') : words.seat(best[0]);
    const hand = names.get(String(best[0]))?.name;
    const text = hand ? words.say('won_with', { who, hand }) : words.say('won_by', { who });
    return rake ? `${text} · ${words.say('rake', { amount: words.money(rake) })}` : text;
  }
  const mine = nameOf(me, names);
  const bank = nameOf('bank', names);
  if (mine && bank) return words.say('hands_apart', { mine, bank });
  if (mine) return words.say('mine_had', { mine });
  if (last?.result === 'points')
    return last.hands
      .map(([whose, points]) => `${words.owner(whose)} ${points === null ? '·' : String(points)}`)
      .join(' · ');
  return bank ? words.say('bank_had', { bank }) : words.say('round_over');
}

/** Return the name of a hand, or of both parts of a set hand. */
function nameOf(owner: number | string, names: HandNames): string {
  const own = [String(owner), `mano:${String(owner)}`, `casilla:${String(owner)}`];
  const found = own.flatMap((key) => names.get(key)?.name ?? []);
  if (found[0]) return found[0];
  return own
    .flatMap((key) => [names.get(`${key}#0`)?.name ?? [], names.get(`${key}#1`)?.name ?? []].flat())
    .join(' / ');
}

function pocketText(result: Extract<Result, { result: 'pocket' }>, words: TableText): string {
  const { label, colour } = result;
  if (label.startsWith('joker')) return 'Joker';
  return colour && colour !== 'verde' ? `${label}, ${words.colour(colour)}` : label;
}
