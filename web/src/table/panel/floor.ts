import { dialsOf } from '../controls';
import { valueAt } from '../../wire/messages';
import type { TableText } from '../tableText';
import type { Deed } from '../../wire/generated/game';
import type { ActNotOffered } from '../../wire/generated/live';
import type { Dial } from '../../wire/generated/common';
import type { Offer } from '../../wire/generated/table';

/** Topics in the order of the list. */
export const TOPICS = ['bets', 'cards', 'deal', 'people'] as const;
export type Topic = (typeof TOPICS)[number];

/** All offers of one kind of incident or act. */
export interface Kind {
  readonly verb: string;
  readonly topic: Topic;
  readonly offers: readonly [Offer, ...Offer[]];
}

/** A value of an act's field: whom it was, which card, which form. */
export type Value = string | number | boolean | null;

/** Topics by the words of an incident's slug. The first that matches decides, and a deal is the rest. */
const TOPIC_WORDS: readonly (readonly [RegExp, Topic])[] = [
  [/(^|_)(bet|stake|chips?|ante|called|amount|turn|claim|opened)(_|$)/, 'bets'],
  [/(conduct|onlooker|absent|advice|comments|follows|seated|refuses|slow|falta)/, 'people'],
  [
    /(exposed?s?|seen|shown?s?|open|touch|discards|carta|cards?|hands?|boxed|fallen|dropped|lost|face_up)(_|$)/,
    'cards',
  ],
];

/** Return the topic of an incident. */
export function topicOf(verb: string): Topic {
  return TOPIC_WORDS.find(([words]) => words.test(verb))?.[1] ?? 'deal';
}

/** Group offers by their verb, in the server's order. */
export function kindsOf(offers: readonly Offer[]): readonly Kind[] {
  const found = new Map<string, [Offer, ...Offer[]]>();
  for (const offer of offers) {
    const known = found.get(offer.act.do);
    if (known) known.push(offer);
    else found.set(offer.act.do, [offer]);
  }
  return [...found].map(([verb, of]) => ({ verb, topic: topicOf(verb), offers: of }));
}

/** Return the kinds that are not possible now, each once, with the reason. */
export function kindsBarred(
  barred: readonly ActNotOffered[],
  offers: readonly Offer[],
): readonly ActNotOffered[] {
  const offered = new Set(offers.map(({ act }) => act.do));
  return barred.filter(
    ({ act }, nth) => !offered.has(act.do) && barred.findIndex((one) => one.act.do === act.do) === nth,
  );
}

/** Fields that name a person, in the order in which they are asked. */
const PEOPLE = ['seat', 'who', 'box', 'culprit', 'whose', 'other'];
const NOT_ASKED = new Set(['do']);

/** A field that is still open, with the values that are possible for it. */
export interface Open {
  readonly part: string;
  readonly values: readonly Value[];
  readonly isPerson: boolean;
}

function valuesOf(offer: Offer, part: string): readonly Value[] {
  const dial = dialsOf(offer)[part];
  if (dial?.dial === 'one_of') return dial.values;
  if (dial) return [];
  return part in offer.act ? [valueAt(offer.act, part) as Value] : [];
}

/** Return the offers that agree with the chosen values. */
export function matching(offers: readonly Offer[], chosen: ReadonlyMap<string, Value>): readonly Offer[] {
  return offers.filter((offer) =>
    [...chosen].every(([part, value]) => valuesOf(offer, part).includes(value)),
  );
}

/** Return the next field to ask for: persons first, then other fields with several values. */
export function nextOpen(offers: readonly Offer[], chosen: ReadonlyMap<string, Value>): Open | null {
  const left = matching(offers, chosen);
  const parts = [...new Set(left.flatMap((offer) => Object.keys(offer.act)))]
    .filter((part) => !NOT_ASKED.has(part) && !chosen.has(part))
    .toSorted((one, other) => rank(one) - rank(other));
  for (const part of parts) {
    const values = [...new Set(left.flatMap((offer) => valuesOf(offer, part)))];
    const isPerson = PEOPLE.includes(part);
    if (values.length > 1) return { part, values: isPerson ? values.toSorted(bySeat) : values, isPerson };
  }
  return null;
}

