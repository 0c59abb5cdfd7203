import { cardName } from '../pieces/cards';
import { factsOf } from '../gameFacts';
import { outcomeText, signed } from './results';
import type { TableFeed } from './feed.svelte';
import type { RoundPlayed } from './rounds';
import type { TableText } from './tableText';
import type { NumberedHallEvent } from '../wire/generated/live';
import type { TableEvent } from '../wire/messages';

/** What a message of the house brought. */
export interface News {
  readonly events: readonly NumberedHallEvent[];
  readonly says: readonly string[];
  readonly ended: readonly RoundPlayed[];
}

/** A sentence for the ear, and whether it is about the listener. */
export interface Utterance {
  readonly text: string;
  readonly isOwn: boolean;
}

/** Acts of other players that are only said if they are asked for. */
const QUIET = new Set(['staked', 'withdrew', 'slid', 'is_ready', 'bought', 'took', 'fed', 'noted']);

/** Return what is said of a message, the listener's own first. */
export function utterancesOf(news: News, table: TableFeed, words: TableText): readonly Utterance[] {
  const said: Utterance[] = [];
  const events = news.events.map(({ event }) => event);
  const last = news.ended.at(-1);
  if (last) said.push({ text: resultSaid(last, events, table, words), isOwn: true });
  else if (isHasty(table.tempo) && events.some(({ event }) => event === 'dealt')) {
    const cards = cardsSaid(events, table.me, words);
    if (cards) said.push({ text: cards, isOwn: true });
  } else if (!events.every((event) => isQuiet(event, table.me))) {
    said.push({ text: news.says.join(' '), isOwn: false });
  }
  return said.filter(({ text }) => text);
}

function isHasty(tempo: string): boolean {
  return tempo === 'quick' || tempo === 'instant';
}

function isQuiet(event: TableEvent, me: number): boolean {
  return QUIET.has(event.event) && 'seat' in event && event.seat !== me;
}

/** Return a round in one sentence after the other: what fell, my net, my bets, the session, the others. */
function resultSaid(
  round: RoundPlayed,
  events: readonly TableEvent[],
  table: TableFeed,
  words: TableText,
): string {
  const game = table.layout?.game ?? '';
  const net = (cents: number): string => signed(cents, words.money);
  const parts = [outcomeText(round, { me: table.me, names: table.names, game }, words)];
  if (round.won !== null) {
    parts.push(words.say('said_net', { net: net(round.won) }));
    for (const event of events)
      if (event.event === 'payment' && event.seat === table.me)
        parts.push(`${words.bet(event.bet)}, ${net(event.returned - event.stake)}`);
    parts.push(words.say('said_session', { net: net(table.session) }));
  }
  const others = [...round.nets].filter(([seat]) => seat !== table.me);
  if (others.length && factsOf(game).family !== 'circle') {
    const sum = others.reduce((all, [, cents]) => all + cents, 0);
    parts.push(`${words.say('the_others')}, ${net(sum)}`);
  }
  return `${parts.join('. ')}.`;
}

/** Return the listener's new cards and the bank's. */
function cardsSaid(events: readonly TableEvent[], me: number, words: TableText): string {
  const dealt = new Map<string, string[]>();
  for (const event of events) {
    if (event.event !== 'dealt' || typeof event.card !== 'number') continue;
    const owner = String(event.to);
    const isMine = owner === String(me) || new RegExp(`^\\w+:${String(me)}(\\.|$)`).test(owner);
    const whose = isMine ? words.say('you') : owner === 'bank' || owner === 'board' ? words.owner(owner) : '';
    if (whose) dealt.set(whose, [...(dealt.get(whose) ?? []), words.card(cardName(event.card))]);
  }
  return [...dealt].map(([whose, cards]) => `${whose}: ${cards.join(', ')}`).join('. ');
}

/** Return a question with its answers and their letters, then what happens without an answer. */
export function questionSaid(
  question: { readonly text: string; readonly silence: string },
  answers: readonly { readonly label: string; readonly letter: string }[],
  words: TableText,
): string {
  const told = answers.map(({ label, letter }) => (letter ? `${label}, ${letter.toUpperCase()}` : label));
  return [words.say('your_turn'), question.text, told.join('; '), question.silence]
    .filter(Boolean)
    .map((part) => (/[.?!]$/.test(part) ? part : `${part}.`))
    .join(' ');
}
