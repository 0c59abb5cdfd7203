// What every walk in a browser needs: a browser, somebody who visits the house with it, and how to tell what is wrong.
import { readFileSync } from 'node:fs';
import { layBets, playUntil } from './offered.mjs';

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** An example address of every route, and by which walks it is used without eyes. */
export const ROUTES = JSON.parse(readFileSync(new URL('routes.json', import.meta.url), 'utf8'));
export { launch } from './browser.mjs';
export const LANGUAGES = ['es', 'ca', 'en'];
export const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
];

/** What the browser says because a walk without copies starts no service worker. */
const BLOCKED = /Service Worker registration blocked/;

/** A page of somebody with a browser of his own, who tells whatever goes wrong in it. */
export async function visitor(browser, house, tell, options = {}) {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({
    locale: 'es-ES',
    viewport,
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  page.on(
    'console',
    (said) => ['error', 'warning'].includes(said.type()) && !BLOCKED.test(said.text()) && tell(said.text()),
  );
  page.on('pageerror', (fault) => tell(fault.message));
  page.on('request', (request) => isOurs(request.url(), house) || tell(`asks ${request.url()}`));
  return page;
}

function isOurs(address, house) {
  const houses = [house, house.replace('http', 'ws')];
  return houses.some((one) => address.startsWith(one)) || /^(data|blob):/.test(address);
}

/** Go to an address of the house, and wait until the page has all that it asked for. */
export async function visit(page, house, address, patience) {
  await page.goto(house + address);
  await settled(page, patience);
}

export async function settled(page, patience = 60000) {
  await page.waitForSelector('main h1, main article, .table-page');
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), null, {
    timeout: patience,
  });
}

/** A table of a game at which somebody sits down: its number. */
export async function openTable(page, house, opening) {
  if (!page.url().startsWith(house)) await page.goto(`${house}/settings`);
  return page.evaluate(async (asked) => {
    const post = (address, body) =>
      fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then((answer) => answer.json());
    await post('/api/me', {});
    const opened = await post('/api/tables', asked);
    if (!opened.table) throw Error(`${asked.game}: ${JSON.stringify(opened)}`);
    return opened.table;
  }, opening);
}

/** A round of roulette has been played at a table, for the pages that show one. */
export async function playedTable(browser, house) {
  const page = await visitor(browser, house, () => null, { reducedMotion: 'reduce' }); // nobody waits for the wheel
  const pace = { step_ms: 0, betting_ms: 0, patience_ms: 0 };
  const table = await openTable(page, house, { game: 'ruleta', bots: { 2: 'steady' }, pace });
  await page.goto(`${house}/t/${table}?seat=1`);
  await page.waitForSelector('.spot.live');
  await layBets(page);
  await playUntil(page, (seen) => seen.paid > 0);
  await page.context().close();
  return table;
}

/** What axe has against the page as it is now, by all rules or only by some. */
export async function axe(page, rules = RULES) {
  if (!(await page.evaluate(() => Boolean(window.axe))))
    await page.evaluate((program) => void (0, eval)(program), AXE);
  return page.evaluate(async (runOnly) => {
    const moving = document.getAnimations().filter((one) => isFinite(one.effect.getComputedTiming().endTime));
    await Promise.all(moving.map((one) => one.finished.catch(() => null))); // colours on their way are no colours
    const { violations } = await window.axe.run(document, { runOnly, resultTypes: ['violations'] });
    return violations.map((one) => `${one.id} at ${one.nodes[0].target.join(' ')} (${one.nodes.length})`);
  }, rules);
}

/** What axe has against the page, told with the look it has then: in the dark only colours are others. */
export async function axeInBothThemes(page, tell) {
  for (const [theme, rules] of [
    ['light', RULES],
    ['dark', OF_COLOURS],
  ]) {
    await inTheme(page, theme);
    for (const fault of await axe(page, rules)) tell(`${theme}: ${fault}`);
  }
}

/** What the page could not get, and says so. */
export const troubles = (page) =>
  page.$$eval('[data-trouble]', (notes) => notes.map((note) => `in trouble: ${note.textContent.trim()}`));

/** By how much the page is wider than the window. */
export const tooWide = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Colours that still change cannot be read: the page in a theme, at rest. */
export const inTheme = (page, theme) => page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });

/** Words that are cut off where nothing says that they go on, and buttons too small for a finger. */
export const clipped = (page) =>
  page.evaluate(() => {
    const found = [];
    for (const one of document.querySelectorAll(
      'button, .btn, h1, h2, h3, th, td, label, .tag, dt, dd, summary',
    )) {
      if (!one.checkVisibility() || getComputedStyle(one).textOverflow === 'ellipsis') continue;
      if (one.closest('.vh, dialog:not([open])')) continue;
      const hides = getComputedStyle(one).overflowX !== 'visible';
      if (hides && one.scrollWidth > one.clientWidth + 1) found.push(one.textContent.trim().slice(0, 40));
    }
    return found;
  });
