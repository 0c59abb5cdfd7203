// Joins the small pictures of `pictures/`, one for each game, into `src/look/cloths.svg`. Vite runs it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const PICTURES = new URL('../pictures/', import.meta.url);
const CLOTHS = new URL('../src/look/cloths.svg', import.meta.url);

/** The pictures as symbols of one file. */
export async function cloths() {
  const games = readdirSync(PICTURES)
    .filter((name) => name !== 'drawing.mjs')
    .map((name) => name.replace('.mjs', ''));
  const symbols = games.sort().map(async (game) => {
    const { picture } = await import(new URL(`${game}.mjs`, PICTURES));
    return `<symbol id="${game}" viewBox="24 -4 232 120">${picture}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${(await Promise.all(symbols)).join('\n')}\n</svg>\n`;
}

/** Write the file, if it would differ. */
export async function writeCloths() {
  const made = await cloths();
  if (!existsSync(CLOTHS) || readFileSync(CLOTHS, 'utf8') !== made) writeFileSync(CLOTHS, made);
}
