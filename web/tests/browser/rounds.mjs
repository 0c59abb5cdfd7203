// node tests/browser/rounds.mjs ADDRESS [NAME…]: rounds that are seen again, what is not offered, what the floor decides.
import {
  act,
  axe,
  bets,
  house,
  must,
  open,
  opening,
  sit,
  tell,
  touch,
  visitor,
  walkAll,
  wide,
} from './playing.mjs';

/** Bet on some spots and let the ball run, so many times. */
async function spin(page, spots, times = 1) {
  for (let round = 0; round < times; round += 1) {
    const before = await page.$$eval('[data-round]', (found) => found.length);
    await page.waitForSelector('.spot.live');
    for (const spot of spots) if (!(await bets(page))[`1 ${spot}`]) await touch(page, spot);
    await act(page, 'ready');
    await page.waitForFunction((known) => document.querySelectorAll('[data-round]').length > known, before);
  }
}

const WALKS = {
  /** The strip of the last rounds; each is seen again, step by step, with the why of its payments. */
  async again() {
    const page = await visitor();
    const table = await open(page, opening('ruleta'));
    await sit(page, table, 1);
    await spin(page, ['pleno:17', 'columna:1'], 3);
    await page.reload();
    await page.waitForSelector('[data-round="3"]');
    must((await page.$$('[data-round]')).length === 3, 'the strip forgets rounds when one comes back');
    const [again] = await Promise.all([
      page.waitForEvent('popup'),
      page.click('[data-round="2"]', { modifiers: ['Shift'] }),
    ]);
    await again.waitForSelector('.replaying svg[data-cloth]');
    must(again.url().includes(`/t/${table}/rounds/2`), again.url());
    const place = () => again.$eval('.scrubber input', (one) => [Number(one.value), Number(one.max)]);
    must((await place())[0] === 0, 'a round begins with its beginning');
    await again.keyboard.press('ArrowRight');
    must((await place())[0] === 1, 'an arrow does not go on');
    await again.keyboard.press('End');
    const [at, last] = await place();
    must(at === last && last > 3, `End goes to ${at} of ${last}`);
    must(new RegExp(`step=${last + 1}`).test(again.url()), 'the address does not say the step');
    await again.click('.pay[data-bet="columna:1"]');
    await again.waitForSelector('ol.why [data-clause]');
    must(/\d/.test(await again.textContent('ol.why .sum')), 'a why without its sum');
    await again.keyboard.press('Home');
    await again.selectOption('.scrubber select', '8');
    await again.click('[data-act="play"]');
    await again.waitForFunction(() => {
      const range = document.querySelector('.scrubber input');
      return range.value === range.max;
    });
    await again.keyboard.press('Shift+ArrowRight');
    await again.waitForURL(/rounds\/3/);
    await again.waitForSelector('.replaying svg[data-cloth]');
    for (const line of await axe(again)) tell(line);
    must(!(await wide(again)), 'the round scrolls');
  },

  /** Once a table is closed its record is verified in place, from the page of a round. */
  async verified() {
    const page = await visitor();
    const table = await open(page, opening('ruleta'));
    await sit(page, table, 1);
    await spin(page, ['pleno:17']);
    await page.click('#tab-people');
    await page.click('.side button:has-text("Cerrar la mesa")');
    await page.waitForSelector('a[href^="/api/tables"]');
    await page.goto(`${house}/t/${table}/rounds/1`);
    await page.click('.tools-of-round [data-act="verify"]');
    await page.waitForSelector('.tools-of-round li.good[data-code="draws_agree"]');
    must((await page.$$('.tools-of-round li.bad')).length === 0, 'a sound record does not hold');
    await page.waitForSelector('.tools-of-round .log li:nth-child(2)'); // what the house proved
    await page.goto(`${house}/verify?table=${table}`);
    await page.waitForSelector('li[data-code="seed_promised"]');
  },

  /** A record that somebody has as a file is seen again, with any eyes. */
  async dropped_record() {
    const page = await visitor();
    await page.goto(`${house}/replay`);
    const record = await page.evaluate(
      async () => (await (await fetch('/api/rounds/blackjack?seed=4')).json()).record,
    );
    await page.setInputFiles('input[type="file"]', {
      name: 'blackjack.jsonl',
      mimeType: 'application/jsonl',
      buffer: Buffer.from(record),
    });
    await page.waitForSelector('.replaying svg[data-cloth]');
    await page.keyboard.press('End');
    await page.waitForSelector('.replaying .pay');
    await page.click('.pay');
    await page.waitForSelector('ol.why [data-clause]');
    await page.click('[data-act="verify"]');
    await page.waitForSelector('.tools-of-round li.good');
  },
};

await walkAll(WALKS);
