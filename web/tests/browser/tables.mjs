// node tests/browser/tables.mjs ADDRESS [NAME…]: tables in play, in real browsers against a real house: by mouse, by
// touch, by keyboard, as text, over a line that breaks.
import {
  act,
  acts,
  axe,
  bets,
  cents,
  house,
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
  wide,
} from './playing.mjs';

const PAIR = 'a3'; // the seed with which whoever sits alone at box 4 of this house is dealt two of a kind

const WALKS = {
  /** Two clicks from the first page to a chip on red; the spin, the payment, and its why down to the clause. */
  async roulette() {
    const page = await visitor();
    await page.goto(house);
    await page.click('a[href^="/tables/new?game=ruleta&sit=1"]');
    await page.waitForSelector('[data-purse]');
    await page.waitForSelector('.spot.live');
    const chip = Number(await page.getAttribute('[role="radio"][aria-checked="true"]', 'data-chip'));
    await touch(page, 'rojo');
    await lies(page, 'rojo', chip);
    await touch(page, 'pleno:17');
    await lies(page, 'pleno:17', chip);
    const before = await cents(page, 'purse');
    await act(page, 'ready');
    await page.waitForSelector('.pay[data-bet="pleno:17"]');
    if (/^\s*0/.test(await page.textContent('.side .came'))) {
      must(
        (await bets(page))['1 rojo@1'] || (await page.$('.ask')),
        'zero came, and red is neither in prison nor asked about',
      );
      return;
    }
    await page.waitForSelector('.pay[data-bet="rojo"]');
    const came = await page.textContent('.side .came');
    const paid = await page.textContent('.pay[data-bet="rojo"]');
    must(/rojo/.test(came) === /\+/.test(paid), `${came} pays ${paid}`);
    must(!/rojo/.test(came) || (await cents(page, 'purse')) > before, 'red came and nothing was paid');
    await page.click('.pay[data-bet="rojo"]');
    await page.waitForSelector('ol.why [data-clause]');
    must((await page.$$('ol.why li')).length >= 4, 'a why without its chain');
    must(/\d/.test(await page.textContent('ol.why .sum')), 'a why without its sum');
  },

  /** What is refused stands beside what was touched, with its clause, and offers what may be laid instead. */
  async refusal() {
    const page = await visitor();
    await sit(page, await open(page, opening('ruleta')), 1);
    await page.click('[data-chip="10000"]');
    await touch(page, 'pleno:8');
    await page.waitForSelector('.refusal[role="alert"] [data-clause]');
    const [note, spot] = [
      await page.locator('.refusal').boundingBox(),
      await page.locator('[data-spot="pleno:8"]').boundingBox(),
    ];
    must(
      note.x > spot.x + spot.width || note.x + note.width < spot.x || note.y > spot.y + spot.height,
      'the refusal lies over what it is about',
    );
    must(Object.keys(await bets(page)).length === 0, 'what was refused lies on the cloth');
    await page.click('.refusal .btn');
    await lies(page, 'pleno:8', 2000);
  },

  /** Undo, clear, repeat, double: acts of the law, one message each. */
  async tools() {
    const page = await visitor();
    await sit(page, await open(page, opening('ruleta')), 1);
    await page.click('[data-chip="500"]');
    await touch(page, 'rojo');
    await lies(page, 'rojo', 500);
    await touch(page, 'rojo');
    await lies(page, 'rojo', 1000);
    await page.keyboard.press('u');
    await lies(page, 'rojo', 500);
    await touch(page, 'pleno:5');
    await lies(page, 'pleno:5', 500);
    await page.keyboard.press('d');
    await lies(page, 'pleno:5', 1000);
    await page.keyboard.press('c');
    await page.waitForFunction(() => !document.querySelector('svg [data-cents]'));
    await page.dragAndDrop('[data-chip="1000"]', '[data-spot="columna:1"]');
    await lies(page, 'columna:1', 1000);
    await page.click('.bets .bet button');
    await page.waitForFunction(() => !document.querySelector('svg [data-cents]'));
    await page.click('[data-chip="500"]');
    await touch(page, 'caballo:2-5');
    await lies(page, 'caballo:2-5', 500);
    await page.keyboard.press(' ');
    await page.waitForSelector('.pay[data-bet="caballo:2-5"]');
    if (!(await bets(page))['1 caballo:2-5']) {
      await page.keyboard.press('r');
      await lies(page, 'caballo:2-5', 500).catch(() => tell('the last bets are not repeated'));
    }
  },

  /** The keyboard alone: to the cloth, over it, a bet, a question, no more bets. */
  async keyboard() {
    const page = await visitor();
    await sit(page, await open(page, opening('ruleta')), 1);
    await page.focus('svg[data-cloth]');
    await page.keyboard.press('2');
    const seen = new Set();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'ArrowLeft']) {
      await page.keyboard.press(key);
      seen.add(await page.evaluate(() => document.activeElement?.getAttribute('data-spot')));
    }
    must(seen.size >= 3 && !seen.has(null), `arrows go over ${[...seen].join(' ')}`);
    const spot = await page.evaluate(() => document.activeElement?.getAttribute('data-spot'));
    await page.keyboard.press('Enter');
    await lies(page, spot, 200);
    const said = async (key) => {
      await page.keyboard.press(`Shift+${key}`);
      await page.waitForTimeout(120);
      return await page.textContent('[aria-live="polite"]');
    };
    must(/2/.test(await said('B')), 'Shift B does not say the bets');
    must(/\d/.test(await said('M')), 'Shift M does not say the chips');
    must((await said('A')).length > 10, 'Shift A says nothing');
    must((await said('T')).length > 5, 'Shift T says nothing');
    await page.keyboard.press('Backspace');
    await page.waitForFunction(() => !document.querySelector('svg [data-cents]'));
    await page.keyboard.press('Enter');
    await lies(page, spot, 200);
    await page.keyboard.press(' ');
    await page.waitForSelector(`.pay[data-bet="${spot}"]`);
  },

  /** The same table as text: a form, a list of bets, what was said. */
  async text() {
    const page = await visitor();
    await page.goto(`${house}/t/${await open(page, opening('ruleta'))}?seat=1#nvui`);
    await page.waitForSelector('#astext');
    must((await page.$('svg[data-cloth]')) === null, 'the cloth is drawn');
    await page.selectOption('#text-kind', 'sencilla');
    await page.selectOption('#text-bet', 'negro');
    await page.fill('#text-euros', '4');
    await page.click('#astext form .btn');
    await page.waitForSelector('#astext td:has-text("Negro")');
    await page.focus('#astext');
    await page.keyboard.press(' ');
    await page.waitForFunction(() => document.querySelectorAll('#astext ol li').length > 2);
    for (const line of await axe(page)) tell(line);
  },

  /** A hand of blackjack until two equal cards are split and both hands are played. */
  async blackjack() {
    const page = await visitor();
    await sit(page, await open(page, opening('blackjack', { player_seed: PAIR })), 4);
    await page.click('[data-chip="500"]').catch(() => null);
    let hasSplit = false;
    for (let step = 0; step < 100 && !hasSplit; step += 1) {
      const offered = await acts(page);
      if (offered.includes('split')) {
        await act(page, 'split'); // two aces get one card each, and may be decided at once
        await page.waitForFunction(
          () =>
            document.querySelectorAll('svg [data-bet^="mano:4"]').length === 2 ||
            document.querySelector('.pay[data-bet^="mano:4."]'),
        );
        hasSplit = true;
      } else if (offered.includes('stand')) await tryTo(page, 'stand');
      else if (offered.includes('decline')) await tryTo(page, 'decline');
      else if (offered.includes('cut')) await tryTo(page, 'cut');
      else if ((await page.$('.spot.live[data-spot="mano:4"]')) && !(await bets(page))['4 mano:4'])
        await touch(page, 'mano:4');
      else if (offered.includes('ready')) await tryTo(page, 'ready');
      await page.waitForTimeout(25);
    }
    must(hasSplit, 'no pair was split');
    const before = (await page.$$('.pay')).length;
    for (let step = 0; step < 80 && (await page.$$('.pay')).length < before + 2; step += 1) {
      const offered = await acts(page);
      if (offered.includes('stand')) await tryTo(page, 'stand');
      else if (offered.includes('decline')) await tryTo(page, 'decline');
      await page.waitForTimeout(40);
    }
    const paid = await page.$$eval('.pay', (found) => found.map((one) => one.dataset.bet));
    must(
      paid.includes('mano:4') && paid.some((bet) => bet.startsWith('mano:4.')),
      `of two hands were decided ${paid.join(' ')}`,
    );
  },

  /** Hold'em, two browsers and two bots: each sees its own two cards and nobody else's. */
  async holdem() {
    const [ana, blai] = [await visitor(), await visitor()];
    const told = new Map([
      [ana, ''],
      [blai, ''],
    ]);
    for (const page of [ana, blai])
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => told.set(page, told.get(page) + payload)),
      );
    const table = await open(
      ana,
      opening('holdem', {
        bots: { 3: 'calling', 4: 'calling', 5: 'calling', 6: 'calling' },
        pace: { step_ms: 120, betting_ms: 0, patience_ms: 0 },
      }),
    );
    await sit(ana, table, 1);
    await sit(blai, table, 2);
    for (let step = 0; step < 200; step += 1) {
      const offered = [await acts(ana), await acts(blai)];
      if (offered.flat().includes('fold')) break;
      if (offered[0].includes('ready')) await tryTo(ana, 'ready');
      if (offered[1].includes('ready')) await tryTo(blai, 'ready');
      await ana.waitForTimeout(40);
    }
    const mine = (page) =>
      page.$$eval('svg [data-card]', (found) => found.map((one) => one.dataset.card).filter(Boolean));
    await ana.waitForFunction(
      () => [...document.querySelectorAll('svg [data-card]')].filter((one) => one.dataset.card).length >= 2,
    );
    const [hers, his] = [await mine(ana), await mine(blai)];
    must(hers.length === 2 && his.length === 2, `she sees ${hers.join(' ')}, he sees ${his.join(' ')}`);
    must(!hers.some((card) => his.includes(card)), 'one sees the cards of the other');
    const backs = await ana.$$eval('svg [data-card=""]', (found) => found.length);
    must(backs >= 4, `she sees ${backs} backs of others' cards`);
    const code = (card) => '23456789TJQKA'.indexOf(card[0]) * 4 + 'cdhs'.indexOf(card[1]);
    const leaks = (text, cards) =>
      cards.some((card) => new RegExp(`"card":${code(card)}[,}]|\\[${code(card)},(true|false),`).test(text));
    must(
      !leaks(told.get(ana), his) && !leaks(told.get(blai), hers),
      'the house told one the cards of the other',
    );
    for (const page of [ana, blai])
      if (await page.$('.acts [data-act="fold"]'))
        must(
          await page.title().then((title) => title.startsWith('●')),
          'the title does not say whose turn it is',
        );
  },

  /** The line breaks in mid-hand: the table says so, comes back, and nothing is lost. */
  async dropped() {
    const page = await visitor();
    let line;
    await page.routeWebSocket(/live$/, (socket) => {
      line = socket;
      socket.connectToServer();
    });
    await sit(page, await open(page, opening('ruleta')), 1);
    await page.click('[data-chip="500"]');
    await touch(page, 'rojo');
    await lies(page, 'rojo', 500);
    line.close({ code: 3001 });
    await page.waitForSelector('.offline');
    must(await page.$('.table-page.away'), 'the felt does not say that the line is broken');
    await page.waitForFunction(() => !document.querySelector('.offline'));
    await lies(page, 'rojo', 500);
    await touch(page, 'rojo');
    await lies(page, 'rojo', 1000);
    await page.reload();
    await page.waitForSelector('[data-purse]');
    await lies(page, 'rojo', 1000);
  },

  /** A finger: slide until the right numbers light up, let go; drag the stack elsewhere; hold still to take back. */
  async phone() {
    const page = await visitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await sit(page, await open(page, opening('ruleta')), 1);
    must(!(await wide(page)), 'the table scrolls on a phone');
    const middle = async (spot) => {
      const box = await page.locator(`[data-spot="${spot}"]`).first().boundingBox();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const [from, to] = [await middle('pleno:20'), await middle('cuadro:20-24')];
    const cdp = await page.context().newCDPSession(page);
    const send = (type, points) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await send('touchStart', [from]);
    await page.waitForSelector('.bubble');
    await send('touchMove', [to]);
    await page.waitForFunction(() => document.querySelectorAll('.cell.lit').length === 4);
    await send('touchEnd', []);
    await page.waitForSelector('svg [data-bet="cuadro:20-24"]');
    const there = await middle('cuadro:20-24');
    must(Math.abs(there.y - to.y) < 2, 'the felt moves when a chip is laid');
    const black = await middle('negro');
    await send('touchStart', [there]);
    await send('touchMove', [{ x: there.x - 30, y: there.y }]);
    await page.waitForSelector('.dragged');
    await send('touchMove', [black]);
    await send('touchEnd', []);
    await page.waitForSelector('svg [data-bet="negro"]');
    await page.waitForFunction(() => !document.querySelector('svg [data-bet="cuadro:20-24"]'));
    await send('touchStart', [black]);
    await page.waitForTimeout(700);
    await send('touchEnd', []);
    await page.waitForFunction(() => !document.querySelector('svg [data-bet="negro"]'));
    must(!(await page.$('.refusal')), 'holding still is refused');
  },

  /** Three languages without a new page; light and dark; nothing that a reader of the screen cannot use. */
  async looks() {
    const page = await visitor();
    await sit(page, await open(page, opening('blackjack', { bots: { 2: 'steady' } })), 1);
    for (const language of ['ca', 'en', 'es']) {
      await page.selectOption('.table-page .bar select', language);
      await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
      await page.waitForTimeout(400);
      const unsaid = await page.evaluate(() => document.body.innerText.match(/\b[a-z]+_[a-z_]+\b/g));
      must(unsaid === null, `${language}: ${unsaid?.join(' ')}`);
    }
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
      await page.waitForTimeout(300);
      for (const line of await axe(page)) tell(`${theme} ${line}`);
    }
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      must(!(await wide(page)), `something is wider than the page at ${width}`);
    }
  },
};

await walkAll(WALKS);
