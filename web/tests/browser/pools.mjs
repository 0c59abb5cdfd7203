// node tests/browser/pools.mjs ADDRESS TOKEN [all|FOLDER]: the pools in a real browser against a real house: Lototrot's
// ticket by mouse, touch and keyboard, Promotrot's terminal, the organiser's office; with `all` each step is looked at
// in light and dark, wide and narrow, in three languages, and with a FOLDER also pictured at three sizes. What is wrong
// is printed, one line for each thing.
import { mkdirSync } from 'node:fs';
import { axeInBothThemes, launch, SIZES } from './visiting.mjs';

const [house, token, more] = process.argv.slice(2);
const folder = more === 'all' ? '' : more;
if (folder) mkdirSync(folder, { recursive: true });
const wrong = [];
let where = '';
const tell = (what) => wrong.push(`${where}: ${what}`);
const must = (holds, what) => holds || tell(what);

const browser = await launch();

/** Somebody with a browser of his own; what is refused on purpose is no fault. */
async function visitor(options = {}) {
  const context = await browser.newContext({
    locale: 'es-ES',
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  page.on(
    'console',
    (message) =>
      ['error', 'warning'].includes(message.type()) &&
      !/status of 4(01|22)|Service Worker registration blocked/.test(message.text()) &&
      tell(message.text()),
  );
  page.on('pageerror', (fault) => tell(fault.message));
  page.on(
    'request',
    (request) =>
      request.url().startsWith(house) || /^(data|blob):/.test(request.url()) || tell(`asks ${request.url()}`),
  );
  return page;
}
/** Codes that stand where words should. */
const unsaid = (page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent.trim();
      if (/^[a-z]+(_[a-z0-9]+)+$/.test(text) && !texts.currentNode.parentElement.closest('code, textarea'))
        found.push(text);
    }
    return found;
  });

