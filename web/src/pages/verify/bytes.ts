/** Conversions between text, hexadecimal, JSON and bytes. */

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Read hexadecimal text of this many bytes, or return null. */
export function unhex(text: unknown, size: number): Uint8Array<ArrayBuffer> | null {
  if (typeof text !== 'string' || text.length !== 2 * size || /[^0-9a-f]/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Decode bytes as a JSON object, or return null. */
export function asJson(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const found: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return found !== null && typeof found === 'object' ? (found as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
