// node tests/browser/frames.mjs ADDRESS: how fast tables move in this machine's browser: the frames of a spin, of a deal
// and of a pot that goes to who won it, and what it takes to show a new view. Printed as JSON.
import { loadavg } from 'node:os';
import { launch } from './browser.mjs';

const [house] = process.argv.slice(2);
const browser = await launch();
const pace = { step_ms: 250, betting_ms: 1200, patience_ms: 400 };
const TABLES = {
  ruleta: { what: 'a spin', seat: 1, bots: { 2: 'steady', 3: 'steady' } },
  blackjack: { what: 'a deal', seat: 4, bots: { 2: 'steady', 3: 'steady', 5: 'steady' } },
  holdem: { what: 'a pot', seat: 1, bots: { 2: 'steady', 3: 'steady', 4: 'steady', 5: 'steady' } },
};
const SECONDS = 20;

/** Note each frame, whether something moves in it, and what each view costs, from the message until it is shown. */
function watch() {
  window.frames_ = [];
  window.views_ = [];
  let last = 0;
  const tick = (now) => {
    if (last)
      window.frames_.push([now - last, document.getAnimations().some((one) => one.playState === 'running')]);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  const given = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    set(hear) {
      given.set.call(this, async (event) => {
        const began = performance.now();
        hear(event);
        for (let turn = 0; turn < 5; turn += 1) await null;
        if (event.data.startsWith('{"type":"told"')) window.views_.push(performance.now() - began);
      });
    },
  });
}
const share = (sorted, part) => Number((sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(2));
const figures = (all) => {
  const sorted = all.toSorted((a, b) => a - b);
  return {
    count: sorted.length,
    p10: share(sorted, 0.1),
    median: share(sorted, 0.5),
    p95: share(sorted, 0.95),
    p99: share(sorted, 0.99),
  };
};

/** Press whatever is offered first, for so many seconds. */
async function goOn(page, seconds) {
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    const next = (await page.$('.acts [data-act="buy"] .answer')) ?? (await page.$('.acts .primary'));
    await next?.click({ timeout: 300 }).catch(() => null);
    await page.waitForTimeout(400);
  }
}

const found = {};
for (const [game, { what, seat, bots }] of Object.entries(TABLES)) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    locale: 'es-ES',
  });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(`${house}/settings`);
  const table = await page.evaluate(
    async (asked) => {
      const post = (address, body) =>
        fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }).then((answer) => answer.json());
      await post('/api/me', {});
      return (await post('/api/tables', asked)).table;
    },
    { game, bots, pace },
  );
  await page.goto(`${house}/t/${table}?seat=${seat}`);
  await page.waitForSelector('svg[data-cloth]');
  await page.waitForTimeout(1000);
  await page.evaluate(() => (window.frames_.length = window.views_.length = 0));
  await goOn(page, SECONDS);
  const frames = await page.evaluate(() => window.frames_);
  await page.emulateMedia({ reducedMotion: 'reduce' }); // while a wheel turns, views wait: without motion none does
  await page.evaluate(() => (window.views_.length = 0));
  await goOn(page, SECONDS / 2);
  const views = await page.evaluate(() => window.views_);
  const moving = frames.filter(([, moves]) => moves).map(([time]) => time);
  const resting = frames.filter(([, moves]) => !moves).map(([time]) => time);
  found[game] = {
    what,
    frames_moving_ms: figures(moving),
    frames_resting_ms: figures(resting),
    frames_a_second: Number(
      (1000 / (moving.reduce((sum, time) => sum + time, 0) / moving.length)).toFixed(1),
    ),
    view_ms: figures(views),
    nodes: await page.$$eval('svg[data-cloth] *', (all) => all.length),
  };
  await context.close();
}
const [load] = loadavg();
console.log(
  JSON.stringify(
    { browser: browser.version(), load: Number(load.toFixed(1)), seconds: SECONDS, ...found },
    null,
    2,
  ),
);
await browser.close();
