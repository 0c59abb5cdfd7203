// node tests/browser/documents.mjs ADDRESS: every page that is a document, in three languages, light and dark, wide
// and narrow, by mouse and by keyboard; what is wrong is printed, one line for each thing.
import { readFileSync } from 'node:fs';
import { launch } from './browser.mjs';

const house = process.argv[2];
const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const PAGES = [
  '/',
  '/games/boule?norm=IB05',
  '/games/lototrot',
  '/law?q=cero&norm=IB05',
  '/law/IB05.03.V.1.c.1',
  '/diff?game=sintetico',
  '/odds?game=boule',
  '/odds/boule/par',
  '/check?game=boule',
  '/check?as=toml',
  '/placards/boule',
  '/audit',
  '/verify',
  '/school',
  '/school/chips?seed=3',
  '/lessons/ruleta_cero',
  '/records',
  '/settings',
  '/-/versions',
];
const LANGUAGES = ['es', 'ca', 'en'];
const wrong = [];
const tell = (where, what) => wrong.push(`${where}: ${what}`);

const browser = await launch();

/** A page that tells whatever goes wrong in it. */
async function opened(where, options = {}) {
  const context = await browser.newContext({
    locale: 'es-ES',
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  page.on(
    'console',
    (message) => ['error', 'warning'].includes(message.type()) && tell(where, message.text()),
  );
  page.on('pageerror', (fault) => tell(where, fault.message));
  page.on(
    'request',
    (request) =>
      request.url().startsWith(house) ||
      /^(data|blob):/.test(request.url()) ||
      tell(where, `asks ${request.url()}`),
  );
  await page.goto(house + where);
  await settled(page);
  return page;
}
/** Wait until the page has all that it asked for. */
async function settled(page) {
  await page.waitForSelector('main h1, main article');
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), null, { timeout: 60000 });
}
async function speak(page, language) {
  await page.selectOption('header select', language);
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
  await settled(page);
}
/** Codes that stand where words should. */
const unsaid = (page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent.trim();
      if (
        /^[a-z]+(_[a-z0-9]+)+$/.test(text) &&
        !texts.currentNode.parentElement.closest('code, textarea, td')
      )
        found.push(text);
    }
    return found;
  });
const axe = (page) =>
  page.evaluate(async (program) => {
    if (!window.axe) (0, eval)(program);
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations } = await window.axe.run(document, { runOnly: tags });
    return violations.map((one) => `${one.id} at ${one.nodes[0].target.join(' ')} (${one.nodes.length})`);
  }, AXE);
const tooWide = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const where of PAGES) {
  const page = await opened(where);
  for (const theme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' }); // colours that still change cannot be read
    for (const fault of await axe(page)) tell(where, `${theme}: ${fault}`);
  }
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    if ((await tooWide(page)) > 0) tell(where, `is wider than ${width}`);
  }
  for (const language of LANGUAGES) {
    await speak(page, language);
    for (const code of await unsaid(page)) tell(where, `${language}: no words for ${code}`);
    if ((await tooWide(page)) > 0) tell(where, `${language}: is wider than 390`);
    if (!(await page.title()).includes('novamas')) tell(where, `${language}: has no title`);
  }
  await page.context().close();
}

/** A way through the app, told where it does not lead. */
async function way(name, walk) {
  try {
    await walk();
  } catch (fault) {
    tell(name, fault.message.split('\n')[0]);
  }
}
const expect = (name, isSo) => isSo || tell(name, 'does not hold');

await way('search by keyboard', async () => {
  const page = await opened('/');
  await page.keyboard.press('/');
  await page.waitForSelector('dialog input');
  await page.keyboard.type('boule');
  await page.waitForSelector('dialog a[href="/games/boule"]');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/games/boule');
  await page.context().close();
});
await way('the first thing that can be focused leads to the page as text', async () => {
  const page = await opened('/');
  await page.keyboard.press('Tab');
  expect('first focus', await page.evaluate(() => document.activeElement.getAttribute('href') === '#nvui'));
  await page.keyboard.press('Enter');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.drawing')].every((one) => !one.checkVisibility()),
  );
  expect('edges as table', await page.isVisible('.plot table'));
  await page.context().close();
});
await way('a round is gone through by keyboard, to the clause of a payment', async () => {
  const page = await opened('/games/boule?norm=IB05&seed=1');
  await page.focus('.player');
  await page.keyboard.press('End');
  await page.click('details.paid summary');
  await page.waitForSelector('.why [data-clause]');
  expect('step in the address', page.url().includes('step='));
  await page.context().close();
});
await way(
  'a choice of the house moves the edge, and one that is not lawful is refused by its clause',
  async () => {
    const page = await opened('/check?game=ruleta&norm=IB05');
    await page.waitForSelector('.verdict.good');
    await page.fill('[data-choice="maximum"] input', '1');
    await page.keyboard.press('Tab');
    await page.waitForSelector('.verdict.bad');
    expect('clause of the fault', await page.isVisible('aside [data-clause]'));
    await page.context().close();
  },
);
await way('a record is verified here, and a changed one is found out', async () => {
  const page = await opened('/verify');
  await page.click('main .tools button');
  await page.waitForSelector('[data-code="draws_agree"]');
  await page.context().close();
  const audit = await opened('/audit');
  await audit.click('main .tools button:nth-child(2)');
  await audit.waitForSelector('.verdict.bad');
  await audit.context().close();
});
await way('a drill is answered, marked and remembered', async () => {
  const page = await opened('/school/chips?seed=3');
  await page.fill('main form input[type="number"] >> nth=0', '1');
  await page.click('main form button[type="submit"]');
  await page.waitForSelector('main .result');
  expect('kept', await page.evaluate(() => JSON.parse(localStorage.getItem('novamas.school')).length === 1));
  await page.context().close();
});
await way('a house that does not answer is waited for', async () => {
  const page = await opened('/');
  page.removeAllListeners('console');
  await page.context().setOffline(true);
  await page.click('.seg button:nth-child(2)');
  await page.waitForSelector('.offline');
  await page.context().setOffline(false);
  await page.waitForSelector('.offline', { state: 'detached', timeout: 15000 });
  await page.context().close();
});

await browser.close();
for (const one of wrong) console.log(one);
process.exit(wrong.length ? 1 : 0);
