// How somebody plays who knows no game: bets where they may be laid, and whatever is offered first.

const LATER = ['fold', 'raise_to', 'surrender', 'tip', 'renounce', 'pass_bank', 'cancel'];
const BETS = 4;
const MOST_STEPS = 120;

/** What lies on the table and what may be done. */
export const look = (page) =>
  page.evaluate(() => ({
    acts: [...document.querySelectorAll('.acts [data-act]')].map((one) => one.dataset.act),
    cloth: document.querySelector('svg[data-cloth]')?.dataset.cloth,
    cards: document.querySelectorAll('svg[data-cloth] [data-card]:not([data-card=""])').length,
    bets: document.querySelectorAll('.bets .bet').length,
    paid: document.querySelectorAll('.side .pay').length,
    live: document.querySelectorAll('.spot.live').length,
    isTurn: document.title.startsWith('●'),
    nodes: document.querySelectorAll('svg[data-cloth] *').length,
  }));

async function press(page, verb) {
  const found = await page.$(`.acts [data-act="${verb}"]`);
  const button = (await found?.$('.answer, .btn')) ?? found;
  await button?.click({ timeout: 300 }).catch(() => null);
}

/** Lay some bets where they may be laid. */
export async function layBets(page) {
  for (let nth = 0; nth < 3 * BETS; nth += 1) {
    const { live, bets } = await look(page);
    if (!live || bets >= BETS) return;
    const spots = await page.$$('.spot.live');
    await spots[(nth * 41) % spots.length]?.click({ force: true, timeout: 500 }).catch(() => null);
    await page.waitForTimeout(120);
    await page.click('.refusal .close', { timeout: 60 }).catch(() => null);
  }
}

/** Go on by what is offered until a moment comes. */
export async function playUntil(page, isThere) {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const seen = await look(page);
    if (isThere(seen)) return true;
    if (seen.live && !seen.bets) await layBets(page);
    await page.click('.ask .btn', { timeout: 60 }).catch(() => null); // what the law asks beside a stake
    const verb = seen.acts.find((one) => !LATER.includes(one)) ?? seen.acts[0];
    if (verb) await press(page, verb);
    await page.waitForTimeout(180);
  }
  return false;
}
