// node tests/browser/tour.mjs ADDRESS FOLDER [GAME…]: a table of every game, played by what is offered until cards and
// chips lie on it, and its pictures at three sizes, light and dark. What is wrong is printed.
import { mkdirSync } from 'node:fs';
import { launch } from './browser.mjs';

const [house, folder, ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const GAMES =
  'ruleta ruleta_americana ruleta_doble_cero boule ruleta_de_la_fortuna craps blackjack treinta_y_cuarenta punto_y_banca chemin_de_fer bacara_dos_panos sin_descarte trijoker tres_cartas holdem_contrapartida holdem_bonus pai_gow_poker pai_gow_domino holdem omaha sintetico seven_stud five_stud cubierto'.split(
    ' ',
  );
const CHOICES = {
  tres_cartas: { pareja_plus: 'A' },
  bacara_dos_panos: { buy_in: 400000, maximum_banca: 200000 },
  chemin_de_fer: { buy_in: 100000 },
};
const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
];
const QUIET = ['raise_to', 'surrender', 'tip', 'renounce'];
const MOST_STEPS = 34;
const MOST_NODES = 1500;

const browser = await launch();
const wrong = [];

/** What lies on the table and what may be done. */
const look = (page) =>
  page.evaluate(() => ({
    acts: [...document.querySelectorAll('.acts [data-act]')].map((one) => one.dataset.act),
    cards: document.querySelectorAll('svg[data-cloth] [data-card]').length,
    mine: document.querySelectorAll('.bets .bet').length,
    live: document.querySelectorAll('.spot.live').length,
    isTurn: document.title.startsWith('●'),
    nodes: document.querySelectorAll('svg[data-cloth] *').length,
  }));

async function press(page, verb) {
  const found = await page.$(`.acts [data-act="${verb}"]`);
  const button = (await found?.$('.btn')) ?? found;
  await button?.click({ timeout: 250 }).catch(() => null);
}

/** Play by what is offered until something is worth a picture. */
async function play(page) {
  let laid = 0;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const seen = await look(page);
    const hasCards = await page.$('svg[data-cloth] [data-card]');
    if (seen.isTurn && seen.cards >= 4 && seen.acts.length) return;
    if (!hasCards && laid >= 4 && step > 24) return;
    if (seen.live && laid < 4 && seen.mine < 4) {
      const spots = await page.$$('.spot.live');
      await spots[(laid * 37) % spots.length]?.click({ force: true, timeout: 500 }).catch(() => null);
      laid += 1;
    } else {
      const verb = seen.acts.find((one) => !QUIET.includes(one) && one !== 'fold') ?? seen.acts[0];
      if (verb) await press(page, verb);
    }
    await page.waitForTimeout(160);
  }
}

for (const game of wanted.length ? wanted : GAMES) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'es-ES',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.on('pageerror', (fault) => wrong.push(`${game}: ${fault.message}`));
  page.on('console', (message) => message.type() === 'error' && wrong.push(`${game}: ${message.text()}`));
  await page.goto(`${house}/settings`);
  const table = await page.evaluate(
    async ([slug, choices]) => {
      await fetch('/api/me', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
      const bots = { 2: 'loose', 3: 'bold', 4: 'calling' };
      const body = JSON.stringify({
        game: slug,
        choices,
        bots,
        pace: { step_ms: 60, betting_ms: 0, patience_ms: 0 },
      });
      const answer = await fetch('/api/tables', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return (await answer.json()).table;
    },
    [game, CHOICES[game] ?? {}],
  );
  await page.goto(`${house}/t/${table}?seat=1`);
  await page.waitForSelector('svg[data-cloth]');
  await page.waitForTimeout(300);
  await play(page);
  const { nodes } = await look(page);
  if (nodes > MOST_NODES) wrong.push(`${game}: ${nodes} nodes on the felt`);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
      await page.waitForTimeout(180);
      await page.screenshot({ path: `${folder}/${game}-${width}-${theme}.png` });
    }
  }
  console.log(game, nodes);
  await context.close();
}
await browser.close();
for (const line of wrong) console.error(line);
process.exit(wrong.length ? 1 : 0);
