// node tests/browser/region.mjs ADDRESS: the last step of the guide "Your region in a day".
import { bets, house, must, touch, visitor, walkAll } from './playing.mjs';

const WALKS = {
  /** From the catalogue, by the region that a pack brings, to a bet at its table. */
  async bet() {
    const page = await visitor();
    await page.goto(house);
    await page.click('.grid [data-game="boule"]');
    await page.click('.hero [data-norm="RE26"]');
    await page.click('.go a[href*="norm=RE26"][href*="sit=1"]');
    await page.waitForSelector('.spot.live[data-spot="numero:7"]');
    await touch(page, 'numero:7');
    await page.waitForSelector('svg [data-bet="numero:7"]');
    must('1 numero:7' in (await bets(page)), 'another bet was placed');
    must((await page.textContent('body')).includes('RE26'), 'the table is under another norm');
  },
};

await walkAll(WALKS);
