// What all walks at tables share: visitors with browsers of their own, and what they see and touch. What is wrong is
// printed, one line for each thing.
import { axe, launch } from './visiting.mjs';

export { axe };

export const [house, ...named] = process.argv.slice(2);
const wrong = [];
let where = '';
export const tell = (what) => wrong.push(`${where}: ${what}`);
export const must = (holds, what) => holds || tell(what);

const browser = await launch();

/** Somebody with a browser of his own, who does not wait until chips and cards have come to rest. */
export async function visitor(options = {}) {
  const context = await browser.newContext({
    locale: 'es-ES',
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    reducedMotion: 'reduce', // nobody waits for the wheel
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  const isOurs = (url) => url.startsWith(house) || url.startsWith(house.replace('http', 'ws'));
  page.on(
    'console',
    (message) =>
      message.type() === 'error' &&
      !/ERR_INTERNET|WebSocket|Service Worker registration blocked/.test(message.text()) &&
      tell(message.text()),
  );
  page.on('pageerror', (fault) => tell(`${fault.message} ${fault.stack?.split('\n')[1] ?? ''}`));
  page.on(
    'request',
    (request) =>
      isOurs(request.url()) || /^(data|blob):/.test(request.url()) || tell(`asks ${request.url()}`),
  );
  await page.goto(`${house}/settings`);
  await page.evaluate(() =>
    fetch('/api/me', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
  );
  return page;
}

export const opening = (game, more = {}) => ({
  game,
  pace: { step_ms: 0, betting_ms: 0, patience_ms: 0 },
  ...more,
});
export const open = (page, asked) =>
  page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/api/tables', { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()).table;
  }, asked);

export async function sit(page, table, seat, more = '') {
  await page.goto(`${house}/t/${table}?seat=${seat}${more}`);
  await page.waitForSelector(`[data-cloth]`);
  await page.waitForSelector('[data-purse]');
}
export const acts = (page) => page.$$eval('.acts [data-act]', (found) => found.map((one) => one.dataset.act));
export const bets = (page) =>
  page.$$eval('svg [data-bet][data-cents]', (found) =>
    Object.fromEntries(
      found.map((one) => [`${one.dataset.seat} ${one.dataset.bet}`, Number(one.dataset.cents)]),
    ),
  );
export const cents = (page, name) =>
  page.$eval(`[data-${name}]`, (one, key) => Number(one.dataset[key]), name);
export const act = (page, name) => page.click(`.acts [data-act="${name}"]`);
/** Do what was offered a moment ago, if it still is. */
export const tryTo = (page, name) =>
  page.click(`.acts [data-act="${name}"]`, { timeout: 400 }).catch(() => null);

/** Touch a spot of the cloth in its middle. */
export async function touch(page, spot) {
  const box = await page.locator(`[data-spot="${spot}"]`).first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
export const lies = (page, bet, amount) =>
  page.waitForFunction(
    ([on, sum]) => document.querySelector(`svg [data-bet="${on}"][data-cents="${sum}"]`),
    [bet, amount],
  );

export const wide = (page) =>
  page.evaluate(
    () =>
      document.documentElement.scrollWidth > innerWidth ||
      document.documentElement.scrollHeight > innerHeight + 1,
  );

/** Walk each by itself, those that are named or all; whatever goes wrong is told at the end. */
export async function walkAll(walks) {
  for (const name of named) must(name in walks, `there is no walk ${name}`);
  for (const [name, walk] of Object.entries(walks)) {
    if (named.length && !named.includes(name)) continue;
    where = name;
    const began = Date.now();
    try {
      await walk();
    } catch (fault) {
      tell(String(fault).split('\n').slice(0, 3).join(' '));
    }
    for (const context of browser.contexts()) await context.close();
    console.log(`${name} ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  await browser.close();
  for (const line of wrong) console.error(line);
  process.exit(wrong.length ? 1 : 0);
}
