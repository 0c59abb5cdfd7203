import type { ErrorBody, Get, LayoutPayload } from '../wire/generated/http';

/** Fetch the layout of a table in the reader's language. Return the error's sentence if there is none. */
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
  if (answer.ok) return (await answer.json()) as Get['/api/layouts/{game}'];
  return ((await answer.json()) as ErrorBody).error.says;
}
