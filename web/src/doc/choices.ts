import { choose, place } from '../router.svelte';
import { money, number } from '../words/numbers';
import { voice } from '../words/voice.svelte';
import type { SetUpChoice } from '../wire/generated/http';
import type { Value } from '../wire/catalogue';

/** Return the choices in the address, by name. */
export function chosenHere(): Record<string, string> {
  const pairs = place.query.getAll('choice').map((one) => {
    const at = one.indexOf('=');
    return [one.slice(0, at), one.slice(at + 1)] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}

/** Return the choices in the address as query parameters for the server. */
export function choiceQuery(): readonly string[] {
  return place.query.getAll('choice');
}

/** Set a choice in the address. Null removes it. */
export function chooseHere(name: string, value: string | null): void {
  const now = chosenHere();
  const others = Object.entries(now).filter(([one]) => one !== name);
  const all = value === null || value === '' ? others : [...others, [name, value] as const];
  choose({ choice: all.map(([one, text]) => `${one}=${text}`) });
}

/** Return a value as it is typed. */
export function inputText(value: Value): string {
  if (value === null) return '';
  return typeof value === 'object' ? value.join(',') : String(value);
}

/** Return the label of a choice. Pages ask in euros, so the mention of céntimos is cut. */
export function choiceLabel(choice: { readonly says: string; readonly unit: string }): string {
  return choice.unit === 'cents'
    ? choice.says.replace(/, (en céntimos|en cèntims|in céntimos)/, '')
    : choice.says;
}

/** Return a value of a choice in words. */
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

/** Return the allowed values of a choice. Empty if the field shows them or any amount is allowed. */
export function lawfulText(choice: SetUpChoice, names: Readonly<Record<string, string>>): string {
  if (choice.unit === 'flag') return '';
  if (choice.one_of.length) return choice.one_of.map((one) => choiceText(one, choice.unit, names)).join(', ');
  if (choice.unit !== 'cents') return choice.lawful;
  const least = choiceText(choice.least, 'cents', names);
  const most = choiceText(choice.most, 'cents', names);
  if (choice.most === null) return Number(choice.least) > 1 ? voice.say('or_more', { least }) : '';
  return voice.say('between_both', { least, most });
}

/** Return whether a plain control can offer this choice. */
export function isPlain(choice: SetUpChoice): boolean {
  return ['flag', 'name', 'count', 'days', 'cents', 'fraction', 'millimetres'].includes(choice.unit);
}
