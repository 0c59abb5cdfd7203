import { capital, day, money, number, percent } from './numbers';

export type Figures = Readonly<Record<string, string | number>>;

/** Fill a text's placeholders: `{count}`, `{cents:money}`, `{share:percent}`, `{n:baraja|barajas}`. */
export function fill(text: string, figures: Figures, language: string): string {
  return text.replace(/\{(\w+)(?::([^}]+))?\}/g, (_whole, name: string, kind: string | undefined) => {
    const figure = figures[name];
    return figure === undefined ? '' : written(figure, kind, language);
  });
}

function written(figure: string | number, kind: string | undefined, language: string): string {
  if (kind === undefined) return typeof figure === 'number' ? number(figure, language) : figure;
  if (kind.includes('|')) return kind.split('|')[figure === 1 ? 0 : 1] ?? '';
  if (kind === 'money') return money(Number(figure), language);
  if (kind === 'percent') return percent(Number(figure), language);
  if (kind === 'day') return day(String(figure), language);
  return kind === 'capital' ? capital(String(figure)) : String(figure);
}
