import type { Component } from 'svelte';

/** A page: its address, and the function that loads it. */
export interface Route {
  readonly path: string;
  /** Its section of the top bar. */
  readonly section: string;
  /** Whether it is a table: it fills the screen and has its own bar. */
  readonly isTable?: boolean;
  readonly page: () => Promise<{ default: Component }>;
}

/** The current address: its path, its query and its hash. */
class Place {
  path = $state.raw(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  hash = $state.raw(location.hash);
  #names = $state.raw<Readonly<Record<string, string>>>({});

  /** Return the value of a name in the route's path. */
  get(name: string): string {
    return this.#names[name] ?? '';
  }

  /** Return a value of the query, or an empty string. */
  chosen(name: string): string {
    return this.query.get(name) ?? '';
  }

  /** Whether the page is to be shown as text, without drawings. */
  get isText(): boolean {
    return this.hash === '#nvui';
  }

  name(names: Readonly<Record<string, string>>): void {
    this.#names = names;
  }

  /** Read the address again. */
  read(): void {
    if (this.path !== location.pathname) this.path = location.pathname;
    if (this.query.toString() !== new URLSearchParams(location.search).toString()) {
      this.query = new URLSearchParams(location.search);
    }
    this.hash = location.hash;
  }
}

export const place = new Place();

/** Go to an address of the app without loading the page again. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  place.read();
}

/** Set values of the query. An empty value is removed. */
export function choose(chosen: Readonly<Record<string, string | readonly string[] | null>>): void {
  const query = new URLSearchParams(place.query);
  for (const [name, value] of Object.entries(chosen)) {
    query.delete(name);
    const values = typeof value === 'string' ? [value] : (value ?? []);
    for (const one of values) if (one !== '') query.append(name, one);
  }
  const said = query.toString();
  go(`${place.path}${said ? `?${said}` : ''}${place.hash}`, { replace: true });
}

/** Return the names in a path, or null if the route does not match it. */
export function matched(route: string, path: string): Record<string, string> | null {
  const wanted = route.split('/');
  const given = path.replace(/(.)\/$/, '$1').split('/');
  if (wanted.length !== given.length) return null;
  const names: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const found = given[at] ?? '';
    if (part.startsWith('{')) names[part.slice(1, -1)] = decode(found);
    else if (part !== found) return null;
  }
  return names;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Follow links inside the app without loading the page again, unless the app was `renewed` in between. */
export function followLinks(renewed: () => boolean): void {
  addEventListener('popstate', () => place.read());
  addEventListener('hashchange', () => place.read());
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || event.button !== 0 || held(event) || !isOurs(link)) return;
    if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
    if (renewed()) return; // the browser loads the page, and the new version with it
    event.preventDefault();
    const isOther = link.pathname !== location.pathname;
    go(link.pathname + link.search + link.hash);
    if (isOther) scrollTo(0, 0);
  });
}

function held(event: MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

function isOurs(link: HTMLAnchorElement): boolean {
  const elsewhere = link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin;
  return !elsewhere && !/^\/(api|schema|assets|pools|health|ready|metrics)(\/|$)/.test(link.pathname);
}
