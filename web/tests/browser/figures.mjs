// node tests/browser/figures.mjs ADDRESS TIMES [ROUTE…]: what each route costs a browser that has nothing of it yet, as JSON: when
// something is first seen, when all that was asked for is there and can be used, and the bytes on the line by kind.
import { launch, playedTable, ROUTES, visitor } from './visiting.mjs';

const [house, times, ...wanted] = process.argv.slice(2);
const browser = await launch();

/** Notes the moment since which the page waits for nothing. */
function watch() {
  window.readyAt = 0;
  const isThere = () =>
    document.querySelector('main h1, main article, [data-cloth] .spots, .table-page h1') &&
    !document.querySelector('[aria-busy="true"]');
  const look = () => {
    if (!isThere()) window.readyAt = 0;
    else if (!window.readyAt) window.readyAt = performance.now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** One visit with an empty cache. */
async function measured(address) {
  const page = await visitor(browser, house, () => null);
  await page.addInitScript(watch);
  await page.goto(house + address);
  await page.waitForFunction(() => window.readyAt && performance.now() - window.readyAt > 500, null, {
    timeout: 120000,
  });
  const found = await page.evaluate(() => {
    const bytes = (kind) =>
      performance
        .getEntriesByType('resource')
        .filter((one) => kind.test(one.name))
        .reduce((sum, one) => sum + one.encodedBodySize, 0);
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    return {
      painted: painted.startTime,
      ready: window.readyAt,
      scripts: bytes(/\.js$/),
      styles: bytes(/\.css$/),
      fonts: bytes(/\.woff2$/),
      answers: bytes(/\/api\//),
    };
  });
  await page.context().close();
  return found;
}

const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const table = await playedTable(browser, house);
const figures = {};
for (const [path, { visits }] of Object.entries(ROUTES)) {
  if (wanted.length && !wanted.includes(path)) continue;
  const address = visits[0].address.replace('{table}', table);
  await measured(address); // the house counts odds once
  const all = [];
  for (let nth = 0; nth < Number(times); nth += 1) all.push(await measured(address));
  figures[path] = Object.fromEntries(
    Object.keys(all[0]).map((name) => [name, middle(all.map((one) => one[name]))]),
  );
}
await browser.close();
console.log(JSON.stringify(figures));
