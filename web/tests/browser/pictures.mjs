// node tests/browser/pictures.mjs ADDRESS FOLDER: the pictures of the README, in three languages.
import { launch, LANGUAGES, visit, visitor } from './visiting.mjs';

const [house, folder] = process.argv.slice(2);
const LOCALES = { es: 'es-ES', ca: 'ca-ES', en: 'en-GB' };
const browser = await launch();

const touch = async (page, spot) => {
  const box = await page.locator(`[data-spot="${spot}"]`).first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
};

const PICTURES = {
  /** A round of roulette that was paid, with the clause of a payment. */
  async table(page, language) {
    await visit(page, house, `/tables/new?game=ruleta&sit=1&lang=${language}`);
    await page.waitForURL('**/t/*');
    await page.waitForSelector('.spot.live');
    for (const spot of ['rojo', 'negro', 'docena:2']) await touch(page, spot);
    await page.click('.acts [data-act="ready"]');
    await page.click('.pay');
    await page.waitForSelector('ol.why [data-clause]');
  },
  async odds(page, language) {
    await visit(page, house, `/odds?game=ruleta&norm=IB05&lang=${language}`);
    await page.waitForSelector('main table');
  },
  /** A set-up with a maximum that the norm does not allow. */
  async check(page, language) {
    await visit(page, house, `/check?game=ruleta&choice=maximum=1000000&lang=${language}`);
    await page.waitForSelector('aside [data-clause]');
  },
};

for (const language of LANGUAGES)
  for (const [name, draw] of Object.entries(PICTURES)) {
    const options = {
      locale: LOCALES[language],
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    };
    const page = await visitor(browser, house, console.error, options);
    await draw(page, language);
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${folder}/${name}.${language}.jpg`, type: 'jpeg', quality: 72 });
    await page.context().close();
  }
await browser.close();
