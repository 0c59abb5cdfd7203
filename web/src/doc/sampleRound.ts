import { factsOf, firstGame } from '../gameFacts';
import { fetchJson } from '../wire/http';
import type { Get } from '../wire/generated/http';

/** A record and the name of its file. */
export interface NamedRecord {
  readonly name: string;
  readonly record: string;
}

/** Play a round for a reader who has no record at hand, and return its record. */
export async function sampleRound(page: 'record' | 'replay', language: string): Promise<NamedRecord> {
  const game = firstGame(page);
  const seed = String(factsOf(game).sampleSeed ?? 1);
  const { record } = await fetchJson<Get['/api/rounds/{game}']>(`/api/rounds/${game}?seed=${seed}`, {
    language,
  });
  return { name: `${game}.jsonl`, record };
}
