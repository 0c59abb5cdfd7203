// node tests/browser/asks.mjs ADDRESS [NAME…]: what the law asks and bars, what the floor and the croupier decide, chips
// that are dragged and typed, a line and a house that are gone in mid-hand.
import { createInterface } from 'node:readline/promises';
import {
  act,
  acts,
  axe,
  bets,
  cents,
  lies,
  must,
  open,
  opening,
  sit,
  tell,
  touch,
  tryTo,
  visitor,
  walkAll,
} from './playing.mjs';

const ZERO = 'a19'; // the seed with which the first ball of this house falls on zero
const middle = async (page, what) => {
  const box = await page.locator(what).first().boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** Carry something from one place to another with the mouse. */
async function carry(page, from, to) {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, to)), { steps: 6 });
  await page.mouse.up();
}

/** Blackjack, a bet on box 4, until I have to decide. */
async function untilMyHand(page) {
  await page.click('[data-chip="500"]').catch(() => null);
  for (let step = 0; step < 300; step += 1) {
    const offered = await acts(page);
    if (offered.includes('stand')) return;
    if (offered.includes('decline')) await tryTo(page, 'decline');
    else if (offered.includes('cut')) await tryTo(page, 'cut');
    else if ((await page.$('.spot.live[data-spot="mano:4"]')) && !(await bets(page))['4 mano:4'])
      await touch(page, 'mano:4');
    else if (offered.includes('ready')) await tryTo(page, 'ready');
    await page.waitForTimeout(25);
  }
  throw new Error('no hand of mine came');
}
const handOf = (page) =>
  page.$$eval('svg [data-card]', (found) =>
    found
      .map((one) => one.dataset.card)
      .filter(Boolean)
      .join(' '),
  );

