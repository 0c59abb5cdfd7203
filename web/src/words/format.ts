import { capital, day, money, number, percent, pluralCategory } from './numbers';

export type Figures = Readonly<Record<string, string | number>>;

/**
 * Fill a text's placeholders: `{count}`, `{cents:money}`, `{share:percent}`, `{n:baraja|barajas}`.
 *
 * A third form is that of round millions: `{n:columna|columnas|de columnas}`.
 */
export function fill(text: string, figures: Figures, language: string): string {
  return text.replace(/\{(\w+)(?::([^}]+))?\}/g, (_whole, name: string, kind: string | undefined) => {
    const figure = figures[name];
    return figure === undefined ? '' : written(figure, kind, language);
  });
}

function written(figure: string | number, kind: string | undefined, language: string): string {
  if (kind === undefined) return typeof figure === 'number' ? number(figure, language) : figure;
  if (kind.includes('|')) return form(figure, kind.split('|'), language);
  if (kind === 'money') return money(Number(figure), language);
  if (kind === 'percent') return percent(Number(figure), language);
  if (kind === 'day') return day(String(figure), language);
  return kind === 'capital' ? capital(String(figure)) : String(figure);
}

/** Return the singular, the plural or, if there is one, the form of round millions. */
function form(figure: string | number, forms: readonly string[], language: string): string {
  const category = typeof figure === 'number' ? pluralCategory(figure, language) : 'other';
  return (category === 'one' ? forms[0] : category === 'many' ? forms.at(-1) : forms[1]) ?? '';
}