/** Light and dark, wide and narrow, in three languages: nothing is unreadable, too wide or without words. */
async function looked(page, name) {
  if (!more) return;
  await axeInBothThemes(page, (fault) => tell(`${name}, ${fault}`));
  for (const theme of folder ? ['light', 'dark'] : []) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  for (const [width, language] of [
    [1024, 'es'],
    [390, 'ca'],
    [390, 'en'],
    [390, 'es'],
  ]) {
    await page.setViewportSize({ width, height: 844 });
    await page.selectOption('header select', language);
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
    await page.waitForTimeout(200);
    for (const code of await unsaid(page)) tell(`${name}, ${language}: no words for ${code}`);
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    must(over <= 0, `${name}, ${language}: is wider than ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
const cents = async (page, name) => Number(await page.getAttribute(`[data-${name}]`, `data-${name}`));

const WAYS = {
  /** From the catalogue to a registered ticket; the races, the prizes, the why of each down to its clause. */
  async lototrot() {
    const page = await visitor();
    await page.goto(house);
    await page.click('a[data-game="lototrot"]');
    await page.click('main a.primary[href="/lototrot"]');
    await page.waitForSelector('[data-coupon]');
    must(await page.isDisabled('[data-act="buy"]'), 'a blank ticket can be bought');
    for (let race = 1; race <= 4; race += 1) {
      const cells = await page.$$(`[data-cell^="${race}-"]`);
      for (const cell of race < 4 ? cells : cells.slice(0, 2)) await cell.click();
    }
    for (let race = 5; race <= 7; race += 1) await page.click(`[data-cell="${race}-3"]`);
    await page.waitForSelector('[data-price]:not([data-price=""])');
    const price = await cents(page, 'price');
    const columns = await page.$$eval('[data-cell][aria-pressed="true"]', (found) => {
      const races = Map.groupBy(found, (one) => one.dataset.cell.split('-')[0]);
      return [...races.values()].reduce((product, one) => product * one.length, 1);
    });
    must(price === 100 * columns, `${columns} columns cost ${price}`);
    must((await page.$$('.wager [data-clause]')).length >= 5, 'a figure has no clause');
    await looked(page, 'lototrot-marking');
    await page.click('[data-act="buy"]');
    await page.waitForSelector('[data-ticket]');
    must((await page.$$('[data-cell][aria-pressed="true"]')).length === 0, 'the marks stay');
    if (folder) await looked(page, 'lototrot-ticket');
    await page.reload();
    await page.waitForSelector('[data-ticket]');
    await page.click('[data-act="run"]');
    await page.waitForSelector('[data-shared]');
    must((await page.$$('[data-winner]')).length === 7, 'a race has no winner');
    for (const summary of await page.$$('details > summary')) await summary.click();
    must((await page.getAttribute('[data-promise]', 'data-promise')) === 'true', 'the promise is not kept');
    must((await page.$$('[data-step] [data-clause]')).length >= 8, 'a step has no clause');
    must((await page.$$('[data-ticket] .why [data-clause]')).length >= 1, 'the ticket has no why');
    await looked(page, 'lototrot-results');
    if (await cents(page, 'won')) await claim(page);
    await page.click('[data-act="open"]');
    await page.waitForSelector('[data-act="run"]');
    await page.context().close();
  },

  /** The keyboard alone marks, buys, runs and opens the next day; questions are answered. */
  async keyboard() {
    const page = await visitor();
    await page.goto(`${house}/lototrot`);
    await page.waitForSelector('[data-coupon]');
    await tabTo(page, '[data-cell]');
    for (let race = 1; race <= 7; race += 1) {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press(' ');
      if (race < 7) await page.keyboard.press('ArrowDown');
    }
    must((await page.$$('[data-cell][aria-pressed="true"]')).length === 7, 'seven cells are not marked');
    must(/7/.test(await said(page)), 'a mark is not said');
    await page.waitForSelector('[data-act="buy"]:not([disabled])');
    await tabTo(page, '[data-act="buy"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-ticket]');
    await page.keyboard.press('Shift+M');
    await page.waitForFunction(() =>
      /9[\s.]?999/.test(document.querySelector('[aria-live=polite]').textContent),
    );
    await tabTo(page, '[data-act="run"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-shared]');
    await page.keyboard.press('Shift+L');
    await page.waitForFunction(() => /1: \d/.test(document.querySelector('[aria-live=polite]').textContent));
    await page.context().close();
  },

  /** By touch on a phone, as text too; a ticket that costs more than the purse holds is refused beside it. */
  async phone() {
    const page = await visitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.goto(`${house}/lototrot#nvui`);
    await page.waitForSelector('[data-coupon]');
    for (const cell of await page.$$('[data-cell]')) await cell.tap();
    await page.waitForSelector('[data-act="buy"]:not([disabled])');
    await page.tap('[data-act="buy"]');
    await page.waitForSelector('.wager [role="alert"]');
    must((await page.$('[data-ticket]')) === null, 'a ticket was bought without chips');
    await page.tap('[data-act="clear"]');
    for (let race = 1; race <= 7; race += 1) await page.tap(`[data-cell="${race}-1"]`);
    await page.waitForSelector('[data-act="buy"]:not([disabled])');
    await page.tap('[data-act="buy"]');
    await page.waitForSelector('[data-ticket]');
    await page.context().close();
  },

  /** Tickets are bought and uncovered cell by cell until one wins; its voucher is paid; the issue ends. */
  async promotrot() {
    const page = await visitor();
    await page.goto(house);
    await page.click('a[data-game="promotrot"]');
    await page.click('main a.primary[href="/promotrot"]');
    await page.waitForSelector('[data-act="buy"]:not([disabled])');
    for (let bought = 0; bought < 60; bought += 1) {
      await page.click('[data-act="buy"]');
      await page.waitForSelector('[data-act="uncover"]');
      if (bought === 0) {
        await page.click('[data-cell="5"]');
        await page.waitForSelector('[data-cell="5"].open');
        must((await page.$$('.open')).length === 1, 'more than one cell was uncovered');
        if (folder) await looked(page, 'promotrot-cells');
        await tabTo(page, '[data-cell]');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.querySelectorAll('.open').length === 2);
      }
      await page.click('[data-act="uncover"]');
      await page.waitForSelector('[data-outcome]');
      must((await page.$$('.open')).length === 9, 'a cell stays covered');
      if (await cents(page, 'outcome')) break;
    }
    must((await page.$$('.winning')).length === 3, 'three alike are not shown');
    await page.click('[data-voucher] summary');
    must((await page.$$('[data-voucher] .why [data-clause]')).length >= 4, 'the voucher has no why');
    await looked(page, 'promotrot-voucher');
    await page.click('[data-act="pay-outlet"]');
    await page.waitForSelector('[data-voucher] .tag.good');
    await page.click('[data-act="end"]');
    await page.waitForSelector('[data-promise="true"]', { state: 'attached' });
    await page.click('[data-act="publish"]');
    await page.waitForSelector('[data-act="buy"]:not([disabled])');
    await page.context().close();
  },

  /** A race by keyboard: a horse is picked and comes in somewhere. */
  async race() {
    const page = await visitor();
    await page.goto(`${house}/promotrot?issue=gran-trote`);
    await page.waitForSelector('[data-act="buy"]:not([disabled])');
    await tabTo(page, '[data-act="buy"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-cell="7"]:not([disabled])');
    await tabTo(page, '[data-cell="7"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-place]');
    must((await cents(page, 'place')) <= 16, 'it came in nowhere');
    await looked(page, 'promotrot-race');
    await page.context().close();
  },

  /** The office: a wrong token is told so; with the right one selling ends, results are entered, all is shared. */
  async office() {
    const page = await visitor();
    await page.goto(`${house}/lototrot/office`);
    await page.fill('input[type="password"]', 'wrong');
    await page.keyboard.press('Enter');
    await page.waitForSelector('main [role="alert"]');
    await page.fill('input[type="password"]', token);
    await page.keyboard.press('Enter');
    await page.click('.days button');
    await page.waitForSelector('[data-state="open"]');
    await page.click('[data-act="close"]');
    await page.waitForSelector('[data-state="closed"]');
    await looked(page, 'office-results');
    for (let race = 1; race <= 7; race += 1) {
      await page.click(`[data-race="${race}"] input[value="1"]`);
      await page.click(`[data-race="${race}"] [data-act="result"]`);
      await page.waitForSelector(`[data-race="${race}"] .tag.good`);
    }
    await page.click('[data-act="settle"]');
    await page.waitForSelector('[data-state="settled"] [data-shared] [data-clause]');
    await page.click('[data-act="order"]');
    await page.waitForSelector('[data-state="paying"]');
    if (folder) await looked(page, 'office-paying');
    await page.context().close();
  },
};