const WALKS = {
  /** Zero: the law asks about each simple chance, half of it or prison: one is halved, the other imprisoned. */
  async half_or_prison() {
    const page = await visitor();
    await sit(page, await open(page, opening('ruleta', { player_seed: ZERO })), 1);
    await page.click('[data-chip="1000"]');
    for (const spot of ['rojo', 'par']) {
      await touch(page, spot);
      await lies(page, spot, 1000);
    }
    await act(page, 'ready');
    await page.waitForSelector('.ask [data-clause]');
    must(/^\s*0/.test(await page.textContent('.side .came')), 'another number came');
    const asked = await page.locator('.ask').boundingBox();
    const [, stake] = await middle(page, 'svg [data-bet="par@1"]');
    must(stake < asked.y || stake > asked.y + asked.height, 'the question lies over the stake it is about');
    const before = await cents(page, 'purse');
    await page.click('.ask:has-text("Par") [data-act="take_half"]');
    await page.waitForFunction(
      (had) => Number(document.querySelector('[data-purse]').dataset.purse) === had + 500,
      before,
    );
    await page.waitForSelector('.ask:has-text("Rojo")');
    await page.keyboard.press('p');
    await page.waitForFunction(() => !document.querySelector('.ask'));
    await lies(page, 'rojo@1', 1000);
    await page.waitForSelector('.prison-text');
    must(/prisi/i.test(await page.textContent('.bets .bet.prison')), 'the pill does not say prison');
    await page.keyboard.press('Shift+P');
    await page.waitForFunction(() =>
      /prisi/i.test(document.querySelector('[aria-live="polite"]').textContent),
    );
  },

  /** What is not offered is greyed and says why, with its clause: an act, and a spot of the cloth. */
  async barred() {
    const page = await visitor();
    await sit(page, await open(page, opening('blackjack')), 4);
    await untilMyHand(page);
    await page.waitForSelector('.acts [data-barred]');
    const barred = page.locator('.acts [data-barred]').first();
    must((await barred.textContent()).length > 20, 'a greyed act does not say why');
    await barred.click({ force: true });
    await page.waitForSelector('.refusal [data-clause]');
    await page.click('#tab-odds');
    must(
      (await page.$$('.side [data-barred] [data-clause]')).length > 1,
      'the panel does not say what is not offered',
    );
    await page.mouse.move(...(await middle(page, '[data-spot="mano:4"]')));
    await page.waitForSelector('[data-why-not]');
    for (const line of await axe(page)) tell(line);
  },

  /** The floor says what went wrong, sees what the law orders, and records it; nothing is done before that. */
  async incident() {
    const page = await visitor();
    await sit(page, await open(page, opening('blackjack')), 4);
    await untilMyHand(page);
    const held = await handOf(page);
    await page.click('#tab-floor');
    await page.click('[data-act="take_floor"]');
    await page.click('.side [data-offer="late_bet"], .side [data-offer="carta_vista"]');
    for (let step = 0; step < 4 && !(await page.$('[data-orders]')); step += 1)
      if (await page.$('.side select[data-first]')) await page.selectOption('.side select', { index: 1 });
      else await page.click('.side [data-value] >> nth=0', { timeout: 500 }).catch(() => null);
    await page.waitForSelector('[data-orders] [data-clause]');
    must((await page.$$('[data-orders] .log li')).length > 0, 'what the law orders is not told');
    must(!(await page.$('.log .incident')), 'something was recorded before it was decided');
    for (const line of await axe(page)) tell(line);
    await page.click('[data-act="record"]');
    await page.waitForSelector('.log .incident');
    must(!(await page.$('.would-stand')), 'the felt still shows what would be');
    await page.click('.side button:has-text("Volver a su puesto")');
    await page.waitForSelector('[data-purse]');
    must((await handOf(page)).startsWith(held.split(' ')[0]), 'other cards lie there after the incident');
  },

  /** The croupier calls himself: the bets close and the ball runs only when he says so. */
  async croupier() {
    const page = await visitor();
    await sit(page, await open(page, opening('ruleta')), 1);
    await page.click('[data-chip="500"]');
    await touch(page, 'pleno:17');
    await lies(page, 'pleno:17', 500);
    await page.click('#tab-floor');
    await page.click('[data-act="take_croupier"]');
    for (let step = 0; step < 12 && !(await page.$('.side .pay[data-bet]')); step += 1) {
      await page.waitForSelector('.dock .acts .primary');
      await page.click('.dock .acts .primary');
      await page.waitForTimeout(120);
      if (await page.$('[data-round="1"]')) break;
    }
    await page.waitForSelector('[data-round="1"]');
  },

  /** A chip is dragged to the cloth, its stack to another spot and home again; N and digits go to a number. */
  async chips() {
    const page = await visitor();
    await sit(page, await open(page, opening('ruleta')), 1);
    await page.waitForSelector('.spot.live');
    await carry(page, '[data-chip="1000"]', '[data-spot="docena:1"]');
    await lies(page, 'docena:1', 1000);
    await carry(page, '[data-spot="docena:1"]', '[data-spot="rojo"]');
    await lies(page, 'rojo', 1000);
    must(!(await bets(page))['1 docena:1'], 'the stack lies in both places');
    await carry(page, '[data-spot="rojo"]', '.call');
    await page.waitForFunction(() => !document.querySelector('svg [data-cents]'));
    await page.click('[data-chip="500"]');
    await page.keyboard.type('n17', { delay: 40 });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-spot'));
    must((await focused()) === 'pleno:17', `N 17 goes to ${await focused()}`);
    await page.keyboard.press('Enter');
    await lies(page, 'pleno:17', 500);
    const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    must(
      /17, 5 €, paga 35 a 1, de 1 € a 15 €/.test(label.replaceAll('\u00a0', ' ')),
      `a spot says «${label}»`,
    );
    await page.keyboard.press('ArrowRight');
    must((await focused()) !== 'pleno:17', 'arrows do not leave the number');
  },

  /** A chip is dragged by a finger. */
  async finger() {
    const page = await visitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await sit(page, await open(page, opening('ruleta')), 1);
    await page.waitForSelector('.spot.live');
    const [fx, fy] = await middle(page, '[data-chip="500"]');
    const [tx, ty] = await middle(page, '[data-spot="negro"]');
    const cdp = await page.context().newCDPSession(page);
    const send = (type, points) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await send('touchStart', [{ x: fx, y: fy }]);
    await send('touchMove', [{ x: fx, y: fy - 60 }]);
    await page.waitForSelector('.dragged');
    await send('touchMove', [{ x: tx, y: ty }]);
    await send('touchEnd', []);
    await lies(page, 'negro', 500);
  },

  /** The line breaks while it is my turn: the same cards lie there when it is back, and the hand is played. */
  async line_in_hand() {
    const page = await visitor();
    let line;
    await page.routeWebSocket(/live$/, (socket) => {
      line = socket;
      socket.connectToServer();
    });
    await sit(page, await open(page, opening('blackjack')), 4);
    await untilMyHand(page);
    const held = await handOf(page);
    line.close({ code: 3001 });
    await page.waitForSelector('.table-page.away');
    await page.waitForFunction(() => !document.querySelector('.offline'));
    must((await handOf(page)) === held, 'other cards lie there after the return');
    await act(page, 'stand');
    await page.waitForSelector('.pay[data-bet^="mano:4"]');
  },

  /** Three cards: an ante, three cards of one's own, the second bet, and the why of what is decided. */
  async tres_cartas() {
    const page = await visitor();
    await sit(page, await open(page, opening('tres_cartas')), 2);
    await page.waitForSelector('.spot.live[data-spot^="ante"]');
    await page.locator('.spot.live[data-spot^="ante"]').first().click({ force: true });
    await page.waitForSelector('svg [data-bet^="ante"][data-cents]');
    await act(page, 'ready');
    await page.waitForSelector('.acts [data-act="go"]');
    must((await handOf(page)).split(' ').length === 3, `three cards are ${await handOf(page)}`);
    await act(page, 'go');
    await page.waitForSelector('.pay[data-bet^="ante"]');
    await page.click('.pay[data-bet^="ante"]');
    await page.waitForSelector('ol.why [data-clause]');
  },

  /** Pai gow: the seven cards are set in two hands by pressing the two of the low one. */
  async pai_gow() {
    const page = await visitor();
    await sit(page, await open(page, opening('pai_gow_poker')), 4);
    let isSet = false;
    for (let step = 0; step < 400 && !(await page.$('.pay')); step += 1) {
      const offered = await acts(page);
      const pieces = await page.$$('.setter .piece');
      if (pieces.length === 7 && !isSet) {
        await setLow(page, pieces);
        isSet = true;
      } else if (offered.includes('set_as_house')) await tryTo(page, 'set_as_house');
      else if ((await page.$('.spot.live')) && !(await cents(page, 'staked')))
        await page.locator('.spot.live').first().click({ force: true });
      else if (offered.includes('ready')) await tryTo(page, 'ready');
      else if (offered.length) await tryTo(page, offered[0]);
      await page.waitForTimeout(30);
    }
    must(isSet, 'no hand was set by its cards');
    must(await page.$('.pay'), 'the hand was not decided');
  },

  /** Chemin de fer: the bank is offered, taken, and passes to another. */
  async chemin_de_fer() {
    const page = await visitor();
    const bots = { 2: 'steady', 3: 'steady', 4: 'steady' };
    await sit(page, await open(page, opening('chemin_de_fer', { bots, choices: { buy_in: 100_000 } })), 1);
    const banker = () =>
      page.$$eval('svg [data-marker="banca"]', (found) => found.map((one) => one.dataset.at).join());
    const banks = new Set();
    for (let step = 0; step < 700 && banks.size < 2; step += 1) {
      const offered = await acts(page);
      const at = await banker();
      if (at) banks.add(at);
      const wanted = ['take_bank', 'pass_bank', 'repartir', 'levantar', 'no', 'ready'].find((one) =>
        offered.includes(one),
      );
      if (wanted)
        await page
          .click(`.acts [data-act="${wanted}"] .answer, .acts .answer[data-act="${wanted}"]`, {
            timeout: 400,
          })
          .catch(() => null);
      else if (offered.length) await tryTo(page, offered[0]);
      await page.waitForTimeout(30);
    }
    must(banks.size >= 2, `the bank was at ${[...banks].join(' and ')}`);
  },
};

