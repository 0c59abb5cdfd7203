import { day, money, percent, value } from '../../words/numbers';
import type { Figures } from '../../words/format';
import { voice } from '../../words/voice.svelte';

/** Return a text of the pools' pages in the reader's language. */
export const ticketText = (code: string, figures: Figures = {}): string =>
  voice.text(`tickets.${code}`, figures);

/** Return the name of a part of a ticket, a voucher or a settlement. */
export const poolText = (code: string, figures: Figures = {}): string => voice.text(`pools.${code}`, figures);

export const euros = (cents: number): string => money(cents, voice.language);
export const date = (text: string): string => day(text, voice.language);

/** Write a chance in per cent, with enough decimals to differ from zero. */
export function chance(fraction: string): string {
  const share = value(fraction);
  const decimals = share === 0 || share >= 0.01 ? 2 : Math.min(8, 1 - Math.floor(Math.log10(share * 100)));
  return percent(share, voice.language, decimals);
}

/** Write the local time of an instant in Spain. */
export function hour(instant: string): string {
  return new Date(instant).toLocaleTimeString(voice.language, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/Madrid',
  });
}

/** Return an idempotency key: a repeated request with it runs once. */
export function newKey(): string {
  return crypto.randomUUID();
}
