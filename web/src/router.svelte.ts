import type { Component } from 'svelte';

/** A page: the addresses that lead to it, and how it is fetched. */
export interface Route {
  readonly path: string;
  /** Which of the bar's sections it belongs to. */
  readonly section: string;
  /** A table fills the screen and has a bar of its own. */
  readonly isTable?: boolean;
  readonly page: () => Promise<{ default: Component }>;
}

/** Where the reader is: the path, what is chosen on the page, and the mark in it. */
class Place {
  path = $state.raw(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  hash = $state.raw(location.hash);
  #names = $state.raw<Readonly<Record<string, string>>>({});

  /** What a name in the route's path stands for. */
  get(name: string): string {
    return this.#names[name] ?? '';
  }

  /** What is chosen under a name in the address; nothing where it is not. */
  chosen(name: string): string {
    return this.query.get(name) ?? '';
  }

  /** Is the page wanted as text, without drawings? */
  get isText(): boolean {
    return this.hash === '#nvui';
  }

  name(names: Readonly<Record<string, string>>): void {
    this.#names = names;
  }

  /** Look again where we are. */
  read(): void {
    if (this.path !== location.pathname) this.path = location.pathname;
    if (this.query.toString() !== new URLSearchParams(location.search).toString()) {
      this.query = new URLSearchParams(location.search);
    }
    this.hash = location.hash;
  }
}

export const place = new Place();

/** Go to an address of the app. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  place.read();
}

/** Choose something on the page: it goes into the address, and what is empty leaves it. */
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

/** The names in a path, if a route leads there. */
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

/** Links inside the app are followed without a new page. */
export function followLinks(): void {
  addEventListener('popstate', () => place.read());
  addEventListener('hashchange', () => place.read());
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || event.button !== 0 || held(event) || !isOurs(link)) return;
    if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
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