/** Press two cards until they make a lawful low hand, and set it. */
async function setLow(page, pieces) {
  for (let first = 0; first < 7; first += 1)
    for (let second = first + 1; second < 7; second += 1) {
      await pieces[first].click();
      await pieces[second].click();
      const send = await page.$('.setter .answer:not([disabled])');
      if (send) return await send.click();
      await pieces[first].click();
      await pieces[second].click();
    }
  throw new Error('no two cards make a lawful low hand');
}

/** The house is started again while it is my turn: whoever started this program does it, and says when it is done. */
const RESTARTS = {
  async house_in_hand() {
    const page = await visitor();
    await sit(page, await open(page, opening('blackjack')), 4);
    await untilMyHand(page);
    const held = await handOf(page);
    const staked = await cents(page, 'staked');
    console.log('restart');
    await createInterface({ input: process.stdin }).question('');
    await page.waitForFunction(() => !document.querySelector('.offline'), null, { timeout: 30000 });
    must((await handOf(page)) === held, 'other cards lie there after the restart');
    must((await cents(page, 'staked')) === staked, 'another stake lies there after the restart');
    await act(page, 'stand');
    await page.waitForSelector('.pay[data-bet^="mano:4"]');
  },
};

await walkAll(process.env.NOVAMAS_RESTARTS ? RESTARTS : WALKS);
