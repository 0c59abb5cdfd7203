import type { Language } from '../words/voice.svelte';
import type { Body, Get } from './generated/http';

/** Get a guest pass if there is none yet. It has no name and no account. */
export async function ensurePass(language: Language): Promise<void> {
  const known = await fetch('/api/me');
  if (known.ok && ((await known.json()) as Get['/api/me']).person) return;
  const body: Body['/api/me'] = { language };
  await fetch('/api/me', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
