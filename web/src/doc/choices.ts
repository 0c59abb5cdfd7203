import { choose, place } from '../router.svelte';
import { money, number } from '../words/numbers';
import { voice } from '../words/voice.svelte';
import type { SetUpChoice } from '../wire/generated/http';
import type { Value } from '../wire/answers';

/** What the house chose on this page, as the address has it: name by value. */
export function chosenHere(): Record<string, string> {
  const pairs = place.query.getAll('choice').map((one) => {
    const at = one.indexOf('=');
    return [one.slice(0, at), one.slice(at + 1)] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}

/** The choices as the server is asked with them. */
export function choiceQuery(): readonly string[] {
  return place.query.getAll('choice');
}

/** Choose a value on this page; nothing takes the choice back. */
export function chooseHere(name: string, value: string | null): void {
  const now = chosenHere();
  const others = Object.entries(now).filter(([one]) => one !== name);
  const all = value === null || value === '' ? others : [...others, [name, value] as const];
  choose({ choice: all.map(([one, text]) => `${one}=${text}`) });
}

/** A value as it is typed. */
export function inputText(value: Value): string {
  if (value === null) return '';
  return typeof value === 'object' ? value.join(',') : String(value);
}

/** What a choice is about, as pages ask it: in euros, so that céntimos are not spoken of. */
export function choiceLabel(choice: { readonly says: string; readonly unit: string }): string {
  return choice.unit === 'cents'
    ? choice.says.replace(/, (en céntimos|en cèntims|in céntimos)/, '')
    : choice.says;
}

/** A value of a choice in words. */
export function choiceText(value: Value, unit: string, names: Readonly<Record<string, string>>): string {
  if (value === null) return '–';
  if (typeof value === 'object') {
    const each = value.map((one) => choiceText(one, unit, names));
    return each.length ? each.join(', ') : voice.say('nothing');
  }
  if (typeof value === 'boolean') return voice.say(value ? 'yes' : 'no');
  if (typeof value === 'number')
    return unit === 'cents' ? money(value, voice.language) : number(value, voice.language);
  return names[value] ?? value;
}

/** What the law leaves to the house; nothing where the field says it already, or any amount will do. */
export function lawfulText(choice: SetUpChoice, names: Readonly<Record<string, string>>): string {
  if (choice.unit === 'flag') return '';
  if (choice.one_of.length) return choice.one_of.map((one) => choiceText(one, choice.unit, names)).join(', ');
  if (choice.unit !== 'cents') return choice.lawful;
  const least = choiceText(choice.least, 'cents', names);
  const most = choiceText(choice.most, 'cents', names);
  if (choice.most === null) return Number(choice.least) > 1 ? voice.say('or_more', { least }) : '';
  return voice.say('between_both', { least, most });
}

/** Is it a choice that a page can offer with a plain control? */
export function isPlain(choice: SetUpChoice): boolean {
  return ['flag', 'name', 'count', 'days', 'cents', 'fraction'].includes(choice.unit);
}
