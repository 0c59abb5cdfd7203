// node tests/browser/ways.mjs ADDRESS [NAME…]: ways through the app that people go, most of them by the keyboard and the
// ear alone; where one does not lead is printed.
import { launch, settled, tooWide, visit, visitor } from './visiting.mjs';

const [house, ...named] = process.argv.slice(2);
const wrong = [];
let where = '';
const tell = (what) => wrong.push(`${where}: ${what}`);
const must = (holds, what) => holds || tell(what);
const browser = await launch();

/** Somebody at an address of the house, who waits for no wheel unless he says so. */
async function at(address, options = {}) {
  const page = await visitor(browser, house, tell, { reducedMotion: 'reduce', ...options });
  await visit(page, house, address);
  return page;
}

/** Go on by the tab key until something has the focus. */
async function tabTo(page, selector) {
  for (let nth = 0; nth < 250; nth += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  throw Error(`the tab key does not come to ${selector}`);
}

/** Wait until this is said to whoever hears the page. */
const hears = (page, said) =>
  page.waitForFunction((wanted) => {
    const spoken = document.querySelectorAll('[aria-live], [role="status"], [role="alert"], output');
    return [...spoken].some((one) => new RegExp(wanted, 'i').test(one.textContent));
  }, said.source);

const touch = async (page, spot) => {
  const box = await page.locator(`[data-spot="${spot}"]`).first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
};

const WAYS = {
  /** A newcomer finds roulette, reads how it goes, sits down, bets on red and 17, is paid, and asks for the clause. */
  async newcomer() {
    const page = await at('/', { reducedMotion: 'no-preference' });
    await page.fill('.filters input[type="search"]', 'francesa');
    await page.waitForFunction(() => document.querySelectorAll('[data-game]').length === 1);
    await page.click('[data-game="ruleta"]');
    await page.waitForURL('**/games/ruleta*');
    await settled(page);
    await page.click('main a.primary');
    await page.waitForSelector('[data-purse]');
    await page.waitForSelector('.spot.live');
    for (const spot of ['rojo', 'pleno:17']) {
      await touch(page, spot);
      await page.waitForSelector(`svg [data-bet="${spot}"]`);
    }
    await page.click('.acts [data-act="ready"]');
    await page.waitForSelector('.pay[data-bet="pleno:17"]');
    await page.click('.pay[data-bet="pleno:17"]');
    const clause = await page.getAttribute('ol.why [data-clause]', 'data-clause');
    await page.goto(`${house}/law/${clause}`);
    await settled(page);
    must((await page.textContent('h1')).includes(clause), 'the clause of a payment is not shown');
  },

  /** From the first page to a bet, its result and its why, by the keyboard alone. */
  async keyboardAlone() {
    const page = await at('/');
    await tabTo(page, 'a.primary[href^="/tables/new?game=ruleta"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.spot.live');
    await tabTo(page, 'svg[data-cloth]');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.bets .bet');
    await page.keyboard.press(' ');
    await page.waitForSelector('.side .pay');
    await page.keyboard.press('Shift+W');
    await hears(page, /€/);
    await tabTo(page, '.side .pay');
    await page.keyboard.press('Enter');
    await page.waitForSelector('ol.why [data-clause]');
  },

  /** The first thing that can be focused makes text of the page; the edges of all games are a table then. */
  async catalogue() {
    const page = await at('/');
    await page.keyboard.press('Tab');
    must(
      await page.evaluate(() => document.activeElement.getAttribute('href') === '#nvui'),
      'the first focus does not lead to the page as text',
    );
    await page.keyboard.press('Enter');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.drawing')].every((one) => !one.checkVisibility()),
    );
    must(await page.isVisible('.plot table'), 'the edges are no table');
    await tabTo(page, '.filters input[type="search"]');
    await page.keyboard.type('sin descarte');
    await hears(page, /^\s*1 de 26/);
  },

  /** A game is found by keys from any page. */
  async search() {
    const page = await at('/');
    await page.keyboard.press('/');
    await page.waitForSelector('dialog input');
    await page.keyboard.type('boule');
    await page.waitForSelector('dialog a[href="/games/boule"]');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/games/boule');
    await page.waitForFunction(() => document.activeElement.matches('main')); // a new page is begun at its top
  },

  /** A round is gone through step by step; each step is said, and a payment leads to its clause. */
  async round() {
    const page = await at('/games/boule?norm=IB05&seed=1');
    await tabTo(page, '.player');
    await page.keyboard.press('ArrowRight');
    await hears(page, /\S/);
    await page.keyboard.press('End');
    must((await page.$$('.player li')).length === 5, 'a round is not told in five steps');
    await page.waitForSelector('.player .pay');
    await tabTo(page, '.player .pay');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.why [data-clause]');
    must(page.url().includes('step='), 'the step is not in the address');
  },

  /** A table is set up and opened. */
  async newTable() {
    const page = await at('/tables/new?game=boule');
    await tabTo(page, 'main form input[type="number"]');
    await page.keyboard.press('ArrowUp');
    await tabTo(page, 'main form button.primary');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/t/*');
    await page.waitForSelector('[data-purse]');
  },

  /** A clause is found by its words, read with where it stands, and left for those beside it. */
  async law() {
    const page = await at('/law#nvui');
    await tabTo(page, 'main input[type="search"]');
    await page.keyboard.type('caballo');
    await hears(page, /\d+ cláusula/);
    await page.waitForFunction(() => location.search.includes('q=caballo'));
    await settled(page);
    await tabTo(page, 'main li a[data-clause]');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/law/*');
    await settled(page);
    await page.waitForSelector('main dl'); // where it stands in the norm
    await tabTo(page, 'main .tools a');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/law?path=*');
  },

  /** Two norms beside each other: what differs are rows with a head, and both can be chosen. */
  async diff() {
    const page = await at('/diff?game=sintetico#nvui');
    must((await page.$$('main tbody th[scope="row"]')).length > 3, 'rows without a head');
    await tabTo(page, 'main select');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => !location.search.includes('sintetico'));
  },

  /** Odds without a chart: figures in tables, the bet in the address, and the sheet for a mathematician. */
  async odds() {
    const page = await at('/odds?game=boule#nvui');
    must(
      await page.evaluate(() =>
        [...document.querySelectorAll('.drawing')].every((one) => !one.checkVisibility()),
      ),
      'a chart is left',
    );
    await tabTo(page, 'main tbody a, main tbody button');
    await page.keyboard.press('Enter');
    await tabTo(page, 'a[href*="/par"]');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/odds/boule/par*');
    await settled(page);
    must((await page.$$('main table')).length >= 2, 'the sheet has no tables');
  },

  /** A figure that the law forbids is told at once, with its clause; the placard is one link away. */
  async check() {
    const page = await at('/check?game=ruleta&norm=IB05');
    await hears(page, /puede abrirse/);
    await tabTo(page, '[data-choice="maximum"] input');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('1');
    await page.keyboard.press('Tab');
    await hears(page, /no puede abrirse/);
    must(await page.isVisible('aside [data-clause]'), 'the fault has no clause');
    await page.goBack();
    await visit(page, house, '/check?game=boule');
    await tabTo(page, 'a[href^="/placards/"]');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/placards/boule*');
    await settled(page);
    must(/2,00\s€/.test(await page.textContent('main article')), 'the placard has no minimum');
  },

  /** A record is verified here, and a changed one is found out. */
  async records() {
    const page = await at('/verify');
    await tabTo(page, 'main .tools button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-code="draws_agree"]');
    await visit(page, house, '/audit');
    await tabTo(page, 'main .tools button:nth-child(2)');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.verdict.bad[role="status"]');
    await visit(page, house, '/records');
    await tabTo(page, 'main a[href*="tables/new"]');
  },

  /** A drill is answered, marked, said and remembered. */
  async drill() {
    const page = await at('/school');
    await tabTo(page, 'main a[href^="/school/chips"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('main form input[type="number"]');
    await tabTo(page, 'main form input[type="number"]');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await page.waitForSelector('main .result');
    await hears(page, /correct|bien|falta|mal/);
    must(
      await page.evaluate(() => JSON.parse(localStorage.getItem('novamas.school')).length === 1),
      'what was answered is not kept',
    );
  },

  /** A question of a lesson is answered, and what the clause says of it is heard. */
  async lesson() {
    const page = await at('/lessons/ruleta_cero');
    await tabTo(page, 'main form input[type="radio"]');
    await page.keyboard.press(' ');
    await tabTo(page, 'main form button[type="submit"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('main .result');
    await hears(page, /\S+ \S+/);
  },

  /** Language, look and keys are set. */
  async settings() {
    const page = await at('/settings');
    await tabTo(page, 'main .seg button:nth-child(2)');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.documentElement.lang === 'ca');
    await tabTo(page, 'main input[type="checkbox"]');
    await page.keyboard.press(' ');
    await page.reload();
    await settled(page);
    must(await page.isChecked('main input[type="checkbox"] >> nth=0'), 'what was set is not kept');
    must((await page.getAttribute('html', 'lang')) === 'ca', 'the language is not kept');
  },

  /** At a table, in mid-round, another language is no other page, and nothing on the cloth moves. */
  async languages() {
    const page = await at('/tables/new?game=ruleta&sit=1');
    await page.waitForSelector('.spot.live');
    await touch(page, 'rojo');
    await page.waitForSelector('svg [data-bet="rojo"]');
    await page.evaluate(() => (window.isTheSamePage = true));
    const called = new Set();
    for (const language of ['ca', 'en', 'es']) {
      await page.selectOption('header select', language);
      await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
      await page.waitForFunction(
        (known) => !known.includes(document.querySelector('.acts .btn')?.textContent),
        [...called],
      );
      called.add(await page.textContent('.bets .bet'));
      must(await page.$('svg [data-bet="rojo"]'), 'the bet is gone');
    }
    must(called.size >= 2, 'bets are called the same in all languages');
    must(await page.evaluate(() => window.isTheSamePage), 'another language is another page');
  },

  /** A phone: the sections behind the mark, a game, its page, its table; nothing scrolls sideways. */
  async phone() {
    const page = await at('/', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const fits = async (what) => must((await tooWide(page)) <= 0, `${what} scrolls sideways`);
    await fits('the first page');
    await page.tap('header .menu');
    await page.tap('#sections a[href="/school"]');
    await page.waitForURL('**/school');
    await settled(page);
    await fits('the school');
    await visit(page, house, '/games/boule');
    await fits('the page of a game');
    await page.tap('main a.primary');
    await page.waitForSelector('[data-purse]');
    await page.waitForSelector('.spot.live');
    await page.tap('[data-spot="numero:1"]');
    await page.waitForSelector('svg [data-bet="numero:1"]');
    await fits('the table');
    await page.tap('.acts [data-act="ready"]');
    await page.waitForSelector('.side .pay', { state: 'attached' });
  },

  /** A house that does not answer is waited for. */
  async offline() {
    const page = await at('/');
    page.removeAllListeners('console');
    await page.context().setOffline(true);
    await page.click('.seg button:nth-child(2)');
    await page.waitForSelector('.offline');
    await page.context().setOffline(false);
    await page.waitForSelector('.offline', { state: 'detached' });
  },

  /** Law, odds and school are read from copies while the house does not respond; a table says that it needs the house. */
  async offlineReading() {
    const page = await at('/settings', { serviceWorkers: 'allow' });
    page.removeAllListeners('console');
    const keeps = page.getByRole('button', { name: 'Guardar en este navegador' });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await keeps.click();
    const hasClauses = () =>
      page.evaluate(async () => {
        const copies = await (await caches.open('novamas-copies')).keys();
        return copies.some(({ url }) => url.endsWith('/api/clauses?-language=es'));
      });
    while (!(await hasClauses())) await page.waitForTimeout(200);
    await page.getByRole('button', { name: 'Parar' }).click();
    await keeps.waitFor();
    await visit(page, house, '/odds?game=boule');
    await visit(page, house, '/school');
    await page.context().setOffline(true);
    await page.goto(`${house}/law?q=prisión`);
    await page.waitForSelector('.rows [data-clause]');
    await page.waitForSelector('.offline');
    must(/copia guardada/.test(await page.textContent('.offline')), 'a copy is not said to be one');
    const clause = await page.getAttribute('.rows [data-clause]', 'data-clause');
    await page.goto(`${house}/law/${clause}`);
    await page.waitForFunction((id) => document.querySelector('main')?.textContent.includes(id), clause);
    await page.goto(`${house}/odds?game=boule`);
    await page.waitForSelector('main table');
    await page.goto(`${house}/school`);
    await page.waitForSelector('.kinds');
    await page.goto(`${house}/t/0000000000000000`);
    await page.waitForFunction(() =>
      /hace falta la casa/.test(document.querySelector('.offline')?.textContent),
    );
    await page.context().setOffline(false);
    await page.goto(`${house}/law?q=prisión`);
    await page.waitForSelector('.rows [data-clause]');
    must((await page.locator('.offline').count()) === 0, 'a live page is said to be a copy');
  },
};

for (const name of named) must(name in WAYS, `there is no way ${name}`);
for (const [name, walk] of Object.entries(WAYS)) {
  if (named.length && !named.includes(name)) continue;
  where = name;
  const began = Date.now();
  await walk().catch((fault) => tell(fault.message.split('\n').slice(0, 4).join(' ')));
  for (const context of browser.contexts()) await context.close();
  console.log(`${name} ${((Date.now() - began) / 1000).toFixed(1)} s`);
}
await browser.close();
for (const line of wrong) console.error(line);
process.exit(wrong.length ? 1 : 0);
