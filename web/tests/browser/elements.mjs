// node tests/browser/elements.mjs ADDRESS: pages of other sites with our custom elements; what is wrong is printed.
import { launch } from './visiting.mjs';

const [house] = process.argv.slice(2);
const wrong = [];
const must = (holds, what) => holds || wrong.push(what);
// The house is on loopback here; a house on the network needs no such leave.
const browser = await launch([
  '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
]);

/** A page of another site, which forbids styles in the document. The house's settings name the first site only. */
async function page(site, body) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const found = await context.newPage();
  const text = `<!doctype html><html lang="ca"><title>site</title>
    <script type="module" src="${house}/elements.js"></script>${body}`;
  const headers = {
    'content-security-policy': `default-src 'none'; script-src ${house}; connect-src ${house}`,
  };
  await found.route(`${site}/**`, (route) =>
    route.fulfill({ body: text, contentType: 'text/html', headers }),
  );
  found.setDefaultTimeout(20000);
  await found.goto(`${site}/`);
  return found;
}

/** Play a round of boule, and return its table. */
async function played() {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    locale: 'es-ES',
    reducedMotion: 'reduce',
  });
  const player = await context.newPage();
  player.setDefaultTimeout(20000);
  await player.goto(`${house}/tables/new?game=boule&sit=1`);
  await player.waitForURL('**/t/*');
  await player.waitForSelector('.spot.live');
  const box = await player.locator('[data-spot="rojo"]').first().boundingBox();
  await player.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await player.click('.acts [data-act="ready"]');
  await player.waitForSelector('.pay[data-bet="rojo"]');
  return new URL(player.url()).pathname.split('/').at(-1);
}

const shown = await page(
  'http://elsewhere.test',
  '<novamas-odds game="boule" norm="IB05"></novamas-odds><novamas-odds lang="en" game="boule"></novamas-odds>',
);
await shown.locator('novamas-odds td').first().waitFor();
await shown.locator('novamas-odds[lang="en"] td').first().waitFor();
const catalan = await shown.locator('novamas-odds:not([lang]) table').innerText();
const english = await shown.locator('novamas-odds[lang] table').innerText();
must(/Avantatge/.test(catalan) && /11,11/.test(catalan), `odds in Catalan: ${catalan}`);
must(/Edge/.test(english) && /11\.11/.test(english), `odds in English: ${english}`);
must((await shown.context().cookies()).length === 0, 'the elements left a cookie');

const table = await played();
const watched = await page('http://elsewhere.test', `<novamas-table table="${table}"></novamas-table>`);
await watched.locator('novamas-table svg').waitFor();
must(/Boule/i.test(await watched.locator('novamas-table svg').textContent()), 'the picture has no title');

const stranger = await page('http://stranger.test', '<novamas-odds game="boule"></novamas-odds>');
await stranger.waitForTimeout(1000);
must((await stranger.locator('novamas-odds td').count()) === 0, 'a site without leave reads the house');

await browser.close();
for (const line of wrong) console.error(line);
process.exit(wrong.length ? 1 : 0);
