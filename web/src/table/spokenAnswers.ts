import { dialsOf } from './controls';
import { cardName } from '../pieces/cards';
import type { TableState } from './state.svelte';
import { partsOf } from './twoHands';
import type { TableText } from './tableText';
import type { Held, View } from '../wire/generated/table';

/** Spoken answers to the questions that Shift and a letter ask at every table. */
export const QUESTIONS: Readonly<Record<string, (table: TableState, words: TableText) => string>> = {
  L: lastSaid,
  B: myBets,
  M: myChips,
  T: timeLeft,
  A: whatIMay,
  O: othersBets,
  P: pots,
  H: myCards,
};

function sentence(parts: readonly string[], none: string): string {
  return parts.length ? `${parts.join('; ')}.` : none;
}

function lastSaid(table: TableState, words: TableText): string {
  const last = table.view?.results?.at(-1)?.result;
  const came =
    last?.result === 'pocket'
      ? `${last.label}, ${words.colour(last.colour)}. `
      : last?.result === 'throw'
        ? `${last.dice.join(' ')}. `
        : '';
  return `${came}${table.log.at(-1)?.text ?? ''}` || words.say('nothing_yet');
}

function myBets(table: TableState, words: TableText): string {
  const bets = table.mine.map(([, bet, cents]) => `${words.bet(bet)} ${words.money(cents)}`);
  const total = words.say('total', { amount: words.money(table.staked) });
  return bets.length ? `${sentence(bets, '')} ${total}` : words.say('no_bets');
}

function myChips(table: TableState, words: TableText): string {
  const cash = table.cash ? ` ${words.say('cash', { amount: words.money(table.cash) })}` : '';
  return `${words.say('my_chips', { amount: words.money(table.purse) })}${cash}`;
}

/** Return the seconds left by the server's clock. */
export function secondsLeft(table: TableState): number | null {
  if (!table.clock) return null;
  const { ends, now, heard } = table.clock;
  return Math.max(0, Math.ceil((ends - now) / 1_000_000 - (performance.now() - heard) / 1000));
}

function timeLeft(table: TableState, words: TableText): string {
  const seconds = secondsLeft(table);
  const turn = words.say('turn_of', { who: words.who(table.view?.turn ?? 'nobody') });
  return seconds === null ? turn : `${words.say('seconds_left', { count: seconds })} ${turn}`;
}

function whatIMay(table: TableState, words: TableText): string {
  const { controls } = table;
  if (!controls) return '';
  const acts = [...controls.acts, ...controls.asides].map((offer) => {
    const range = dialsOf(offer).cents;
    const limits =
      range?.dial === 'range'
        ? ` ${words.say('limits', { least: words.money(range.least), most: words.money(range.most) })}`
        : '';
    return `${words.act(offer.act)}${limits}`;
  });
  const bets = controls.stakes.size ? [words.say('may_bet', { count: controls.stakes.size })] : [];
  return sentence([...acts, ...bets], words.say('nothing_offered'));
}

function othersBets(table: TableState, words: TableText): string {
  const others = (table.view?.chips ?? []).filter(([seat]) => seat !== table.me && seat > 0);
  const told = others.map(
    ([seat, bet, cents]) => `${words.seat(seat)}, ${words.bet(bet)} ${words.money(cents)}`,
  );
  return sentence(told, words.say('no_bets'));
}

function pots(table: TableState, words: TableText): string {
  const { view } = table;
  if (!view) return '';
  const told = (view.shows.pots as readonly { bet: string; cents: number }[] | undefined) ?? [];
  const parts = told.map((pot) => `${words.pot(pot.bet)} ${words.money(pot.cents)}`);
  if (typeof view.shows.bank === 'number')
    parts.push(words.say('bank_holds', { amount: words.money(view.shows.bank) }));
  if (view.shows.point !== null && view.shows.point !== undefined)
    parts.push(`${words.marker('punto')} ${String(view.shows.point as number)}`);
  const prisoners = view.chips.filter(([seat, bet]) => seat === table.me && bet.includes('@'));
  parts.push(...prisoners.map(([, bet, cents]) => `${words.bet(bet)} ${words.money(cents)}`));
  return sentence(parts, words.say('nothing_there'));
}

/** Return the names of cards. Two set hands have the name of each hand before its cards. */
function cardsTold(view: View, owner: string, held: readonly Held[], words: TableText): string {
  const names = held.map(([card]) => words.card(cardName(card)));
  let first = 0;
  const told = partsOf(view.shows, owner, held.length).map(([, hand, count]) => {
    const part = names.slice(first, (first += count)).join(', ');
    return hand === 'mano' ? part : `${words.say(`hand_${hand}`)}, ${part}`;
  });
  return told.join('; ') || names.join(', ');
}

function myCards(table: TableState, words: TableText): string {
  const { view, me } = table;
  if (!view) return '';
  const totals = new Map(
    (view.shows.totals as readonly [string | number, number][] | undefined)?.map(([owner, points]) => [
      String(owner),
      points,
    ]),
  );
  const mine = (owner: string | number): boolean =>
    owner === me || new RegExp(`^(mano|casilla):${String(me)}(\\.|$)`).test(String(owner));
  const common = (owner: string | number): boolean =>
    typeof owner === 'string' && !/^(mano|casilla):/.test(owner);
  const told = view.piles
    .filter(([owner, held]) => held.length > 0 && (mine(owner) || common(owner)))
    .map(([owner, held]) => {
      const points = totals.get(String(owner));
      const cards = cardsTold(view, String(owner), held, words);
      const whose = mine(owner) ? words.say('you') : words.owner(owner);
      return `${whose}: ${cards}${points === undefined ? '' : `, ${String(points)}`}`;
    });
  return sentence(told, words.say('no_cards'));
}
