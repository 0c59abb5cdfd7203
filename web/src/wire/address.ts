/** Return an address with its query. Empty values are left out, and lists are repeated. */
export function address(
  path: string,
  query: Readonly<Record<string, string | readonly string[] | null>>,
): string {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const values = typeof value === 'string' ? [value] : (value ?? []);
    for (const one of values) if (one !== '') said.append(name, one);
  }
  const text = said.toString();
  return text ? `${path}?${text}` : path;
}
