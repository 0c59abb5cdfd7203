/** Amounts, dates, shares and numbers in the notation of a language. */

const LOCALES: Readonly<Record<string, string>> = { es: 'es-ES', ca: 'ca-ES', en: 'en-GB' };
const made = new Map<string, Intl.NumberFormat>();

function format(language: string, kind: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${kind}`;
  let found = made.get(key);
  if (!found) made.set(key, (found = new Intl.NumberFormat(LOCALES[language] ?? 'es-ES', options)));
  return found;
}

/** Write céntimos as euros: «2,50 €». */
export function money(cents: number, language: string): string {
  return format(language, 'money', { style: 'currency', currency: 'EUR' }).format(cents / 100);
}

/** Write a share in per cent. */
export function percent(share: number, language: string, decimals = 2): string {
  const options = {
    style: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  } as const;
  return format(language, `percent${String(decimals)}`, options).format(share);
}

/** Write a number. */
export function number(value: number, language: string, decimals = 0): string {
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: true };
  return format(language, `number${String(decimals)}`, options).format(value);
}

/** Return the plural category of a number: `one`, `other` or, for round millions in Spanish and Catalan, `many`. */
export function pluralCategory(value: number, language: string): Intl.LDMLPluralRule {
  return new Intl.PluralRules(LOCALES[language] ?? 'es-ES').select(value);
}

/** Write a date such as 2016-05-01 in words. */
export function day(text: string, language: string): string {
  const [year, month, date] = text.split('-').map(Number);
  const moment = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, date ?? 1));
  return moment.toLocaleDateString(LOCALES[language] ?? 'es-ES', { dateStyle: 'long', timeZone: 'UTC' });
}

/** Return a moment of this browser's clock: `19 nov 2026, 21:40`. */
export function momentOf(moment: Date, language: string): string {
  return moment.toLocaleString(LOCALES[language] ?? 'es-ES', { dateStyle: 'medium', timeStyle: 'short' });
}

/** Return the value of a fraction written as `p/q`. */
export function value(fraction: string | number): number {
  if (typeof fraction === 'number') return fraction;
  const [above, below] = fraction.split('/');
  return Number(above) / Number(below ?? 1);
}

/** Write a payout: «35 a 1», «3 a 2». */
export function ratio(pays: string, to: string): string {
  const [above, below] = pays.split('/');
  return `${above ?? ''} ${to} ${below ?? '1'}`;
}

/** Return a text with a capital first letter. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
