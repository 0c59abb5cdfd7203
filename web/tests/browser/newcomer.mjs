// node tests/browser/newcomer.mjs ADDRESS [NAME…]: what a newcomer meets: dear games, words of the trade, advice, Space.
import {
  act,
  acts,
  axe,
  bets,
  house,
  must,
  open,
  opening as openingWith,
  sit,
  tell,
  touch,
  tryTo,
  visitor,
  walkAll,
} from './playing.mjs';

const opening = (game, more = {}) => openingWith(game, { practice: true, ...more });
const BOTS = { 2: 'steady', 3: 'steady', 5: 'steady' };
const CIRCLE_BOTS = { 2: 'tight', 3: 'loose', 4: 'bold', 5: 'calling', 6: 'calling' };
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Put a chip on a spot of one's own, where none lies. */
async function lay(page, spot, seat) {
  const own = page.locator(`[data-spot="${spot}"][data-seat="${seat}"]`);
  if (!(await own.count())) return touch(page, spot);
  const box = await own.first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Go on as far as the first decision of a round, or until something is so. */
async function until(page, spot, seat, wanted, steps = 200) {
  for (let step = 0; step < steps; step += 1) {
    if (await wanted()) return true;
    const offered = await acts(page);
    const isLive = spot && (await page.$(`.spot.live[data-spot="${spot}"]`));
    if (isLive && !(await bets(page))[`${seat} ${spot}`]) await lay(page, spot, seat);
    else if (await page.$('.dock [data-go]')) await page.click('.dock [data-go]').catch(() => null);
    else if (offered.includes('cut')) await tryTo(page, 'cut');
    await page.waitForTimeout(40);
  }
  return false;
}

/** What each decision of a table is answered with here, so that three rounds end soon. */
const ANSWERS = {
  tres_cartas: ['go'],
  trijoker: ['leave'],
  blackjack: ['decline', 'stand'],
  sin_descarte: ['keep', 'go', 'bet_on'],
  holdem_bonus: ['check', 'bet_on'],
  holdem: ['check', 'call', 'fold'],
};

/** Advice in view, and what the buttons of the moment are called. */
const advice = (page) =>
  page.evaluate(() => {
    const advised = document.querySelector('.side [data-advised]');
    return {
      verb: advised?.dataset.advised ?? '',
      says: advised?.textContent.trim() ?? '',
      buttons: [...document.querySelectorAll('.acts [data-act]')].map((one) => ({
        verb: one.dataset.act,
        says: (one.dataset.label ?? one.textContent).trim(),
      })),
      refused: document.querySelector('.side [role="status"].muted')?.textContent ?? '',
    };
  });

const WALKS = {
  /** Fault 2: ten dear games in a row from their pages: none says «Público»; with an empty purse one press seats. */
  async dear() {
    const page = await visitor();
    page.setDefaultTimeout(40000); // ten games in a row, each with its strategies
    const games = ['chemin_de_fer', 'bacara_dos_panos', 'pai_gow_poker', 'pai_gow_domino', 'holdem', 'omaha'];
    for (const game of [...games, 'seven_stud', 'treinta_y_cuarenta', 'chemin_de_fer', 'bacara_dos_panos']) {
      await page.goto(`${house}/tables/new?game=${game}&sit=1`);
      await page.waitForURL('**/t/*');
      await page.waitForSelector('[data-purse]');
      must(!(await page.textContent('.table-page')).includes('Público'), `${game}: one stands as public`);
      await page.click('header a[href="/"]');
      await page.waitForSelector('.open, dialog [data-act="end"]');
      await page.click('dialog [data-act="end"]', { timeout: 300 }).catch(() => null); // a hand had begun
      await page.waitForSelector('.open');
    }
    page.removeAllListeners('console'); // the refusal is an answer 4xx
    const { cents } = await page.evaluate(async () => (await fetch('/api/tables/chips')).json());
    must(await open(page, openingWith('boule', { sit: { seat: 1, cents } })), 'the purse is not spent');
    await page.goto(`${house}/tables/new?game=chemin_de_fer`);
    await page.click('form .seg button >> nth=1');
    await page.waitForTimeout(300);
    await page.click('form button.primary');
    await page.waitForSelector('[data-trouble="purse_short"]');
    await page.click('[data-trouble] [data-act="refill"], [data-trouble] [data-act="practice"]');
    await page.waitForURL('**/t/*', { timeout: 8000 }).catch(() => null);
    if (!/\/t\//.test(page.url())) {
      const { cents: now } = await page.evaluate(async () => (await fetch('/api/tables/chips')).json());
      tell(`the press of the refusal does not seat: ${await page.textContent('main')} ${now}`.slice(0, 600));
      return;
    }
    await page.waitForSelector('[data-purse]');
    must(
      !(await page.textContent('.table-page')).includes('Público'),
      'the press of the refusal does not seat',
    );
  },

  /** Fault 15: with the coach always in view, its advice is one of the buttons on screen, at every decision of three rounds. */
  async advised() {
    const page = await visitor();
    for (const [game, spot, seat] of [
      ['tres_cartas', 'ante', 4],
      ['trijoker', 'apuesta_1', 4],
      ['blackjack', 'mano:4', 4],
      ['sin_descarte', 'apuesta_inicial', 4],
      ['holdem_bonus', 'ante', 4],
      ['holdem', '', 1],
    ]) {
      await sit(page, await open(page, opening(game, { bots: spot ? {} : CIRCLE_BOTS })), seat);
      if (!(await page.isChecked('[data-coach]').catch(() => false))) {
        await page.click('#tab-coach');
        await page.check('[data-coach]');
      }
      let seen = 0;
      const rounds = async () => (await page.$$('[data-round]')).length;
      const decides = async () => (await page.$('.acts[data-decision] .answer')) || (await rounds()) >= 3;
      while ((await rounds()) < 3 && seen < 24) {
        if (!(await until(page, spot, seat, decides))) {
          tell(`${game}: no decision came`);
          break;
        }
        if ((await rounds()) >= 3) break;
        await page.waitForSelector('.side [data-advised]', { timeout: 12000 }).catch(() => null);
        const { verb, says, buttons, refused } = await advice(page);
        const same = buttons.find((one) => one.verb === verb);
        const word = plain(says).split(/[\s:]/)[0];
        if (buttons.length)
          must(
            same && word && plain(same.says).includes(word),
            `${game}: «${says}» (${verb}) is none of ${buttons.map((one) => one.says)} ${refused}`,
          );
        seen += 1;
        const offered = await acts(page);
        const answer = (ANSWERS[game] ?? []).find((one) => offered.includes(one)) ?? offered[0];
        if (answer) await page.click(`.acts [data-act="${answer}"]`, { timeout: 600 }).catch(() => null);
        await page.waitForTimeout(60);
      }
      must(seen >= 3, `${game}: ${seen} decisions`);
    }
  },

  /** Fault 16: every act of four games is an answer in words or has an explanation, and no two plates read alike. */
  async words() {
    const page = await visitor();
    for (const game of ['craps', 'chemin_de_fer', 'pai_gow_poker', 'pai_gow_domino', 'bacara_dos_panos']) {
      const lacking = await page.evaluate(async (slug) => {
        const json = async (path) => (await fetch(path, { headers: { 'accept-language': 'es' } })).json();
        const own = (await json(`/api/layouts/${slug}`)).words;
        const { texts } = await json('/api/words/es');
        const asked = { ...texts.answers, ...own.answers };
        const isAsked = (verb) =>
          Object.keys(asked).some((code) => code === verb || code.endsWith(`_${verb}`));
        return Object.keys(own.acts).filter((verb) => !isAsked(verb) && !texts.acts_told[verb]);
      }, game);
      must(!lacking.length, `${game}: nothing explains ${lacking}`);
      await sit(page, await open(page, opening(game, { bots: BOTS })), 1);
      await page.waitForSelector('.plate, [data-cloth]');
      const plates = await page.$$eval('svg .plate', (all) =>
        all
          .filter((one) => one.querySelector('.plate-name'))
          .map((one) => one.querySelector('.plate-name').textContent)
          .filter((name) => name !== 'libre'),
      );
      must(new Set(plates).size === plates.length, `${game}: plates read alike: ${plates}`);
    }
  },

  /** A term of the trade opens its card by a press and by keys, in three languages; Escape closes it; axe has nothing against it. */
  async terms() {
    for (const [locale, word] of [
      ['es-ES', 'banco'],
      ['ca-ES', 'banco'],
      ['en-GB', 'banco'],
    ]) {
      const page = await visitor({ locale });
      await sit(page, await open(page, opening('chemin_de_fer', { bots: BOTS })), 1);
      await page.click('#tab-coach');
      const term = page.locator(`.side .term[data-term="${word}"]`);
      await term.click();
      const card = page.locator('[popover]:popover-open');
      await card.waitFor();
      must((await card.textContent()).length > 30, `${locale}: the card says nothing`);
      const [box, at] = [await card.boundingBox(), await term.boundingBox()];
      const meets =
        box.y < at.y + at.height && at.y < box.y + box.height && box.x < at.x + at.width && at.x < box.x;
      must(
        !meets && box.x >= 0 && box.x + box.width <= 1440,
        `${locale}: the card covers its word or leaves the page`,
      );
      for (const line of await axe(page)) tell(`${locale}: ${line}`);
      await page.keyboard.press('Escape');
      must(!(await page.$('[popover]:popover-open')), `${locale}: Escape does not close the card`);
      await term.focus();
      await page.keyboard.press('Enter');
      await card.waitFor();
      await page.keyboard.press('Escape');
      await page.context().close();
    }
    const page = await visitor({ hasTouch: true, viewport: { width: 390, height: 844 } });
    await sit(page, await open(page, opening('craps', { bots: BOTS })), 1);
    const inQuestion = page.locator('.dock .qn .term, .strip .term').first();
    for (let step = 0; step < 40 && !(await inQuestion.count()); step += 1) {
      const [first] = await acts(page);
      if (first) await tryTo(page, first);
      await page.waitForTimeout(60);
    }
    await inQuestion.waitFor();
    await inQuestion.tap();
    const box = await page.locator('[popover]:popover-open').boundingBox();
    must(box.x >= 0 && box.x + box.width <= 390, 'the card leaves the phone');
  },

  /** The page of a session: rounds, net and an exact band, as a drawing and as a table; it is exported and forgotten. */
  async session() {
    const page = await visitor();
    const table = await open(page, opening('boule', { bots: {} }));
    await sit(page, table, 1);
    let won = 0;
    for (let round = 1; round <= 3; round += 1) {
      await page.waitForSelector('.spot.live[data-spot="rojo"]');
      await touch(page, 'rojo');
      if (round > 1) await touch(page, 'numero:3');
      await act(page, 'ready');
      await page.waitForFunction((many) => document.querySelectorAll('[data-round]').length >= many, round);
      won += Number(await page.getAttribute('.strip [data-net]', 'data-net'));
    }
    await page.goto(`${house}/records`);
    await page.click(`a[href="/records/${table}"]`);
    await page.waitForSelector('[data-exact]', { timeout: 60000 }); // a worker computes it
    must((await page.getAttribute('[data-rounds]', 'data-rounds')) === '3', 'three rounds are not told');
    const net = Number(await page.getAttribute('[data-session-net]', 'data-session-net'));
    must(net === won, `the net is ${net}, not ${won}`);
    must((await page.getAttribute('[data-exact]', 'data-exact')) === 'true', 'the band is not exact');
    for (const line of await axe(page)) tell(line);
    await page.click('details summary');
    must((await page.$$('figure tbody tr')).length === 3, 'the rounds are not in the table');
    await page.setViewportSize({ width: 390, height: 844 });
    must(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      'it is wider than the phone',
    );
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('[data-act="export"]')]);
    must(file.suggestedFilename() === `${table}.json`, 'the session is not exported');
    await page.click('[data-act="forget"]');
    await page.waitForURL('**/records');
    must(!(await page.$(`a[href="/records/${table}"]`)), 'the session is not forgotten');
  },

  /** Sounds are off by default and switched on beside the pace; the synthesiser is fetched only then. */
  async sounds() {
    const page = await visitor({ reducedMotion: 'no-preference' });
    const fetched = [];
    page.on('request', (request) => /synthesiser/.test(request.url()) && fetched.push(request.url()));
    const pace = { speed: 'quick', betting_ms: 0, patience_ms: 0 };
    await sit(page, await open(page, opening('ruleta', { bots: { 2: 'steady' }, pace })), 1);
    await page.evaluate(() => {
      window.sounds = 0;
      const start = AudioBufferSourceNode.prototype.start;
      AudioBufferSourceNode.prototype.start = function count(...when) {
        window.sounds += 1;
        return start.apply(this, when);
      };
    });
    must(
      (await page.getAttribute('[data-act="sounds"]', 'aria-pressed')) === 'false',
      'sounds are on at first',
    );
    await page.waitForSelector('.spot.live');
    await touch(page, 'rojo');
    await act(page, 'ready');
    await page.waitForSelector('[data-round="1"]');
    must(!fetched.length, 'the synthesiser is fetched though sounds are off');
    await page.click('[data-act="sounds"]');
    await page.waitForSelector('.spot.live');
    await touch(page, 'negro');
    await act(page, 'ready');
    await page.waitForSelector('[data-round="2"]');
    must((await page.evaluate(() => window.sounds)) > 3, 'nothing is heard of chips and ball');
    for (const line of await axe(page)) tell(line);
  },

  /** Small ways out: practice chips that are gone are topped up in place, and the game page begins the first round on the felt. */
  async ways_out() {
    const page = await visitor();
    const table = await open(page, opening('boule', { bots: {}, sit: { seat: 1, cents: 200 } }));
    await sit(page, table, 1);
    for (let round = 1; round <= 12 && !(await page.$('[data-act="top_up"]')); round += 1) {
      await page.waitForSelector('.spot.live, [data-act="top_up"]');
      if (await page.$('[data-act="top_up"]')) break;
      const chips = Number(await page.getAttribute('[data-purse]', 'data-purse'));
      await page.click('[data-chip="200"]');
      for (let left = chips; left >= 200; left -= 200) await touch(page, 'numero:1');
      await page.waitForSelector('.dock [data-go]');
      await act(page, 'ready');
      await page.waitForFunction((many) => document.querySelectorAll('[data-round]').length >= many, round);
      await page.waitForTimeout(100);
    }
    await page.waitForSelector('[data-act="top_up"]');
    for (const line of await axe(page)) tell(line);
    await page.click('[data-act="top_up"]');
    await page.waitForSelector('[data-purse="100000"]');
    await page.goto(`${house}/games/boule`);
    await page.click('a[href*="tour=1"]');
    await page.waitForSelector('[data-tour="1"]');
  },

  /** A PAR sheet on paper is white and nothing of it is cut off. */
  async paper() {
    const page = await visitor({ colorScheme: 'dark' });
    await page.goto(`${house}/odds/boule/par`);
    await page.waitForSelector('.sheet table', { timeout: 60000 });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize({ width: 720, height: 1000 });
    const cut = await page.$$eval(
      '.sheet .wide',
      (all) =>
        all.filter(
          (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible',
        ).length,
    );
    must(!cut, `${cut} tables are cut off`);
    must(
      (await page.evaluate(() => document.documentElement.dataset.theme)) === 'light',
      'the paper is dark',
    );
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    must(
      (await page.evaluate(() => document.documentElement.dataset.theme)) === 'dark',
      'the page stays light',
    );
  },

  /** Two norms beside each other stand still once they are shown: layout shift of at most 0.05. */
  async still() {
    const page = await visitor();
    await page.addInitScript(() => {
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift += one.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${house}/diff?game=sintetico`);
    await page.waitForSelector('th[data-path]', { timeout: 60000 });
    await page.waitForTimeout(800);
    const shift = await page.evaluate(() => window.shift);
    console.log(`  /diff: layout shift ${shift.toFixed(3)}`);
    must(shift <= 0.05, `layout shift ${shift.toFixed(3)}`);
  },

  /** Fault 5: Space ends a deal at the calm pace within 150 ms, at games with and without a decision of bots. */
  async space() {
    const page = await visitor({ reducedMotion: 'no-preference' });
    const pace = { speed: 'calm', betting_ms: 0, patience_ms: 0 };
    for (const [game, spot, seat] of [
      ['blackjack', 'mano:4', 4],
      ['tres_cartas', 'ante', 4],
      ['trijoker', 'apuesta_1', 4],
      ['punto_y_banca', 'punto', 4],
      ['ruleta', 'rojo', 1],
    ]) {
      await sit(page, await open(page, opening(game, { bots: { 2: 'steady' }, pace })), seat);
      await page.waitForSelector(`.spot.live[data-spot="${spot}"]`);
      await lay(page, spot, seat);
      await page.waitForSelector('.dock [data-go]');
      await page.click('.dock [data-go]');
      await page.waitForTimeout(400);
      const took = await page.evaluate(
        () =>
          new Promise((done) => {
            document.activeElement?.blur();
            const began = performance.now();
            const ended = new MutationObserver(() => {
              if (!document.querySelector('.acts[data-decision] .answer, [data-round]')) return;
              ended.disconnect();
              done(performance.now() - began);
            });
            ended.observe(document.body, { childList: true, subtree: true, attributes: true });
            dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }));
            setTimeout(() => done(Infinity), 5000);
          }),
      );
      console.log(`  ${game}: the deal ended ${Math.round(took)} ms after Space`);
      must(took <= 150, `${game}: the deal ended ${Math.round(took)} ms after Space`);
    }
  },
};

await walkAll(WALKS);
