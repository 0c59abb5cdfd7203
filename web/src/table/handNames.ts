import { partsOf } from './twoHands';
import type { Get } from '../wire/generated/http';
import type { LayoutPayload } from '../wire/generated/http';
import type { View } from '../wire/generated/table';

/** A hand that lies open: its owner, its place among the parts of a set hand, and its cards. */
export interface OpenHand {
  readonly key: string;
  readonly cards: readonly number[];
}

/** The name of a hand, and the cards that make it. */
export interface HandName {
  readonly name: string;
  readonly madeOf: readonly number[];
}

/** Names of hands by owner, or by owner and part: `4`, `4#1`. */
export type HandNames = ReadonlyMap<string, HandName>;

export const NO_NAMES: HandNames = new Map();

const COMMON = 'board';

/** Return the cards that all players share. */
export function boardIn(view: View): readonly number[] {
  const [, held] = view.piles.find(([owner]) => owner === COMMON) ?? [COMMON, []];
  return held.flatMap(([card]) => (card === null ? [] : [card]));
}

/** Return the hands of which a viewpoint sees every card. */
export function openHands(view: View): readonly OpenHand[] {
  return view.piles.flatMap(([owner, held]) => {
    const name = String(owner);
    const cards = held.flatMap(([card]) => (card === null ? [] : [card]));
    if (name === COMMON || cards.length < 2 || cards.length < held.length) return [];
    const parts = partsOf(view.shows, name, held.length);
    if (!parts.length) return [{ key: name, cards }];
    let first = 0;
    return parts.map(([, , count], nth) => {
      const part = cards.slice(first, (first += count));
      return { key: `${name}#${String(nth)}`, cards: part };
    });
  });
}

const known = new Map<string, HandName>();

/** Fetch the names of hands at a table, each once. Null if the house does not answer. */
export async function fetchHandNames(
  table: LayoutPayload,
  hands: readonly OpenHand[],
  board: readonly number[],
): Promise<HandNames | null> {
  const query = new URLSearchParams({ norm: table.norm, lang: table.language, board: board.join('.') });
  for (const [name, value] of Object.entries(table.choices))
    if (value !== null && typeof value !== 'object') query.append('choice', `${name}=${String(value)}`);
  const address = `/api/hand-names/${table.game}?${query.toString()}`;
  const keyOf = (cards: readonly number[]): string => `${address} ${cards.join('.')}`;
  const wanted = hands.filter(({ cards }) => !known.has(keyOf(cards)));
  if (wanted.length) {
    const asked = wanted.map(({ cards }) => `&hand=${cards.join('.')}`).join('');
    const answer = await fetch(address + asked).catch(() => null);
    if (!answer?.ok) return null;
    const { names } = (await answer.json()) as Get['/api/hand-names/{game}'];
    wanted.forEach(({ cards }, nth) => {
      const { name = '', made_of: madeOf = [] } = names[nth] ?? {};
      known.set(keyOf(cards), { name, madeOf });
    });
  }
  const found = hands.flatMap(({ key, cards }) => {
    const name = known.get(keyOf(cards));
    return name?.name ? [[key, name] as const] : [];
  });
  return new Map(found);
}
