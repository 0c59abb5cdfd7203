import { day, money, percent, value } from '../../words/numbers';
import type { Figures } from '../../words/format';
import { voice } from '../../words/voice.svelte';

/** What the pages of the pools say, in the reader's language. */
export const ticketText = (code: string, figures: Figures = {}): string =>
  voice.text(`tickets.${code}`, figures);

/** What the program calls the parts of tickets, vouchers and settlements. */
export const poolText = (code: string, figures: Figures = {}): string => voice.text(`pools.${code}`, figures);

export const euros = (cents: number): string => money(cents, voice.language);
export const date = (text: string): string => day(text, voice.language);

/** A chance as it is read: in per cent with as many decimals as it needs to be told from nothing. */
export function chance(fraction: string): string {
  const share = value(fraction);
  const decimals = share === 0 || share >= 0.01 ? 2 : Math.min(8, 1 - Math.floor(Math.log10(share * 100)));
  return percent(share, voice.language, decimals);
}

/** The hour of an instant where the law is in force. */
export function hour(instant: string): string {
  return new Date(instant).toLocaleTimeString(voice.language, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/Madrid',
  });
}

/** A key under which something is asked for once, however often the asking is repeated. */
export function newKey(): string {
  return crypto.randomUUID();
}
