// node tests/browser/tour.mjs ADDRESS FOLDER [NAME…]: every page of the app and a round of every game, with pictures at
// three sizes, light and dark, and a report of what axe, the console and the widths say. What is wrong is printed.
import { mkdirSync, writeFileSync } from 'node:fs';
import {
  axe,
  clipped,
  inTheme,
  launch,
  openTable,
  playedTable,
  ROUTES,
  SIZES,
  tooWide,
  troubles,
  visit,
  visitor,
} from './visiting.mjs';
import { layBets, look, playUntil } from './offered.mjs';

const [house, folder, ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const isWanted = (name) => !wanted.length || wanted.includes(name);

const CIRCLE = ['holdem', 'omaha', 'sintetico', 'seven_stud', 'five_stud', 'cubierto'];
const MINDS = ['steady', 'careless', 'expert'];
const CIRCLE_MINDS = ['loose', 'bold', 'calling', 'tight'];
const CHOICES = {
  tres_cartas: { pareja_plus: 'A' },
  bacara_dos_panos: { buy_in: 400000, maximum_banca: 200000 },
  chemin_de_fer: { buy_in: 100000 },
};
const POOLS = ['lototrot', 'promotrot'];
const PATIENCE = 400000; // milliseconds: odds that nobody has counted yet
const MOST_NODES = 1500;

const browser = await launch();
const report = [];

/**
 * A table that stands still while pictures are taken: what the house tells meanwhile is heard afterwards. Once `atEnd`, it
 * stands still as soon as a round is over, as people see it when they look at what was paid.
 */
async function standing(page) {
  const table = { isStill: false, atEnd: false, waiting: [], send: () => null };
  await page.routeWebSocket(/\/live$/, (socket) => {
    const server = socket.connectToServer();
    table.send = (said) => socket.send(said);
    server.onMessage((said) => {
      if (table.isStill) table.waiting.push(said);
      else socket.send(said);
      if (table.atEnd && said.includes('"round_over"')) table.isStill = true;
    });
  });
  table.goOn = () => {
    table.isStill = false;
    for (const said of table.waiting.splice(0)) table.send(said);
  };
  return table;
}

/** How high a page is with everything in it drawn: what lies far below is drawn only when it is seen. */
async function wholeHeight(page) {
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: page.viewportSize().width, height: await height() });
  await page.waitForTimeout(100);
  return height();
}

/** One picture for each size and theme; what is wrong in any of them goes into the report. */
async function picture(page, name, wrong, { isWhole }) {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    if (isWhole) await page.setViewportSize({ width, height: await wholeHeight(page) });
    for (const theme of ['light', 'dark']) {
      await inTheme(page, theme);
      await page.waitForTimeout(150);
      await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png` });
      if (width !== SIZES[1][0])
        for (const fault of await axe(page)) wrong.push(`${width} ${theme}: ${fault}`);
    }
    for (const trouble of await troubles(page)) wrong.push(trouble);
    if ((await tooWide(page)) > 0) wrong.push(`is wider than ${width}`);
    for (const words of await clipped(page)) wrong.push(`cut off at ${width}: ${words}`);
  }
  await page.setViewportSize({ width: SIZES[0][0], height: SIZES[0][1] });
}

function told(name, wrong) {
  const once = [...new Set(wrong)];
  report.push(`| ${name} | ${once.length ? once.join('<br>') : 'clean'} |`);
  console.log(name, once.length ? once : '');
  return once.length;
}

/** The seat from which a game is best looked at: in the middle of a half circle, else the first. */
const seatAt = (seats, cloth) => (cloth === 'semicircle' ? Math.ceil(seats / 2) : cloth === 'punto' ? 4 : 1);

async function visitGame(game) {
  const wrong = [];
  const page = await visitor(browser, house, (what) => wrong.push(what), { reducedMotion: 'reduce' });
  const minds = CIRCLE.includes(game) ? CIRCLE_MINDS : MINDS;
  const bots = Object.fromEntries([2, 3, 5].map((seat, nth) => [seat, minds[nth % minds.length]]));
  const pace = { step_ms: 60, betting_ms: 0, patience_ms: 0 };
  const shown = await standing(page);
  const table = await openTable(page, house, { game, choices: CHOICES[game] ?? {}, bots, pace });
  const { cloth, seats } = await placeOf(page, table);
  await page.goto(`${house}/t/${table}?seat=${seatAt(seats, cloth)}`);
  await page.waitForSelector('[data-purse]');
  await page.waitForTimeout(900); // bots bet too
  const isStaked = !['semicircle', 'oval', 'circle'].includes(cloth);
  await playUntil(page, (seen) =>
    isStaked ? seen.live > 0 : seen.isTurn && seen.cards >= 2 && seen.acts.length > 0,
  );
  if (isStaked) await layBets(page);
  await page.waitForTimeout(700);
  const { nodes } = await look(page);
  if (nodes > MOST_NODES) wrong.push(`${nodes} nodes on the felt`);
  shown.isStill = true;
  await picture(page, `${game}-play`, wrong, { isWhole: false });
  shown.atEnd = true;
  shown.goOn();
  const isPaid = (seen) => {
    if (shown.isStill && !seen.paid) shown.goOn(); // a round in which one had no bet
    return seen.paid > 0 && shown.isStill;
  };
  if (!(await playUntil(page, isPaid))) wrong.push('nothing was paid');
  await page.waitForTimeout(300);
  await picture(page, `${game}-paid`, wrong, { isWhole: false });
  await page.context().close();
  return told(game, wrong);
}

/** The cloth of a table and its seats, as one sees it from the rail. */
async function placeOf(page, table) {
  await page.goto(`${house}/t/${table}`);
  await page.waitForSelector('svg[data-cloth]');
  const { cloth } = await look(page);
  const seats = await page.evaluate(
    () =>
      new Set([...document.querySelectorAll('[data-spot][data-seat]')].map((one) => one.dataset.seat)).size,
  );
  return { cloth, seats };
}

async function visitDocument({ name, address, press = [], until }, table) {
  const wrong = [];
  const page = await visitor(browser, house, (what) => wrong.push(what), { reducedMotion: 'reduce' });
  await visit(page, house, address.replace('{table}', table), PATIENCE);
  for (const button of press) await page.click(button);
  if (until) await page.waitForSelector(until);
  await page.waitForTimeout(200);
  await picture(page, name, wrong, { isWhole: true });
  await page.context().close();
  return told(name, wrong);
}

const failed = (name) => (fault) => told(name, [fault.message.split('\n')[0]]);
let faults = 0;
const visits = Object.values(ROUTES).flatMap((route) => route.visits);
if (visits.some((one) => isWanted(one.name))) {
  const table = await playedTable(browser, house);
  for (const one of visits)
    if (isWanted(one.name)) faults += await visitDocument(one, table).catch(failed(one.name));
}
const asking = await fetch(`${house}/api/games`);
const games = (await asking.json()).games.map((one) => one.game);
for (const game of games)
  if (!POOLS.includes(game) && isWanted(game)) faults += await visitGame(game).catch(failed(game));
await browser.close();
const head =
  '# What the tour found\n\nAt 1440 and 390, light and dark, by axe; at 1024 too by width.\n\n| page | found |\n| --- | --- |\n';
writeFileSync(`${folder}/report.md`, `${head}${report.join('\n')}\n`);
process.exit(faults ? 1 : 0);
