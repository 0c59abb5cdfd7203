// node tests/browser/flow.mjs ADDRESS [NAME…]: nobody is left standing before a wall, and the floor finds what it looks for.
import { acts, axe, must, open, opening, sit, tell, tryTo, visitor, walkAll } from './playing.mjs';

const BOTS = { 2: 'steady', 3: 'steady', 4: 'steady', 5: 'steady', 6: 'steady' };

/** Hold'em in Aragón, in a hand, when it is my turn to speak. */
async function untilMyTurn(page) {
  for (let step = 0; step < 400; step += 1) {
    const offered = await acts(page);
    if (offered.includes('fold')) return;
    const wanted = ['buy', 'ready', 'consent'].find((one) => offered.includes(one));
    if (wanted === 'buy')
      await page.click('.acts [data-act="buy"] .btn, .acts .btn[data-act="buy"]').catch(() => null);
    else if (wanted) await tryTo(page, wanted);
    await page.waitForTimeout(25);
  }
  throw new Error('no hand of mine came');
}

/** Buttons that can be pressed in the panel now. */
const pressable = (page) =>
  page.$$eval('.side button', (all) => all.filter((one) => one.checkVisibility()).length);

const WALKS = {
  /** The floor finds an incident by other words, touches the seat, sees what would be, and records it: four presses. */
  async floor() {
    const page = await visitor();
    await sit(page, await open(page, opening('holdem', { norm: 'AR10', bots: BOTS })), 1);
    await untilMyTurn(page);
    await page.click('#tab-floor');
    await page.click('[data-act="take_floor"]');
    await page.waitForSelector('.picker .kind');
    const buttons = await pressable(page);
    must(buttons <= 25, `${buttons} buttons on opening`);
    for (const line of await axe(page)) tell(line);
    await page.fill('.picker input[type="search"]', 'antes');
    const found = await page.$$eval('.picker .kind', (all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.dataset.offer),
    );
    must(found.includes('bet_out_of_turn'), `«antes» finds ${found}`);
    await page.fill('.picker input[type="search"]', 'móvil');
    must(await page.isVisible('.kind[data-offer="misconduct"]'), '«móvil» does not find a misconduct');
    let presses = 0;
    const press = async (what) => {
      await page.click(what);
      presses += 1;
    };
    await press('.kind[data-offer="misconduct"]');
    await page.waitForSelector('.side h2:has-text("¿Quién?")');
    const seat = Number(await page.getAttribute('.side [data-value] >> nth=1', 'data-value'));
    await press(`svg[data-cloth] .plate[data-seat="${seat}"]`);
    await press('.side [data-value] >> nth=0');
    await page.waitForSelector('[data-orders] [data-clause]');
    must(
      (await page.textContent('.preview h2')).includes(String(seat)),
      'the preview is not of the touched seat',
    );
    must(!(await page.$('.log .incident')), 'something was recorded before it was decided');
    for (const line of await axe(page)) tell(line);
    await press('[data-act="record"]');
    await page.waitForSelector('.log .incident');
    must(presses <= 4, `${presses} presses`);
  },

  /** The floor goes back by Escape, and chooses by keys alone. */
  async floorByKeys() {
    const page = await visitor();
    await sit(page, await open(page, opening('holdem', { norm: 'AR10', bots: BOTS })), 1);
    await untilMyTurn(page);
    await page.click('#tab-floor');
    await page.click('[data-act="take_floor"]');
    await page.focus('.picker input[type="search"]');
    await page.keyboard.type('carta vista');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.side [data-value]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.picker input:focus');
    await page.keyboard.type('ensena');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.side [data-value]:focus');
    await page.keyboard.press(await page.getAttribute('.side [data-value] >> nth=1', 'data-value'));
    await page.waitForSelector('[data-orders] [data-clause]');
    await page.waitForSelector('[data-act="record"]:enabled');
    await page.focus('[data-act="record"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.log .incident');
  },

  /** A person deals a round of roulette from the panel, and the next act is always one button. */
  async dealing() {
    const page = await visitor();
    await sit(page, await open(page, opening('ruleta')), 1);
    await page.click('#tab-floor');
    await page.click('[data-act="take_croupier"]');
    await page.waitForSelector('.dealing');
    for (const line of await axe(page)) tell(line);
    for (let step = 0; step < 20 && !(await page.$('[data-round="1"]')); step += 1) {
      await page.click('.dealing .btn.primary').catch(() => null);
      await page.waitForTimeout(100);
    }
    await page.waitForSelector('[data-round="1"]');
    await page.click('.dealing [data-act="incident"]');
    await page.waitForSelector('.picker');
  },
};

await walkAll(WALKS);
