import type { Language } from '../words/voice.svelte';
import { fetchJson, post } from './http';
import type { Get } from './generated/http';

/** Get a guest pass if there is none yet. It has no name and no account. */
export async function ensurePass(language: Language): Promise<void> {
  const known = await fetchJson<Get['/api/me']>('/api/me', { language });
  if (!known.person) await post('/api/me', { language }, { language });
}
