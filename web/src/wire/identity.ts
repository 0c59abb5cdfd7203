import type { Get } from './generated/http';
import { fetchJson } from './http';

/** Get a guest pass if there is none yet. It has no name and no account. */
export async function ensurePass(language: string): Promise<void> {
  const known = await fetchJson<Get['/api/me']>('/api/me', { language });
  if (!known.person) await fetchJson('/api/me', { language, body: { language } });
}