function rank(part: string): number {
  const at = PEOPLE.indexOf(part);
  return at < 0 ? PEOPLE.length : at;
}

/** Return what a yes or a no means for a field of an incident: «se había visto», «nadie la había visto». */
export function ifSo(words: Pick<TableText, 'page'>, part: string, value: boolean): string {
  return words.page(`floor_if_${part}`).split('|')[value ? 0 : 1] ?? '';
}

/** Return the seat that a value names, or 0. */
export function seatIn(value: Value): number {
  if (typeof value === 'number') return value;
  return Number(/^s([1-9]\d*)$/.exec(String(value))?.[1] ?? 0);
}

function bySeat(one: Value, other: Value): number {
  return (seatIn(one) || Infinity) - (seatIn(other) || Infinity) || 0;
}

/** Return the act of the chosen values, or null while a field is open. */
export function deedOf(
  offers: readonly Offer[],
  chosen: ReadonlyMap<string, Value>,
  amounts: Readonly<Record<string, string | number>>,
): { readonly offer: Offer; readonly deed: Deed } | null {
  const offer = matching(offers, chosen)[0];
  if (!offer || nextOpen(offers, chosen)) return null;
  const asked = typedDials(offer);
  const given = Object.fromEntries([...chosen].filter(([part]) => part in dialsOf(offer))) as Record<
    string,
    string | number
  >;
  const first = Object.fromEntries(
    asked.map(([part, dial]) => [part, amounts[part] ?? startOf(offer, part, dial)]),
  );
  return { offer, deed: { ...offer.act, ...given, ...first } };
}

/** Return the dials that take an amount or words. They are set beside the preview. */
export function typedDials(offer: Offer): readonly (readonly [string, Dial])[] {
  return Object.entries(dialsOf(offer)).filter(([, dial]) => dial.dial !== 'one_of');
}

function startOf(offer: Offer, part: string, dial: Dial): string | number {
  const given = valueAt(offer.act, part);
  if (typeof given === 'string' || typeof given === 'number') return given;
  return dial.dial === 'range' ? dial.least : '';
}

const PRESETS = 4;

/** Return amounts to choose from: the least, two between, and the most, all on the dial's step. */
export function presets(dial: Extract<Dial, { dial: 'range' }>): readonly number[] {
  const { least, most, step = 1 } = dial;
  const at = (part: number): number => least + Math.round((part * (most - least)) / step) * step;
  const wanted = [least, least * 2, least * 3, at(1)].map((cents) =>
    Math.min(most, least + Math.round((cents - least) / step) * step),
  );
  return [...new Set(wanted.filter((cents) => cents >= least && cents <= most))].slice(0, PRESETS);
}

const plain = (text: string): string => text.toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** Words that mean the same to somebody who searches: `antes, fuera de turno, se adelanta`. */
export type Synonyms = readonly (readonly string[])[];

/** Read synonyms: groups are separated by a semicolon, words by a comma. */
export function readSynonyms(text: string): Synonyms {
  return text.split(';').map((group) =>
    group
      .split(',')
      .map((word) => plain(word.trim()))
      .filter(Boolean),
  );
}

/** Return whether a text answers a search: by its own words, or by words that mean the same. */
export function answers(text: string, sought: string, synonyms: Synonyms): boolean {
  const said = plain(text);
  return plain(sought)
    .split(/\s+/)
    .filter(Boolean)
    .every(
      (word) =>
        said.includes(word) ||
        synonyms.some(
          (group) => group.some((one) => startsWord(one, word)) && group.some((one) => startsWord(said, one)),
        ),
    );
}

/** Return whether a word of a text starts with these letters. */
function startsWord(text: string, letters: string): boolean {
  return ` ${text}`.includes(` ${letters}`);
}
