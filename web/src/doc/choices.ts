import { choose, place } from '../router.svelte';
import type { Choice, Scalar, Value } from '../wire/answers';

/** What the house chose on this page, as the address has it: name by value. */
export function chosenHere(): Record<string, string> {
  const pairs = place.query.getAll('choice').map((one) => {
    const at = one.indexOf('=');
    return [one.slice(0, at), one.slice(at + 1)] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}

/** The choices as the server is asked with them. */
export function asked(): readonly string[] {
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
export function typed(value: Value): string {
  if (value === null) return '';
  return Array.isArray(value) ? value.map((one: Scalar) => String(one)).join(',') : String(value as Scalar);
}

/** Is it a choice that a page can offer with a plain control? */
export function isPlain(choice: Choice): boolean {
  return ['flag', 'name', 'count', 'days', 'cents', 'fraction'].includes(choice.unit);
}
