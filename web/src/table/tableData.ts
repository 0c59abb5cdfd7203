import type { LayoutPayload } from '../wire/generated/http';

/** What a page is told once of a table, in the reader's language; or the sentence that says why not. */
export async function fetchLayout(
  game: string,
  norm: string,
  choices: Readonly<Record<string, unknown>>,
  language: string,
): Promise<LayoutPayload | string> {
  const query = new URLSearchParams({ norm, lang: language });
  for (const [name, value] of Object.entries(choices))
    if (value !== null && typeof value !== 'object') query.append('choice', `${name}=${String(value)}`);
  let answer = await fetch(`/api/layouts/${game}?${query.toString()}`);
  if (!answer.ok) answer = await fetch(`/api/layouts/${game}?norm=${norm}&lang=${language}`);
  if (answer.ok) return (await answer.json()) as LayoutPayload;
  return ((await answer.json()) as { error: { says: string } }).error.says;
}