/** Claim what the first ticket won: at the outlet, or at the office where it says so, by cheque if need be. */
async function claim(page) {
  const purse = await page.textContent('[data-fact="purse"]');
  await page.click('[data-ticket] [data-act="pay-office"]');
  await page.waitForFunction(() => document.querySelector('[data-ticket] .tag.good, .trouble'));
  if (await page.$('[data-ticket] .field input')) {
    await page.fill('[data-ticket] .field input', 'Ana Prats');
    await page.click('[data-ticket] [data-act="pay-office"]');
  }
  await page.waitForSelector('[data-ticket] .tag.good');
  must((await page.textContent('[data-fact="purse"]')) !== purse, 'nothing came into the purse');
}

/** Go on with the Tab key until something is focused. */
async function tabTo(page, selector) {
  for (let step = 0; step < 120; step += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  tell(`${selector} is not reached by Tab`);
}
async function said(page) {
  await page.waitForTimeout(60);
  return await page.textContent('[aria-live="polite"]');
}

for (const [name, walk] of Object.entries(WAYS)) {
  where = name;
  const began = Date.now();
  try {
    await walk();
  } catch (fault) {
    tell(fault.message.split('\n').slice(0, 3).join(' '));
  }
  console.log(`${name} ${((Date.now() - began) / 1000).toFixed(1)} s`);
}
await browser.close();
for (const one of wrong) console.log(one);
process.exit(wrong.length ? 1 : 0);
