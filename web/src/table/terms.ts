/** A term of the trade: the forms in which texts have it, and its explanation. */
export interface Term {
  readonly forms: readonly string[];
  readonly about: string;
}

/** A part of a sentence, which may be a term. */
export interface Part {
  readonly text: string;
  readonly term: Term | null;
}

/** Return terms by their texts: forms with commas between them, a colon, the explanation. */
export function termsIn(texts: readonly string[]): readonly Term[] {
  return texts.map((text) => {
    const colon = text.indexOf(': ');
    return { forms: text.slice(0, colon).split(', '), about: text.slice(colon + 2) };
  });
}

/** Return the parts of a sentence. Each term is found once, in its longest form. */
export function glossed(text: string, terms: readonly Term[]): readonly Part[] {
  const forms = terms.flatMap((term) => term.forms.map((form) => [form, term] as const));
  if (!forms.length) return [{ text, term: null }];
  const longest = forms.map(([form]) => form).toSorted((one, other) => other.length - one.length);
  const escaped = longest.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const found = new RegExp(`(?<![\\p{L}\\d])(${escaped.join('|')})(?![\\p{L}\\d])`, 'giu');
  const seen = new Set<Term>();
  const parts: Part[] = [];
  let at = 0;
  for (const match of text.matchAll(found)) {
    const term = forms.find(([form]) => form.toLowerCase() === match[0].toLowerCase())?.[1];
    if (!term || seen.has(term)) continue;
    seen.add(term);
    if (match.index > at) parts.push({ text: text.slice(at, match.index), term: null });
    parts.push({ text: match[0], term });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), term: null });
  return parts;
}
