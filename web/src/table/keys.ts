import { ACT_KEYS } from './controls';
import type { Hand } from './dragging.svelte';
import { nextPace } from './paces';
import { QUESTIONS } from './spokenAnswers';
import type { TableState, Speaker } from './state.svelte';
import type { TableText } from './tableText';

/** The objects that the keys of a table act on. */
export interface Keyboard {
  readonly table: TableState;
  readonly hand: Hand;
  readonly words: TableText;
  readonly speaker: Speaker;
}

/** Handle a key: plain letters are acts, Shift and a letter is a question. Return whether it did anything. */
export function pressed(event: KeyboardEvent, keyboard: Keyboard): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return false;
  if (event.key === ' ' || (event.key === 'Enter' && event.target === document.body))
    return goOn(event, keyboard);
  if (event.shiftKey || event.key === '?') return question(event.key.toUpperCase(), keyboard);
  if (event.key.toLowerCase() === 'n' && startNumber(keyboard)) return true;
  if (/^[1-9]$/.test(event.key)) return chooseChip(Number(event.key));
  return /^[a-z]$/i.test(event.key) && act(event.key.toLowerCase(), keyboard);
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}

/** Go on, on Space: press the green button if there is one. A decision has none, so nothing is decided by Space. */
function goOn(event: KeyboardEvent, { table }: Keyboard): boolean {
  if (event.target instanceof HTMLElement && /^(BUTTON|A|SUMMARY)$/.test(event.target.tagName)) return false;
  const green = document.querySelector<HTMLButtonElement>('.dock [data-go]');
  if (green) green.click();
  else void table.finish();
  return true;
}

function question(key: string, { table, hand, words, speaker }: Keyboard): boolean {
  if (key === 'W') {
    const last = table.paid.findLast((paid) => paid.payment.seat === table.me) ?? table.paid.at(-1);
    hand.open('why');
    if (last)
      void table
        .askWhy(last)
        .then(() =>
          speaker.say(`${table.why?.says ?? ''} ${table.why?.arithmetic ?? ''}`, { isAnswer: true }),
        );
    return true;
  }
  if (key === 'K' || key === '?') speaker.say(words.say('keys_help'), { isAnswer: true });
  else if (QUESTIONS[key]) speaker.say(QUESTIONS[key](table, words), { isAnswer: true });
  else return false;
  return true;
}

/** Start to type a number to bet on, on N, unless N is an act now. */
function startNumber({ table, hand }: Keyboard): boolean {
  const isAct = table.controls?.acts.some((one) => ACT_KEYS[one.act.do] === 'n');
  const cloth = document.querySelector<SVGElement>('svg[data-cloth][role="application"]');
  if (isAct || !cloth || !table.layout?.layout.spots.some((spot) => spot.kind === 'pleno')) return false;
  hand.typed = '';
  cloth.focus();
  return true;
}

function chooseChip(nth: number): boolean {
  const chip = document.querySelectorAll<HTMLButtonElement>('.rack [data-chip]')[nth - 1];
  chip?.click();
  return Boolean(chip);
}

function act(key: string, { table }: Keyboard): boolean {
  const answer = document.querySelector<HTMLButtonElement>(`.dock [data-letter="${key}"]`);
  const asked = [...(table.controls?.questions.values() ?? [])]
    .flat()
    .find((one) => ACT_KEYS[one.act.do] === key);
  if (asked) void table.act([asked.act], String(asked.act.bet));
  else if (answer) answer.click();
  else if (key === 'v' && table.pace) void table.setPace(nextPace(table.pace));
  else if (key === 'u') void table.undo();
  else if (key === 'c') void table.clear();
  else if (key === 'r') void table.repeat();
  else if (key === 'd') void table.double();
  else return false;
  return true;
}
