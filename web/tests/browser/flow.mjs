// node tests/browser/flow.mjs ADDRESS [NAME…]: the flow of a table: questions, results, announcements, names, pace, the first
// round. Each walk is one or more of the faults that the second edition of the design lists.
import {
  act,
  acts,
  axe,
  bets,
  must,
  open,
  opening as openingWith,
  sit,
  tell,
  touch,
  tryTo,
  visitor,
  walkAll,
  wide,
} from './playing.mjs';

/** A table for oneself, with practice chips, so that no purse runs out. */
const opening = (game, more = {}) => openingWith(game, { practice: true, ...more });
const PACES = ['calm', 'normal', 'quick', 'instant'];
const atPace = (speed, more = {}) => ({ pace: { speed, betting_ms: 0, patience_ms: 0 }, ...more });

/** What the strip says now: a call or a result. */
const strip = (page) => page.textContent('.strip');
/** Answers that are open now, without those of the betting. */
const decision = (page) => page.$$eval('.acts[data-decision] .answer', (found) => found.length);

/** Touch a spot of one's own box, or of the whole table. */
async function lay(page, spot, seat) {
  const own = page.locator(`[data-spot="${spot}"][data-seat="${seat}"]`);
  if (!(await own.count())) return touch(page, spot);
  const box = await own.first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Play at a table until something is so: bet, cut, go on. */
async function until(page, spot, wanted, seat = 4, steps = 200) {
  for (let step = 0; step < steps; step += 1) {
    if (await wanted()) return true;
    const offered = await acts(page);
    const isLive = await page.$(`.spot.live[data-spot="${spot}"]`);
    if (isLive && !(await bets(page))[`${seat} ${spot}`]) await lay(page, spot, seat);
    else if (await page.$('.dock [data-go]')) await page.click('.dock [data-go]').catch(() => null);
    else if (offered.includes('cut')) await tryTo(page, 'cut');
    await page.waitForTimeout(40);
  }
  return false;
}

/** Answer by the first of these verbs that is offered, until the round is over. */
async function finish(page, verbs, before) {
  for (let step = 0; step < 80; step += 1) {
    if ((await page.$$('[data-round]')).length > before) return;
    const offered = await acts(page);
    const verb = verbs.find((one) => offered.includes(one));
    if (verb && (await decision(page))) await tryTo(page, verb);
    await page.waitForTimeout(40);
  }
}

const state = (page) =>
  page.evaluate(() => [
    document.querySelector('.qn')?.textContent,
    document.querySelector('[data-purse]')?.dataset.purse,
    document.querySelectorAll('svg [data-card]').length,
  ]);

const WALKS = {
  /** Fault 7: an open decision has equal answers, each with a letter; Space changes nothing; a letter decides. */
  async questions() {
    const page = await visitor();
    for (const [game, spot, verbs] of [
      ['blackjack', 'mano:4', ['decline', 'stand']],
      ['tres_cartas', 'ante', ['go']],
      ['trijoker', 'apuesta_1', ['leave']],
      ['holdem_bonus', 'ante', ['bet_on', 'check']],
    ]) {
      await sit(page, await open(page, opening(game)), 4);
      must(await until(page, spot, () => decision(page)), `${game}: nothing is asked`);
      must(!(await page.$('.dock .primary')), `${game}: an answer is green`);
      const letters = await page.$$eval('.acts .answer:not(.barred)', (all) =>
        all.map((one) => one.dataset.letter),
      );
      must(letters.every(Boolean), `${game}: an answer has no letter: ${letters}`);
      must(new Set(letters).size === letters.length, `${game}: two answers have one letter: ${letters}`);
      must(/[?¿.]/.test(await page.textContent('.qn b')), `${game}: no question in words`);
      must((await page.textContent('.qn span')).length > 5, `${game}: nothing says what silence does`);
      const before = await state(page);
      await page.keyboard.press(' ');
      await page.waitForTimeout(250);
      must(String(await state(page)) === String(before), `${game}: Space decides`);
      await finish(page, verbs, 0);
    }
  },

  /** Fault 8: without a chip nothing is green, and the words say that one sits out; with one, green goes on. */
  async sitting_out() {
    const page = await visitor();
    for (const [game, spot, seat] of [
      ['ruleta', 'rojo', 1],
      ['pai_gow_poker', 'casilla:4', 4],
      ['holdem_contrapartida', 'ante', 4],
      ['treinta_y_cuarenta', 'rojo', 1],
    ]) {
      await sit(page, await open(page, opening(game, { bots: { 2: 'steady' } })), seat);
      for (let step = 0; step < 40 && !(await page.$('.acts [data-act="ready"]')); step += 1) {
        for (const verb of ['cut', 'pass_bank'])
          if ((await acts(page)).includes(verb)) await tryTo(page, verb);
        await page.waitForTimeout(40);
      }
      must(!(await page.$('.dock [data-go]')), `${game}: something is green without a chip`);
      must(
        /Dejar pasar/.test(await page.textContent('.acts [data-act="ready"]')),
        `${game}: «Listo» without a bet`,
      );
      await touch(page, spot);
      await page.waitForSelector('.dock [data-go]');
    }
  },

  /** Fault 9: net, sign and what fell stand in the strip, at once and after three seconds, and nothing moves. */
  async results() {
    const page = await visitor();
    await sit(page, await open(page, opening('ruleta', { bots: { 2: 'steady' } })), 1);
    const box = () => page.locator('.strip').boundingBox();
    const before = await box();
    await touch(page, 'rojo');
    await act(page, 'ready');
    await page.waitForSelector('.strip [data-net]');
    const net = Number(await page.getAttribute('.strip [data-net]', 'data-net'));
    const said = await strip(page);
    must(/\d+, (rojo|negro)|0/.test(said), `what fell is not in ${said}`);
    must(net === 0 || said.includes(net > 0 ? '+' : '−'), `the sign of ${net} is not in ${said}`);
    must(JSON.stringify(await box()) === JSON.stringify(before), 'the strip changes its height');
    await page.waitForTimeout(3200);
    must(await page.$('.strip [data-net]'), 'the result does not stay');
    await touch(page, 'negro');
    await page.waitForFunction(() => !document.querySelector('.strip [data-net]'));
  },

  /** Fault 10: the strip speaks of the phase of the last event, polled through three rounds. */
  async calls() {
    const page = await visitor();
    await sit(
      page,
      await open(page, opening('punto_y_banca', { bots: { 2: 'steady' }, ...atPace('quick') })),
      4,
    );
    const stale = [];
    for (let round = 1; round <= 3; round += 1) {
      await page.waitForSelector('.spot.live[data-spot="punto"]');
      await touch(page, 'punto');
      await page.waitForSelector('.dock [data-go]');
      await page.click('.dock [data-go]');
      for (let step = 0; step < 100 && (await page.$$('[data-round]')).length < round; step += 1)
        await page.waitForTimeout(100);
      for (let step = 0; step < 8; step += 1) {
        const call = await page.$eval('.strip', (one) => one.querySelector('q')?.textContent ?? '');
        if (/carta|no va m/i.test(call)) stale.push(`round ${round}: ${call}`);
        await page.waitForTimeout(100);
      }
    }
    must(!stale.length, stale.join('; '));
  },

  /** Fault 11: every hand that lies open has its name beside it; a soft hand says so. */
  async names() {
    const page = await visitor();
    for (const [game, spot, verbs] of [
      ['tres_cartas', 'ante', ['go']],
      ['pai_gow_poker', 'casilla:4', ['set_as_house', 'pass_bank']],
      ['blackjack', 'mano:4', ['decline', 'stand']],
    ]) {
      await sit(page, await open(page, opening(game, { bots: { 2: 'steady' } })), 4);
      if ((await acts(page)).includes('pass_bank')) await tryTo(page, 'pass_bank');
      await until(page, spot, () => decision(page));
      await finish(page, verbs, 0);
      await page.waitForSelector('svg [data-named]');
      await page.waitForTimeout(300);
      const named = await page.$$eval('svg [data-named]', (all) => all.map((one) => one.textContent.trim()));
      must(named.length >= 2 && named.every(Boolean), `${game}: hands without a name: ${named}`);
      if (game !== 'blackjack')
        must(
          named.some((name) => /[a-z]{4}/.test(name)),
          `${game}: ${named}`,
        );
    }
  },

  /** Fault 12: after a new load the history is there, and a press opens the why of that round beside the table. */
  async reload() {
    const page = await visitor();
    const table = await open(page, opening('ruleta'));
    await sit(page, table, 1);
    for (let round = 1; round <= 2; round += 1) {
      await page.waitForSelector('.spot.live');
      await touch(page, 'pleno:17');
      await act(page, 'ready');
      await page.waitForFunction((many) => document.querySelectorAll('[data-round]').length >= many, round);
    }
    await page.reload();
    await page.waitForSelector('[data-round="2"]');
    await page.waitForSelector('.side .pay');
    await page.click('#tab-log');
    must((await page.$$('.side .log li')).length > 6, 'the log is empty after a reload');
    await page.click('[data-round="1"]');
    await page.waitForSelector('ol.why [data-clause]');
    must(page.url().includes(`/t/${table}`), 'the why of a round leaves the table');
    must((await page.$$('.side .pay')).length > 0, 'no payment is listed');
  },

  /** Fault 13: what is announced of a spin: the own result first, alone in its node for 700 ms, before anything else. */
  async announced() {
    const page = await visitor();
    await sit(
      page,
      await open(page, opening('ruleta', { bots: { 2: 'steady', 3: 'steady', 4: 'steady' } })),
      1,
    );
    await touch(page, 'rojo');
    await page.evaluate(() => {
      window.heard = [];
      const node = document.querySelector('[aria-live="polite"]');
      new MutationObserver(
        () => node.textContent && window.heard.push([performance.now(), node.textContent]),
      ).observe(node, { childList: true, characterData: true, subtree: true });
    });
    await act(page, 'ready');
    await page.waitForSelector('.strip [data-net]');
    await page.waitForTimeout(2500);
    const heard = await page.evaluate(() => window.heard);
    const own = heard.findIndex(([, text]) => /En esta jugada/.test(text));
    must(own >= 0, `the own result is not announced: ${heard.map(([, text]) => text).join(' | ')}`);
    for (let nth = 1; nth < heard.length; nth += 1) {
      const apart = heard[nth][0] - heard[nth - 1][0];
      must(apart >= 650, `two announcements ${Math.round(apart)} ms apart: ${heard[nth][1]}`);
    }
    must(!heard.some(([, text]) => /Puesto 2: pone/.test(text)), 'a bet of a bot is announced');
  },

  /** Fault 14: two browsers each read who is awaited, and a mark changes on the plates. */
  async awaited() {
    const [ana, blai] = [await visitor(), await visitor()];
    const table = await open(
      ana,
      openingWith('holdem', { bots: { 3: 'calling', 4: 'calling', 5: 'calling', 6: 'calling' } }),
    );
    await sit(ana, table, 1);
    await sit(blai, table, 2);
    for (let step = 0; step < 200; step += 1) {
      const turns = [await decision(ana), await decision(blai)];
      if (turns.some(Boolean)) {
        const [mine, other] = turns[0] ? [ana, blai] : [blai, ana];
        must(/Le toca a usted/.test(await strip(mine)), `the player in turn reads ${await strip(mine)}`);
        const read = await strip(other);
        must(/Se espera a/.test(read) && !/Le toca/.test(read), `the other reads ${read}`);
        return;
      }
      for (const page of [ana, blai])
        if (await page.$('.dock [data-go]')) await page.click('.dock [data-go]').catch(() => null);
      await ana.waitForTimeout(60);
    }
    tell('no turn came');
  },

  /** Fault 5: Space ends a deal at once at the calmest pace; V changes the pace; without motion nothing waits. */
  async pace() {
    const page = await visitor({ reducedMotion: 'no-preference' });
    await sit(page, await open(page, opening('blackjack', { bots: { 2: 'steady' }, ...atPace('calm') })), 4);
    must((await page.getAttribute('#pace', 'data-pace')) === 'calm', 'the pace is not shown');
    await page.waitForSelector('.spot.live[data-spot="mano:4"]');
    await touch(page, 'mano:4');
    await page.waitForSelector('.dock [data-go]');
    await page.click('.dock [data-go]');
    await page.waitForTimeout(300);
    await page.focus('body').catch(() => null);
    await page.evaluate(() => document.activeElement?.blur());
    const began = Date.now();
    await page.keyboard.press(' ');
    const ended = await page
      .waitForSelector('.acts[data-decision] .answer, [data-round]', { timeout: 3000 })
      .catch(() => null);
    const took = Date.now() - began;
    must(ended, 'Space does not finish the deal');
    must(took < 1000, `a deal at the calm pace ends ${took} ms after Space`);
    console.log(`  the deal at the calm pace ended ${took} ms after Space`);
    await page.keyboard.press('v');
    await page.waitForFunction(() => document.querySelector('#pace')?.dataset.pace === 'normal');
    await page.click('#pace');
    await page.waitForSelector('.pace [role="dialog"]');
    must((await page.$$('.pace [aria-pressed]')).length === PACES.length, 'not all paces are offered');
    await page.keyboard.press('Escape');
    must(!(await page.$('.pace [role="dialog"]')), 'Escape does not close the pace');
  },

  /** Fault 18: the first round on the felt: Enter goes through five steps, Escape leaves, the card never covers the lit place. */
  async tour() {
    const page = await visitor();
    for (const game of ['ruleta', 'blackjack', 'craps', 'chemin_de_fer']) {
      const seat = game === 'blackjack' ? 4 : 1;
      const table = await open(page, opening(game, { bots: { 2: 'steady' } }));
      await sit(page, table, seat, '&tour=1');
      for (let step = 1; step <= 5; step += 1) {
        await page.waitForSelector(`[data-tour="${step}"]`);
        await page.waitForTimeout(150);
        must((await page.textContent('.tour p')).length > 20, `${game}: step ${step} says nothing`);
        const card = await page.locator('.tour').boundingBox();
        const lit = (await page.$('.lit-place')) && (await page.locator('.lit-place').boundingBox());
        const meets =
          lit &&
          card.x < lit.x + lit.width &&
          lit.x < card.x + card.width &&
          card.y < lit.y + lit.height &&
          lit.y < card.y + card.height;
        must(!meets, `${game}: the card covers the lit place at step ${step}`);
        await page.keyboard.press('Enter');
      }
      must(
        !(await page.$('[data-tour]')) && !/tour=/.test(page.url()),
        `${game}: the last step does not end it`,
      );
      await page.click('[data-act="tour"]');
      await page.waitForSelector('[data-tour="1"]');
      await page.keyboard.press('Escape');
      must(!(await page.$('[data-tour]')), 'Escape does not leave');
    }
  },

  /** Faults 19 and 20: no two controls of the dock meet, nothing goes beyond the edge, no printed letter is under 12 px. */
  async sizes() {
    const page = await visitor();
    for (const [game, spot, seat] of [
      ['craps', 'win', 1],
      ['blackjack', 'mano:4', 4],
      ['tres_cartas', 'ante', 4],
      ['punto_y_banca', 'punto', 4],
    ]) {
      await sit(page, await open(page, opening(game, { bots: { 2: 'steady' } })), seat);
      await page.waitForTimeout(200);
      if (await page.$(`.spot.live[data-spot="${spot}"]`)) await touch(page, spot);
      for (const [width, height] of [
        [390, 844],
        [641, 900],
        [768, 1024],
        [1000, 768],
        [1024, 768],
        [1181, 800],
        [1366, 768],
        [1440, 900],
      ]) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(120);
        must(!(await wide(page)), `${game}: something is wider than the page at ${width}`);
        const faults = await page.evaluate(() => {
          const found = [];
          const shown = [...document.querySelectorAll('.dock button')].filter((one) => one.checkVisibility());
          const boxes = shown.map((one) => [one, one.getBoundingClientRect()]);
          for (const [at, [one, a]] of boxes.entries()) {
            if (a.right > innerWidth + 1 || a.bottom > innerHeight + 1)
              found.push(`${one.textContent.trim()} is beyond the edge`);
            for (const [other, b] of boxes.slice(at + 1))
              if (
                a.left < b.right - 1 &&
                b.left < a.right - 1 &&
                a.top < b.bottom - 1 &&
                b.top < a.bottom - 1
              )
                found.push(
                  `${one.dataset.act ?? one.className} meets ${other.dataset.act ?? other.dataset.chip ?? other.className}`,
                );
          }
          const svg = document.querySelector('svg[data-cloth]');
          const scale = svg.getScreenCTM().a;
          for (const text of svg.querySelectorAll('text.print, .total text')) {
            const size = parseFloat(getComputedStyle(text).fontSize) * scale;
            if (size < 11.9) found.push(`«${text.textContent.trim()}» is ${size.toFixed(1)} px`);
          }
          const die = svg.querySelector('[data-die], .die');
          if (die && die.getBoundingClientRect().width < 55) found.push('a die is small');
          return [...new Set(found)].slice(0, 4);
        });
        for (const fault of faults) tell(`${game} at ${width}: ${fault}`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  },

  /** Every state of the strip and the dock is free of faults for readers of the screen, in light and dark. */
  async clean() {
    const page = await visitor();
    await sit(page, await open(page, opening('blackjack', { bots: { 2: 'steady' } })), 4);
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
      await until(page, 'mano:4', () => decision(page));
      for (const line of await axe(page)) tell(`${theme}, a decision: ${line}`);
      await finish(page, ['decline', 'stand'], (await page.$$('[data-round]')).length);
      await page.waitForSelector('.strip [data-result]');
      for (const line of await axe(page)) tell(`${theme}, a result: ${line}`);
    }
  },
};

await walkAll(WALKS);
