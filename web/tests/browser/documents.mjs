// node tests/browser/documents.mjs ADDRESS [NAME]: every route of the app, by axe, wide and narrow, and one of each kind
// of page in the dark too, in three languages without a new page, and by the tab key as text; with `all` for a name every
// example of every route so. What is wrong is printed, one line for each thing.
import {
  axe,
  axeInBothThemes,
  LANGUAGES,
  launch,
  playedTable,
  ROUTES,
  settled,
  tooWide,
  visit,
  visitor,
} from './visiting.mjs';

const [house, only] = process.argv.slice(2);
const OF_EACH_KIND = ['catalogue', 'table', 'check', 'lototrot']; // lists and charts, a cloth, a form, a grid
const wrong = [];
const tell = (where) => (what) => wrong.push(`${where}: ${what}`);
const browser = await launch();

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
      const isCode = texts.currentNode.parentElement.closest('code, textarea, td');
      if (/^[a-z]+(_[a-z0-9]+)+$/.test(text) && !isCode) found.push(text);
    }
    return found;
  });

/** The page as text: the tab key comes to everything that can be used, and no drawing is left. */
async function reached(page) {
  const many = await page.evaluate(() => {
    const kinds = 'a[href], button, input, select, textarea, summary, [tabindex]';
    const isGroup = (one) =>
      one.type === 'radio' || one.getAttribute('role') === 'radio' || one.role === 'tab';
    const usable = [...document.querySelectorAll(kinds)].filter(
      (one) => one.checkVisibility() && !one.disabled && one.tabIndex >= 0 && !isGroup(one),
    );
    for (const one of usable) one.dataset.wanted = '';
    addEventListener('focusin', (event) => delete event.target.dataset.wanted);
    document.activeElement?.blur();
    return usable.length;
  });
  for (let nth = 0; nth < many + 12; nth += 1) await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const missed = [...document.querySelectorAll('[data-wanted]')].filter((one) => one.checkVisibility());
    const drawn = [...document.querySelectorAll('main .drawing, svg[data-cloth]')];
    return [
      ...missed.map((one) => `the tab key does not come to ${one.outerHTML.slice(0, 80)}`),
      ...drawn.filter((one) => one.checkVisibility()).map(() => 'a drawing is left of the page as text'),
    ];
  });
}

let where = '';
let passing; // a page that goes from route to route, where each is only looked at

async function look(visiting, table) {
  where = visiting.name;
  const said = tell(where);
  const isWhole = only || OF_EACH_KIND.includes(where);
  const newcomer = () => visitor(browser, house, (what) => tell(where)(what), { reducedMotion: 'reduce' });
  const page = isWhole ? await newcomer() : (passing ??= await newcomer());
  await page.setViewportSize({ width: 1440, height: 900 });
  const address = visiting.address.replace('{table}', table);
  await visit(page, house, address);
  for (const button of visiting.press ?? []) await page.click(button);
  if (visiting.until) await page.waitForSelector(visiting.until);
  if (isWhole) await axeInBothThemes(page, said);
  else for (const fault of await axe(page)) said(fault);
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    if ((await tooWide(page)) > 0) said(`is wider than ${width}`);
  }
  if (isWhole) {
    await inEveryLanguage(page, said);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.evaluate(() => (location.hash = '#nvui'));
    await settled(page);
    for (const fault of await reached(page)) said(fault);
    await page.context().close();
  }
}

/** Another language is no other page, has words for everything, and fits on a phone. */
async function inEveryLanguage(page, said) {
  await page.evaluate(() => (window.isTheSamePage = true));
  for (const language of LANGUAGES) {
    await speak(page, language);
    for (const code of await unsaid(page)) said(`${language}: no words for ${code}`);
    if ((await tooWide(page)) > 0) said(`${language}: is wider than 390`);
    if (!(await page.title()).includes('novamas')) said(`${language}: has no title`);
  }
  if (!(await page.evaluate(() => window.isTheSamePage))) said('another language is another page');
}

const table = await playedTable(browser, house);
const isMeant = ({ name, isLong }, nth) =>
  only && only !== 'all' ? name === only : !isLong && (only || !nth);
for (const { visits } of Object.values(ROUTES))
  for (const visiting of visits.filter(isMeant))
    await look(visiting, table).catch((fault) => tell(visiting.name)(fault.message.split('\n')[0]));
await browser.close();
for (const one of wrong) console.log(one);
process.exit(wrong.length ? 1 : 0);
