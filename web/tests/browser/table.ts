/** A page with nothing but a table: `table.html?table=ID&seat=1&lang=es&theme=dark`, for tests and development. */
import { mount } from 'svelte';
import '../../src/look/fonts.css';
import '../../src/look/tokens.css';
import '../../src/look/ui.css';
import Table from '../../src/pages/table/Table.svelte';
import type { Figures, Texts } from '../../src/table/words';

const query = new URLSearchParams(location.search);
const language = query.get('lang') ?? 'es';
document.documentElement.lang = language;
document.documentElement.dataset.theme = query.get('theme') ?? 'light';
if (query.get('motion')) document.documentElement.dataset.motion = query.get('motion') ?? '';

if (!document.cookie.includes('novamas=')) await fetch('/api/me');
const catalogue = (await (await fetch(`/api/words/${language}`)).json()) as {
  texts: Record<string, Record<string, string>>;
};

const LOCALE = { es: 'es-ES', ca: 'ca-ES', en: 'en-GB' }[language] ?? 'es-ES';
const euros = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'EUR' });

function filled(text: string, figures: Figures): string {
  return text.replace(/\{(\w+)(?::([^}]+))?\}/g, (_whole, name: string, kind: string | undefined) => {
    const figure = figures[name] ?? '';
    if (kind === 'money') return euros.format(Number(figure) / 100);
    if (kind?.includes('|')) return kind.split('|')[figure === 1 ? 0 : 1] ?? '';
    return String(figure);
  });
}

const find = (address: string): string | undefined => {
  const [shelf = '', code = ''] = address.split('.');
  return catalogue.texts[shelf]?.[code];
};
const texts: Texts = {
  language,
  has: (address) => find(address) !== undefined,
  text: (address, figures = {}) => filled(find(address) ?? address, figures),
};
const tell = (id: string) => (text: string) => {
  const region = document.getElementById(id);
  if (region) region.textContent = text;
};
const target = document.getElementById('app');
if (target) {
  mount(Table, {
    target,
    props: {
      table: query.get('table') ?? '',
      texts,
      voice: { say: tell('polite'), call: tell('assertive') },
      eyes: query.get('eyes') ?? 'rail',
      seat: Number(query.get('seat') ?? 0),
    },
  });
}
