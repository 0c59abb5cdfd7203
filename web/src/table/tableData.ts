import type { Get, LayoutPayload } from '../wire/generated/http';
import { fetchJson, RequestError } from '../wire/http';

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
  const path = `/api/layouts/${game}`;
  try {
    return await layoutAt(`${path}?${query.toString()}`, language);
  } catch {
    return await layoutAt(`${path}?norm=${norm}&lang=${language}`, language).catch((fault: unknown) =>
      fault instanceof RequestError ? fault.says : String(fault),
    );
  }
}

const layoutAt = (address: string, language: string): Promise<LayoutPayload> =>
  fetchJson<Get['/api/layouts/{game}']>(address, { language });
